import { indexOf } from './doc-index.ts';
import type { FlowDoc } from './document.ts';
import { defaultSettings } from './new-node.ts';
import type { AssignReason, EndReason, Facts, Run, StepResult, TraceReason } from './run.ts';
import { createStepState, forgetService, type StepState } from './step-state.ts';
import { fallbackNote, nodeTitles } from './texts.ts';

/** Ends the run where it stands. */
export function finish(state: StepState, reason: EndReason): undefined {
  const { run } = state;
  state.record('ended', run.node ?? '', { reason });
  state.effects.push({ type: 'end', reason });
  run.node = null;
  run.part = 0;
  run.stack = [];
  run.wait = null;
  forgetService(run);
  run.ended = reason;
}

/** To a human, with a note about the cause, the way and the answers so far. */
export function fallBack(state: StepState, reason: EndReason, cause: TraceReason = reason): undefined {
  const { nodes } = indexOf(state.doc);
  const titles = state.run.path.flatMap((id) => {
    const node = nodes.get(id);
    return node ? [node.name?.trim() || nodeTitles[node.type]] : [];
  });
  assignToHuman(state, 'fallback');
  state.effects.push(
    { type: 'note', text: fallbackNote(cause, titles, Object.entries(state.run.vars)) },
    { type: 'log', reason: 'fellBack' },
  );
  finish(state, reason);
}

/**
 * Ends a run that cannot go on. `doc` is what is known of its document, if only that of the flow that called it: the queue
 * and the titles of nodes come from there.
 */
export function abandon(doc: FlowDoc | undefined, run: Run, reason: EndReason, facts: Facts): StepResult {
  const state = createStepState(doc ?? unknownDoc, run, facts);
  fallBack(state, reason);
  return { run: state.run, effects: state.effects, trace: state.trace };
}
const unknownDoc: FlowDoc = { schema: 1, nodes: [], edges: [], settings: defaultSettings() };

/** The customer did not answer in time. */
export function giveUp(state: StepState): undefined {
  const { onGiveUp } = state.doc.settings;
  if (onGiveUp === 'human') assignToHuman(state, 'gaveUp');
  if (onGiveUp === 'close') state.effects.push({ type: 'close', mode: 'silent', by: 'bot' });
  if (onGiveUp !== 'leave') state.effects.push({ type: 'log', reason: 'gaveUp' });
  finish(state, 'gaveUp');
}

export function exitByWord(state: StepState): undefined {
  if (state.doc.settings.exit === 'human') assignToHuman(state, 'exitWord');
  else state.effects.push({ type: 'close', mode: 'farewell', by: 'customer' });
  state.effects.push({ type: 'log', reason: 'customerLeft' });
  finish(state, 'exitWord');
}

/** The fallback queue, if it still exists. A conversation that waits for an agent already stays where it is. */
function assignToHuman({ doc, run, facts, effects }: StepState, reason: AssignReason): void {
  if (run.isHandedOver) return;
  const { fallbackQueueId } = doc.settings;
  const queueId = fallbackQueueId !== null && facts.references.queues.has(fallbackQueueId) ? fallbackQueueId : null;
  effects.push({ type: 'assign', queueId, userId: null, reason });
}
