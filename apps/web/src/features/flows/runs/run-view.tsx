/** One run: its facts, its path as steps or on the drawing of the version that ran, and its data. */
import type { FlowRunPath } from '@balcao/contract/endpoints/flows';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { formatDuration } from '../../../entities/flows/duration.ts';
import { useFlowRun, useRunContents } from '../../../entities/flows/flow-runs.api.ts';
import { nodeTexts } from '../../../entities/flows/nodes.texts.ts';
import { useRunOutcome } from '../../../entities/flows/run-outcome.ts';
import { RunSteps } from '../../../entities/flows/run-steps.tsx';
import { knownType, routeOf, toneOf } from '../../../entities/flows/run-visits.ts';
import { runTexts } from '../../../entities/flows/run.texts.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, cx, ErrorState, IconButton, Segments, Skeleton, StatusPill } from '../../../ui/index.ts';
import type { MoreViewProps } from '../editor/more-view.ts';
import { VariableTable } from '../variable-table.tsx';
import css from './runs.module.css';
import { runsTexts } from './runs.texts.ts';

const RunDrawing = lazy(() => import('./run-drawing.tsx').then((module) => ({ default: module.RunDrawing })));

interface RunViewProps extends MoreViewProps {
  id: number;
  isNarrow: boolean;
  /** On phones, where the path takes the place of the list. */
  onBack: (() => void) | undefined;
}

export function RunView({ id, editor, isNarrow, onBack, onTry }: RunViewProps) {
  const t = useTexts(runsTexts);
  const language = useLanguage();
  const run = useFlowRun(id);
  const [view, setView] = useState<'steps' | 'drawing'>('steps');
  const [node, setNode] = useState<string>();
  const path = run.data;
  const isDrawn = view === 'drawing' && !isNarrow;
  if (!path)
    return (
      <section className={css.run}>
        {onBack && <IconButton size="md" icon="arrow-l" label={t('back')} onClick={onBack} />}
        {run.error ? (
          <ErrorState text={errorText(run.error, language)} onRetry={() => void run.refetch()} />
        ) : (
          <LoadingPath />
        )}
      </section>
    );
  const showOnDrawing = (nodeId: string) => {
    setNode(nodeId);
    setView('drawing');
  };
  return (
    <section className={css.run} aria-label={t('run', { name: path.contact.name })} data-scroller>
      <RunHeader path={path} flowId={editor.flow.id} onBack={onBack} />
      <Facts path={path} />
      <div className={cx(css.body, isDrawn && css.wide)}>
        <div className={css.path}>
          {!isNarrow && (
            <Segments
              label={t('view')}
              segments={[
                { key: 'steps', label: t('asSteps') },
                { key: 'drawing', label: t('asDrawing') },
              ]}
              value={view}
              onChange={setView}
            />
          )}
          {isDrawn ? (
            <Suspense fallback={null}>
              <RunDrawing path={path} references={editor.references} node={node} onNode={setNode} />
            </Suspense>
          ) : (
            <>
              <RunSteps path={path} chosen={node} {...(!isNarrow && { onChoose: showOnDrawing })} />
              <Skipped path={path} />
            </>
          )}
        </div>
        {!isDrawn && <Data path={path} onTry={onTry} />}
      </div>
    </section>
  );
}

function RunHeader({ path, flowId, onBack }: { path: FlowRunPath; flowId: number } & Pick<RunViewProps, 'onBack'>) {
  const t = useTexts(runsTexts);
  const run = useTexts(runTexts);
  const navigate = useNavigate();
  const { contact, flow, version, startedAt, ticketUuid } = path;
  // The conversation may be here because another flow called this one.
  const facts = [flow.id !== flowId && flow.name, version > 0 && run('version', { number: version })];
  return (
    <header className={css.runHead}>
      {onBack && <IconButton size="md" icon="arrow-l" label={t('back')} onClick={onBack} />}
      <Avatar name={contact.name} size={36} />
      <span className={css.runTitle}>
        <h2>{contact.name}</h2>
        <span className="muted num">{[formatDateTime(startedAt), ...facts].filter(Boolean).join(' · ')}</span>
      </span>
      <Button icon="external" onClick={() => void navigate({ to: `/tickets/${ticketUuid}` })}>
        {t('openTicket')}
      </Button>
    </header>
  );
}

function Facts({ path }: { path: FlowRunPath }) {
  const t = useTexts(runsTexts);
  const outcome = useRunOutcome();
  const { startedAt, endedAt, nodes } = path;
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t('state')}</dt>
        <dd>
          <StatusPill tone={toneOf(path)}>{outcome(path)}</StatusPill>
        </dd>
      </div>
      <div>
        <dt>{t('duration')}</dt>
        <dd className="num">
          {endedAt === null ? t('notEnded') : formatDuration(Date.parse(endedAt) - Date.parse(startedAt))}
        </dd>
      </div>
      <div>
        <dt>{t('nodes')}</dt>
        <dd className="num">{t('nodesOf', { visited: routeOf(path).nodes.length, all: nodes.length })}</dd>
      </div>
      {endedAt !== null && (
        <div>
          <dt>{t('end')}</dt>
          <dd className="num">{formatDateTime(endedAt)}</dd>
        </div>
      )}
    </dl>
  );
}

function Skipped({ path }: { path: FlowRunPath }) {
  const t = useTexts(runsTexts);
  const names = useTexts(nodeTexts);
  const visited = new Set(routeOf(path).nodes);
  const skipped = path.nodes.flatMap(({ id, name, type }) => {
    const known = knownType(type);
    return visited.has(id) ? [] : ((name || (known && names(known))) ?? []);
  });
  return skipped.length === 0 ? null : <p className={css.skipped}>{t('skipped', { names: skipped.join(', ') })}</p>;
}

function Data({ path, onTry }: { path: FlowRunPath; onTry: MoreViewProps['onTry'] }) {
  const t = useTexts(runsTexts);
  const rows = Object.entries(path.variables);
  return (
    <aside className={css.data} aria-label={t('variables')}>
      <h3>{t('variables')}</h3>
      {rows.length === 0 ? <p className="muted">{t('noVariables')}</p> : <VariableTable rows={rows} />}
      <Button full icon="play" onClick={() => onTry({ name: path.contact.name, variables: path.variables })}>
        {t('tryIt')}
      </Button>
      <p className="muted">{t('tryHint')}</p>
      <Contents path={path} />
    </aside>
  );
}

/** What the HTTP calls of the run sent and received. */
function Contents({ path }: { path: FlowRunPath }) {
  const t = useTexts(runsTexts);
  const names = useTexts(nodeTexts);
  const { data } = useRunContents(path.id);
  const nameOf = (id: string) => path.nodes.find((node) => node.id === id)?.name || names('http');
  if (!data || data.contents.length === 0) return null;
  return (
    <section aria-label={t('contents')}>
      <h3>{t('contents')}</h3>
      {data.contents.map(({ nodeId, at, status, request, response }) => (
        <details key={`${nodeId} ${at}`} className={css.content}>
          <summary>{[nameOf(nodeId), formatDateTime(at), status].filter(Boolean).join(' · ')}</summary>
          <pre>{request}</pre>
          <pre>{response}</pre>
        </details>
      ))}
      <p className="muted">{t('contentsHint')}</p>
    </section>
  );
}

function LoadingPath() {
  const t = useTexts(runTexts);
  return (
    <div className={css.loading} role="status" aria-label={t('loading')}>
      <Skeleton width="40%" height={18} />
      {Array.from({ length: 5 }, (_, at) => (
        <Skeleton key={at} height={44} />
      ))}
    </div>
  );
}
