/** Two numbers that make a whole, with their shares as a bar. */
import type { MetricName } from '@balcao/domain/insight/metrics';
import { useId } from 'react';
import type { ListLink } from '../../entities/reports/report-filter.ts';
import { formatNumber } from '../../lib/format.ts';
import { Icon, type IconName } from '../../ui/index.ts';
import css from './dashboard.module.css';
import { Definition, Value } from './number-card.tsx';

interface Side {
  label: string;
  icon: IconName;
  value: number | undefined;
  /** Where its rows are listed. */
  link: ListLink;
  detail?: string | undefined;
}

export function PairCard({ name, title, left, right }: { name: MetricName; title: string; left: Side; right: Side }) {
  const id = useId();
  const whole = (left.value ?? 0) + (right.value ?? 0);
  return (
    <article className={css.card} aria-labelledby={id}>
      <h3 className={css.cardHead}>
        <span id={id}>{title}</span>
        <Definition name={name} label={title} />
      </h3>
      <div className={css.pair}>
        {[left, right].map((side) => (
          <div key={side.label}>
            <Value
              value={side.value === undefined ? undefined : { text: formatNumber(side.value), detail: side.detail }}
              link={side.link}
            />
            <p className={css.side}>
              <Icon name={side.icon} size={14} />
              {side.label}
            </p>
          </div>
        ))}
      </div>
      <div className={css.split} aria-hidden="true">
        {whole > 0 && <i style={{ width: `${((left.value ?? 0) / whole) * 100}%` }} />}
      </div>
    </article>
  );
}
