import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docs, inputs, OPEN_CALL } from './arbitrary.fixture.ts';
import { MAX_MESSAGES_PER_INPUT, MAX_VARIABLES, MAX_VISITS_PER_INPUT } from './bounds.ts';
import { check } from './check.ts';
import { apply, diff, hasChanges } from './diff.ts';
import type { FlowDoc } from './document.ts';
import { checkFacts, factsOf, flow, message, runFlow, question, startRun, text, textsOf } from './flow.fixture.ts';
import { newId } from './ids.ts';
import { replay } from './replay.ts';
import type { Input, Run, StepResult } from './run.ts';
import { step } from './step.ts';
import { structureProblems } from './structure.ts';
import { upgrade } from './upgrade.ts';
import { parseWireFlow } from './wire/parse.ts';
import { presentWireFlow } from './wire/present.ts';

/** Every step of a run over these inputs; the clock moves to the end of each wait that is awaited. */
function stepsOf(doc: FlowDoc, other: FlowDoc, given: readonly Input[], seed: number): StepResult[] {
  const flows: Record<number, FlowDoc> = { 50: doc, 51: other };
  let run: Run = { ...startRun(), seed };
  let { now } = factsOf();
  return [{ type: 'start', text: seed % 2 === 0 ? 'oi' : '' } as Input, ...given].map((written) => {
    if (written.type === 'time' && run.wait?.until) now = new Date(run.wait.until);
    const isOpen = written.type === 'callResult' && written.callId === OPEN_CALL;
    const input = isOpen ? { ...written, callId: run.wait?.callId ?? OPEN_CALL } : written;
    const result = step(flows[run.versionId]!, run, input, factsOf({ now, flows, canTranscribe: true }));
    // What the server stores is JSON.
    run = JSON.parse(JSON.stringify(result.run)) as Run;
    return { ...result, run };
  });
}
const runs = fc.tuple(docs({ isForged: true }), docs(), inputs, fc.integer());

const isFull = process.env['PROOF'] === 'full';

describe('every run of every document', { timeout: isFull ? 7_200_000 : 30_000 }, () => {
  it('ends each step within the bounds and never throws [FZ-05] [FL-13]', () => {
    fc.assert(
      fc.property(runs, ([doc, other, given, seed]) => {
        for (const { run, effects, trace } of stepsOf(doc, other, given, seed)) {
          expect(trace.filter(({ event }) => event === 'entered').length).toBeLessThanOrEqual(MAX_VISITS_PER_INPUT);
          expect(effects.filter(({ type }) => type === 'send').length).toBeLessThanOrEqual(MAX_MESSAGES_PER_INPUT);
          expect(Object.keys(run.vars).length).toBeLessThanOrEqual(MAX_VARIABLES);
          expect(run.ended === null).toBe(run.wait !== null);
          expect(Object.getPrototypeOf(run.vars)).toBe(Object.prototype);
        }
      }),
      { numRuns: isFull ? 200_000 : 600 },
    );
  });
  it('is the same for the same inputs [FZ-05]', () => {
    fc.assert(
      fc.property(runs, ([doc, other, given, seed]) => {
        expect(stepsOf(structuredClone(doc), structuredClone(other), given, seed)).toEqual(
          stepsOf(doc, other, given, seed),
        );
      }),
      { numRuns: 300 },
    );
  });
  it('does not change the document or the run it was given', () => {
    fc.assert(
      fc.property(docs(), (doc) => {
        const before = structuredClone(doc);
        const run = Object.freeze(startRun());
        step(doc, run, { type: 'start' }, factsOf({ flows: { 50: doc } }));
        expect([doc, run]).toEqual([before, startRun()]);
      }),
      { numRuns: 300 },
    );
  });
  it('can be followed in its trace', () => {
    fc.assert(
      fc.property(runs, ([doc, other, given, seed]) => {
        const steps = stepsOf(doc, other, given, seed);
        const { run } = steps.at(-1)!;
        const { versionId, node, seq, spent, ended } = run;
        expect(
          replay(
            startRun(),
            steps.flatMap(({ trace }) => trace),
          ),
        ).toEqual({
          versionId,
          node,
          seq,
          spent,
          ended,
          depth: run.stack.length,
          keys: Object.keys(run.vars).sort(),
        });
      }),
      { numRuns: 500 },
    );
  });
  it('ends with exactly one end, and a fallback always reaches a human with a note', () => {
    fc.assert(
      fc.property(runs, ([doc, other, given, seed]) => {
        const steps = stepsOf(doc, other, given, seed);
        const effects = steps.flatMap((result) => result.effects);
        const ends = effects.filter(({ type }) => type === 'end').length;
        expect(ends).toBe(steps.at(-1)!.run.ended === null ? 0 : 1);
        const fellBack = effects.some((effect) => effect.type === 'log' && effect.reason === 'fellBack');
        const isHandled = effects.some(({ type }) => type === 'assign') && effects.some(({ type }) => type === 'note');
        expect(!fellBack || isHandled).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('answers stay what they are [FL-17]', () => {
  it.each(['{{firstName}}', '$&', "$' $`", '={{7*7}}', '{{{{nome}}}}', '${1}', '<%= 1 %>', '{{nome}}', '}}{{'])(
    '«%s» is sent literally',
    (answer) => {
      const doc = flow([question('q', 'nome'), message('m', '[{{nome}}|{{nome}}]')], ['q a m']);
      expect(textsOf(runFlow(doc, [text(answer)]).effects)).toEqual([`[${answer}|${answer}]`]);
    },
  );
  it('names of objects are empty variables [FL-02]', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(textsOf(runFlow(flow([message('m', `[{{${name}}}]`)])).effects)).toEqual(['[]']);
  });
});

const sorted = ({ nodes, edges, ...other }: FlowDoc): object => ({
  ...other,
  nodes: nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  edges: edges.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
});

describe('documents', { timeout: 30_000 }, () => {
  it('differences applied to the old document give the new one', () => {
    fc.assert(
      fc.property(docs(), docs(), (before, after) => {
        expect(sorted(apply(before, diff(before, after)))).toEqual(sorted(after));
        expect(hasChanges(diff(before, before))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
  it('a moved node is not a change', () => {
    const before = flow([message('m', 'Oi')]);
    const after = { ...before, nodes: before.nodes.map((node) => ({ ...node, position: { x: 9, y: 9 } })) };
    const changes = diff(before, after);
    expect([hasChanges(changes), changes.moved.length]).toEqual([false, 2]);
  });
  it('a changed field is named with its path', () => {
    const before = flow([question('q', 'nome')]);
    const after = flow([question('q', 'nome', { kind: 'email', message: 'E-mail?' })], [], { exit: 'close' });
    const changes = diff(before, after);
    expect([changes.changed, changes.settings]).toEqual([
      [
        {
          nodeId: 'q',
          fields: [
            { path: 'data.message', before: 'Qual é nome?', after: 'E-mail?' },
            { path: 'data.kind', before: 'text', after: 'email' },
          ],
        },
      ],
      [{ path: 'exit', before: 'human', after: 'close' }],
    ]);
  });
  it('the API form converts back without loss', () => {
    fc.assert(
      fc.property(docs(), (doc) => {
        const { nodes, connections } = presentWireFlow(doc);
        const parsed = parseWireFlow(
          JSON.parse(JSON.stringify({ nodes, connections })) as typeof doc & { connections: [] },
        );
        expect({ ...parsed.doc, settings: doc.settings }).toEqual(doc);
        expect(parsed.report.filter(({ kind }) => kind !== 'willRun')).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
  it('any JSON becomes a document without structural errors', () => {
    fc.assert(
      fc.property(fc.jsonValue(), docs({ isForged: true }), (json, doc) => {
        const wire = presentWireFlow(doc);
        for (const given of [
          { nodes: json, connections: json },
          {
            nodes: wire.nodes,
            connections: [...wire.connections, { source: 'start', sourceHandle: json, target: json }],
          },
          {
            nodes: wire.nodes.map((node) => ({ ...node, id: `${String(node['id'])} é`, data: json })),
            connections: [],
          },
        ])
          expect(structureProblems(parseWireFlow(given).doc)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
  it('the check of any document answers', () => {
    fc.assert(
      fc.property(docs({ isForged: true }), (doc) => {
        expect(Array.isArray(check(doc, checkFacts()))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
  it('are upgraded step by step; missing fields get their default, anything else is refused', () => {
    const stored = { schema: 1, nodes: [{ id: 'q', type: 'question', data: { message: 'Oi' } }], edges: [] };
    expect(upgrade(stored)?.nodes[0]?.data).toMatchObject({ message: 'Oi', tries: 3, kind: 'text' });
    const rename = (doc: object) => ({ ...doc, settings: { exit: 'close' } });
    expect(upgrade(stored, [rename], 2)).toMatchObject({ schema: 2, settings: { exit: 'close', giveUpMinutes: 1440 } });
    for (const other of [null, [], {}, { schema: 2 }, { schema: 1, nodes: 1, edges: [] }])
      expect(upgrade(other)).toBe(undefined);
    fc.assert(
      fc.property(docs(), (doc) => {
        expect(upgrade(doc)).toEqual(doc);
      }),
      { numRuns: 100 },
    );
  });
  it('new ids are 30 random letters [M-258]', () => {
    let seed = 7;
    const bytes = (count: number) => Uint8Array.from({ length: count }, () => (seed = (seed * 131 + 17) % 256));
    expect(newId(bytes)).toMatch(/^[a-zA-Z]{30}$/);
  });
});
