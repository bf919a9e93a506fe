/** Horizontal bars. Names and numbers are the cells of a table, so that every reader gets the same. */
import type { ReactNode } from 'react';
import css from './charts.module.css';

export interface Bar {
  key: string;
  /** May be a link. */
  name: ReactNode;
  value: number;
}

const number = new Intl.NumberFormat('pt-BR');

export function BarChart({
  label,
  heads,
  bars,
}: {
  label: string;
  heads: readonly [name: string, value: string];
  bars: readonly Bar[];
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <table className={css.bars} aria-label={label}>
      {/* The head is hidden, so that it cannot size the columns. */}
      <colgroup>
        <col className={css.nameColumn} />
        <col />
        <col className={css.numberColumn} />
      </colgroup>
      <thead className="sr">
        <tr>
          <th scope="col">{heads[0]}</th>
          <td />
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, value }) => (
          <tr key={key}>
            <th scope="row">
              <span className="cut">{name}</span>
            </th>
            <td aria-hidden="true">
              <svg width="100%" height="12" focusable="false">
                <rect width={`${(value / most) * 100}%`} height="12" rx="3" className={css.bar} />
              </svg>
            </td>
            <td className="num">{number.format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
