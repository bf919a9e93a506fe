import { Link } from '@tanstack/react-router';
import { useAiReport, useCeilings } from '../../entities/ai-usage/ai-usage.api.ts';
import { forecastOf, useMonthName } from '../../entities/ai-usage/month.ts';
import { SpendingMeter } from '../../entities/ai-usage/spending-meter.tsx';
import { MICROS_PER_CENT, formatMicros } from '../../entities/ai-usage/micros.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState, Skeleton } from '../../ui/index.ts';
import css from './prompts.module.css';
import { promptTexts } from './prompts.texts.ts';

/** What all prompts cost this month, beside the ceiling of the company. */
export function SpendingCard() {
  const t = useTexts(promptTexts);
  const monthName = useMonthName();
  const language = useLanguage();
  const reports = useAiReport({});
  const limits = useCeilings();
  const { data: report } = reports;
  const { data: ceilings } = limits;
  // Data of before the error stay shown.
  const failed = [reports, limits].filter(({ data, error }) => error !== null && data === undefined);
  const isFailed = failed.length > 0;
  const isLoaded = report !== undefined && ceilings !== undefined;
  const limit = ceilings?.monthCents ?? null;
  const total = report?.total;
  const pricedCalls = total ? total.calls - total.unpricedCalls : 0;
  return (
    <section className={css.spending} aria-busy={!isLoaded && !isFailed}>
      <div className={css.amount}>
        <h2>{t('spentIn', { month: monthName(report?.to) })}</h2>
        {isLoaded ? (
          <SpendingMeter
            isLarge
            used={ceilings.spentMicros}
            limit={limit === null ? null : limit * MICROS_PER_CENT}
            forecast={forecastOf(ceilings.spentMicros, report.to)}
            format={formatMicros}
          />
        ) : isFailed ? (
          <ErrorState
            compact
            text={errorText(failed[0]!.error, language)}
            onRetry={() => failed.forEach((query) => void query.refetch())}
          />
        ) : (
          <Skeleton height={40} />
        )}
        {isLoaded && limit !== null && (
          <p>{ceilings.spentMicros >= limit * MICROS_PER_CENT ? t('reached') : t('legend')}</p>
        )}
      </div>
      {(total || !isFailed) && (
        <dl className={css.figures}>
          <Figure name={t('calls')} value={total && formatNumber(total.calls)} />
          <Figure
            name={t('perCall')}
            value={total && (pricedCalls === 0 ? '–' : formatMicros(Math.round(total.costMicros / pricedCalls)))}
          />
          {total && total.unpricedCalls > 0 && (
            <Figure name={t('unpriced')} value={formatNumber(total.unpricedCalls)} />
          )}
        </dl>
      )}
      <Link className={css.link} to="/ai-usage">
        {t('seeUsage')}
      </Link>
    </section>
  );
}

const Figure = ({ name, value }: { name: string; value: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{value ?? <Skeleton width={56} height={16} />}</dd>
  </div>
);
