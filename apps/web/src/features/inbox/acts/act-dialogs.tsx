/** The dialog an act asks for; one at a time. */
import type { Asking } from './asking.ts';
import type { ActDialogProps } from './perform.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { CloseAll } from './close-all.tsx';
import { LogDialog } from './log-dialog.tsx';
import { NewTicketDialog } from './new-ticket-dialog.tsx';
import { RemoveTicket, TakeOver, Taken } from './questions.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { TagContactsDialog } from './tag-contacts-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

export function ActDialogs({ asking, ...rest }: { asking: Asking } & ActDialogProps) {
  switch (asking.for) {
    case 'accept':
      return <AcceptDialog ticket={asking.ticket} {...rest} />;
    case 'transfer':
      return <TransferDialog tickets={asking.tickets} {...rest} />;
    case 'resolve':
      return <ResolveDialog tickets={asking.tickets} {...rest} />;
    case 'take-over':
      return <TakeOver ticket={asking.ticket} {...rest} />;
    case 'remove':
      return <RemoveTicket ticket={asking.ticket} {...rest} />;
    case 'log':
      return <LogDialog ticket={asking.ticket} onClose={rest.onClose} />;
    case 'tag':
      return <TagContactsDialog tickets={asking.tickets} onClose={rest.onClose} />;
    case 'new':
      return <NewTicketDialog contactId={asking.contactId} {...rest} />;
    case 'close-all':
      return <CloseAll tab={asking.tab} queueIds={asking.queueIds} onClose={rest.onClose} />;
    case 'taken':
      return <Taken existing={asking.existing} {...rest} />;
  }
}
