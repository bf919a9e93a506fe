import type { AiCeiling, AiCeilings, AiPrice } from '@balcao/contract/endpoints/ai-usage';
import type { TurnFailure } from '@balcao/contract/endpoints/prompts';
import { costOf } from '@balcao/domain/ai/cost';
import type { Clock } from '../../infrastructure/clock.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { ceilingStore, type CallSubject, type LedgerEntry, type StoredReservation } from './ceilings.store.ts';
import type { NotifyOfCeiling } from './ceiling-notices.ts';
import { priceStore } from './prices.store.ts';

export interface CeilingDeps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  notify: NotifyOfCeiling;
}
/** What a call used, or may use at most. */
export interface Units {
  inputTokens: number;
  outputTokens: number;
  seconds: number;
  characters: number;
}
export const noUnits: Units = { inputTokens: 0, outputTokens: 0, seconds: 0, characters: 0 };
/** Whom a call answers; null where a ceiling does not apply. */
export interface CallParty {
  conversationId: number | null;
  contactId: number | null;
}
/** An agent's own request needs no AI in the plan: the platform offers it to every company. */
export type Requester = 'bot' | 'agent';
export interface Reservation {
  id: number;
  atMost: Units;
  price: AiPrice | null;
}
export type Reserved = { ok: true; reservation: Reservation } | { ok: false; failure: TurnFailure };

export const defaultCeilings: AiCeilings = {
  monthCents: null,
  callsPerDay: 2000,
  turnsPerConversation: 20,
  callsPerContactHour: 30,
};
const MICROS_PER_CENT = 10_000;
/** Share of a ceiling of the company at which admins are notified. */
const MOST = 0.8;
/** Far above the duration of a call: its process has ended. */
const ABANDONED_MS = 10 * 60_000;
const EPOCH = new Date(0);
const failures: Record<AiCeiling, TurnFailure> = {
  month: 'monthCeiling',
  day: 'dayCeiling',
  contactHour: 'contactCeiling',
  conversation: 'turnCeiling',
};

/** Ceilings of what AI may cost: an amount is reserved before each call and settled in the ledger after it. */
export function createCeilings({ db, clock, companies, notify }: CeilingDeps) {
  async function settleIn(tx: Tx, taken: StoredReservation, entry: Omit<LedgerEntry, 'at' | keyof CallSubject>) {
    const at = clock.now();
    const { purpose, provider, model, promptId, flowId, month, micros } = taken;
    // Sent together; the database runs them one after the other.
    const [limits, , { spentMicros, notices }] = await Promise.all([
      ceilingStore.ofCompany(tx),
      ceilingStore.addUsage(tx, { at, purpose, provider, model, promptId, flowId, ...entry }),
      ceilingStore.settleMonth(tx, month, entry.costMicros ?? 0, micros, at),
    ]);
    const { monthCents } = limits ?? defaultCeilings;
    if (monthCents === null || spentMicros < monthCents * MICROS_PER_CENT * MOST || notices.month80) return;
    await notify(tx, month, { ceiling: 'month', percent: 80, limit: monthCents });
  }
  /** Calls whose process ended before they were settled may have been paid for: they count as a whole. */
  async function settleAbandoned(tx: Tx, now: Date) {
    for (const taken of await ceilingStore.takeAbandoned(tx, new Date(+now - ABANDONED_MS)))
      await settleIn(tx, taken, { ...noUnits, costMicros: taken.isPriced ? taken.micros : null, outcome: 'unknown' });
  }

  async function reserveIn(
    tx: Tx,
    subject: CallSubject,
    party: CallParty,
    atMost: Units,
    requester: Requester,
  ): Promise<Reservation & Counted> {
    const now = clock.now();
    const [{ company, plan, isSilent }, ownLimits, price] = await Promise.all([
      companies.inTx.getStanding(tx),
      ceilingStore.ofCompany(tx),
      priceStore.ofModel(tx, subject.provider, subject.model),
    ]);
    // The plan may have lost AI, and the company its right to send, since the conversation began.
    if (!plan.useOpenAi && requester === 'bot') throw new NotReserved('notInPlan');
    if (isSilent) throw new NotReserved('overdue');
    const { month, day, hour } = await ceilingStore.periods(tx, now, company.timeZone);
    const limits = ownLimits ?? defaultCeilings;
    const micros = price ? microsOf(atMost, price) : 0;
    const { conversationId, contactId } = party;
    // Always in this order, so that two calls cannot wait for each other.
    const counted: [scope: Exclude<AiCeiling, 'month'>, subject: number | null, period: Date, limit: number | null][] =
      [
        ['conversation', conversationId, EPOCH, limits.turnsPerConversation],
        ['contactHour', contactId, hour, limits.callsPerContactHour],
        ['day', 0, day, limits.callsPerDay],
      ];
    const ceilingMicros = limits.monthCents === null ? null : limits.monthCents * MICROS_PER_CENT;
    const reserved = { ...subject, month, micros, isPriced: price !== null };
    const [calls, taken] = await Promise.all([
      Promise.all(
        counted.map(([scope, of, period, limit]) =>
          of === null ? Promise.resolve(0) : ceilingStore.takeCall(tx, { scope, subject: of, period }, limit, now),
        ),
      ),
      ceilingStore.takeMonth(tx, reserved, ceilingMicros, now),
    ]);
    for (const [at, [scope, , , limit]] of counted.entries())
      if (calls[at] === undefined) throw new NotReserved(failures[scope], { month, ceiling: scope, limit: limit ?? 0 });
    if (!taken) throw new NotReserved(failures.month, { month, ceiling: 'month', limit: limits.monthCents ?? 0 });
    // After the month was locked, for the same reason: their amounts only move from reserved to spent.
    await settleAbandoned(tx, now);
    const callsToday = calls.at(-1)!;
    const { callsPerDay } = limits;
    const isMostOfDay = callsPerDay !== null && callsToday >= callsPerDay * MOST && !taken.notices.day80;
    return { id: taken.id, atMost, price, mostOfDay: isMostOfDay ? { month, limit: callsPerDay } : null };
  }

  return {
    /** Refuses a call of a company without AI in its plan, an overdue one, and a call above a ceiling. */
    async reserve(
      companyId: number,
      subject: CallSubject,
      party: CallParty,
      atMost: Units,
      requester: Requester = 'bot',
    ): Promise<Reserved> {
      try {
        const { mostOfDay, ...reservation } = await db.inCompany(companyId, (tx) =>
          reserveIn(tx, subject, party, atMost, requester),
        );
        if (mostOfDay) {
          const { month, limit } = mostOfDay;
          await db.inCompany(companyId, (tx) => notify(tx, month, { ceiling: 'day', percent: 80, limit }));
        }
        return { ok: true, reservation };
      } catch (error) {
        if (!(error instanceof NotReserved)) throw error;
        const { reached, failure } = error;
        if (reached) {
          const { month, ...ceiling } = reached;
          await db.inCompany(companyId, (tx) => notify(tx, month, { ...ceiling, percent: 100 }));
        }
        return { ok: false, failure };
      }
    },

    /**
     * Counts a call to an external bot in the hour of the contact, so that two bots do not answer each other without end.
     * It costs nothing here and needs no AI in the plan. False: the ceiling is reached.
     */
    countBotCall: (companyId: number, contactId: number): Promise<boolean> =>
      db.inCompany(companyId, async (tx) => {
        const now = clock.now();
        const [{ timeZone }, limits = defaultCeilings] = await Promise.all([
          companies.inTx.getHours(tx),
          ceilingStore.ofCompany(tx),
        ]);
        const { month, hour } = await ceilingStore.periods(tx, now, timeZone);
        const limit = limits.callsPerContactHour;
        const counter = { scope: 'contactHour' as const, subject: contactId, period: hour };
        if ((await ceilingStore.takeCall(tx, counter, limit, now)) !== undefined) return true;
        await notify(tx, month, { ceiling: 'contactHour', percent: 100, limit });
        return false;
      }),

    /** `used` is null if the call was not carried out, or nothing is known about it. */
    settle: (companyId: number, reservation: Reservation, outcome: LedgerEntry['outcome'], used: Units | null) =>
      db.inCompany(companyId, async (tx) => {
        const taken = await ceilingStore.takeReservation(tx, reservation.id);
        if (!taken) return null;
        const { price, atMost } = reservation;
        // A call of which nothing is known may have been paid for.
        const paid = used ?? (outcome === 'unknown' ? atMost : noUnits);
        const costMicros = price ? microsOf(paid, price) : null;
        await settleIn(tx, taken, { ...(used ?? noUnits), costMicros, outcome });
        return costMicros;
      }),

    async prune(companyId: number): Promise<void> {
      const now = clock.now();
      await inPortions((limit) => db.inCompany(companyId, (tx) => ceilingStore.prune(tx, now, limit)));
    },

    state: (companyId: number) => db.readCompany(companyId, stateIn),
    /** Runs in the caller's transaction. */
    inTx: { state: stateIn },
  };

  async function stateIn(tx: Tx) {
    const { timeZone } = await companies.inTx.getHours(tx);
    const { month, day } = await ceilingStore.periods(tx, clock.now(), timeZone);
    return {
      ceilings: (await ceilingStore.ofCompany(tx)) ?? defaultCeilings,
      month: await ceilingStore.read(tx, { scope: 'month', subject: 0, period: month }),
      day: await ceilingStore.read(tx, { scope: 'day', subject: 0, period: day }),
    };
  }
}
export type Ceilings = ReturnType<typeof createCeilings>;

interface ReachedCeiling {
  month: Date;
  ceiling: AiCeiling;
  limit: number;
}
/** Set when the day has come near its ceiling and admins do not know yet. */
interface Counted {
  mostOfDay: Omit<ReachedCeiling, 'ceiling'> | null;
}
/** Rolls back what was counted. */
class NotReserved extends Error {
  readonly failure: TurnFailure;
  readonly reached: ReachedCeiling | undefined;
  constructor(failure: TurnFailure, reached?: ReachedCeiling) {
    super(failure);
    this.failure = failure;
    this.reached = reached;
  }
}

/** Millionths of a real, rounded up. */
const microsOf = ({ inputTokens, outputTokens, seconds, characters }: Units, price: AiPrice): number =>
  costOf(
    { input: inputTokens, output: outputTokens },
    { input: price.inputPerMillion, output: price.outputPerMillion },
  ) +
  Math.ceil((seconds * price.perMinute) / 60) +
  Math.ceil((characters * price.perMillionCharacters) / 1_000_000);
