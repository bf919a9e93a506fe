/** Replaces the header while tickets are selected: their number, and the bulk actions. */
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import { usePhone } from '../../../lib/narrow.ts';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';

export interface SelectBarProps {
  picked: readonly Ticket[];
  /** How many can be selected. */
  total: number;
  onAll(): void;
  onLeave(): void;
}

export function SelectBar({ picked, total, onAll, onLeave }: SelectBarProps) {
  const t = useTexts(listTexts);
  const actions = useTicketActions();
  const isPhone = usePhone();
  const none = picked.length === 0;
  const waiting = picked.filter(({ status }) => status === 'pending');
  const resolvable = picked.filter(({ status }) => status !== 'closed');
  return (
    <div className={css.head} role="toolbar" aria-label={t('selectSeveral')}>
      <label className={css.pickAll}>
        <input
          type="checkbox"
          aria-label={t('pickAll')}
          checked={!none && picked.length === total}
          ref={(box) => {
            if (box) box.indeterminate = !none && picked.length < total;
          }}
          onChange={onAll}
        />
      </label>
      <span className={css.picked} role="status">
        {isPhone && <span aria-hidden="true">{picked.length}</span>}
        <span className={isPhone ? 'sr' : undefined}>
          {picked.length === 1 ? t('pickedOne') : t('picked', { n: picked.length })}
        </span>
      </span>
      {waiting.length > 0 && (
        <Button size="sm" onClick={() => actions.accept(...waiting)}>
          {t('accept')}
        </Button>
      )}
      <Button size="sm" disabled={none} onClick={() => actions.transfer(...picked)}>
        {t('transfer')}
      </Button>
      <IconButton icon="tag" label={t('tag')} disabled={none} onClick={() => actions.tag(...picked)} />
      <IconButton
        icon="check"
        label={t('resolve')}
        disabled={resolvable.length === 0}
        onClick={() => actions.resolve(...resolvable)}
      />
      <IconButton icon="x" label={t('leavePicking')} onClick={onLeave} />
    </div>
  );
}
