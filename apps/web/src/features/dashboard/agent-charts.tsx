/** Services per agent, and per day or hour. Each chart has its own range. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react';
import { useServicesPerAgent, useServicesPerDay } from '../../entities/dashboard/dashboard.api.ts';
import { reportLink } from '../../entities/reports/report-filter.ts';
import { useAgentName } from '../../entities/users/use-agent-name.ts';
import { ReportLink } from '../../entities/reports/report-link.tsx';
import { addDays, type DayRange } from '../../lib/days.ts';
import { formatDay } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { BarChart, ColumnChart, type ChartPoint } from '../../ui/charts/index.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Button, Popover, Segments, Skeleton } from '../../ui/index.ts';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard.texts.ts';
import { Definition, PartFailed } from './number-card.tsx';

export function AgentChart({ initial }: { initial: DayRange }) {
  const t = useTexts(dashboardTexts);
  const nameOf = useAgentName();
  const [range, setRange] = useOwnRange(initial);
  const { data, error, refetch } = useServicesPerAgent(range);
  const rows = { by: 'cycle' as const, dateFrom: range.from, dateTo: range.to };
  return (
    <ChartCard title={t('perAgent')} name="ticketsUsers" range={range} onRange={setRange}>
      {error && !data ? (
        <PartFailed text={t('chartFailed')} onRetry={() => void refetch()} />
      ) : data ? (
        // Focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css.bars} tabIndex={0} role="group" aria-label={t('perAgent')}>
          <BarChart
            label={t('perAgent')}
            heads={[t('agent'), t('cycles')]}
            bars={data.data.map(({ id, nome, quantidade }) => ({
              key: String(id),
              value: quantidade,
              name: (
                <ReportLink
                  className={css.number}
                  filter={id === null ? { ...rows, part: 'unassigned' } : { ...rows, userIds: [id] }}
                >
                  {id === null ? t('nobody') : nameOf(id, nome)}
                </ReportLink>
              ),
            }))}
          />
        </div>
      ) : (
        <Skeleton height={180} />
      )}
    </ChartCard>
  );
}

export function DayChart({ initial }: { initial: DayRange }) {
  const t = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const [range, setRange] = useOwnRange(initial);
  const { data, error, refetch } = useServicesPerDay(range);
  const isHours = range.from === range.to;
  const title = t(isHours ? 'perHour' : 'perDay');
  const points = data?.data.map((row): ChartPoint => {
    const hour = `${String(row.horario ?? 0).padStart(2, '0')}h`;
    return row.data === undefined
      ? { key: row.at, label: hour, value: row.total }
      : { key: isoOf(row.data), label: row.data, shortLabel: row.data.slice(0, 5), value: row.total };
  });
  const open = ({ key }: ChartPoint) => {
    const day = isHours ? range.from : key;
    void navigate(reportLink({ by: 'cycle', dateFrom: day, dateTo: day, hour: isHours ? key : null }));
  };
  return (
    <ChartCard
      title={title}
      name="ticketsDay"
      range={range}
      onRange={setRange}
      extra={
        <Segments
          label={t('unit')}
          segments={[
            { key: 'day', label: t('day') },
            { key: 'hour', label: t('hour') },
          ]}
          value={isHours ? 'hour' : 'day'}
          onChange={(unit) => {
            if (unit === 'hour') setRange({ from: range.to, to: range.to });
            else if (isHours) setRange(initial.from === initial.to ? weekOf(initial.to) : initial);
          }}
        />
      }
    >
      {error && !data ? (
        <PartFailed text={t('chartFailed')} onRetry={() => void refetch()} />
      ) : points ? (
        <ColumnChart label={title} heads={[t(isHours ? 'hour' : 'day'), t('cycles')]} points={points} onOpen={open} />
      ) : (
        <Skeleton height={200} />
      )}
    </ChartCard>
  );
}

const isoOf = (day: string): string => day.split('/').toReversed().join('-');
const weekOf = (to: string): DayRange => ({ from: addDays(to, -6), to });

/** Starts with the period of the page, and follows it until the chart gets its own. */
function useOwnRange({ from, to }: DayRange): [DayRange, (range: DayRange) => void] {
  const [range, setRange] = useState<DayRange>({ from, to });
  useEffect(() => setRange({ from, to }), [from, to]);
  return [range, setRange];
}

interface ChartCardProps {
  title: string;
  name: 'ticketsUsers' | 'ticketsDay';
  range: DayRange;
  onRange: (range: DayRange) => void;
  extra?: ReactNode;
  children: ReactNode;
}

function ChartCard({ title, name, range, onRange, extra, children }: ChartCardProps) {
  const id = useId();
  const t = useTexts(dashboardTexts);
  const short = (day: string) => formatDay(day).slice(0, 5);
  const days = range.from === range.to ? short(range.from) : `${short(range.from)} – ${short(range.to)}`;
  return (
    <article className={`${css.card} ${css.chart}`} aria-labelledby={id}>
      <header className={css.chartHead}>
        <h3 id={id}>{title}</h3>
        <Definition name={name} label={title} />
        {extra}
        <Popover
          label={t('chartRange', { chart: title })}
          target={(opener) => (
            <Button size="sm" icon="calendar" aria-label={`${t('chartRange', { chart: title })}: ${days}`} {...opener}>
              <span className="num">{days}</span>
            </Button>
          )}
        >
          {(close) => (
            <RangeForm
              range={range}
              onApply={(next) => {
                onRange(next);
                close();
              }}
            />
          )}
        </Popover>
      </header>
      {children}
    </article>
  );
}

function RangeForm({ range, onApply }: { range: DayRange; onApply: (range: DayRange) => void }) {
  const t = useTexts(dashboardTexts);
  const [{ from, to }, setTyped] = useState(range);
  const isCrossed = from !== '' && to !== '' && to < from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from !== '' && to !== '' && !isCrossed) onApply({ from, to });
  };
  return (
    <form className={css.rangeForm} onSubmit={submit} noValidate>
      <DateField
        label={t('start')}
        value={from}
        error={isCrossed && t('crossed')}
        onChange={(event) => setTyped({ from: event.target.value, to })}
      />
      <DateField label={t('end')} value={to} onChange={(event) => setTyped({ from, to: event.target.value })} />
      <Button kind="primary" type="submit">
        {t('apply')}
      </Button>
    </form>
  );
}
