import { describe, expect, it } from 'vitest';
import type { BotState, Turn } from './dialog.ts';
import { botSteps } from './step-names.ts';
import { answeredBy, finishTurn } from './turn.ts';
import {
  decisiveStep,
  facts,
  FRIDAY_EVENING,
  inMenu,
  inSupport,
  MENU,
  reasonsOf,
  receive,
  sales,
  support,
  textsOf,
  type Setup,
} from './turn.fixture.ts';

describe('order of the steps', () => {
  it('is recorded completely for every message', () => {
    const turn = finishTurn(receive('oi'), facts(), { agent: null, position: 1 });
    expect(turn.steps.map(({ step }) => step)).toEqual(botSteps);
    expect(turn.steps.map(({ outcome }) => outcome).join(' ')).toBe(
      `${'passes '.repeat(9)}answers ${'skipped '.repeat(5)}`.trim(),
    );
    expect(answeredBy(turn)).toBe('menu');
  });

  it.each<[string, Partial<BotState>, string]>([
    ['open', { status: 'open', userId: 5 }, 'hands stops humanHasIt'],
    ['closed', { status: 'closed' }, 'hands stops humanHasIt'],
    ['of a group', { isGroup: true }, 'hands stops isGroup'],
    ['from an imported history', { isImported: true }, 'hands stops isImported'],
  ])('a ticket that is %s gets no reply', (_, state, expected) => {
    const turn = receive('oi', state, {
      connection: { vacation: { message: 'férias', start: '2026-01-01', end: '2026-12-31' } },
    });
    expect([decisiveStep(turn), textsOf(turn), reasonsOf(turn)]).toEqual([expected, [], []]);
  });
});

describe('groups as tickets', () => {
  it('enter the only queue with its greeting, and get nothing else [F-G8]', () => {
    const group = { isGroup: true, isBot: false };
    const first = receive('oi', group, { queues: [support] });
    expect([first.state.queueId, textsOf(first), reasonsOf(first)]).toEqual([
      2,
      ['Olá, {{firstName}}!'],
      ['queue onlyQueue'],
    ]);
    const away = { vacation: { message: 'férias', start: '2026-01-01', end: '2026-12-31' } };
    expect(textsOf(receive('oi', { ...group, queueId: 2 }, { queues: [support], connection: away }))).toEqual([]);
    expect(textsOf(receive('1', group))).toEqual([]);
    expect(textsOf(receive('oi', { ...group, status: 'group' }, { queues: [sales] }))).toEqual([]);
  });
});

describe('vacation and consent', () => {
  const consent = { isOn: true, text: 'Aceita?', link: '' };
  const away = { vacation: { message: 'férias', start: '2026-01-01', end: '2026-12-31' } };
  it('let the ticket wait in sight, and ask for consent after the vacation [F-G9]', () => {
    const during = receive('oi', { status: 'lgpd' }, { settings: { consent }, connection: away });
    expect([during.state.status, textsOf(during)]).toEqual(['pending', ['férias']]);
    const again = receive('oi', during.state, { settings: { consent }, connection: { ...away, maxTurns: 1 } });
    expect([again.state.status, textsOf(again)]).toEqual(['pending', []]);
    const limited = receive('oi', { status: 'lgpd', botTurns: 1 }, { connection: { ...away, maxTurns: 1 } });
    expect([limited.state.status, textsOf(limited)]).toEqual(['pending', []]);
    const after = receive('oi', during.state, { settings: { consent } });
    expect([after.state.status, decisiveStep(after)]).toEqual(['lgpd', 'consent answers consentAsked']);
    const given = receive('1', after.state, { settings: { consent } });
    expect([given.state.status, given.consents, textsOf(given)]).toEqual(['pending', 'yes', [MENU]]);
  });
});

describe('end of a turn [M-145] [M-167] [M-168]', () => {
  const finish = (turn: Turn, setup: Setup, agent: number | null, position = 1) =>
    finishTurn(turn, facts(setup), { agent, position });
  it('assigns an agent only where no further question follows', () => {
    const on = { settings: { distributes: true } };
    const queued = receive('1', inMenu, on);
    expect(queued.waitsIn).toEqual({ queueId: 1, choosesAgent: true, sendsPosition: false });
    const assigned = finish(queued, on, 77);
    expect([assigned.state.userId, reasonsOf(assigned).at(-1)]).toEqual([77, 'queue chosenAtRandom']);
    expect(finish(queued, on, null).steps.at(-2)).toMatchObject({ step: 'agent', reason: 'nobodyToChoose' });
    expect(receive('2', inMenu, on).waitsIn).toBeNull();
    expect(receive('1', { ...inSupport, optionId: 21 }, on).waitsIn).toMatchObject({ queueId: 2, choosesAgent: true });
    expect(receive('4', inSupport, on).waitsIn).toBeNull();
    expect(finish(receive('1', inMenu), {}, 77).state.userId).toBeNull();
  });
  it('sends the position at its variable, or else in bold at the end of the text', () => {
    const positionReply = (positionText: string) => {
      const setup = { settings: { positionText } };
      return textsOf(finish(receive('1', inMenu, setup), setup, null, 4)).at(-1);
    };
    expect(positionReply('Você é o número {{ position }} da fila.')).toBe('Você é o número 4 da fila.');
    expect(positionReply('Sua posição: ')).toBe('Sua posição: *4*');
    expect(positionReply('')).toBe('aqui é Vendas');
  });
  it('sends no position for a queue with options', () => {
    expect(receive('2', inMenu, { settings: { positionText: 'Posição' } }).waitsIn).toBeNull();
  });
  it('assigns a new ticket to the account owner without a menu', () => {
    const accountOwner = { contact: { accountOwner: { userId: 77, queueId: 2, isAway: false } } };
    const turn = receive('oi', {}, accountOwner);
    expect([turn.state.userId, turn.state.queueId, turn.state.isBot, textsOf(turn), reasonsOf(turn)]).toEqual([
      77,
      2,
      false,
      [],
      ['queue wallet'],
    ]);
    const away = receive('oi', {}, { contact: { accountOwner: { userId: 77, queueId: 2, isAway: true } } });
    expect([away.state.userId, away.state.queueId, textsOf(away), reasonsOf(away)]).toEqual([
      77,
      2,
      [],
      ['queue walletAway'],
    ]);
    const closed = receive('oi', {}, { ...accountOwner, settings: { scheduleType: 'company' }, at: FRIDAY_EVENING });
    expect([closed.state.userId, textsOf(closed)]).toEqual([77, ['Estamos fechados.']]);
    const on = { ...accountOwner, settings: { consent: { isOn: true, text: 'x', link: '' } } };
    const yes = receive('1', { status: 'lgpd', wasAskedConsent: true }, on);
    expect([yes.consents, yes.state.userId, textsOf(yes)]).toEqual(['yes', 77, []]);
    expect(receive('1', inMenu, accountOwner).state).toMatchObject({ queueId: 1, userId: null });
  });
});
