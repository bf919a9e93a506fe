import css from './privacy.module.css';

/** How far something is that takes a while: a bar, and the same in words. */
export const Progress = ({ done, total, label }: { done: number; total: number; label: string }) => (
  <div className={css.progress}>
    <progress className={css.bar} value={total === 0 ? undefined : done} max={Math.max(total, 1)} aria-label={label} />
    <span className="muted" role="status">
      {label}
    </span>
  </div>
);
