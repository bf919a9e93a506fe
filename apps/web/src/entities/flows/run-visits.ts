/** The path of a run as data: steps at the same node are one visit. */
import type { FlowRun, FlowRunPath } from '@balcao/contract/endpoints/flows';
import type { NodeType } from '@balcao/domain/flow/document';
import type { EndReason } from '@balcao/domain/flow/run';
import { nodeStyles } from './nodes.ts';

export type RunStep = FlowRunPath['steps'][number];
export interface Visit {
  /** Number of its first step. */
  seq: number;
  /** Null: inside a called flow, whose nodes are not in this drawing. */
  nodeId: string | null;
  at: string;
  /** Until the next visit. */
  ms: number;
  /** What happened there after the arrival. */
  steps: RunStep[];
}

export function visitsOf(steps: readonly RunStep[]): Visit[] {
  const visits: Visit[] = [];
  for (const step of steps) {
    let visit = visits.at(-1);
    // A loop may lead to the same node again.
    const isNew = visit?.nodeId !== step.nodeId || (step.event === 'entered' && step.nodeId !== null);
    if (!visit || isNew) {
      visit = { seq: step.seq, nodeId: step.nodeId, at: step.at, ms: 0, steps: [] };
      visits.push(visit);
    }
    visit.ms += step.ms;
    if (step.event !== 'entered') visit.steps.push(step);
  }
  return visits;
}

/** Ids of the visited nodes, in the order of the first visit, and of the edges that were taken. */
export function routeOf({ steps, edges }: Pick<FlowRunPath, 'steps' | 'edges'>) {
  const taken = new Set(steps.flatMap(({ nodeId, port }) => (nodeId && port ? `${nodeId} ${port}` : [])));
  return {
    nodes: [...new Set(steps.flatMap(({ nodeId }) => nodeId ?? []))],
    edges: edges.filter(({ source, port }) => taken.has(`${source} ${port}`)).map(({ id }) => id),
  };
}

/** Stored documents may have types that this program does not know. */
export const knownType = (type: string | null | undefined): NodeType | undefined =>
  type && Object.hasOwn(nodeStyles, type) ? (type as NodeType) : undefined;

type Tone = 'success' | 'warn' | 'neutral' | 'danger' | 'info';
const endTones: Record<EndReason, Tone> = {
  completed: 'success',
  closed: 'success',
  handedOver: 'warn',
  takenOver: 'warn',
  redirected: 'warn',
  exitWord: 'neutral',
  gaveUp: 'neutral',
  ticketClosed: 'neutral',
  botOff: 'neutral',
  flowRemoved: 'neutral',
  erased: 'neutral',
  failed: 'danger',
  tooManySteps: 'danger',
  tooDeep: 'danger',
  tooOld: 'danger',
  broken: 'danger',
  queueMissing: 'danger',
  flowMissing: 'danger',
};
export const toneOf = ({ endReason }: Pick<FlowRun, 'endReason'>): Tone =>
  endReason === null ? 'info' : endTones[endReason];
