import { describe, expect, it } from 'vitest';
import type { BotState } from '../dialog.ts';
import { decisiveStep, inMenu, receive, textsOf } from '../turn.fixture.ts';

describe('company vacation [M-151]', () => {
  const away = { connection: { vacation: { message: 'De férias!', start: '2026-11-10', end: '2026-11-13' } } };
  it.each<[string, Partial<BotState>]>([
    ['a new conversation', {}],
    ['a rating', { status: 'nps', ratingTurns: 1, userId: 5 }],
    ['a consent answer', { status: 'lgpd', wasAskedConsent: true }],
    ['a menu choice', inMenu],
  ])('%s gets only the vacation text', (_, state) => {
    const turn = receive('1', state, { ...away, settings: { consent: { isOn: true, text: 'x', link: '' } } });
    expect([decisiveStep(turn), textsOf(turn), turn.rates, turn.consents, turn.state.queueId]).toEqual([
      'vacation answers onVacation',
      ['De férias!'],
      null,
      null,
      null,
    ]);
    expect(turn.state.status).toBe(state.status ?? 'pending');
  });
  it('lasts until the last minute of the last day, and needs a text', () => {
    expect(decisiveStep(receive('oi', {}, { ...away, at: '2026-11-13T23:59' }))).toBe('vacation answers onVacation');
    expect(decisiveStep(receive('oi', {}, { ...away, at: '2026-11-14T00:00' }))).toBe('menu answers menuShown');
    const mute = { connection: { vacation: { message: ' ', start: '2026-11-10', end: '2026-11-13' } } };
    expect(decisiveStep(receive('oi', {}, mute))).toBe('menu answers menuShown');
  });
  it('is limited like menus', () => {
    expect(decisiveStep(receive('oi', { botTurns: 3 }, away))).toBe('vacation stops turnsUsedUp');
  });
});
