import css from './privacy.module.css';

/** A progress bar with the same in text. */
export const Progress = ({ done, total, label }: { done: number; total: number; label: string }) => (
  <div className={css.progress}>
    <progress className={css.bar} value={total === 0 ? undefined : done} max={Math.max(total, 1)} aria-label={label} />
    <span className="muted" role="status">
      {label}
    </span>
  </div>
);
