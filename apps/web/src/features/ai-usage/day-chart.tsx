import { DAY_MS } from '@balcao/domain/kit/durations';
import type { AiFigures } from '../../entities/ai-usage/ai-usage.api.ts';
import { formatMicros } from '../../entities/ai-usage/micros.ts';
import { formatDay, formatNumber } from '../../lib/format.ts';
import css from './ai-usage.module.css';

interface DayChartProps {
  days: readonly (AiFigures & { day: string })[];
  from: string;
  to: string;
}
const HEIGHT = 100;

/** One column for each day of the period. Hidden from screen readers: the table beside it has the numbers. */
export function DayChart({ days, from, to }: DayChartProps) {
  const isPriced = days.some(({ costMicros }) => costMicros > 0);
  const weights = new Map(days.map(({ day, costMicros, calls }) => [day, isPriced ? costMicros : calls]));
  const most = Math.max(1, ...weights.values());
  const all = daysBetween(from, to);
  return (
    <figure className={css.chart} aria-hidden="true">
      <span className="num">{isPriced ? formatMicros(most) : formatNumber(most)}</span>
      <svg viewBox={`0 0 ${all.length * 10} ${HEIGHT}`} preserveAspectRatio="none">
        {all.map((day, at) => {
          const height = ((weights.get(day) ?? 0) / most) * HEIGHT;
          return <rect key={day} x={at * 10 + 1.5} y={HEIGHT - height} width={7} height={height} />;
        })}
      </svg>
      <figcaption className="num">
        <span>{formatDay(from)}</span>
        <span>{formatDay(to)}</span>
      </figcaption>
    </figure>
  );
}

const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1 }, (_, at) =>
    new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10),
  );
