/** What can be done with a row, by its status: under the pointer, on the keyboard, and by a swipe. */
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useMay } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Icon, IconButton } from '../../../ui/index.ts';
import { useTicketActs } from '../acts/ticket-acts.tsx';
import { listTexts } from './list.texts.ts';
import css from './row.module.css';

export function RowActions({ ticket, name }: { ticket: Ticket; name: string }) {
  const t = useTexts(listTexts);
  const acts = useTicketActs();
  const mayIgnore = useMay('ticket.ignore');
  const transfer = <IconButton icon="transfer" label={t('transfer')} onClick={() => acts.transfer(ticket)} />;
  return (
    <div className={css.acts} role="group" aria-label={t('actsOf', { name })}>
      {ticket.status === 'open' && (
        <IconButton icon="requeue" label={t('giveBack')} onClick={() => acts.giveBack(ticket)} />
      )}
      {(ticket.status === 'open' || ticket.status === 'group') && (
        <>
          {transfer}
          <IconButton icon="check" label={t('resolve')} onClick={() => acts.resolve(ticket)} />
        </>
      )}
      {(ticket.status === 'pending' || ticket.status === 'lgpd') && (
        <>
          {mayIgnore && <IconButton icon="ban" label={t('ignore')} onClick={() => acts.ignore(ticket)} />}
          {transfer}
        </>
      )}
      {ticket.status === 'closed' && (
        <IconButton icon="refresh" label={t('reopen')} onClick={() => acts.reopen(ticket)} />
      )}
    </div>
  );
}

/** Never hidden: it is what the tab is for. */
export function AcceptButton({ ticket, name }: { ticket: Ticket; name: string }) {
  const t = useTexts(listTexts);
  const acts = useTicketActs();
  return (
    <Button
      size="sm"
      className={css.accept}
      aria-label={t('acceptNamed', { name })}
      onClick={() => acts.accept(ticket)}
    >
      {t('accept')}
    </Button>
  );
}

export function SwipeActions({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const t = useTexts(listTexts);
  const acts = useTicketActs();
  const then = (act: () => void) => () => {
    onDone();
    act();
  };
  return (
    <div className={css.swiped}>
      <button type="button" onClick={then(() => acts.transfer(ticket))}>
        <Icon name="transfer" />
        {t('transfer')}
      </button>
      <button type="button" className={css.swipedResolve} onClick={then(() => acts.resolve(ticket))}>
        <Icon name="check" />
        {t('resolve')}
      </button>
    </div>
  );
}
