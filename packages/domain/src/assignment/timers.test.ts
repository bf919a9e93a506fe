import { describe, expect, it } from 'vitest';
import {
  after,
  formatTimerReason,
  decideIdle,
  parseTimerReason,
  type ClosingRules,
  type IdleTicket,
} from './timers.ts';

const now = new Date('2026-11-15T12:00:00Z');
const ago = (minutes: number) => after(now, -minutes);
const open = (idleMinutes: number, more: Partial<IdleTicket> = {}): IdleTicket => ({
  status: 'open',
  lastFromMe: true,
  updatedAt: ago(idleMinutes),
  warnedAt: null,
  importedAt: null,
  ...more,
});
const rules = (expiresMinutes: number, inactiveMinutes = 0, expiresWhen = 0): ClosingRules => ({
  expiresMinutes,
  inactiveMinutes,
  expiresWhen,
});

describe('a conversation that has gone silent', () => {
  it.each<[string, IdleTicket, ClosingRules, 'nothing' | 'warn' | 'close']>([
    ['closing is off', open(9999), rules(0), 'nothing'],
    ['a warning without closing is off', open(9999), rules(0, 10), 'nothing'],
    ['a minute early', open(29), rules(30), 'nothing'],
    ['on the minute', open(30), rules(30), 'close'],
    ['with a warning: warned first', open(10), rules(30, 10), 'warn'],
    ['not yet warned, idle for longer than both', open(500), rules(30, 10), 'warn'],
    ['warned a moment ago', open(500, { warnedAt: ago(29) }), rules(30, 10), 'nothing'],
    ['the time since the warning is over', open(0, { warnedAt: ago(30) }), rules(30, 10), 'close'],
    ['the customer spoke last, whoever may have', open(30, { lastFromMe: false }), rules(30), 'close'],
    ['the customer spoke last, only we count', open(30, { lastFromMe: false }), rules(30, 0, 1), 'nothing'],
    ['we spoke last, only we count', open(30), rules(30, 0, 1), 'close'],
    ['it waits for an attendant', open(30, { status: 'pending' }), rules(30), 'nothing'],
    ['a group', open(30, { status: 'group' }), rules(30), 'nothing'],
    ['it came with the history', open(30, { importedAt: ago(60) }), rules(30), 'nothing'],
  ])('%s', (_, ticket, closingRules, expected) => {
    expect(decideIdle(ticket, closingRules, now).type).toBe(expected);
  });
});

describe('what comes late says so', () => {
  it.each([
    [0, 'rotated'],
    [5, 'rotated'],
    [5.99, 'rotated'],
    [6, 'rotated+6'],
    [90, 'rotated+90'],
  ])('%d minutes: %s', (late, expected) => {
    expect(formatTimerReason('rotated', ago(late), now)).toBe(expected);
  });
  it('and is read back', () => {
    expect(parseTimerReason('rotated+90')).toEqual({ reason: 'rotated', minutesLate: 90 });
    expect(parseTimerReason('menuShown')).toEqual({ reason: 'menuShown', minutesLate: 0 });
  });
});
