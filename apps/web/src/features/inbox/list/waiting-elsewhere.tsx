import { useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import type { InboxView } from './inbox-view.ts';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';

/**
 * Says above the list that customers wait where this user does not see them, and shows them. `isFrozen`: the pointer is
 * over the list, so the line neither appears nor disappears, because the rows would move under it.
 */
export function WaitingElsewhere({ view, count, isFrozen }: { view: InboxView; count: number; isFrozen: boolean }) {
  const t = useTexts(listTexts);
  const isNeeded = count > 0 && view.canSeeAll && !view.showAll && !view.isSearch && view.tab !== 'closed';
  const [isShown, setShown] = useState(isNeeded);
  if (isShown !== isNeeded && !isFrozen) setShown(isNeeded);
  if (!isShown) return null;
  return (
    <div className={css.elsewhere} role="status">
      <Icon name="clock" size={16} />
      <span>{count === 1 ? t('elsewhereOne') : t('elsewhere', { n: count })}</span>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        className={css.clear}
        onClick={() => {
          view.setShowAll(true);
          view.goTo('pending');
        }}
      >
        {t('showElsewhere')}
      </button>
    </div>
  );
}
