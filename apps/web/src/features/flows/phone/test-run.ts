/** A test as data: what was said so far, and the path for the canvas. */
import type { FlowEffect, FlowReply, FlowTried, TryInput } from '@balcao/contract/flow/tries';
import { MAX_TRY_HISTORY } from '@balcao/domain/flow/bounds';
import type { FlowDoc } from '@balcao/domain/flow/document';
import type { CanvasMarks, NodeMark } from '../canvas/marks.ts';
import type { OpenCall, Sample } from './call-card.tsx';

export interface Turn {
  input: TryInput;
  reply: FlowTried;
  /** Not from the user: a pause that passed, or a pinned sample. */
  isAutomatic?: boolean;
}
export type TraceStep = FlowTried['trace'][number];
export type Entry =
  | { from: 'customer'; text: string; at: string }
  | { from: 'flow'; reply: FlowReply; at: string }
  | { from: 'system'; effect: FlowEffect };

/** What the phone shows, in order. */
export const entriesOf = (turns: readonly Turn[]): Entry[] =>
  turns.flatMap(({ input, reply }): Entry[] => [
    ...(textOf(input) === '' ? [] : [{ from: 'customer' as const, text: textOf(input), at: reply.now }]),
    ...reply.says.map((sent): Entry => ({ from: 'flow', reply: sent, at: reply.now })),
    ...reply.effects
      .filter((effect) => effect.type !== 'typing' && !(effect.type === 'call' && effect.isAwaited))
      .map((effect): Entry => ({ from: 'system', effect })),
  ]);

/** The call whose result the test waits for. */
export function openCallOf(turns: readonly Turn[]): OpenCall | undefined {
  const callId = turns.at(-1)?.reply.waits?.callId;
  return turns
    .flatMap(({ reply }) => reply.effects)
    .findLast((effect): effect is OpenCall => effect.type === 'call' && effect.callId === callId);
}

/** Index of the turn that led to the open call; -1 if there is none. */
export function callingTurnOf(turns: readonly Turn[]): number {
  const call = openCallOf(turns);
  return turns.findLastIndex(({ reply }) => call !== undefined && reply.effects.includes(call));
}

/** What was written so far, oldest first: a model is given it. */
export const historyOf = (turns: readonly Turn[]) =>
  entriesOf(turns)
    .flatMap((entry): { from: 'customer' | 'bot'; text: string }[] => {
      if (entry.from === 'system') return [];
      return entry.from === 'customer'
        ? [{ from: 'customer', text: entry.text }]
        : [{ from: 'bot', text: entry.reply.text }];
    })
    .filter(({ text }) => text.trim() !== '')
    .slice(-MAX_TRY_HISTORY);

/** What the test does by itself: short pauses of bots pass, and pinned samples answer. */
export function automaticInput(turns: readonly Turn[], samples: ReadonlyMap<string, Sample>): TryInput | undefined {
  const last = turns.at(-1)?.reply;
  if (last?.waits?.for === 'debounce' || (last?.waits?.for === 'time' && last.run.answer)) return { type: 'time' };
  const call = last?.waits?.for === 'call' ? openCallOf(turns) : undefined;
  const result = call && samples.get(call.nodeId);
  return call && result && { type: 'callResult', callId: call.callId, result };
}

const textOf = (input: TryInput): string => ('text' in input ? input.text : '');

export const traceOf = (turns: readonly Turn[]): TraceStep[] => turns.flatMap(({ reply }) => reply.trace);

/** Visited nodes get the number of their first visit, the current one is outlined, all others fade. */
export function marksOf(turns: readonly Turn[], doc: FlowDoc): CanvasMarks | undefined {
  const last = turns.at(-1)?.reply;
  if (!last) return undefined;
  const trace = traceOf(turns);
  const visited = [...new Set(trace.flatMap(({ nodeId }) => nodeId ?? []))];
  const steps = new Map(visited.map((id, at) => [id, at + 1]));
  const nodes = new Map<string, NodeMark>(
    doc.nodes.map(({ id }) => {
      const step = steps.get(id);
      if (step === undefined) return [id, { state: 'faded' }];
      return [id, { step, state: id === last.node ? 'current' : 'visited' }];
    }),
  );
  const taken = new Set(trace.flatMap(({ nodeId, port }) => (nodeId && port ? `${nodeId} ${port}` : [])));
  const edges = doc.edges.filter(({ source, port }) => taken.has(`${source} ${port}`)).map(({ id }) => id);
  return { nodes, edges: new Set(edges) };
}

/** The texts that a saved case expects. */
export const sentTexts = (turns: readonly Turn[]): string[] =>
  turns.flatMap(({ reply }) => reply.says.map(({ text }) => text));

/** Time and seed of the test: a case that has them gives the same replies on every day. */
export function beginningOf([first]: readonly Turn[]): { at?: string; seed?: number } {
  return first ? { at: first.reply.now, seed: first.reply.run.seed } : {};
}
