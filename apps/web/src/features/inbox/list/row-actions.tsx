/** The actions of a row by its status: on hover, by keyboard, and by swipe. */
import { isAttended } from '@balcao/domain/ticket/ticket';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useCan } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Icon, IconButton } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import { listTexts } from './list.texts.ts';
import css from './row.module.css';

export function RowActions({ ticket, name }: { ticket: Ticket; name: string }) {
  const t = useTexts(listTexts);
  const actions = useTicketActions();
  const canIgnore = useCan('ticket.ignore');
  const transfer = (
    <IconButton tabIndex={-1} icon="transfer" label={t('transfer')} onClick={() => actions.transfer(ticket)} />
  );
  return (
    <div className={css.actions} role="group" aria-label={t('actsOf', { name })}>
      {ticket.status === 'open' && (
        <IconButton tabIndex={-1} icon="requeue" label={t('giveBack')} onClick={() => actions.returnToQueue(ticket)} />
      )}
      {isAttended(ticket) && (
        <>
          {transfer}
          <IconButton tabIndex={-1} icon="check" label={t('resolve')} onClick={() => actions.resolve(ticket)} />
        </>
      )}
      {(ticket.status === 'pending' || ticket.status === 'lgpd') && (
        <>
          {canIgnore && (
            <IconButton tabIndex={-1} icon="ban" label={t('ignore')} onClick={() => actions.ignore(ticket)} />
          )}
          {transfer}
        </>
      )}
      {ticket.status === 'closed' && (
        <IconButton tabIndex={-1} icon="refresh" label={t('reopen')} onClick={() => actions.reopen(ticket)} />
      )}
    </div>
  );
}

/** Always visible: the main action of the tab. */
export function AcceptButton({ ticket, name }: { ticket: Ticket; name: string }) {
  const t = useTexts(listTexts);
  const actions = useTicketActions();
  return (
    <Button
      size="sm"
      tabIndex={-1}
      className={css.accept}
      aria-label={t('acceptNamed', { name })}
      onClick={() => actions.accept(ticket)}
    >
      {t('accept')}
    </Button>
  );
}

export function SwipeActions({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const t = useTexts(listTexts);
  const actions = useTicketActions();
  const then = (action: () => void) => () => {
    onDone();
    action();
  };
  return (
    <div className={css.swiped}>
      <button type="button" onClick={then(() => actions.transfer(ticket))}>
        <Icon name="transfer" />
        {t('transfer')}
      </button>
      <button type="button" className={css.swipedResolve} onClick={then(() => actions.resolve(ticket))}>
        <Icon name="check" />
        {t('resolve')}
      </button>
    </div>
  );
}
