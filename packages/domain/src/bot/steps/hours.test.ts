import { describe, expect, it } from 'vitest';
import {
  decisiveStep,
  FRIDAY_EVENING,
  FRIDAY_NOON,
  inMenu,
  office,
  option,
  queue,
  reasonsOf,
  receive,
  sales,
  textsOf,
  type Setup,
} from '../turn.fixture.ts';

describe('business hours of the company and the connection [M-147] [M-150]', () => {
  it.each([
    ['disabled', FRIDAY_EVENING, 'menu answers menuShown'],
    ['queue', FRIDAY_EVENING, 'menu answers menuShown'],
    ['company', FRIDAY_EVENING, 'hours answers outsideHours'],
    ['company', FRIDAY_NOON, 'menu answers menuShown'],
    ['connection', FRIDAY_EVENING, 'hours answers outsideHours'],
    ['connection', FRIDAY_NOON, 'menu answers menuShown'],
  ] as const)('%s at %s: %s', (scheduleType, at, expected) =>
    expect(decisiveStep(receive('oi', {}, { settings: { scheduleType }, at }))).toBe(expected),
  );
  it('apply the hours of the connection or of the company, as configured', () => {
    const always = { connection: { schedules: [] }, at: FRIDAY_EVENING };
    expect(decisiveStep(receive('oi', {}, { ...always, settings: { scheduleType: 'connection' } }))).toBe(
      'menu answers menuShown',
    );
    expect(decisiveStep(receive('oi', {}, { ...always, settings: { scheduleType: 'company' } }))).toBe(
      'hours answers outsideHours',
    );
  });
  it('count as a turn, respect the limits, and stop silently without a text', () => {
    const closed: Setup = { settings: { scheduleType: 'company' }, at: FRIDAY_EVENING };
    expect(receive('oi', {}, closed).state.botTurns).toBe(1);
    expect(decisiveStep(receive('oi', { botTurns: 3 }, closed))).toBe('hours stops turnsUsedUp');
    const mute = receive('oi', {}, { ...closed, connection: { outOfHours: '' } });
    expect([decisiveStep(mute), textsOf(mute), reasonsOf(mute)]).toEqual([
      'hours stops outsideHours',
      [],
      ['chatBot outsideHours'],
    ]);
  });
  it('give the reason «holiday» on a holiday, when hours are used', () => {
    const holidays = [{ day: '11-13', hours: null }];
    expect(decisiveStep(receive('oi', {}, { settings: { scheduleType: 'company' }, holidays }))).toBe(
      'hours answers holiday',
    );
    expect(decisiveStep(receive('oi', {}, { settings: { scheduleType: 'disabled' }, holidays }))).toBe(
      'menu answers menuShown',
    );
  });
  it('also apply to a ticket that waits for an agent', () => {
    const closed: Setup = { settings: { scheduleType: 'company' }, at: FRIDAY_EVENING };
    expect(decisiveStep(receive('oi', { queueId: 1, userId: 5, isBot: false }, closed))).toBe(
      'hours answers outsideHours',
    );
  });
});

describe('business hours of a queue [M-150]', () => {
  const shop = queue(4, 'Loja', { schedules: office, options: [option(41, 'Preços')] });
  const closed: Setup = { queues: [sales, shop], settings: { scheduleType: 'queue' }, at: FRIDAY_EVENING };
  it('replace the options when a closed queue is chosen', () => {
    const turn = receive('2', inMenu, closed);
    expect([turn.state.queueId, textsOf(turn), decisiveStep(turn), reasonsOf(turn)]).toEqual([
      4,
      ['Loja fechou'],
      'queueHours answers outsideHours',
      ['queue queueChosen', 'chatBot outsideHours'],
    ]);
  });
  it('apply to later messages until an agent accepts the ticket', () => {
    expect(textsOf(receive('alô?', { queueId: 4 }, closed))).toEqual(['Loja fechou']);
    expect(textsOf(receive('alô?', { queueId: 4, status: 'open', userId: 5 }, closed))).toEqual([]);
    expect(textsOf(receive('2', inMenu, { ...closed, at: FRIDAY_NOON }))[0]).toContain('*1* – Preços');
  });
});
