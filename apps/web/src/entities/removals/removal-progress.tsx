/** One row per running removal, on the screen where it was requested. */
import type { Removal } from '@balcao/contract/endpoints/removals';
import type { CSSProperties } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import css from './removal-progress.module.css';
import { useRemovals } from './removals.api.ts';
import { removalTexts } from './removals.texts.ts';

export function RemovalProgress({ kinds }: { kinds: readonly Removal['kind'][] }) {
  const removals = useRemovals(kinds);
  return removals.map((removal) => <RemovalRow key={removal.id} removal={removal} />);
}

function RemovalRow({ removal: { kind, name, done, total } }: { removal: Removal }) {
  const t = useTexts(removalTexts);
  const title = t(kind, { name });
  // Rows that arrived after the count may exceed it.
  const percent = total ? Math.min(99, Math.floor((done / total) * 100)) : 0;
  return (
    <section className={css.removal} aria-label={title}>
      <div className={css.words}>
        <b>{title}</b>
        <span className="num" role="status">
          {t('percent', { percent })}
        </span>
      </div>
      <span
        className={css.bar}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        style={{ '--part': `${percent}%` } as CSSProperties}
      />
      <p className={css.hint}>{t('hint')}</p>
    </section>
  );
}
