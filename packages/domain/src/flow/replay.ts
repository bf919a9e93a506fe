import type { EndReason, Run, TraceEntry } from './run.ts';

/** What a trace alone says about a run. */
export interface Replay extends Pick<Run, 'versionId' | 'node' | 'seq' | 'spent' | 'ended'> {
  depth: number;
  /** Names of the variables that were set, sorted. */
  keys: string[];
}

/** The position of a run, from its whole trace in the order of `seq`. */
export function replay(start: Pick<Run, 'versionId'>, trace: readonly TraceEntry[]): Replay {
  const keys = new Set<string>();
  const state: Replay = { versionId: start.versionId, node: null, seq: 0, spent: 0, ended: null, depth: 0, keys: [] };
  for (const { event, nodeId, versionId, seq, reason, key } of trace) {
    state.seq = seq + 1;
    state.versionId = versionId;
    if (key !== undefined) keys.add(key);
    if (event === 'entered') {
      state.node = nodeId;
      state.spent += 1;
    } else if (event === 'called') state.depth += 1;
    else if (event === 'returned') {
      state.node = nodeId;
      state.depth -= 1;
    } else if (event === 'ended') Object.assign(state, { node: null, depth: 0, ended: reason as EndReason });
  }
  return { ...state, keys: [...keys].sort() };
}
