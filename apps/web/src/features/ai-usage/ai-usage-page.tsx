/** The /ai-usage screen: what AI cost the company by day, prompt, flow and model, and its ceilings. */
import { useState } from 'react';
import { useAiReport, type AiFigures } from '../../entities/ai-usage/ai-usage.api.ts';
import { formatMicros } from '../../entities/ai-usage/micros.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatDay, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { EmptyState, ErrorState, Icon, Page, Segments, Skeleton } from '../../ui/index.ts';
import { CeilingsCard } from './ceilings-card.tsx';
import { DayChart } from './day-chart.tsx';
import css from './ai-usage.module.css';
import { usageTexts } from './ai-usage.texts.ts';
import { UsageTable } from './usage-table.tsx';

const periods = ['thisMonth', 'lastMonth', 'quarter'] as const;
type Period = (typeof periods)[number];
type Report = NonNullable<ReturnType<typeof useAiReport>['data']>;

export function AiUsagePage() {
  const t = useTexts(usageTexts);
  const language = useLanguage();
  const [period, setPeriod] = useState<Period>('thisMonth');
  const [today] = useState(() => formatDate(new Date()));
  const { data, error, refetch } = useAiReport(rangeOf(period, today));
  return (
    <Page
      title={t('title')}
      toolbar={
        <>
          <Segments
            label={t('period')}
            segments={periods.map((key) => ({ key, label: t(key) }))}
            value={period}
            onChange={setPeriod}
          />
          <span className="muted num">
            {data && t('range', { from: formatDay(data.from), to: formatDay(data.to) })}
          </span>
        </>
      }
    >
      <CeilingsCard />
      {error && !data ? (
        <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : data ? (
        <UsageReport report={data} />
      ) : (
        [84, 240, 180].map((height) => <Skeleton key={height} height={height} />)
      )}
    </Page>
  );
}

/** Days of the API; the current month is the server's own default. */
export function rangeOf(period: Period, today: string): { from?: string; to?: string } {
  if (period === 'thisMonth') return {};
  const [day = 1, month = 1, year = 1970] = today.split('/').map(Number);
  const iso = (date: number) => new Date(date).toISOString().slice(0, 10);
  if (period === 'lastMonth') return { from: iso(Date.UTC(year, month - 2, 1)), to: iso(Date.UTC(year, month - 1, 0)) };
  return { from: iso(Date.UTC(year, month - 1, day - 89)), to: iso(Date.UTC(year, month - 1, day)) };
}

function UsageReport({ report: { total, byDay, byPrompt, byFlow, byModel, from, to } }: { report: Report }) {
  const t = useTexts(usageTexts);
  const named = ({ id, name }: { id: number | null; name: string | null }, none: string) =>
    name ?? (id === null ? none : t('deleted'));
  if (total.calls === 0)
    return (
      <div className={css.card}>
        <EmptyState icon="chart" title={t('emptyTitle')} text={t('emptyText')} />
      </div>
    );
  return (
    <>
      <Totals total={total} />
      {total.unpricedCalls > 0 && (
        <p className={css.note}>
          <Icon name="info" size={16} />
          <span>{t('unpricedText')}</span>
        </p>
      )}
      <section className={css.card} aria-labelledby="usage-by-day">
        <h2 id="usage-by-day">{t('byDay')}</h2>
        <div className={css.beside}>
          <DayChart days={byDay} from={from} to={to} />
          <UsageTable
            label={t('byDay')}
            subject={t('day')}
            isTall
            rows={byDay.toReversed().map(({ day, ...figures }) => ({ key: day, name: formatDay(day), figures }))}
          />
        </div>
      </section>
      <section className={css.card} aria-labelledby="usage-by-prompt">
        <h2 id="usage-by-prompt">{t('byPrompt')}</h2>
        <UsageTable
          label={t('byPrompt')}
          subject={t('prompt')}
          rows={byPrompt.map(({ prompt, ...figures }) => ({
            key: `${prompt.id}`,
            name: named(prompt, t('noPrompt')),
            figures,
          }))}
        />
      </section>
      <div className={css.columns}>
        <section className={css.card} aria-labelledby="usage-by-flow">
          <h2 id="usage-by-flow">{t('byFlow')}</h2>
          <UsageTable
            label={t('byFlow')}
            subject={t('flow')}
            rows={byFlow.map(({ flow, ...figures }) => ({
              key: `${flow.id}`,
              name: named(flow, t('noFlow')),
              figures,
            }))}
          />
        </section>
        <section className={css.card} aria-labelledby="usage-by-model">
          <h2 id="usage-by-model">{t('byModel')}</h2>
          <UsageTable
            label={t('byModel')}
            subject={t('model')}
            rows={byModel.map(({ provider, model, ...figures }) => ({
              key: `${provider} ${model}`,
              name: `${model} · ${provider}`,
              figures,
            }))}
          />
        </section>
      </div>
    </>
  );
}

function Totals({ total }: { total: AiFigures }) {
  const t = useTexts(usageTexts);
  const isUnknown = total.unpricedCalls === total.calls;
  const figures: [name: string, value: string][] = [
    [t('cost'), isUnknown ? t('unpriced') : formatMicros(total.costMicros)],
    [t('calls'), formatNumber(total.calls)],
    [t('failed'), formatNumber(total.failedCalls)],
    [t('tokens'), formatNumber(total.inputTokens + total.outputTokens)],
    ...(total.unpricedCalls > 0 ? [[t('unpriced'), formatNumber(total.unpricedCalls)] as [string, string]] : []),
    ...(total.seconds > 0
      ? [[t('transcribed'), t('seconds', { count: formatNumber(total.seconds) })] as [string, string]]
      : []),
    ...(total.characters > 0
      ? [[t('spoken'), t('characters', { count: formatNumber(total.characters) })] as [string, string]]
      : []),
  ];
  return (
    <dl className={css.totals}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
