/** The open dialog of a ticket action; at most one. */
import { AlreadyAssignedDialog } from '../../../entities/tickets/already-assigned-dialog.tsx';
import { lazyPart } from '../../../lib/lazy-part.ts';
import type { OpenDialog } from './open-dialog.ts';
import type { ActionDialogProps } from './ticket-actions.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { CloseAll } from './close-all.tsx';
import { LogDialog } from './log-dialog.tsx';
import { NewTicketDialog } from './new-ticket-dialog.tsx';
import { RemoveTicket, TakeOver } from './confirm-dialogs.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { TagContactsDialog } from './tag-contacts-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const FlowPathDialog = lazyPart(() => import('./flow-path-dialog.tsx').then((module) => module.FlowPathDialog));

export function ActionDialogs({ dialog, ...rest }: { dialog: OpenDialog } & ActionDialogProps) {
  switch (dialog.type) {
    case 'accept':
      return <AcceptDialog tickets={dialog.tickets} {...rest} />;
    case 'transfer':
      return <TransferDialog tickets={dialog.tickets} {...rest} />;
    case 'resolve':
      return <ResolveDialog tickets={dialog.tickets} {...rest} />;
    case 'take-over':
      return <TakeOver ticket={dialog.ticket} {...rest} />;
    case 'remove':
      return <RemoveTicket ticket={dialog.ticket} {...rest} />;
    case 'log':
      return <LogDialog ticket={dialog.ticket} onClose={rest.onClose} />;
    case 'flow-path':
      return <FlowPathDialog ticket={dialog.ticket} onClose={rest.onClose} />;
    case 'tag':
      return <TagContactsDialog tickets={dialog.tickets} onClose={rest.onClose} />;
    case 'new':
      return <NewTicketDialog contactId={dialog.contactId} {...rest} />;
    case 'close-all':
      return <CloseAll tab={dialog.tab} queueIds={dialog.queueIds} onClose={rest.onClose} />;
    case 'already-assigned':
      return (
        <AlreadyAssignedDialog
          existing={dialog.existing}
          onOpen={(uuid) => void rest.operations.open(uuid)}
          onClose={rest.onClose}
        />
      );
  }
}
