import { cx } from '../../ui/index.ts';
import css from './meter.module.css';

/** A thin bar from 0 to 1. Without a label it only repeats a number beside it. */
export function Meter({
  part,
  tone = 'accent',
  label,
  thick = false,
}: {
  part: number;
  tone?: 'accent' | 'neutral' | 'success' | 'danger' | 'info' | 'violet' | 'warn';
  label?: string;
  thick?: boolean;
}) {
  const percent = Math.round(Math.min(1, Math.max(0, Number.isFinite(part) ? part : 0)) * 100);
  const bar = <span className={css[tone]} style={{ width: `${percent}%` }} />;
  return label === undefined ? (
    <span className={cx(css.meter, thick && css.thick)} aria-hidden="true">
      {bar}
    </span>
  ) : (
    <span
      className={cx(css.meter, thick && css.thick)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      {bar}
    </span>
  );
}
