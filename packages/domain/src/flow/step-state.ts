import { MAX_MESSAGES_PER_INPUT, MAX_PATH } from './bounds.ts';
import { chanceOf } from './chance.ts';
import { indexOf } from './doc-index.ts';
import type { FlowDoc, FlowNode } from './document.ts';
import { serviceFields, type NodeContext } from './nodes/node-kind.ts';
import type { Effect, Facts, Run, TraceEntry } from './run.ts';
import { fillIn, withVariable } from './variables.ts';

/** One step in progress: a copy of the run that may change, and what was decided so far. */
export interface StepState {
  doc: FlowDoc;
  readonly facts: Facts;
  readonly run: Run;
  readonly effects: Effect[];
  readonly trace: TraceEntry[];
  /** Nodes visited and messages sent for this input. */
  visits: number;
  messages: number;
  record(
    event: TraceEntry['event'],
    nodeId: string,
    more?: { port?: string; reason?: TraceEntry['reason'] | undefined; key?: string },
  ): void;
  arrive(node: FlowNode): void;
  nodeContextOf(node: FlowNode): NodeContext;
}

export function createStepState(doc: FlowDoc, before: Run, facts: Facts): StepState {
  const run: Run = { ...before, stack: [...before.stack], path: [...before.path] };
  const at = facts.now.toISOString();
  const state: StepState = {
    doc,
    facts,
    run,
    effects: [],
    trace: [],
    visits: 0,
    messages: 0,
    record(event, nodeId, { port = null, reason = null, key } = {}) {
      const entry = { seq: run.seq, versionId: run.versionId, nodeId, event, port, reason, at };
      state.trace.push(key === undefined ? entry : { ...entry, key });
      run.seq += 1;
    },
    arrive({ id }) {
      state.visits += 1;
      run.spent += 1;
      run.node = id;
      run.part = 0;
      run.tries = 0;
      run.wait = null;
      forgetService(run);
      run.path = [...run.path, id].slice(-MAX_PATH);
      state.record('entered', id);
    },
    nodeContextOf: (node) => nodeContextOf(state, node),
  };
  return state;
}

const nodeContextOf = (state: StepState, { id }: FlowNode): NodeContext => {
  const { run, facts } = state;
  return {
    facts,
    settings: state.doc.settings,
    run,
    nodeId: id,
    chance: () => chanceOf(run.seed, run.seq),
    isConnected: (port) => indexOf(state.doc).targets.get(id)?.has(port) ?? false,
    fillIn: (text) => fillIn(text, run.vars, facts),
    send(content) {
      state.messages += 1;
      // One more ends the step, see `resolve`.
      if (state.messages <= MAX_MESSAGES_PER_INPUT) state.effects.push({ type: 'send', nodeId: id, content });
    },
    perform: (effect) => void state.effects.push(effect),
    skip: (reason) => state.record('skipped', id, { reason }),
    setVariable(name, value) {
      const vars = withVariable(run.vars, name, value);
      if (vars) run.vars = vars;
      state.record('variable', id, vars ? { key: name } : { reason: 'variableRefused' });
    },
    countTry: () => (run.tries += 1),
    setPart: (part) => void (run.part = part),
    change: (changes) => void Object.assign(run, changes),
    newCallId: () => `c${(run.seed >>> 0).toString(36)}-${run.seq}`,
    handOver: () => void (run.isHandedOver = true),
  };
};

/** A session and what is pending belong to one visit of one node. */
export function forgetService(run: Run): void {
  for (const field of serviceFields) delete run[field];
}
