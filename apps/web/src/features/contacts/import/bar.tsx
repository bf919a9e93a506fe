import css from './import.module.css';

/** Progress from 0 to 1. */
export const Bar = ({ part, label, valueText }: { part: number; label: string; valueText?: string }) => {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <div
      className={css.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
};
