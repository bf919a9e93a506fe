/** The runs of a flow: their list, by contact, status and version, and the path of the chosen one. */
import type { FlowRun } from '@balcao/contract/endpoints/flows';
import { useState } from 'react';
import { useFlowRuns, type RunFilter } from '../../../entities/flows/flow-runs.api.ts';
import { useFlowVersions } from '../../../entities/flows/flow-versions.api.ts';
import { useRunOutcome } from '../../../entities/flows/run-outcome.ts';
import { toneOf } from '../../../entities/flows/run-visits.ts';
import { runTexts } from '../../../entities/flows/run.texts.ts';
import { formatDuration } from '../../../entities/flows/duration.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, cx, EmptyState, ErrorState, IconButton, SearchBox, SelectField } from '../../../ui/index.ts';
import type { MoreViewProps } from '../editor/more-view.ts';
import { useIsNarrow } from '../editor/use-is-narrow.ts';
import { RunView } from './run-view.tsx';
import css from './runs.module.css';
import { runsTexts } from './runs.texts.ts';
import { LoadingRows } from '../loading-rows.tsx';

const everything: RunFilter = { state: 'all', version: undefined, search: '' };

export function RunsView({ editor, onTry }: MoreViewProps) {
  const isNarrow = useIsNarrow();
  const [filter, setFilter] = useState(everything);
  const [chosenId, setChosen] = useState<number | null>(null);
  const list = useFlowRuns(editor.flow.id, filter);
  const { runs } = list;
  // A wide screen always shows one; a phone shows the list until one is opened.
  const shown = chosenId ?? (isNarrow ? undefined : runs?.[0]?.id);
  const isOpenOnPhone = isNarrow && chosenId !== null;
  return (
    <div className={css.page}>
      {!isOpenOnPhone && (
        <div className={css.side} data-scroller>
          <Filters
            flowId={editor.flow.id}
            filter={filter}
            isRefreshing={list.isRefreshing}
            onFilter={(changed) => {
              setFilter(changed);
              setChosen(null);
            }}
            onRefresh={list.refresh}
          />
          <RunList list={list} filter={filter} shown={shown} onChoose={setChosen} />
        </div>
      )}
      {shown !== undefined && (
        <RunView
          key={shown}
          id={shown}
          editor={editor}
          isNarrow={isNarrow}
          onBack={isNarrow ? () => setChosen(null) : undefined}
          onTry={onTry}
        />
      )}
    </div>
  );
}

interface FiltersProps {
  flowId: number;
  filter: RunFilter;
  isRefreshing: boolean;
  onFilter: (filter: RunFilter) => void;
  onRefresh: () => void;
}
/** Stands for «all versions», which have no number. */
const ALL = 0;

function Filters({ flowId, filter, isRefreshing, onFilter, onRefresh }: FiltersProps) {
  const t = useTexts(runsTexts);
  const run = useTexts(runTexts);
  const { versions = [] } = useFlowVersions(flowId);
  const options = [
    { value: ALL, label: t('allVersions') },
    ...versions.map(({ number }) => ({ value: number, label: run('version', { number }) })),
  ];
  const states = (['all', 'live', 'ended', 'failed', 'dropped'] as const).map((value) => ({ value, label: t(value) }));
  return (
    <div className={css.filters}>
      <SearchBox
        value={filter.search}
        onChange={(search) => onFilter({ ...filter, search })}
        label={t('search')}
        placeholder={t('search')}
      />
      <SelectField
        label={t('state')}
        options={states}
        value={filter.state}
        onChange={(state) => onFilter({ ...filter, state })}
      />
      <div className={css.second}>
        <SelectField
          label={t('version')}
          options={options}
          value={filter.version ?? ALL}
          onChange={(number) => onFilter({ ...filter, version: number === ALL ? undefined : number })}
        />
        <IconButton size="md" icon="refresh" label={t('refresh')} disabled={isRefreshing} onClick={onRefresh} />
      </div>
    </div>
  );
}

interface RunListProps {
  list: ReturnType<typeof useFlowRuns>;
  filter: RunFilter;
  shown: number | undefined;
  onChoose: (id: number) => void;
}
function RunList({ list, filter, shown, onChoose }: RunListProps) {
  const t = useTexts(runsTexts);
  const language = useLanguage();
  const { runs, error } = list;
  if (!runs) return error ? <ErrorState text={errorText(error, language)} onRetry={list.retry} /> : <LoadingList />;
  // The server compares a frequent text with a part of the runs at a time.
  if (runs.length === 0 && !list.hasMore) {
    if (filter.search.trim() !== '')
      return <EmptyState icon="flow" title={t('nothingTitle')} text={t('nobodyText', { search: filter.search })} />;
    const isFiltered = filter.state !== 'all' || filter.version !== undefined;
    return isFiltered ? (
      <EmptyState icon="flow" title={t('nothingTitle')} text={t('nothingText')} />
    ) : (
      <EmptyState icon="flow" title={t('emptyTitle')} text={t('emptyText')} />
    );
  }
  return (
    <>
      {runs.length === 0 ? (
        <p className={css.retained} role="status">
          {t('notAmongNewest')}
        </p>
      ) : (
        <ol className={css.list} aria-label={t('list')}>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} isShown={run.id === shown} onChoose={() => onChoose(run.id)} />
          ))}
        </ol>
      )}
      {error && <ErrorState compact text={errorText(error, language)} onRetry={list.retry} />}
      {list.hasMore && !error && (
        <Button full busy={list.isLoadingMore} onClick={list.more}>
          {t(runs.length === 0 ? 'searchOlder' : 'more')}
        </Button>
      )}
      {!list.hasMore && <p className={css.retained}>{t('retained')}</p>}
    </>
  );
}

function RunRow({ run, isShown, onChoose }: { run: FlowRun; isShown: boolean; onChoose: () => void }) {
  const t = useTexts(runTexts);
  const outcome = useRunOutcome();
  const { contact, startedAt, endedAt, version } = run;
  return (
    <li>
      <button
        type="button"
        className={cx(css.row, isShown && css.shown)}
        aria-current={isShown || undefined}
        onClick={onChoose}
      >
        <Avatar name={contact.name} size={32} />
        <span className={css.rowText}>
          <span className={css.rowHead}>
            <b className="cut">{contact.name}</b>
            <span className={cx(css.rowTime, 'num')}>{formatDateTime(startedAt)}</span>
          </span>
          <span className={cx(css.outcome, css[toneOf(run)])}>{outcome(run)}</span>
          <span className={cx(css.rowTime, 'num')}>
            {[
              version > 0 && t('version', { number: version }),
              endedAt !== null && formatDuration(Date.parse(endedAt) - Date.parse(startedAt)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </button>
    </li>
  );
}

function LoadingList() {
  const t = useTexts(runsTexts);
  return (
    <div className={css.list} role="status" aria-label={t('loading')}>
      <LoadingRows className={css.waiting} />
    </div>
  );
}
