import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import css from './numbers.module.css';
import { numbersTexts } from './numbers.texts.ts';
import type { NumbersRow } from './use-node-numbers.ts';

const columns = ['node', 'entered', 'left', 'waiting', 'dropped', 'errors'] as const;

/** The same numbers for keyboards, screen readers and phones. */
export function NumbersTable({ rows }: { rows: readonly NumbersRow[] }) {
  const t = useTexts(numbersTexts);
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.tableFrame} tabIndex={0} role="region" aria-label={t('table')}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.nodeId} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { row: NumbersRow }) {
  const t = useTexts(numbersTexts);
  const { title, node, exits, entered, waiting, dropped, errors, isLargestDrop } = row;
  return (
    <tr className={cx(isLargestDrop && css.largest)}>
      <th scope="row">
        <span className={css.node}>
          {node && <NodeTile type={node.type} size={24} />}
          <span>{title}</span>
        </span>
      </th>
      <td data-label={t('entered')}>{formatNumber(entered)}</td>
      <td data-label={t('left')}>
        {exits.length === 0 ? (
          '—'
        ) : (
          <ul>
            {exits.map(({ port, label, percent, count }) => (
              <li key={port}>
                {label} · {formatNumber(percent)}% <span className="muted">({formatNumber(count)})</span>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td data-label={t('waiting')}>{formatNumber(waiting)}</td>
      <td data-label={t('dropped')}>{formatNumber(dropped)}</td>
      <td data-label={t('errors')} className={cx(errors > 0 && css.bad)}>
        {formatNumber(errors)}
      </td>
    </tr>
  );
}
