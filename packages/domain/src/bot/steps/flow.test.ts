import { describe, expect, it } from 'vitest';
import type { Effect, Run, StepResult } from '../../flow/run.ts';
import { newRun } from '../../flow/run.ts';
import { emptyTurn, nextTurn } from '../turn.ts';
import {
  decisiveStep,
  FRIDAY_EVENING,
  facts,
  newState,
  option,
  queue,
  reasonsOf,
  receive,
  sales,
  support,
  textsOf,
} from '../turn.fixture.ts';
import { withFlow } from '../with-flow.ts';

const withPhrase = (phrase: string, flowId = 7) => ({ match: (text: string) => (text === phrase ? flowId : null) });

describe('the start of a flow', () => {
  it.each([
    [
      'a phrase before everything else',
      'promo',
      { ...withPhrase('promo'), welcomeFlowId: 8, otherFlowId: 9 },
      'phrase',
      7,
    ],
    ['the welcome flow of a new contact', 'oi', { welcomeFlowId: 8, otherFlowId: 9 }, 'welcome', 8],
    ['the other flow of a known contact', 'oi', { welcomeFlowId: 8, otherFlowId: 9, isReturning: true }, 'other', 9],
    ['the other flow without a welcome flow', 'oi', { otherFlowId: 9 }, 'other', 9],
  ])('is %s', (_, text, flows, trigger, flowId) => {
    const turn = receive(text, {}, { flows });
    expect(turn.flowInput).toEqual({ type: 'start', target: { type: 'flow', id: flowId }, trigger, text });
    expect(turn.replies).toEqual([]);
  });

  it.each<[string, Parameters<typeof receive>[1], Parameters<typeof receive>[2]]>([
    ['in a queue', { queueId: 1 }, {}],
    ['with an agent', { userId: 5 }, {}],
    ['after an agent', { isBot: false }, {}],
    ['of a group', { isGroup: true }, {}],
    ['of imported messages', { isImported: true }, {}],
    ['of a contact without the bot', {}, { contact: { hasBot: false } }],
    ['outside business hours', {}, { settings: { scheduleType: 'company' }, at: FRIDAY_EVENING }],
  ])('does not happen in a ticket %s', (_, state, setup) => {
    expect(receive('promo', state, { ...setup, flows: withPhrase('promo') }).flowInput).toBeNull();
  });

  it('happens once by default, and by a phrase at any time', () => {
    expect(receive('oi', {}, { flows: { otherFlowId: 9, hadRun: true } }).flowInput).toBeNull();
    expect(receive('oi', { hasShown: true }, { flows: { otherFlowId: 9 } }).flowInput).toBeNull();
    expect(receive('promo', { hasShown: true }, { flows: withPhrase('promo') }).flowInput).not.toBeNull();
  });

  it('uses what was written before the consent', () => {
    const flows = { ...withPhrase('promo'), earlierTexts: ['oi', 'promo'] };
    const setup = { settings: { consent: { isOn: true, text: 'x', link: '' } }, flows };
    const turn = receive('1', { status: 'lgpd', wasAskedConsent: true }, setup);
    expect(turn.flowInput).toMatchObject({ type: 'start', target: { id: 7 }, text: 'promo' });
  });

  it('gives a first message without text to the flow, a text only as text', () => {
    const audio = { text: '', isAudio: true, media: { type: 'audio' as const, name: 'voz.ogg' } };
    const byIntegration = { integrationId: 4, startOfIntegration: () => ({ type: 'flow' as const, id: 9 }) };
    for (const flows of [{ welcomeFlowId: 8 }, { otherFlowId: 9 }, byIntegration, { promptId: 3 }])
      expect(nextTurn(newState, audio, facts({ flows })).flowInput).toMatchObject({ type: 'start', next: audio });
    const captioned = { ...audio, text: 'oi' };
    expect(nextTurn(newState, captioned, facts({ flows: { otherFlowId: 9 } })).flowInput).not.toHaveProperty('next');
  });

  it('is the flow of a chosen queue or option [M-138] [M-141]', () => {
    const queues = [
      queue(1, 'Vendas', { flowId: 4 }),
      queue(2, 'Suporte', { options: [option(5, 'Robô', { kind: 'integration', toFlowId: 6 })] }),
    ];
    const chosen = receive('1', { hasShown: true }, { queues, flows: {} });
    expect([chosen.flowInput, textsOf(chosen), chosen.waitsIn]).toEqual([
      { type: 'start', target: { type: 'flow', id: 4 }, trigger: 'queue', text: '' },
      ['aqui é Vendas'],
      null,
    ]);
    const gone = { isRunnable: () => false };
    expect(receive('1', { hasShown: true }, { queues, flows: gone }).flowInput).toBeNull();
  });
});

describe('the prompt and the integration of a connection', () => {
  const started = (type: string, id: number, trigger = type) => ({
    type: 'start',
    target: { type, id },
    trigger,
    text: 'oi',
  });

  it('answer what starts no flow, the prompt first [M-172]', () => {
    const flows = { promptId: 3, integrationId: 4 };
    const turn = receive('oi', {}, { flows: { ...flows, ...withPhrase('promo') } });
    expect([turn.flowInput, decisiveStep(turn), turn.replies]).toEqual([
      started('prompt', 3),
      'prompt answers promptStarted',
      [],
    ]);
    const byIntegration = receive('oi', {}, { flows: { ...flows, promptId: null } });
    expect([byIntegration.flowInput, decisiveStep(byIntegration)]).toEqual([
      started('integration', 4),
      'integration answers integrationStarted',
    ]);
    const byPhrase = receive('promo', {}, { flows: { ...flows, ...withPhrase('promo') } });
    expect(byPhrase.flowInput).toMatchObject({ target: { type: 'flow', id: 7 } });
  });

  it.each<[string, Parameters<typeof receive>[1], Parameters<typeof receive>[2]]>([
    ['in a queue', { queueId: 1 }, {}],
    ['with an agent', { userId: 5 }, {}],
    ['after an agent', { isBot: false }, {}],
    ['of a group', { isGroup: true }, {}],
    ['of a contact without the bot', {}, { contact: { hasBot: false } }],
  ])('do not answer in a ticket %s', (_, state, setup) => {
    for (const flows of [{ promptId: 3 }, { integrationId: 4 }])
      expect(receive('oi', state, { ...setup, flows }).flowInput).toBeNull();
  });

  it('are replaced by the integration that an agent chose for the ticket, also in a queue', () => {
    const flows = { integrationId: 4, ticketIntegrationId: 8 };
    for (const state of [{}, { queueId: 1 }])
      expect(receive('oi', state, { flows }).flowInput).toEqual(started('integration', 8));
    expect(receive('oi', { userId: 5 }, { flows }).flowInput).toBeNull();
    expect(receive('oi', {}, { flows, contact: { hasBot: false } }).flowInput).toBeNull();
  });

  it('start the flow that an integration names, once in a conversation', () => {
    const flows = { integrationId: 4, startOfIntegration: () => ({ type: 'flow' as const, id: 9 }) };
    expect(receive('oi', {}, { flows }).flowInput).toEqual(started('flow', 9, 'integration'));
    expect(receive('oi', {}, { flows: { ...flows, hadRun: true } }).flowInput).toBeNull();
    expect(receive('oi', {}, { flows: { ...flows, startOfIntegration: () => null } }).flowInput).toBeNull();
  });

  it('are those of a chosen queue or option [M-138] [M-141]', () => {
    const queues = [
      queue(1, 'Vendas', { integrationId: 5 }),
      queue(2, 'Suporte', { options: [option(5, 'Robô', { kind: 'integration', toIntegrationId: 6 })] }),
    ];
    const chosen = receive('1', { hasShown: true }, { queues, flows: {} });
    expect([chosen.flowInput, textsOf(chosen), chosen.state.queueId, chosen.waitsIn]).toEqual([
      { type: 'start', target: { type: 'integration', id: 5 }, trigger: 'queue', text: '' },
      ['aqui é Vendas'],
      1,
      null,
    ]);
    const byOption = receive('1', { queueId: 2, hasShown: true }, { queues, flows: {} });
    expect([byOption.flowInput, byOption.state.queueId]).toEqual([
      { type: 'start', target: { type: 'integration', id: 6 }, trigger: 'option', text: '' },
      null,
    ]);
    const oneWay = (id: number) => ({ type: 'integration' as const, id, isOneWay: true as const });
    expect(receive('1', { hasShown: true }, { queues, flows: { startOfIntegration: oneWay } }).waitsIn).toMatchObject({
      queueId: 1,
    });
  });
});

describe('a running flow', () => {
  it('gets every message instead of menus and options', () => {
    const turn = receive('1', { queueId: 2, hasShown: true }, { flows: { hasRun: true, ...withPhrase('1') } });
    expect(decisiveStep(turn)).toBe('flow answers inFlow');
    expect(turn.flowInput).toMatchObject({ type: 'message', message: { text: '1' } });
  });

  const result = (effects: Effect[], run: Partial<Run> = {}): StepResult => ({
    run: { ...newRun({ flowId: 1, versionId: 1, seed: 1, now: new Date(0) }), ...run },
    effects,
    trace: [],
  });
  const after = (effects: Effect[], setup: Parameters<typeof facts>[0] = {}, run: Partial<Run> = {}, state = {}) =>
    withFlow(emptyTurn({ ...newState, ...state }), facts(setup), result(effects, run));

  it('enters a queue as if it had been chosen, and hands over to an agent', () => {
    const moved = after([{ type: 'assign', queueId: sales.id, userId: null, reason: 'node' }], {
      settings: { distributes: true, positionText: 'Posição' },
    });
    expect(moved.state).toMatchObject({ queueId: sales.id, isBot: false });
    expect(moved.waitsIn).toEqual({ queueId: sales.id, choosesAgent: true, sendsPosition: true });
    expect(reasonsOf(moved)).toEqual(['queue flowMovedQueue']);
    const given = after([{ type: 'assign', queueId: null, userId: 77, reason: 'node' }]);
    expect([given.state.userId, given.waitsIn, reasonsOf(given)]).toEqual([77, null, ['queue flowGaveAttendant']]);
  });

  it('applies the hours of the queue', () => {
    const setup = {
      settings: { scheduleType: 'queue' as const },
      queues: [queue(3, 'Loja', { schedules: [] }), support],
    };
    expect(after([{ type: 'assign', queueId: 3, userId: null, reason: 'node' }], setup).waitsIn).not.toBeNull();
    const closed = queue(3, 'Loja', {
      schedules: [{ weekdayEn: 'friday', startTimeA: '22:00', endTimeA: '23:00', startTimeB: '', endTimeB: '' }],
    });
    const turn = after([{ type: 'assign', queueId: 3, userId: null, reason: 'node' }], { ...setup, queues: [closed] });
    expect([textsOf(turn), turn.waitsIn, turn.state.queueId]).toEqual([['Loja fechou'], null, 3]);
  });

  it.each([
    ['exitWord', 'flowLeft'],
    ['gaveUp', 'flowGaveUp'],
    ['fallback', 'flowFellBack'],
  ] as const)('leaves to a human (%s)', (reason, logged) => {
    const turn = after([{ type: 'assign', queueId: null, userId: null, reason }]);
    expect([turn.state.isBot, turn.state.queueId, reasonsOf(turn)]).toEqual([false, null, [`chatBot ${logged}`]]);
  });

  it.each([
    ['farewell', ['Até logo!'], undefined],
    ['silent', [], undefined],
    ['rating', [], true],
  ] as const)('closes the conversation (%s)', (mode, replies, asksRating) => {
    const turn = after([{ type: 'close', mode, by: 'bot' }]);
    expect([textsOf(turn), turn.closes?.asksRating]).toEqual([replies, asksRating]);
  });

  it('that a queue started leaves the ticket waiting in the queue when it is over', () => {
    expect(after([], {}, { ended: 'completed' }, { queueId: 2 }).waitsIn).toMatchObject({ queueId: 2 });
    expect(after([], {}, {}, { queueId: 2 }).waitsIn).toBeNull();
  });
});
