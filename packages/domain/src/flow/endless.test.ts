import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docs } from './arbitrary.fixture.ts';
import { MAX_VISITS, MAX_VISITS_PER_INPUT } from './bounds.ts';
import { check, isPublishable } from './check.ts';
import type { FlowDoc } from './document.ts';
import {
  checkFacts,
  everything,
  factsOf,
  flow,
  menu,
  message,
  minutesAfter,
  node,
  openai,
  question,
  replied,
  startRun,
  text,
  time,
  typebot,
} from './flow.fixture.ts';
import type { Effect, EndReason, Input, Run, TraceEntry } from './run.ts';
import { step } from './step.ts';

/** More than any run takes: an hour passes with each message, and a run ends after 60 days. */
const MAX_INPUTS = 20_000;

/** Gives a run what it waits for until it ends. */
function drive(doc: FlowDoc, { flows = {}, seed = 1 }: { flows?: Record<number, FlowDoc>; seed?: number } = {}) {
  const known: Record<number, FlowDoc> = { 50: doc, ...flows };
  const effects: Effect[] = [];
  const trace: TraceEntry[] = [];
  let now = minutesAfter(0);
  let run: Run = { ...startRun(), seed };
  let input: Input = { type: 'start', text: 'oi' };
  let inputs = 0;
  for (; run.ended === null && inputs <= MAX_INPUTS; inputs++) {
    const result = step(known[run.versionId]!, run, input, factsOf({ now, flows: known }));
    ({ run } = result);
    effects.push(...result.effects);
    trace.push(...result.trace);
    input = inputFor(run);
    now = input.type === 'time' && run.wait?.until ? new Date(run.wait.until) : minutesAfter(60, now);
  }
  return { run, effects, trace, inputs };
}
function inputFor({ wait }: Run): Input {
  if (wait?.for === 'answer') return text('1');
  return wait?.for === 'call' ? ({ ...replied('Certo.'), callId: wait.callId! } as Input) : time;
}
/** A human got the conversation, with the reason in a note. */
const isHandled = (effects: readonly Effect[]): boolean =>
  effects.some(({ type }) => type === 'assign') && effects.some(({ type }) => type === 'note');

const lane = (id: string) => node(id, 'lane', { laneId: 21 });
const calls = (flowId: number, mode: 'jump' | 'call' = 'call') => flow([node('f', 'flow', { flowId, mode })]);
const randomizer = (percent: number) => node('r', 'randomizer', { percent });
const minute = node('w', 'wait', {
  until: 'minutes',
  minutes: 1,
  onlyInHours: false,
  hours: 'company',
  queueId: null,
  template: null,
});
const ROW = 10_000;
const rowOf = (make: (id: string) => ReturnType<typeof message>, last: string[] = []) =>
  flow(
    Array.from({ length: ROW }, (_, n) => make(`n${n}`)),
    [...Array.from({ length: ROW - 1 }, (_, n) => `n${n} a n${n + 1}`), ...last],
  );

describe('a flow without an end [FL-03]', () => {
  it.each<[string, FlowDoc, EndReason, Record<number, FlowDoc>?]>([
    ['a node that leads to itself', flow([lane('a')], ['a a a']), 'tooManySteps'],
    ['a cycle of messages', flow([message('a', 'A'), message('b', 'B')], ['a a b', 'b a a']), 'tooManySteps'],
    ['a cycle of intervals', flow([node('i', 'interval', { seconds: 9 })], ['i a i']), 'tooManySteps'],
    ['a cycle of waits', flow([minute], ['w a w']), 'tooManySteps'],
    ['a menu that leads to itself', flow([menu('m', ['De novo'])], ['m a1 m']), 'tooOld'],
    ['a question that leads to itself', flow([question('q', 'nome')], ['q a q']), 'tooOld'],
    ['a bot that never ends', flow([typebot('t', { integrationId: 71 })], ['t failed t']), 'tooOld'],
    ['a flow that calls itself', calls(50), 'tooDeep'],
    ['a flow that jumps to itself', calls(50, 'jump'), 'tooManySteps'],
    ['flows that call each other', calls(51), 'tooDeep', { 51: calls(50) }],
    ['flows that jump to each other', calls(51, 'jump'), 'tooManySteps', { 51: calls(50, 'jump') }],
    ['a randomizer of 100 that leads back', flow([randomizer(100)], ['r a r']), 'tooManySteps'],
    ['a randomizer of 0 that leads back', flow([randomizer(0)], ['r b r']), 'tooManySteps'],
    ['10,000 nodes in a row', rowOf(lane), 'tooManySteps'],
    ['10,000 nodes in a circle', rowOf(lane, [`n${ROW - 1} a n0`]), 'tooManySteps'],
    ['10,000 messages', rowOf((id) => message(id, 'x')), 'tooManySteps'],
  ])('%s ends and leads to a human', (_, doc, reason, flows = {}) => {
    const { run, effects, trace, inputs } = drive(doc, { flows });
    expect([run.ended, isHandled(effects)]).toEqual([reason, true]);
    expect(run.spent).toBeLessThanOrEqual(MAX_VISITS);
    expect(trace.filter(({ event }) => event === 'entered').length).toBeLessThanOrEqual(MAX_VISITS_PER_INPUT * inputs);
  });

  // With a look at all nodes for each of them it took half a minute.
  it('with 10,000 nodes is refused by the check within seconds', { timeout: 10_000 }, () => {
    const problems = check(rowOf(lane), checkFacts());
    expect([isPublishable(problems), problems.some(({ code }) => code === 'tooManyNodes')]).toEqual([false, true]);
  });

  it(
    'any document ends, whatever it leads to, and one that could not go on leads to a human',
    { timeout: 60_000 },
    () => {
      const stopped = new Set<EndReason | null>([
        'tooManySteps',
        'tooDeep',
        'tooOld',
        'broken',
        'queueMissing',
        'flowMissing',
      ]);
      fc.assert(
        fc.property(docs({ isForged: true }), docs({ isForged: true }), fc.integer(), (doc, other, seed) => {
          const { run, effects, inputs } = drive(doc, { flows: { 51: other }, seed });
          expect([run.ended !== null, run.wait, inputs <= MAX_INPUTS]).toEqual([true, null, true]);
          if (stopped.has(run.ended)) expect(isHandled(effects)).toBe(true);
        }),
        { numRuns: 300 },
      );
    },
  );
});

describe('a randomizer [FL-03]', () => {
  const doc = (percent: number) =>
    flow([randomizer(percent), message('a', 'a'), message('b', 'b')], ['r a a', 'r b b']);
  it.each([
    [0, 'b'],
    [100, 'a'],
  ])('of %i percent always goes the same way, whatever the seed', (percent, way) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(
          drive(doc(percent), { seed })
            .trace.filter(({ event }) => event === 'entered')
            .at(-1)?.nodeId,
        ).toBe(way);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('what a flow leads to is gone [FL-03]', () => {
  const fallbackQueueId = 1;
  const gone = 99;
  const documents: [string, (settings: object) => FlowDoc, EndReason][] = [
    ['the next node', (settings) => flow([message('m', 'x')], ['m a gone'], settings), 'broken'],
    ['the start', (settings) => ({ ...flow([], [], settings), nodes: [] }), 'broken'],
    ['the queue', (settings) => flow([node('q', 'queue', { queueId: gone })], [], settings), 'queueMissing'],
    [
      'the queue of a ticket',
      (settings) => flow([node('q', 'ticket', { queueId: gone })], [], settings),
      'queueMissing',
    ],
    [
      'the user and the queue',
      (settings) => flow([node('a', 'agent', { to: 'user', userId: gone, queueId: gone })], [], settings),
      'queueMissing',
    ],
    ['the prompt', (settings) => flow([openai('o', { promptId: gone })], [], settings), 'failed'],
    ['the integration', (settings) => flow([typebot('t', { integrationId: gone })], [], settings), 'failed'],
    ['the flow', (settings) => flow([node('f', 'flow', { flowId: gone, mode: 'call' })], [], settings), 'flowMissing'],
  ];
  it.each(documents)('%s: the conversation waits in the fallback queue, with a note', (_, doc, reason) => {
    const { run, effects } = drive(doc({ fallbackQueueId }));
    expect(run.ended).toBe(reason);
    expect(effects.filter(({ type }) => type !== 'send')).toEqual([
      { type: 'assign', queueId: fallbackQueueId, userId: null, reason: 'fallback' },
      { type: 'note', text: expect.stringMatching(/^O fluxo parou: /) },
      { type: 'log', reason: 'fellBack' },
      { type: 'end', reason },
    ]);
  });
  it.each(documents)('%s and the fallback queue: it waits without a queue, with a note', (_, doc, reason) => {
    expect(everything.queues.has(gone)).toBe(false);
    const { run, effects } = drive(doc({ fallbackQueueId: gone }));
    expect([run.ended, isHandled(effects)]).toEqual([reason, true]);
    expect(effects).toContainEqual({ type: 'assign', queueId: null, userId: null, reason: 'fallback' });
  });
  it('a node that disappears while the conversation waits at it leads to a human', () => {
    const waiting = step(flow([menu('m', ['A'])]), startRun(), { type: 'start' }, factsOf());
    const { run, effects } = step(flow([message('other', 'x')]), waiting.run, text('1'), factsOf());
    expect([run.ended, isHandled(effects)]).toEqual(['broken', true]);
  });
});
