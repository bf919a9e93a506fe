import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHistograms, BUCKETS, bucketLimits, bucketOf, percentileOf, type Histogram } from './histogram.ts';
import { comparePanelTickets, isOnPanel, patchPanel, type PanelAgentLike, type PanelTicketLike } from './live-panel.ts';
import { metrics } from './metrics.ts';
import { numbersPage } from './numbers-page.ts';
import { checkNumbers, checks, type CheckedNumbers, type CheckName } from './reconciliation.ts';

const histogramOf = (values: number[]): Histogram => addHistograms(values.map((value) => ({ [bucketOf(value)]: 1 })));

describe('histograms', () => {
  it('put every duration into one bucket', () => {
    expect(bucketLimits).toHaveLength(BUCKETS - 1);
    expect([0, 0.9, 1, 1.4, 1e12].map(bucketOf)).toEqual([0, 0, 1, 2, 63]);
  });

  it('give a percentile within the bucket of the exact one', () => {
    const seconds = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(seconds, fc.constantFrom(0.5, 0.9), (values, share) => {
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
        const bucket = bucketOf(exact);
        const [low, high] = [bucketLimits[bucket - 1] ?? 0, bucketLimits[bucket]!];
        const found = percentileOf(histogramOf(values), share)!;
        expect(found).toBeGreaterThanOrEqual(low);
        expect(found).toBeLessThanOrEqual(high);
      }),
    );
    expect(percentileOf({}, 0.5)).toBeNull();
  });

  it('add up in any order', () => {
    const some = fc.array(fc.double({ min: 0, max: 1e5, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(addHistograms([histogramOf(a), histogramOf(b)])).toEqual(histogramOf([...a, ...b]));
      }),
    );
  });
});

describe('the live panel', () => {
  const ticket = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    status: fc.constantFrom('open' as const, 'pending' as const, 'closed' as const, 'group' as const),
    userId: fc.constantFrom(null, 1, 2),
    queueId: fc.constantFrom(null, 1),
    updatedAt: fc.constantFrom('2026-01-01', '2026-01-02'),
    waitingSince: fc.constantFrom(null, '2026-01-01', '2026-01-03'),
    user: fc.constant(null),
  });
  const change = fc.oneof(
    ticket.map((value) => ({ action: 'update' as const, ticket: value as PanelTicketLike })),
    fc.integer({ min: 1, max: 6 }).map((ticketId) => ({ action: 'delete' as const, ticketId })),
  );

  it('shows the last state of each ticket once, sorted, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const last = new Map<number, PanelTicketLike | null>();
        let panel = { tickets: [] as PanelTicketLike[], agents: [] as PanelAgentLike[] };
        for (const one of changes) {
          panel = patchPanel(panel, one);
          if ('ticket' in one) last.set(one.ticket.id, one.ticket);
          else last.set(one.ticketId, null);
        }
        const expected = [...last.values()].filter((value) => value !== null && isOnPanel(value));
        expect(panel.tickets).toEqual((expected as PanelTicketLike[]).toSorted(comparePanelTickets));
      }),
    );
  });

  it('updates an agent with the cards of its tickets, and keeps the state on reload', () => {
    const user: PanelAgentLike = { id: 1, name: 'Ana', profile: 'user', online: false, profileImage: null };
    const card: PanelTicketLike = {
      id: 9,
      status: 'open',
      userId: 1,
      queueId: null,
      updatedAt: '',
      waitingSince: null,
      user,
    };
    const panel = { tickets: [card], agents: [user] };
    const online = patchPanel(panel, { action: 'update', agent: { ...user, online: true } });
    expect([online.agents[0], online.tickets[0]!.user]).toMatchObject([{ online: true }, { online: true }]);
    expect(patchPanel(online, { action: 'delete', userId: 1 }).agents).toEqual([]);
    expect(patchPanel(panel, { action: 'reload' })).toBe(panel);
  });
});

describe('the definitions', () => {
  it('have a sentence in each language, and docs/numbers.md is made of them', () => {
    for (const { pt, en, es } of Object.values(metrics))
      for (const text of [pt, en, es]) expect(text).toMatch(/^\p{Lu}.*\.$/u);
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/numbers.md'), 'utf8');
    expect(page).toBe(numbersPage());
  });

  describe('of the equations', () => {
    const numbers: CheckedNumbers = {
      tickets: 10,
      finished: 4,
      open: 2,
      pending: 1,
      group: 1,
      nps: 1,
      lgpd: 1,
      withRating: 3,
      withoutRating: 1,
      active: 3,
      passive: 7,
      rated: 6,
      promoters: 3,
      passives: 2,
      detractors: 1,
      byAgent: 10,
      byDay: 10,
      reportRows: 10,
      exported: { rows: 10, seconds: 3600.001, scores: 45 },
      seconds: 3600,
      scores: 45,
      brokenCycles: 0,
    };
    const { exported } = numbers;
    /** One wrong number for each equation, with both sides as they are then. */
    const wrong: Record<CheckName, [wrong: Partial<CheckedNumbers>, left: number, right: number]> = {
      status: [{ open: 3 }, 11, 10],
      agents: [{ byAgent: 9 }, 9, 10],
      days: [{ byDay: 12 }, 12, 10],
      demand: [{ passive: 6 }, 9, 10],
      ended: [{ withoutRating: 2 }, 5, 4],
      ratings: [{ detractors: 0 }, 5, 6],
      report: [{ reportRows: 11 }, 11, 10],
      exportRows: [{ exported: { ...exported, rows: 9 } }, 9, 10],
      exportTimes: [{ exported: { ...exported, seconds: 3590 } }, 3590, 3600],
      exportScores: [{ exported: { ...exported, scores: 36 } }, 36, 45],
      periods: [{ brokenCycles: 1 }, 9, 10],
    };

    it('there is a line for each, and all hold for equal sides', () => {
      const lines = checkNumbers(numbers);
      expect(lines.map(({ name }) => name)).toEqual(Object.keys(checks));
      expect(lines.filter(({ holds }) => !holds)).toEqual([]);
    });

    it.each(Object.entries(wrong))(
      '«%s» alone does not hold when one of its sides is wrong',
      (name, [own, ...sides]) => {
        const [left, right] = sides;
        expect(checkNumbers({ ...numbers, ...own }).filter(({ holds }) => !holds)).toEqual([
          { name, left, right, holds: false },
        ]);
      },
    );
  });
});
