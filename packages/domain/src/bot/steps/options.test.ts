import { describe, expect, it } from 'vitest';
import { phrases } from '../phrases.ts';
import {
  decisiveStep,
  FRIDAY_EVENING,
  inMenu,
  inSupport,
  MENU,
  newState,
  office,
  option,
  queue,
  reasonsOf,
  receive,
  support,
  textsOf,
} from '../turn.fixture.ts';

describe('options of a queue [M-140] [M-141]', () => {
  const level = (title: string, names: string[]) =>
    [
      `${title}\n`,
      ...names.map((name, i) => `*${i + 1}* – ${name}`),
      '*#* – Voltar ao menu',
      '*sair* – Encerrar a conversa',
    ].join('\n');
  const top = ['Impressora', 'Boletos', 'Vendas', 'Falar com Ana', 'Encerrar aqui'];
  it('are shown when the ticket enters the queue, with back and exit', () => {
    const turn = receive('2', inMenu);
    expect([textsOf(turn), reasonsOf(turn), turn.state.hasShown]).toEqual([
      [level('aqui é Suporte', top)],
      ['queue queueChosen', 'chatBot optionsShown'],
      true,
    ]);
  });
  it('show the next level of a chosen option', () => {
    const turn = receive('1', inSupport);
    expect([textsOf(turn), turn.state.optionId]).toEqual([[level('sobre Impressora', ['Sem papel', 'Não liga'])], 21]);
    const deeper = receive('2', turn.state);
    expect([textsOf(deeper), deeper.state.optionId, deeper.closes]).toEqual([
      ['sobre Não liga\n\n*#* – Voltar ao menu\n*sair* – Encerrar a conversa'],
      212,
      null,
    ]);
    expect([textsOf(receive('obrigado', deeper.state)), textsOf(receive('9', deeper.state))]).toEqual([[], []]);
  });
  it.each([
    ['the first level', {}, top],
    ['a deeper level', { optionId: 21 }, ['Sem papel', 'Não liga']],
  ])('repeat %s after an unknown answer, within the limits', (_, state, names) => {
    const turn = receive('nada', { ...inSupport, ...state });
    expect([textsOf(turn), turn.state.botTurns]).toEqual([[level(phrases.notAnOption, names)], 1]);
    expect(decisiveStep(receive('nada', { ...inSupport, ...state, botTurns: 3 }))).toBe('options stops turnsUsedUp');
  });
  it('# returns to the menu of queues from any level, also with an agent assigned', () => {
    const turn = receive('#', { ...inSupport, optionId: 212, userId: 77 });
    expect([textsOf(turn), turn.state]).toEqual([[MENU], { ...newState, hasShown: true, lastReason: 'wentBack' }]);
    expect(receive('1', turn.state).state.queueId).toBe(1);
    const single = { queues: [queue(3, 'Única', { options: [option(31, 'Horários')] })] };
    expect(textsOf(receive('#', { queueId: 3, optionId: 31, hasShown: true }, single))[0]).toContain('*1* – Horários');
  });
  it('the exit word closes the ticket', () => {
    expect(receive('Sair', { ...inSupport, optionId: 21 }).closes).toEqual({ by: 'customer', reason: 'customerLeft' });
  });
  it('of kind file send their file list', () => {
    expect(textsOf(receive('2', inSupport))).toEqual(['lista 9', expect.stringContaining('sobre Boletos')]);
  });
  it('of kind queue move the ticket and send the greeting or the hours of the new queue', () => {
    const turn = receive('3', inSupport);
    expect([turn.state.queueId, textsOf(turn), reasonsOf(turn), turn.state.optionId]).toEqual([
      1,
      ['sobre Vendas', 'aqui é Vendas'],
      ['queue optionMovedQueue'],
      null,
    ]);
    const closed = receive('3', inSupport, {
      queues: [queue(1, 'Vendas', { schedules: office }), support],
      settings: { scheduleType: 'queue' },
      at: FRIDAY_EVENING,
    });
    expect(textsOf(closed)).toEqual(['sobre Vendas', 'Vendas fechou']);
  });
  it('of kind attendent assign the agent and leave the ticket pending', () => {
    const turn = receive('4', inSupport);
    expect([turn.state.userId, turn.state.queueId, turn.state.status, reasonsOf(turn)]).toEqual([
      77,
      1,
      'pending',
      ['queue optionGaveAttendant'],
    ]);
    expect(textsOf(receive('alô', turn.state))).toEqual([]);
  });
  it('of kind attendent without an agent wait for any agent of the queue and state the position [F-U39]', () => {
    const own = queue(6, 'Caixa', { options: [option(61, 'Falar com alguém', { kind: 'attendent' })] });
    const setup = { queues: [own], settings: { distributes: true, positionText: 'Você é o {{position}}.' } };
    const turn = receive('1', { queueId: 6, hasShown: true }, setup);
    expect([textsOf(turn), turn.state.queueId, turn.state.userId, turn.waitsIn]).toEqual([
      ['sobre Falar com alguém'],
      6,
      null,
      { queueId: 6, choosesAgent: true, sendsPosition: true },
    ]);
    expect(textsOf(receive('alô', turn.state, setup))).toEqual([]);
  });
  it('with closeTicket close the ticket without a farewell, as does a queue', () => {
    const turn = receive('5', inSupport);
    expect([turn.closes, textsOf(turn)]).toEqual([{ by: 'bot', reason: 'closedByOption' }, ['sobre Encerrar aqui']]);
    const closed = receive('1', inMenu, {
      queues: [queue(5, 'Avisos', { closesTicket: true, fileListId: 8 }), support],
    });
    expect([closed.closes, textsOf(closed)]).toEqual([
      { by: 'bot', reason: 'closedByQueue' },
      ['aqui é Avisos', 'lista 8'],
    ]);
  });
  it('end when an agent accepts, and are shown first when another user assigned the queue', () => {
    expect(textsOf(receive('1', { ...inSupport, status: 'open', userId: 5 }))).toEqual([]);
    expect(textsOf(receive('1', { queueId: 2, isBot: false }))).toEqual([]);
    expect(textsOf(receive('1', { queueId: 2 }))[0]).toContain('*5* – Encerrar aqui');
  });
});
