import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/index.ts';
import css from './spending-meter.module.css';
import { meterTexts } from './spending-meter.texts.ts';

interface SpendingMeterProps {
  used: number;
  /** Null: no ceiling, and no bar. */
  limit: number | null;
  /** At the end of the period, if it goes on as now. */
  forecast?: number | undefined;
  /** How the numbers are written. */
  format: (value: number) => string;
  isLarge?: boolean;
}
/** Admins are notified at this share. */
const MARK = 0.8;

/** What is used of a ceiling: full until now, hatched what is expected, a line where admins are notified. */
export function SpendingMeter({ used, limit, forecast = 0, format, isLarge = false }: SpendingMeterProps) {
  const t = useTexts(meterTexts);
  const mark = limit === null ? 0 : limit * MARK;
  return (
    <div className={cx(css.meter, isLarge && css.large)} data-tone={toneOf(used, limit)}>
      <div className={css.line}>
        <b className="num">{format(used)}</b>
        <span className="num">{limit === null ? t('noLimit') : t('of', { limit: format(limit) })}</span>
        {forecast > used && (
          <span className={cx(css.forecast, 'num')}>{t('forecast', { amount: format(forecast) })}</span>
        )}
      </div>
      {limit !== null && (
        <span
          className={css.track}
          role="img"
          aria-label={t('described', { used: format(used), limit: format(limit), mark: format(mark) })}
        >
          <i style={{ width: percent(used, Math.max(limit, forecast)) }} />
          {forecast > used && (
            <u
              style={{
                left: percent(used, Math.max(limit, forecast)),
                width: percent(forecast - used, Math.max(limit, forecast)),
              }}
            />
          )}
          {limit > 0 && <s style={{ left: percent(mark, Math.max(limit, forecast)) }} />}
          {forecast > limit && limit > 0 && <s className={css.end} style={{ left: percent(limit, forecast) }} />}
        </span>
      )}
    </div>
  );
}

const toneOf = (used: number, limit: number | null): 'danger' | 'warn' | undefined =>
  limit === null || used < limit * MARK ? undefined : used >= limit ? 'danger' : 'warn';

const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 100 : Math.min(100, Math.round((part / whole) * 1000) / 10)}%`;
