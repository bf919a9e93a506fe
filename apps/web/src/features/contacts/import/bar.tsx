import css from './import.module.css';

/** How far something has come, 0 to 1. */
export const Bar = ({ part, label, words }: { part: number; label: string; words?: string }) => {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <div
      className={css.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={words}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
};
