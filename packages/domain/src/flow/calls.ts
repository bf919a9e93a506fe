import { MAX_DEPTH } from './bounds.ts';
import { indexOf } from './doc-index.ts';
import type { FlowNode } from './document.ts';
import { fallBack, finish } from './endings.ts';
import type { Outcome } from './nodes/node-kind.ts';
import type { StepState } from './step-state.ts';

/** Continues at the start of another flow. A called flow remembers where it returns to. */
export function enterFlow(
  state: StepState,
  node: FlowNode,
  { flowId, returns }: Extract<Outcome, { type: 'enterFlow' }>,
): string | undefined {
  const { run, facts } = state;
  const loaded = facts.flow(flowId);
  if (!loaded) return fallBack(state, 'flowMissing');
  if (returns && run.stack.length >= MAX_DEPTH) return fallBack(state, 'tooDeep');
  state.record(returns ? 'called' : 'jumped', node.id);
  if (returns) run.stack.push({ flowId: run.flowId, versionId: run.versionId, node: node.id });
  run.flowId = flowId;
  run.versionId = loaded.versionId;
  state.doc = loaded.doc;
  return indexOf(state.doc).start ?? fallBack(state, 'broken');
}

/** The end of a path: back to the caller's `done`, or the end of the run. */
export function returnToCaller(state: StepState): string | undefined {
  const { run, facts } = state;
  for (let frame = run.stack.pop(); frame; frame = run.stack.pop()) {
    const doc = facts.version(frame.versionId);
    run.flowId = frame.flowId;
    run.versionId = frame.versionId;
    if (!doc) return fallBack(state, 'broken');
    state.doc = doc;
    run.node = frame.node;
    state.record('returned', frame.node, { port: 'done' });
    const target = indexOf(doc).targets.get(frame.node)?.get('done');
    if (target !== undefined) return target;
  }
  return finish(state, run.isHandedOver ? 'handedOver' : 'completed');
}
