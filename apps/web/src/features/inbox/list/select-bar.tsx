/** Replaces the header while tickets are selected: their number, and the bulk actions. */
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';

export function SelectBar({ picked, onLeave }: { picked: readonly Ticket[]; onLeave: () => void }) {
  const t = useTexts(listTexts);
  const actions = useTicketActions();
  const none = picked.length === 0;
  const canResolve = picked.some(({ status }) => status !== 'closed');
  return (
    <div className={css.head} role="toolbar" aria-label={t('selectSeveral')}>
      <span className={css.picked} role="status">
        {picked.length === 1 ? t('pickedOne') : t('picked', { n: picked.length })}
      </span>
      <Button size="sm" disabled={none} onClick={() => actions.transfer(...picked)}>
        {t('transfer')}
      </Button>
      <Button size="sm" disabled={none} onClick={() => actions.tag(...picked)}>
        {t('tag')}
      </Button>
      <Button
        size="sm"
        disabled={!canResolve}
        onClick={() => actions.resolve(...picked.filter(({ status }) => status !== 'closed'))}
      >
        {t('resolve')}
      </Button>
      <IconButton icon="x" label={t('leavePicking')} onClick={onLeave} />
    </div>
  );
}
