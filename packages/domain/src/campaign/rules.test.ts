import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignStatuses, holds, recipientStates, type CampaignStatus } from './campaign.ts';
import { decideEligibility, type EligibilityFacts } from './eligibility.ts';
import { decideGuard } from './guards.ts';
import {
  afterAction,
  canBecome,
  editableParts,
  isTerminal,
  recipientTransitions,
  savedStatus,
  type CampaignAction,
} from './machine.ts';
import { hasDifference, wilson } from './statistics.ts';

const now = new Date('2026-11-17T12:00:00Z');
const inMinutes = (minutes: number) => new Date(+now + minutes * 60_000);

describe('a campaign', () => {
  it.each<[CampaignStatus, CampaignAction, CampaignStatus | null]>([
    ['PROGRAMADA', 'start', 'EM_ANDAMENTO'],
    ['INATIVA', 'start', null],
    ['EM_ANDAMENTO', 'cancel', 'CANCELADA'],
    ['PROGRAMADA', 'cancel', null],
    ['FINALIZADA', 'cancel', null],
    ['CANCELADA', 'restart', 'EM_ANDAMENTO'],
    ['FINALIZADA', 'restart', null],
    ['EM_ANDAMENTO', 'finish', 'FINALIZADA'],
    ['CANCELADA', 'finish', null],
    ['EM_ANDAMENTO', 'delete', null],
    ['PROGRAMADA', 'delete', 'PROGRAMADA'],
    ['EM_ANDAMENTO', 'pause', 'EM_ANDAMENTO'],
    ['CANCELADA', 'pause', null],
  ])('%s, %s: %s [M-243]', (status, action, expected) => {
    expect(afterAction({ status, scheduledAt: now, hold: null }, action)).toBe(expected);
  });

  it('continues only from a hold, and is paused only where no decision of a user is awaited', () => {
    for (const hold of [null, ...holds]) {
      const facts = { status: 'EM_ANDAMENTO' as const, scheduledAt: now, hold };
      expect(afterAction(facts, 'continue') !== null).toBe(hold !== null);
      expect(afterAction(facts, 'pause') !== null).toBe([null, 'connection', 'company', 'health'].includes(hold));
    }
  });

  it.each<[CampaignStatus, Date | null, ReturnType<typeof editableParts>]>([
    ['INATIVA', null, 'all'],
    ['INATIVA', inMinutes(5), 'all'],
    ['PROGRAMADA', inMinutes(61), 'all'],
    ['PROGRAMADA', inMinutes(60), 'none'],
    ['PROGRAMADA', inMinutes(-1), 'none'],
    ['EM_ANDAMENTO', inMinutes(61), 'none'],
    ['CANCELADA', inMinutes(61), 'content'],
    ['FINALIZADA', null, 'none'],
  ])('%s at %s: %s can be changed [M-244] [CP-04]', (status, scheduledAt, expected) => {
    expect(editableParts({ status, scheduledAt, hold: null }, now)).toBe(expected);
  });

  it('is scheduled when it is saved with a date', () => {
    expect(savedStatus(null, null)).toBe('INATIVA');
    expect(savedStatus('INATIVA', now)).toBe('PROGRAMADA');
    expect(savedStatus('PROGRAMADA', null)).toBe('INATIVA');
    expect(savedStatus('CANCELADA', now)).toBe('CANCELADA');
  });

  it('has no status from which every action is refused but the last', () => {
    const actions: CampaignAction[] = ['start', 'pause', 'continue', 'cancel', 'restart', 'finish', 'delete'];
    for (const status of campaignStatuses) {
      const possible = actions.filter(
        (action) => afterAction({ status, scheduledAt: now, hold: null }, action) !== null,
      );
      expect(possible.length).toBeGreaterThan(0);
    }
  });
});

describe('a recipient', () => {
  it('reaches an end from every state, and is not sent to again after one', () => {
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const next of recipientTransitions[from as keyof typeof recipientTransitions])
        if (!seen.has(next)) reach(next, seen.add(next));
      return seen;
    };
    for (const state of recipientStates) {
      const reached = reach(state);
      if (!isTerminal(state)) expect([...reached].some((next) => isTerminal(next as never))).toBe(true);
      else
        for (const next of ['planned', 'asking', 'asked', 'confirmed', 'queued']) expect(reached.has(next)).toBe(false);
    }
  });

  it('with an unknown outcome is never repeated', () => {
    expect(canBecome('unknown', 'planned')).toBe(false);
    expect(canBecome('unknown', 'queued')).toBe(false);
    expect(canBecome('queued', 'planned')).toBe(true);
  });
});

const facts = (more: Partial<EligibilityFacts> = {}): EligibilityFacts => ({
  channel: 'whatsappapi',
  hasAddress: true,
  isValid: null,
  isBlocked: false,
  hasOptedOut: false,
  hasWritten: true,
  isWindowOpen: true,
  hasText: true,
  hasTemplate: false,
  allowsCold: false,
  ...more,
});

describe('who may be contacted', () => {
  const qr = { channel: 'whatsapp', isWindowOpen: null } as const;
  it.each<[string, Partial<EligibilityFacts>, string]>([
    ['inside the window', {}, 'text free'],
    ['inside the window, with a template', { hasTemplate: true }, 'text free'],
    ['outside, with a template', { isWindowOpen: false, hasTemplate: true }, 'template costs'],
    ['outside, without a template', { isWindowOpen: false }, 'window-closed'],
    ['only a template, inside', { hasText: false, hasTemplate: true }, 'template free'],
    ['neither', { hasText: false }, 'no-template'],
    ['never wrote, official', { isWindowOpen: false, hasTemplate: true, hasWritten: false }, 'template costs'],
    ['by phone, wrote before', qr, 'text costs'],
    ['by phone, cold', { ...qr, hasWritten: false }, 'cold'],
    ['by phone, cold and allowed', { ...qr, hasWritten: false, allowsCold: true }, 'text costs'],
    ['page, inside', { channel: 'instagram' }, 'text free'],
    ['page, outside', { channel: 'facebook', isWindowOpen: false, hasTemplate: true }, 'window-closed'],
    ['an invalid number', { isValid: false }, 'invalid'],
    ['without an address', { hasAddress: false }, 'invalid'],
    ['blocked', { isBlocked: true }, 'blocked'],
    ['opted out', { hasOptedOut: true }, 'opted-out'],
  ])('%s [CP-06]', (_, more, expected) => {
    const decision = decideEligibility(facts(more));
    const shown =
      decision.type === 'skip' ? decision.reason : `${decision.content} ${decision.costs ? 'costs' : 'free'}`;
    expect(shown).toBe(expected);
  });

  it('is never a contact who opted out, is blocked or has an invalid number', () => {
    const any = fc.record<EligibilityFacts>({
      channel: fc.constantFrom('whatsapp', 'whatsappapi', 'facebook', 'instagram'),
      hasAddress: fc.boolean(),
      isValid: fc.constantFrom(null, true, false),
      isBlocked: fc.boolean(),
      hasOptedOut: fc.boolean(),
      hasWritten: fc.boolean(),
      isWindowOpen: fc.constantFrom(null, true, false),
      hasText: fc.boolean(),
      hasTemplate: fc.boolean(),
      allowsCold: fc.boolean(),
    });
    fc.assert(
      fc.property(any, (given) => {
        const decision = decideEligibility(given);
        if (decision.type === 'skip') return;
        expect(given).toMatchObject({ hasAddress: true, isBlocked: false, hasOptedOut: false });
        expect(given.isValid).not.toBe(false);
        // A linked phone has no reply window.
        if (given.channel === 'whatsapp') expect(given.hasWritten || given.allowsCold).toBe(true);
        else if (decision.content === 'text') expect(given.isWindowOpen).not.toBe(false);
      }),
    );
  });
});

describe('the guards', () => {
  const guards = { failedPercent: 10, optedOutPercent: 3 };
  it.each([
    [5, 6, null],
    [6, 0, 'failed'],
    [0, 7, 'opted-out'],
    [6, 7, 'failed'],
    [0, 0, null],
  ])('%i failed of 50, %i opted out of 200: %s', (failed, optedOut, expected) => {
    expect(decideGuard({ failed, optedOut, ...guards })).toBe(expected);
  });
});

describe('shares of variants', () => {
  it('have the bounds of Wilson', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    const { low, high } = wilson(10, 100);
    expect(low).toBeCloseTo(0.0552, 3);
    expect(high).toBeCloseTo(0.1744, 3);
  });
  it('always contain the observed share', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (count, more) => {
        const total = count + more;
        const { low, high } = wilson(count, total);
        if (total > 0) expect(low <= count / total + 1e-9 && count / total <= high + 1e-9).toBe(true);
        expect(low >= 0 && high <= 1).toBe(true);
      }),
    );
  });
  it('differ only when the bounds do not overlap', () => {
    expect(hasDifference([wilson(10, 100), wilson(12, 100)])).toBe(false);
    expect(hasDifference([wilson(10, 1000), wilson(120, 1000)])).toBe(true);
    expect(hasDifference([wilson(10, 1000)])).toBe(false);
  });
});
