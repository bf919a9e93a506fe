import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './segments.module.css';

export interface Segment<K extends string> {
  key: K;
  label: string;
  /** An icon or a mark before the label. */
  mark?: ReactNode;
  count?: number | undefined;
}

/** Several views of the same data, side by side; exactly one is chosen. */
export function Segments<K extends string>({
  label,
  segments,
  value,
  onChange,
  full = false,
}: {
  label: string;
  segments: readonly Segment<K>[];
  value: K;
  onChange: (key: K) => void;
  full?: boolean;
}) {
  return (
    <div className={cx(css.segments, full && css.full)} role="group" aria-label={label}>
      {segments.map(({ key, label: text, mark, count }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          className={cx(css.segment, key === value && css.on)}
          onClick={() => onChange(key)}
        >
          {mark}
          {text}
          {count !== undefined && <span className={cx(css.count, 'num')}>{count.toLocaleString('pt-BR')}</span>}
        </button>
      ))}
    </div>
  );
}
