/** The /reports screen: a filter, its totals, the rows page by page, ratings, exports and saved filters. */
import { isNowPart } from '@balcao/domain/insight/metrics';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { ExportBar, ExportButton } from '../../entities/reports/export-bar.tsx';
import {
  DEFAULT_PAGE_SIZE,
  directionOf,
  directionSearch,
  emptyFilter,
  filterOf,
  pageSizes,
  searchOf,
  type ReportFilter,
} from '../../entities/reports/report-filter.ts';
import {
  useReport,
  type MessageDirection,
  type ReportRow,
  type ReportSummary,
} from '../../entities/reports/reports.api.ts';
import { useReportExport } from '../../entities/reports/use-report-export.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, Page, Segments, Skeleton, Tabs } from '../../ui/index.ts';
import { ExportsMenu } from './exports-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FilterChips, hasHiddenParts } from './filter-chips.tsx';
import { durationText, Pager, ReportTable } from './report-table.tsx';
import css from './reports.module.css';
import { reportTexts } from './reports.texts.ts';
import { SavedFilters } from './saved-filters.tsx';

const CheckDialog = lazy(() => import('./check-dialog.tsx').then((module) => ({ default: module.CheckDialog })));
const MessagesTab = lazy(() => import('./messages-tab.tsx').then((module) => ({ default: module.MessagesTab })));
const RatingsTab = lazy(() => import('./ratings-tab.tsx').then((module) => ({ default: module.RatingsTab })));

interface ReportsPageProps {
  /** The history of a conversation; rendered by another feature. */
  renderLog: (ticket: Pick<ReportRow, 'id' | 'number'>, onClose: () => void) => ReactNode;
}

export function ReportsPage({ renderLog }: ReportsPageProps) {
  const t = useTexts(reportTexts);
  const { filter, page, pageSize, tab, direction, show } = useAddress();
  const [isChecking, setChecking] = useState(false);
  const [logged, setLogged] = useState<ReportRow | null>(null);
  const { exports, current, isStarting, start, cancel, dismiss } = useReportExport('tickets');
  const counted = tab === 'ratings' ? { ...filter, by: 'cycle' as const } : filter;
  const report = useReport(counted, page, pageSize);
  const total = Number(report.data?.totalTickets.total ?? 0);

  return (
    <Page
      title={t('title')}
      actions={
        <>
          <SavedFilters filter={filter} onChoose={(next) => show({ filter: next })} />
          <Button icon="check-c" onClick={() => setChecking(true)}>
            {t('check')}
          </Button>
          <ExportsMenu exports={exports} />
          <ExportButton label={t('export')} isBusy={isStarting} onClick={() => start(filter)} />
        </>
      }
    >
      <div className={css.views}>
        <Tabs
          label={t('tabs')}
          tabs={[
            { key: 'rows', label: t('rows') },
            { key: 'ratings', label: t('ratings') },
            { key: 'messages', label: t('messages') },
          ]}
          active={tab}
          onChange={(key) => show({ tab: key, ...filterFor[key](filter) })}
        />
        {tab === 'rows' && (
          <Segments
            label={t('by')}
            segments={[
              { key: 'conversation', label: t('byConversation') },
              { key: 'cycle', label: t('byCycle') },
            ]}
            value={filter.by}
            onChange={(by) =>
              show({ filter: by === 'cycle' ? { ...filter, by } : { ...withoutCycleParts(filter), by } })
            }
          />
        )}
      </div>
      <FilterBar
        key={JSON.stringify(filter)}
        filter={filter}
        isBusy={report.isFetching && report.data !== undefined}
        onApply={(next) => show({ filter: next })}
      />
      {hasHiddenParts(filter) && <FilterChips filter={filter} onChange={(next) => show({ filter: next })} />}
      <Totals
        summary={report.data?.summary ?? undefined}
        isFailed={report.error !== null && report.data === undefined}
        by={counted.by}
      />
      {tab === 'ratings' && (
        <Suspense fallback={<Skeleton height={300} />}>
          <RatingsTab filter={counted} onFilter={(next) => show({ filter: next, tab: 'rows' })} />
        </Suspense>
      )}
      {tab === 'messages' && (
        <Suspense fallback={<Skeleton height={300} />}>
          <MessagesTab filter={filter} direction={direction} onDirection={(next) => show({ direction: next })} />
        </Suspense>
      )}
      {tab === 'rows' && (
        <Rows
          report={report}
          filter={filter}
          onFilter={(next) => show({ filter: next })}
          onLog={setLogged}
          pager={
            <Pager
              page={page}
              pageSize={pageSize}
              total={total}
              onPage={(next) => show({ page: next })}
              onSize={(size) => show({ pageSize: size })}
            />
          }
        />
      )}
      <ExportBar current={current} onCancel={cancel} onDismiss={dismiss} />
      {isChecking && (
        <Suspense>
          <CheckDialog from={filter.dateFrom} to={filter.dateTo} onClose={() => setChecking(false)} />
        </Suspense>
      )}
      {logged && renderLog(logged, () => setLogged(null))}
    </Page>
  );
}

/** What is listed of now has no days, which messages need. */
const withDays = (filter: ReportFilter): ReportFilter => (isNowPart(filter.part) ? { ...filter, part: null } : filter);
/** Ratings lead to the parts and scores of their rows, and so begin without one. */
const filterFor: Record<View['tab'], (filter: ReportFilter) => Pick<Partial<View>, 'filter'>> = {
  rows: () => ({}),
  ratings: (filter) => ({ filter: { ...filter, part: null, score: null } }),
  messages: (filter) => ({ filter: withDays(filter) }),
};
/** Conversations have no parts, except those of now. */
const withoutCycleParts = ({ part, ...filter }: ReportFilter): ReportFilter => ({
  ...filter,
  part: isNowPart(part) ? part : null,
  hour: null,
});

interface RowsProps {
  report: ReturnType<typeof useReport>;
  filter: ReportFilter;
  onFilter: (filter: ReportFilter) => void;
  onLog: (row: ReportRow) => void;
  pager: ReactNode;
}

function Rows({ report, filter, onFilter, onLog, pager }: RowsProps) {
  const t = useTexts(reportTexts);
  const language = useLanguage();
  const rows = report.data?.tickets ?? [];
  return (
    <div className={cx(css.rows, css.services)}>
      <ReportTable
        rows={rows}
        isLoading={report.isPending}
        error={report.error && !report.data ? errorText(report.error, language) : undefined}
        onRetry={() => void report.refetch()}
        onLog={onLog}
        empty={{
          icon: 'search',
          title: t('emptyTitle'),
          text: (
            <span className={css.nothing}>
              {t('emptyText')}
              <FilterChips filter={filter} onChange={onFilter} />
            </span>
          ),
          action: <Button onClick={() => onFilter({ ...emptyFilter(), by: filter.by })}>{t('clear')}</Button>,
        }}
      />
      {rows.length > 0 && pager}
    </div>
  );
}

interface TotalsProps {
  summary: ReportSummary | undefined;
  /** The rows below say why. */
  isFailed: boolean;
  by: ReportFilter['by'];
}

function Totals({ summary, isFailed, by }: TotalsProps) {
  const t = useTexts(reportTexts);
  const minutes = (value: number) => (value > 0 ? durationText(value * 60, t) : '—');
  const figures: [value: string | undefined, label: string][] = [
    [summary && formatNumber(summary.tickets), t(by === 'cycle' ? 'services' : 'conversations')],
    [summary && minutes(summary.avgSupportTime), t('meanSupport')],
    [summary && minutes(summary.avgWaitTime), t('meanWait')],
    [
      summary && formatNumber(summary.rated),
      t('rated', { percent: summary ? formatNumber(Math.round(summary.percRating)) : '—' }),
    ],
    [summary && (summary.rated === 0 ? '—' : formatNumber(Math.round(summary.npsScore))), t('nps')],
  ];
  return (
    <dl className={css.totals} aria-busy={summary === undefined && !isFailed}>
      {figures.map(([value, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value ?? (isFailed ? '—' : <Skeleton width={48} height={20} />)}</dd>
        </div>
      ))}
    </dl>
  );
}

const tabs = ['rows', 'ratings', 'messages'] as const;

interface View {
  filter: ReportFilter;
  page: number;
  pageSize: number;
  tab: (typeof tabs)[number];
  /** Messages that their tab lists. */
  direction: MessageDirection;
}

/** The view in the address. A new filter or page size starts at the first page. */
function useAddress(): View & { show: (next: Partial<View>) => void } {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const filter = filterOf(search);
  const page = Math.max(1, Math.floor(Number(search['page'])) || 1);
  const pageSize = pageSizes.find((size) => size === Number(search['size'])) ?? DEFAULT_PAGE_SIZE;
  const tab = tabs.find((key) => key === search['tab']) ?? 'rows';
  const direction = directionOf(search);
  const show = useCallback(
    (next: Partial<View>) => {
      const view = { filter, pageSize, tab, direction, page: 1, ...next };
      void navigate({
        to: '/reports',
        search: {
          ...searchOf(view.filter),
          ...(view.page > 1 && { page: view.page }),
          ...(view.pageSize !== DEFAULT_PAGE_SIZE && { size: view.pageSize }),
          ...(view.tab !== 'rows' && { tab: view.tab }),
          ...(view.tab === 'messages' && directionSearch(view.direction)),
        },
      });
    },
    [navigate, filter, pageSize, tab, direction],
  );
  return { filter, page, pageSize, tab, direction, show };
}
