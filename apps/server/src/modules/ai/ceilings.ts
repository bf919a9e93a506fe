import type { AiCeilings, AiPrice } from '@balcao/contract/endpoints/ai-usage';
import type { TurnFailure } from '@balcao/contract/endpoints/prompts';
import { costOf } from '@balcao/domain/ai/cost';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import {
  ceilingStore,
  type CallSubject,
  type CounterScope,
  type LedgerEntry,
  type StoredReservation,
} from './ceilings.store.ts';
import { priceStore } from './prices.store.ts';

export interface CeilingDeps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
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
/** Share of the month's ceiling at which admins are notified. */
const MOST = 0.8;
/** Far above the duration of a call: its process has ended. */
const ABANDONED_MS = 10 * 60_000;
const EPOCH = new Date(0);
const failures: Record<CounterScope, TurnFailure> = {
  month: 'monthCeiling',
  day: 'dayCeiling',
  contactHour: 'contactCeiling',
  conversation: 'turnCeiling',
};

/** Ceilings of what AI may cost: an amount is reserved before each call and settled in the ledger after it. */
export function createCeilings({ db, clock, companies }: CeilingDeps) {
  async function settleIn(tx: Tx, taken: StoredReservation, entry: Omit<LedgerEntry, 'at' | keyof CallSubject>) {
    const at = clock.now();
    const { purpose, provider, model, promptId, flowId, month, micros } = taken;
    const { monthCents } = (await ceilingStore.ofCompany(tx)) ?? defaultCeilings;
    await ceilingStore.addUsage(tx, { at, purpose, provider, model, promptId, flowId, ...entry });
    const { spentMicros, mostNoticedAt } = await ceilingStore.settleMonth(tx, month, entry.costMicros ?? 0, micros, at);
    const isMost = monthCents !== null && spentMicros >= monthCents * MICROS_PER_CENT * MOST;
    if (isMost && mostNoticedAt === null) await notify(tx, month, 80);
  }
  async function notify(tx: Tx, month: Date, percent: 80 | 100) {
    if (await ceilingStore.markNoticed(tx, month, percent, clock.now()))
      tx.emit({ type: 'ai-ceiling.reached', percent });
  }
  /** Calls whose process ended before they were settled may have been paid for: they count as a whole. */
  async function settleAbandoned(tx: Tx, now: Date) {
    for (const taken of await ceilingStore.takeAbandoned(tx, new Date(+now - ABANDONED_MS)))
      await settleIn(tx, taken, { ...noUnits, costMicros: taken.isPriced ? taken.micros : null, outcome: 'unknown' });
  }

  async function reserveIn(tx: Tx, subject: CallSubject, party: CallParty, atMost: Units): Promise<Reservation> {
    const refusal = await refusalOf(tx, companies);
    if (refusal) throw new NotReserved(refusal);
    const now = clock.now();
    await settleAbandoned(tx, now);
    await ceilingStore.prune(tx, now);
    const { timeZone } = await companies.inTx.getHours(tx);
    const { month, day, hour } = await ceilingStore.periods(tx, now, timeZone);
    const limits = (await ceilingStore.ofCompany(tx)) ?? defaultCeilings;
    const price = await priceStore.ofModel(tx, subject.provider, subject.model);
    const micros = price ? microsOf(atMost, price) : 0;
    const { conversationId, contactId } = party;
    // Always in this order, so that two calls cannot wait for each other.
    const counted: [scope: CounterScope, subject: number | null, period: Date, limit: number | null][] = [
      ['conversation', conversationId, EPOCH, limits.turnsPerConversation],
      ['contactHour', contactId, hour, limits.callsPerContactHour],
      ['day', 0, day, limits.callsPerDay],
    ];
    for (const [scope, of, period, limit] of counted)
      if (of !== null && !(await ceilingStore.takeCall(tx, { scope, subject: of, period }, limit, now)))
        throw new NotReserved(failures[scope]);
    const ceilingMicros = limits.monthCents === null ? null : limits.monthCents * MICROS_PER_CENT;
    const reserved = { ...subject, month, micros, isPriced: price !== null };
    const id = await ceilingStore.takeMonth(tx, reserved, ceilingMicros, now);
    if (id === undefined) throw new NotReserved(failures.month, month);
    return { id, atMost, price };
  }

  return {
    /** Refuses a call of a company without AI in its plan, an overdue one, and a call above a ceiling. */
    async reserve(companyId: number, subject: CallSubject, party: CallParty, atMost: Units): Promise<Reserved> {
      try {
        const reservation = await db.inCompany(companyId, (tx) => reserveIn(tx, subject, party, atMost));
        return { ok: true, reservation };
      } catch (error) {
        if (!(error instanceof NotReserved)) throw error;
        const { month, failure } = error;
        if (month) await db.inCompany(companyId, (tx) => notify(tx, month, 100));
        return { ok: false, failure };
      }
    },

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

/** The plan may have lost AI, and the company its right to send, since the conversation began. */
async function refusalOf(tx: Tx, companies: Pick<Companies, 'inTx'>): Promise<TurnFailure | undefined> {
  const { plan } = await companies.inTx.get(tx);
  if (!plan.useOpenAi) return 'notInPlan';
  return (await companies.inTx.isSilent(tx)) ? 'overdue' : undefined;
}

/** Rolls back what was counted. */
class NotReserved extends Error {
  readonly failure: TurnFailure;
  /** Set if the ceiling of this month is reached. */
  readonly month: Date | undefined;
  constructor(failure: TurnFailure, month?: Date) {
    super(failure);
    this.failure = failure;
    this.month = month;
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
