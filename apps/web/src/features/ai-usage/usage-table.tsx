import type { AiFigures } from '../../entities/ai-usage/ai-usage.api.ts';
import { formatMicros } from '../../entities/ai-usage/micros.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/index.ts';
import css from './ai-usage.module.css';
import { usageTexts } from './ai-usage.texts.ts';

interface UsageTableProps {
  label: string;
  /** Head of the first column. */
  subject: string;
  rows: readonly { key: string; name: string; figures: AiFigures }[];
  /** Scrolls in itself. */
  isTall?: boolean;
}

/** The numbers of each row, with a bar of its share of the cost; without any price, of the calls. */
export function UsageTable({ label, subject, rows, isTall = false }: UsageTableProps) {
  const t = useTexts(usageTexts);
  const isPriced = rows.some(({ figures }) => figures.costMicros > 0);
  const weight = ({ costMicros, calls }: AiFigures) => (isPriced ? costMicros : calls);
  const most = Math.max(1, ...rows.map(({ figures }) => weight(figures)));
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={cx(css.scroll, isTall && css.tall)} tabIndex={0} role="group" aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{subject}</th>
            <th scope="col">{t('calls')}</th>
            <th scope="col">{t('failed')}</th>
            <th scope="col">{t('tokens')}</th>
            <th scope="col">{t('cost')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row">
                <span>{name}</span>
                <span className={css.share} aria-hidden="true">
                  <i style={{ width: `${(weight(figures) / most) * 100}%` }} />
                </span>
              </th>
              <td className="num">{formatNumber(figures.calls)}</td>
              <td className="num">{formatNumber(figures.failedCalls)}</td>
              <td className="num">{formatNumber(figures.inputTokens + figures.outputTokens)}</td>
              <td className="num">
                <Cost figures={figures} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cost({ figures: { costMicros, calls, unpricedCalls } }: { figures: AiFigures }) {
  const t = useTexts(usageTexts);
  if (calls > 0 && unpricedCalls === calls) return t('unpriced');
  return (
    <>
      {formatMicros(costMicros)}
      {unpricedCalls > 0 && <small>{t('unpricedCalls', { count: formatNumber(unpricedCalls) })}</small>}
    </>
  );
}
