import { describe, expect, it } from 'vitest';
import { instantOf } from '../../hours/hours.ts';
import type { BotFacts, BotReply } from '../dialog.ts';
import { parseChoice, parseExitWords } from '../menu.ts';
import {
  decisiveStep,
  inMenu,
  MENU,
  newState,
  option,
  queue,
  reasonsOf,
  receive,
  sales,
  support,
  textsOf,
  ZONE,
  type Setup,
} from '../turn.fixture.ts';

describe('menu of queues [M-142] [M-143]', () => {
  it('greets and lists the queues with their numbers and the exit word', () => {
    const turn = receive('oi');
    expect([textsOf(turn), turn.state.hasShown, turn.state.botTurns, reasonsOf(turn)]).toEqual([
      [MENU],
      true,
      1,
      ['chatBot menuShown'],
    ]);
  });
  it.each([
    ['1', 1],
    [' 2 ', 2],
    ['2.', 2],
    ['2️⃣', 2],
  ])('%j chooses a queue', (text, queueId) => {
    const turn = receive(text, inMenu);
    expect([turn.state.queueId, turn.state.botTurns, turn.logEntries[0]]).toEqual([
      queueId,
      0,
      { type: 'queue', reason: 'queueChosen' },
    ]);
  });
  it.each(['3', '0', 'Vendas', '', '1 2', '-1', '#'])('%j repeats the menu', (text) => {
    const turn = receive(text, inMenu);
    expect([textsOf(turn), decisiveStep(turn), turn.state.botTurns]).toEqual([
      [MENU],
      'menu answers menuNotUnderstood',
      2,
    ]);
  });
  it('ignores a number before the menu was shown', () => {
    expect(textsOf(receive('1'))).toEqual([MENU]);
  });
  it.each(['sair', 'SAIR', ' Sair '])('%j closes the ticket with the farewell', (text) => {
    const turn = receive(text, inMenu);
    expect([turn.closes, textsOf(turn)]).toEqual([{ by: 'customer', reason: 'customerLeft' }, ['Até logo!']]);
  });
  it('uses the exit words of the company settings, and shows none without them', () => {
    expect(parseExitWords(' Tchau, parar ,,tchau')).toEqual(['tchau', 'parar']);
    const other = { settings: { exitWords: ['tchau', 'parar'] } };
    expect(textsOf(receive('oi', {}, other))[0]).toContain('*tchau* – Encerrar a conversa');
    expect(receive('parar', inMenu, other).closes).not.toBeNull();
    expect(receive('sair', inMenu, other).closes).toBeNull();
    expect(textsOf(receive('oi', {}, { settings: { exitWords: [] } }))[0]).not.toContain('Encerrar');
  });
  it('is not sent to a contact without bot, nor without queues [M-146]', () => {
    const silent = receive('oi', {}, { contact: { hasBot: false } });
    expect([textsOf(silent), silent.state]).toEqual([[], newState]);
    expect(textsOf(receive('oi', {}, { queues: [] }))).toEqual([]);
  });
  it('is not sent after an agent had the ticket, nor to a ticket with an agent', () => {
    expect(textsOf(receive('oi', { isBot: false }))).toEqual([]);
    expect(textsOf(receive('oi', { userId: 5 }))).toEqual([]);
  });
  it('is the caption of the greeting file, or a list after it', () => {
    const file = { connection: { hasGreetingFile: true } };
    expect(receive('oi', {}, file).replies).toEqual([{ kind: 'file', text: MENU }]);
    expect(receive('oi', {}, { ...file, settings: { form: 'list' } }).replies.map(({ kind }) => kind)).toEqual([
      'file',
      'list',
    ]);
  });

  const choices = [
    { id: '1', title: 'Vendas' },
    { id: '2', title: 'Suporte' },
    { id: 'sair', title: 'Encerrar a conversa' },
  ];
  const text = 'Olá, {{firstName}}!';
  it.each<[BotFacts['settings']['form'], Partial<BotFacts['draws']>, BotReply]>([
    ['list', {}, { kind: 'list', text, choices }],
    ['button', {}, { kind: 'buttons', text, choices }],
    ['button', { buttons: false }, { kind: 'list', text, choices }],
    ['button', { buttons: false, list: false }, { kind: 'text', text: MENU }],
    ['list', { list: false }, { kind: 'text', text: MENU }],
    ['text', {}, { kind: 'text', text: MENU }],
  ])('form %s with channel support %j', (form, draws, expected) =>
    expect(receive('oi', {}, { settings: { form }, draws }).replies).toEqual([expected]),
  );
  it('falls back to a list from four choices and to text from eleven', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => queue(i + 10, `Fila ${i}`));
    const kind = (n: number) => receive('oi', {}, { queues: many(n), settings: { form: 'button' } }).replies[0]!.kind;
    expect([kind(2), kind(3), kind(9), kind(10)]).toEqual(['buttons', 'list', 'list', 'text']);
  });
  it.each<[string, string, string, BotReply['kind']]>([
    ['a name of 20 characters fits a button', 'V'.repeat(20), 'Olá', 'buttons'],
    ['a name of 21 characters needs a list', 'V'.repeat(21), 'Olá', 'list'],
    ['a text of 1024 characters fits buttons', 'Vendas', 'o'.repeat(1024), 'buttons'],
    ['a text of 1025 characters needs a list', 'Vendas', 'o'.repeat(1025), 'list'],
    ['a text of 4097 characters is sent as text', 'Vendas', 'o'.repeat(4097), 'text'],
  ])('%s', (_, name, greeting, kind) => {
    const setup: Setup = {
      queues: [queue(1, name), queue(2, 'Suporte')],
      settings: { form: 'button' },
      connection: { greeting },
    };
    expect(receive('oi', {}, setup).replies[0]!.kind).toBe(kind);
    // A typed number is accepted in every form.
    expect(receive('2', { hasShown: true }, setup).state.queueId).toBe(2);
  });
  it('parses only numbers within the menu', () => {
    expect([parseChoice('2', 2), parseChoice('3', 2), parseChoice('0', 2), parseChoice('999999', 2)]).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['2️⃣', '🔟', '1️⃣0️⃣', '10)', '1 0'].map((text) => parseChoice(text, 10))).toEqual([1, 9, 9, 9, undefined]);
  });
});

describe('single queue [M-143]', () => {
  const oneQueue: Setup = { queues: [sales] };
  it('gets the ticket without a menu, and greets if the settings allow it', () => {
    const turn = receive('oi', {}, oneQueue);
    expect([turn.state.queueId, textsOf(turn), reasonsOf(turn)]).toEqual([
      1,
      ['Olá, {{firstName}}!'],
      ['queue onlyQueue'],
    ]);
    expect(textsOf(receive('oi', {}, { ...oneQueue, settings: { greetsInSingleQueue: false } }))).toEqual([]);
    expect(textsOf(receive('oi', {}, { ...oneQueue, connection: { greeting: '.' } }))).toEqual([]);
    expect(textsOf(receive('oi', {}, { ...oneQueue, contact: { hasBot: false } }))).toEqual([]);
    expect(receive('oi', {}, { ...oneQueue, contact: { hasBot: false } }).state.queueId).toBe(1);
  });
  it('does not greet the second message', () => {
    expect(textsOf(receive('olá?', { queueId: 1 }, oneQueue))).toEqual([]);
  });
  it('shows a single option at once, and the menu before several options', () => {
    const single = { queues: [queue(3, 'Única', { options: [option(31, 'Horários')] })] };
    expect(textsOf(receive('oi', {}, single))).toEqual([
      'Olá, {{firstName}}!',
      'aqui é Única\n\n*1* – Horários\n*sair* – Encerrar a conversa',
    ]);
    expect(decisiveStep(receive('oi', {}, { queues: [support] }))).toBe('menu answers menuShown');
  });
});

describe('limits of the menu [M-144]', () => {
  it('stops after `maxTurns` menus (0: never), and still accepts a valid choice', () => {
    expect(decisiveStep(receive('x', { ...inMenu, botTurns: 2 }))).toBe('menu answers menuNotUnderstood');
    expect(decisiveStep(receive('x', { ...inMenu, botTurns: 3 }))).toBe('menu stops turnsUsedUp');
    expect(decisiveStep(receive('x', { ...inMenu, botTurns: 50 }, { connection: { maxTurns: 0 } }))).toBe(
      'menu answers menuNotUnderstood',
    );
    expect(receive('1', { ...inMenu, botTurns: 3 }).state.queueId).toBe(1);
  });
  it('waits `pauseMinutes` after the first menu, across the hour', () => {
    const pause = { connection: { pauseMinutes: 30, maxTurns: 0 } };
    const repliedAt = instantOf('2026-11-13T10:45', ZONE);
    expect(decisiveStep(receive('x', { ...inMenu, repliedAt }, { ...pause, at: '2026-11-13T11:14' }))).toBe(
      'menu stops tooSoon',
    );
    const later = receive('x', { ...inMenu, repliedAt }, { ...pause, at: '2026-11-13T11:15' });
    expect([decisiveStep(later), later.state.repliedAt]).toEqual([
      'menu answers menuNotUnderstood',
      instantOf('2026-11-13T11:15', ZONE),
    ]);
    expect(receive('1', { ...inMenu, repliedAt }, { ...pause, at: '2026-11-13T10:46' }).state).toMatchObject({
      queueId: 1,
      repliedAt: null,
    });
  });
  it('logs the reason for its silence once', () => {
    const first = receive('x', { ...inMenu, botTurns: 3, lastReason: 'menuNotUnderstood' });
    expect(reasonsOf(first)).toEqual(['chatBot turnsUsedUp']);
    expect(reasonsOf(receive('y', { ...first.state }))).toEqual([]);
  });
});
