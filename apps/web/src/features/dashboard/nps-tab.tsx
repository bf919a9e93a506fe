/** The score, the shares of promoters, passives and detractors, and how many services were rated. */
import type { MetricName } from '@balcao/domain/insight/metrics';
import { useDashboard, type Dashboard } from '../../entities/dashboard/dashboard.api.ts';
import { ReportLink } from '../../entities/reports/report-link.tsx';
import { reportLink, type ReportFilter } from '../../entities/reports/report-filter.ts';
import type { DayRange } from '../../lib/days.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon } from '../../ui/index.ts';
import { Donut, Gauge, type Tone } from '../../ui/charts/index.ts';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';
import { count, Definition, PartFailed, Value } from './number-card.tsx';

/** Fewer answers say little about all customers. */
const FEW_ANSWERS = 5;

export function NpsTab({ range }: { range: DayRange }) {
  const t = useTexts(dashboardTexts);
  const { data, error, refetch } = useDashboard(range);
  return (
    <div className={css.pane} role="tabpanel" aria-label={t('nps')}>
      {error && !data ? <PartFailed error={error} onRetry={() => void refetch()} /> : <Nps data={data} range={range} />}
    </div>
  );
}

function Nps({ data, range }: { data: Dashboard | undefined; range: DayRange }) {
  const t = useTexts(dashboardTexts);
  const counters = data?.counters;
  const answers = data?.period.scores.reduce((sum, n) => sum + n, 0) ?? 0;
  const rows = (part: ReportFilter['part']): Partial<ReportFilter> => ({
    by: 'cycle',
    dateFrom: range.from,
    dateTo: range.to,
    part,
  });
  const percent = (value: number | undefined) => (answers === 0 ? null : (value ?? null));
  const shares: [label: string, text: string, value: number | null, tone: Tone, part: ReportFilter['part']][] = [
    [t('promoters'), t('promotersText'), percent(counters?.npsPromotersPerc), 'success', 'promoters'],
    [t('passives'), t('passivesText'), percent(counters?.npsPassivePerc), 'warn', 'passives'],
    [t('detractors'), t('detractorsText'), percent(counters?.npsDetractorsPerc), 'danger', 'detractors'],
  ];
  const totals: [name: MetricName, label: string, value: number | undefined, part: ReportFilter['part']][] = [
    ['tickets', t('total'), counters?.tickets, null],
    ['waitRating', t('waitRating'), counters?.waitRating, 'waitRating'],
    ['withoutRating', t('withoutRating'), counters?.withoutRating, 'withoutRating'],
    ['withRating', t('withRating'), counters?.withRating, 'withRating'],
  ];
  const score = answers === 0 ? null : (counters?.npsScore ?? null);
  return (
    <>
      <div className={css.nps}>
        <article className={cx(css.card, css.gauge)} aria-label={t('npsScore')}>
          <h3 className={css.cardHead}>
            <ReportLink filter={{ ...rows(null), onlyRated: true }} className={css.number}>
              {t('npsScore')}
            </ReportLink>
            {data && answers < FEW_ANSWERS && (
              <span className={css.few}>
                <Icon name="info" size={14} />
                {t('fewAnswers')}
              </span>
            )}
            <Definition name="npsScore" label={t('npsScore')} />
          </h3>
          <Gauge
            label={t('npsScore')}
            score={score}
            text={score !== null ? t(verdictOf(score)) : data ? t('noAnswers') : ''}
          />
          <p className="muted">{t('npsFormula')}</p>
        </article>
        <div className={css.three}>
          {shares.map(([label, text, value, tone, part]) => (
            <article key={label} className={cx(css.card, css.ring)} aria-label={label}>
              <Donut label={label} percent={value} tone={tone} />
              <div>
                <h3>
                  <ReportLink filter={rows(part)} className={css.number}>
                    {label}
                  </ReportLink>
                </h3>
                <p className="muted">{text}</p>
              </div>
            </article>
          ))}
        </div>
      </div>
      <div className={css.totals}>
        {totals.map(([name, label, value, part]) => (
          <div key={name}>
            <Value value={count(value)} link={reportLink(rows(part))} />
            <p>
              {label}
              <Definition name={name} label={label} />
            </p>
          </div>
        ))}
        <div className={css.index}>
          <div>
            {t('percRating')}
            <Definition name="percRating" label={t('percRating')} />
            {counters && (
              <ReportLink filter={{ ...rows(null), onlyRated: true }} className={cx(css.number, 'num')}>
                <b>{formatNumber(Math.round(counters.percRating * 10) / 10)}%</b>
              </ReportLink>
            )}
          </div>
          <div className={css.bar} aria-hidden="true">
            <i style={{ width: `${counters?.percRating ?? 0}%` }} />
          </div>
          <p>{t('percText')}</p>
        </div>
      </div>
    </>
  );
}

/** The bands of the gauge in words. */
export const verdictOf = (score: number): 'critical' | 'improvable' | 'good' | 'excellent' =>
  score < 0 ? 'critical' : score < 50 ? 'improvable' : score < 75 ? 'good' : 'excellent';
