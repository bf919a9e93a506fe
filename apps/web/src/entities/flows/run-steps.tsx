/** The path of a run as a list: each visited node with its time, its duration, and what happened there and why. */
import type { FlowRunPath } from '@balcao/contract/endpoints/flows';
import { useMemo } from 'react';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, EmptyState } from '../../ui/index.ts';
import { formatDuration } from './duration.ts';
import { NodeTile } from './node-tile.tsx';
import { nodeTexts } from './nodes.texts.ts';
import { portTexts } from './ports.texts.ts';
import css from './run-steps.module.css';
import { runTexts } from './run.texts.ts';
import { knownType, visitsOf, type RunStep, type Visit } from './run-visits.ts';
import { traceEventTexts, traceReasonTexts } from './trace.texts.ts';

interface RunStepsProps {
  path: FlowRunPath;
  /** The node that is shown elsewhere, too. */
  chosen?: string | undefined;
  onChoose?: (nodeId: string) => void;
}

export function RunSteps({ path, chosen, onChoose }: RunStepsProps) {
  const t = useTexts(runTexts);
  const describe = useStepTexts(path);
  const visits = useMemo(() => visitsOf(path.steps), [path.steps]);
  const [first, last] = [visits[0], visits.at(-1)];
  if (!first || !last) return <EmptyState icon="flow" title={t('emptyPath')} text={t('emptyPathText')} />;
  const start = Date.parse(first.at);
  const span = Math.max(1, Date.parse(last.at) + last.ms - start);
  return (
    <ol className={css.steps} aria-label={t('steps')}>
      {visits.map((visit, at) => {
        const { title, type } = describe.node(visit.nodeId);
        const isWaiting = visit === last && path.endedAt === null;
        const { nodeId } = visit;
        return (
          <li key={visit.seq} className={cx(css.step, nodeId !== null && nodeId === chosen && css.chosen)}>
            <span className={cx(css.number, 'num')}>{at + 1}</span>
            <NodeTile type={type ?? 'flow'} size={24} />
            <span className={css.text}>
              {onChoose && nodeId !== null ? (
                <button type="button" className={css.title} onClick={() => onChoose(nodeId)}>
                  {title}
                </button>
              ) : (
                <b>{title}</b>
              )}
              {describe.visit(visit).map((line, index) => (
                <span key={index} className="muted">
                  {line}
                </span>
              ))}
            </span>
            <span className={css.track} aria-hidden="true">
              <span
                className={cx(css.bar, visit.ms > 0 && css.waited)}
                style={{
                  left: `${((Date.parse(visit.at) - start) / span) * 100}%`,
                  width: `${(visit.ms / span) * 100}%`,
                }}
              />
            </span>
            <span className={cx(css.when, 'num')}>
              <time dateTime={visit.at}>{formatTime(visit.at)}</time>
              <b>{isWaiting ? t('waitsNow') : formatDuration(visit.ms)}</b>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function useStepTexts({ nodes, variables }: FlowRunPath) {
  const t = useTexts(runTexts);
  const names = useTexts(nodeTexts);
  const ports = useTexts(portTexts);
  const events = useTexts(traceEventTexts);
  const reasons = useTexts(traceReasonTexts);
  const byId = new Map(nodes.map((node) => [node.id, node]));

  const node = (id: string | null) => {
    if (id === null) return { title: t('otherFlow'), type: undefined };
    const found = byId.get(id);
    const type = knownType(found?.type);
    return { title: (type !== 'start' && found?.name) || (type ? names(type) : t('removedNode')), type };
  };
  const exitOf = ({ nodeId, port }: RunStep): string | undefined => {
    const exits = nodeId === null ? undefined : byId.get(nodeId)?.ports;
    const exit = exits?.find(({ id }) => id === port);
    // The only way on needs no name.
    if (!exit || exits?.length === 1) return undefined;
    if (exit.label !== '') return exit.label;
    if (exit.id === 'open' || exit.id === 'closed' || exit.id === 'transferred') return ports(exit.id);
    const isLettered = exit.kind === 'choice' && /^[ab]$/.test(exit.id);
    return isLettered ? exit.id.toUpperCase() : ports(exit.kind, { number: exit.id.slice(1) });
  };
  const sentence = (step: RunStep): string => {
    if (step.key !== undefined) return `${events(step.event)} ${step.key} = ${variables[step.key] ?? ''}`;
    const port = exitOf(step);
    const event = port === undefined ? events(step.event) : t('exit', { event: events(step.event), port });
    return step.reason === null ? event : `${event} · ${reasons(step.reason)}`;
  };
  /** Going on by the only exit, without a reason, says nothing. */
  const isPlain = (step: RunStep) => step.event === 'left' && step.reason === null && exitOf(step) === undefined;
  return {
    node,
    visit: ({ nodeId, steps }: Visit): string[] =>
      nodeId === null ? [] : steps.filter((step) => !isPlain(step)).map(sentence),
  };
}
