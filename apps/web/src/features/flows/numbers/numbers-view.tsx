/** The numbers of a flow per node, for a period and a version: on the drawing and as a table. */
import type { FlowReferences, FlowStats } from '@balcao/contract/endpoints/flows';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { useState } from 'react';
import { useFlowStats } from '../../../entities/flows/flow-runs.api.ts';
import { useFlowVersion, useFlowVersions } from '../../../entities/flows/flow-versions.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { EmptyState, ErrorState, Segments, Skeleton } from '../../../ui/index.ts';
import type { MoreViewProps } from '../editor/more-view.ts';
import { useIsNarrow } from '../editor/use-is-narrow.ts';
import { NumbersControls, type NumbersFilter } from './numbers-controls.tsx';
import { NumbersDrawing } from './numbers-drawing.tsx';
import { NumbersTable } from './numbers-table.tsx';
import css from './numbers.module.css';
import { numbersTexts } from './numbers.texts.ts';
import { lastDays } from './period.ts';
import { useNodeNumbers } from './use-node-numbers.ts';

export function NumbersView({ editor }: MoreViewProps) {
  const t = useTexts(numbersTexts);
  const language = useLanguage();
  const [filter, setFilter] = useState((): NumbersFilter => ({
    length: 'week',
    days: lastDays('week', new Date()),
    version: undefined,
  }));
  const [view, setView] = useState<NumbersMode>('drawing');
  const { versions, error, retry } = useFlowVersions(editor.flow.id);
  const live = versions?.find(({ isLive }) => isLive) ?? versions?.[0];
  if (!versions) return error ? <ErrorState text={errorText(error, language)} onRetry={retry} /> : <Loading />;
  if (!live) return <EmptyState icon="chart" title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <section className={css.page} aria-label={t('numbers')} data-scroller>
      <NumbersControls versions={versions} filter={filter} onFilter={setFilter} />
      <Numbers
        flowId={editor.flow.id}
        drawn={filter.version ?? live.number}
        filter={filter}
        references={editor.references}
        view={view}
        onView={setView}
      />
    </section>
  );
}

type NumbersMode = 'drawing' | 'table';
interface ModeProps {
  /** Number of the version whose drawing is shown. */
  drawn: number;
  references: FlowReferences | undefined;
  view: NumbersMode;
  onView: (view: NumbersMode) => void;
}
interface NumbersProps extends ModeProps {
  flowId: number;
  filter: NumbersFilter;
}

function Numbers({ flowId, filter, ...mode }: NumbersProps) {
  const language = useLanguage();
  const { days, version } = filter;
  const stats = useFlowStats(flowId, { ...days, ...(version !== undefined && { version }) });
  const drawing = useFlowVersion(flowId, mode.drawn, { enabled: true });
  const error = (stats.data ? null : stats.error) ?? (drawing.data ? null : drawing.error);
  if (error)
    return (
      <ErrorState
        text={errorText(error, language)}
        onRetry={() => {
          void stats.refetch();
          void drawing.refetch();
        }}
      />
    );
  if (!stats.data || !drawing.data) return <Loading />;
  return <Shown stats={stats.data} doc={drawing.data.doc} {...mode} />;
}

interface ShownProps extends ModeProps {
  stats: FlowStats;
  doc: FlowDoc;
}

function Shown({ stats, doc, drawn, references, view, onView }: ShownProps) {
  const t = useTexts(numbersTexts);
  const isNarrow = useIsNarrow();
  const numbers = useNodeNumbers(stats, doc, references);
  return (
    <>
      <div className={css.top}>
        <Summary stats={stats} titleOf={numbers.titleOf} />
        {!isNarrow && (
          <Segments
            label={t('view')}
            segments={[
              { key: 'drawing', label: t('asDrawing') },
              { key: 'table', label: t('asTable') },
            ]}
            value={view}
            onChange={onView}
          />
        )}
      </div>
      {view === 'table' || isNarrow ? (
        <NumbersTable rows={numbers.rows} />
      ) : (
        <>
          {numbers.others > 0 && (
            <p className={css.hint}>
              {numbers.others === 1
                ? t('otherHidden', { number: drawn })
                : t('othersHidden', { number: drawn, count: formatNumber(numbers.others) })}
            </p>
          )}
          <NumbersDrawing key={drawn} doc={doc} stats={stats} references={references} />
        </>
      )}
    </>
  );
}

/** How many came, and where most of them left. */
function Summary({ stats, titleOf }: Pick<ShownProps, 'stats'> & { titleOf: (id: string) => string }) {
  const t = useTexts(numbersTexts);
  const days = { from: formatDay(stats.from), to: formatDay(stats.to) };
  const { runs: count, largestDrop } = stats;
  const summary =
    count === 0
      ? t('summaryNone', days)
      : count === 1
        ? t('summaryOne', days)
        : t('summary', { ...days, count: formatNumber(count) });
  return (
    <div className={css.summary}>
      <p>
        {summary}{' '}
        {largestDrop ? (
          <b>
            {t('drop', {
              node: titleOf(largestDrop.nodeId),
              count: formatNumber(largestDrop.dropped),
              percent: formatNumber(largestDrop.percent),
            })}
          </b>
        ) : (
          count > 0 && t('noDrop')
        )}
      </p>
      <p className="muted">{t('delay')}</p>
    </div>
  );
}

function Loading() {
  const t = useTexts(numbersTexts);
  return (
    <div className={css.loading} role="status" aria-label={t('loading')}>
      <Skeleton width="60%" height={18} />
      <Skeleton height={120} />
      <Skeleton height={120} />
    </div>
  );
}
