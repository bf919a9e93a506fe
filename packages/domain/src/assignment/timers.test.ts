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

describe('decideIdle', () => {
  it.each<[string, IdleTicket, ClosingRules, 'nothing' | 'warn' | 'close']>([
    ['closing is off', open(9999), rules(0), 'nothing'],
    ['a warning without closing is off', open(9999), rules(0, 10), 'nothing'],
    ['a minute before closing', open(29), rules(30), 'nothing'],
    ['at the closing time', open(30), rules(30), 'close'],
    ['with a warning time: warns first', open(10), rules(30, 10), 'warn'],
    ['not warned yet, idle for longer than both times', open(500), rules(30, 10), 'warn'],
    ['warned, closing time not over', open(500, { warnedAt: ago(29) }), rules(30, 10), 'nothing'],
    ['warned, closing time over', open(0, { warnedAt: ago(30) }), rules(30, 10), 'close'],
    ['the customer wrote last, expiresWhen 0', open(30, { lastFromMe: false }), rules(30), 'close'],
    ['the customer wrote last, expiresWhen 1', open(30, { lastFromMe: false }), rules(30, 0, 1), 'nothing'],
    ['the company wrote last, expiresWhen 1', open(30), rules(30, 0, 1), 'close'],
    ['a pending ticket', open(30, { status: 'pending' }), rules(30), 'nothing'],
    ['a group', open(30, { status: 'group' }), rules(30), 'nothing'],
    ['an imported ticket', open(30, { importedAt: ago(60) }), rules(30), 'nothing'],
  ])('%s', (_, ticket, closingRules, expected) => {
    expect(decideIdle(ticket, closingRules, now).type).toBe(expected);
  });
});

describe('timer reasons', () => {
  it.each([
    [0, 'rotated'],
    [5, 'rotated'],
    [5.99, 'rotated'],
    [6, 'rotated+6'],
    [90, 'rotated+90'],
  ])('%d minutes late: %s', (late, expected) => {
    expect(formatTimerReason('rotated', ago(late), now)).toBe(expected);
  });
  it('are parsed again; other reasons stay unchanged', () => {
    expect(parseTimerReason('rotated+90')).toEqual({ reason: 'rotated', minutesLate: 90 });
    expect(parseTimerReason('menuShown')).toEqual({ reason: 'menuShown', minutesLate: 0 });
  });
});
