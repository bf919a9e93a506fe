import { describe, expect, it } from 'vitest';
import {
  factsOf,
  flow,
  menu,
  message,
  minutesAfter,
  node,
  runFlow,
  question,
  text,
  textsOf,
  typesOf,
} from './flow.fixture.ts';
import { abandon } from './endings.ts';
import { step } from './step.ts';

describe('exit words', () => {
  it('work where they were shown and nowhere else', () => {
    const shown = runFlow(flow([menu('m', ['A'], { showsExit: true })], [], { fallbackQueueId: 1 }), [text(' SAIR ')]);
    expect([shown.run.ended, shown.effects[0]]).toEqual([
      'exitWord',
      { type: 'assign', queueId: 1, userId: null, reason: 'exitWord' },
    ]);
    expect(textsOf(runFlow(flow([menu('m', ['A'], { showsExit: true })])).effects)[0]).toContain(
      '*sair* – Falar com um atendente',
    );
    const hidden = runFlow(flow([question('q', 'nome')]), [text('sair')]);
    expect([hidden.run.vars, hidden.run.ended]).toEqual([{ nome: 'sair' }, 'completed']);
    const written = flow([question('q', 'nome', { message: 'Seu nome? (ou digite SAIR)' })], [], { exit: 'close' });
    expect(typesOf(runFlow(written, [text('sair')]).effects)).toEqual(['close', 'log', 'end']);
  });
});

describe('other flows', () => {
  const other = flow([question('q', 'cor'), message('o', 'Outro')], ['q a o']);
  it('a called flow returns to «done» with its answers', () => {
    const doc = flow(
      [node('c', 'flow', { flowId: 51, mode: 'call' }), message('m', 'De volta: {{cor}}')],
      ['c done m'],
    );
    const { effects, run } = runFlow(doc, [text('azul')], { flows: { 51: other } });
    expect([textsOf(effects), run.versionId, run.ended]).toEqual([['Outro', 'De volta: azul'], 50, 'completed']);
    const inside = runFlow(doc, [], { flows: { 51: other } });
    expect([inside.run.versionId, inside.run.stack]).toEqual([51, [{ flowId: 50, versionId: 50, node: 'c' }]]);
  });
  it('a jump does not return', () => {
    const doc = flow([node('c', 'flow', { flowId: 51, mode: 'jump' }), message('m', 'nunca')], ['c done m']);
    expect(textsOf(runFlow(doc, [text('azul')], { flows: { 51: other } }).effects)).toEqual(['Outro']);
  });
  it('an inactive flow, a call too deep and a flow that calls itself lead to a human', () => {
    const calls = flow([node('c', 'flow', { flowId: 51, mode: 'call' })]);
    expect(runFlow(calls).run.ended).toBe('flowMissing');
    expect(runFlow(calls, [], { flows: { 51: calls } }).run.ended).toBe('tooDeep');
    const jumps = flow([node('c', 'flow', { flowId: 51, mode: 'jump' })]);
    expect(runFlow(jumps, [], { flows: { 51: jumps } }).run.ended).toBe('tooManySteps');
  });
});

describe('bounds of a run [FL-13]', () => {
  it('a cycle ends after 100 visits', () => {
    const { run, trace } = runFlow(
      flow([node('a', 'tag', { add: [], remove: [] }), node('b', 'lane', { laneId: 21 })], ['a a b', 'b a a']),
    );
    expect([run.ended, trace.filter(({ event }) => event === 'entered').length]).toEqual(['tooManySteps', 100]);
  });
  it('sends at most 20 messages for one input', () => {
    const blocks = Array.from({ length: 30 }, (_, n) => ({ id: `message${n}`, type: 'text' as const, text: 'x' }));
    const { run, effects } = runFlow(flow([node('c', 'singleBlock', { blocks })]));
    expect([run.ended, textsOf(effects).length]).toEqual(['tooManySteps', 20]);
    const exactly = runFlow(flow([node('c', 'singleBlock', { blocks: blocks.slice(0, 20) })]));
    expect([exactly.run.ended, textsOf(exactly.effects).length]).toEqual(['completed', 20]);
  });
  it('visits at most 2,000 nodes and lives at most 60 days', () => {
    const doc = flow([menu('m', ['De novo'])], ['m a1 m']);
    let { run } = runFlow(doc);
    let inputs = 0;
    while (run.ended === null) {
      run = step(doc, run, text('1'), factsOf()).run;
      inputs += 1;
    }
    expect([run.ended, run.spent, inputs]).toEqual(['tooManySteps', 2000, 1999]);
    const old = step(doc, runFlow(doc).run, text('1'), factsOf({ now: minutesAfter(60 * 24 * 60) }));
    expect(old.run.ended).toBe('tooOld');
    const long = flow([
      node('w', 'wait', {
        until: 'minutes',
        minutes: 43_200,
        onlyInHours: true,
        hours: 'company',
        queueId: null,
        template: null,
      }),
    ]);
    expect(runFlow(long).run.wait?.until).toBe(minutesAfter(60 * 24 * 60).toISOString());
  });
  it('a fallback leaves a conversation where it waits for an agent already', () => {
    const doc = flow([node('q', 'queue', { queueId: 2 }), message('m', 'x')], ['q done m', 'm a gone'], {
      fallbackQueueId: 1,
    });
    const { effects, run } = runFlow(doc);
    expect([run.ended, effects.flatMap((effect) => (effect.type === 'assign' ? [effect.queueId] : []))]).toEqual([
      'broken',
      [2],
    ]);
  });
  it('an ended run takes no more input', () => {
    const ended = runFlow(flow([message('m', 'x')]));
    const after = step(flow([message('m', 'x')]), ended.run, text('oi'), factsOf());
    expect([after.run, after.effects, after.trace]).toEqual([ended.run, [], []]);
  });
  it('a missing node leads to a human', () => {
    expect(runFlow(flow([message('m', 'x')], ['m a gone'])).run.ended).toBe('broken');
    const waiting = runFlow(flow([menu('m', ['A'])]));
    expect(step(flow([]), waiting.run, text('1'), factsOf()).run.ended).toBe('broken');
    expect(runFlow({ ...flow([]), nodes: [] }).run.ended).toBe('broken');
  });
  it('without its document leads to a human, with a note of what is known', () => {
    const known = flow([question('q', 'nome'), question('r', 'idade')], ['q a r'], { fallbackQueueId: 2 });
    const { run } = runFlow(known, [text('Ana')]);
    const ended = abandon(known, run, 'broken', factsOf());
    expect([ended.run.ended, ended.run.wait, typesOf(ended.effects)]).toEqual([
      'broken',
      null,
      ['assign', 'note', 'log', 'end'],
    ]);
    expect(ended.effects[0]).toMatchObject({ queueId: 2, reason: 'fallback' });
    const gone = abandon(undefined, run, 'flowRemoved', factsOf());
    expect(gone.effects[0]).toMatchObject({ queueId: null });
    expect(gone.effects[1]).toEqual({
      type: 'note',
      text: 'O fluxo parou: o fluxo, o prompt ou a integração não existe mais.\nRespostas:\n- nome: Ana',
    });
    // It waits for an agent already: it stays in its queue.
    expect(typesOf(abandon(known, { ...run, isHandedOver: true }, 'broken', factsOf()).effects)).not.toContain(
      'assign',
    );
  });
});
