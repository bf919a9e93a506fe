import { coldPerDay, decideGrant, type GrantReason } from '@balcao/domain/connection-health/budget';
import type { Health } from '@balcao/domain/connection-health/status';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Abilities } from '../../channels/port.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ReportedHealth } from '../../infrastructure/db/schema/connection-health.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import { createBudgetViews, limitOf, newChatsLeft } from './budget-views.ts';
import { budgetStore, type CountedPerson } from './budget.store.ts';

interface Deps {
  clock: Clock;
  connections: Connections;
  /** The health of the connection as it is now. */
  healthOf(tx: Tx, connection: FullConnection): Promise<{ health: Health; reported: ReportedHealth | undefined }>;
  /** Rate limit of the channel, or the connection's own where it is lower. */
  rateLimitOf(connection: FullConnection): Abilities['rateLimit'];
  /** Reserves time for bulk sending; 0 when granted, else the milliseconds to wait. */
  reserveBulk(tx: Tx, connectionId: number, ms: number): Promise<number>;
}
export interface BudgetPerson {
  /** Key of the address (`addressKey`). */
  address: string;
  /** The person never wrote to this connection. */
  isCold: boolean;
}
export interface BudgetGrant {
  /** Addresses that can be written to now. */
  granted: string[];
  /** Why the first of the others has to wait; `granted` when none has. */
  reason: GrantReason | 'rate';
  /** When to ask again; null when time alone does not help. */
  retryAt: Date | null;
}
const SLOT_MS = 10 * 60_000;
const PEOPLE_KEPT_MS = 2 * DAY_MS;
/** Share of the rate limit for bulk sending; the rest is for agents. */
const BULK_SHARE = 0.5;

/**
 * Budget of a pool: the numbers of a portfolio share one limit of unique people in 24 hours. Everything that writes to
 * people outside the reply window counts here; bulk sending must reserve first, or the channel may block the account.
 */
export function createBudget({ clock, connections, healthOf, rateLimitOf, reserveBulk }: Deps) {
  const slotNow = () => new Date(Math.floor(+clock.now() / SLOT_MS) * SLOT_MS);
  /** A slot counts until 24 hours after its end: rather too many people are counted than too few. */
  const since = () => new Date(+clock.now() - DAY_MS - SLOT_MS);
  const retainedSince = () => new Date(+clock.now() - PEOPLE_KEPT_MS);

  async function countedPeople(tx: Tx, pool: string, people: readonly BudgetPerson[]) {
    const addresses = people.map(({ address }) => address);
    const counted = await budgetStore.counted(tx, pool, addresses, since());
    return new Map(counted.map((person) => [person.address, person]));
  }
  const countPeople = (
    tx: Tx,
    pool: string,
    people: readonly BudgetPerson[],
    counted: ReadonlyMap<string, CountedPerson>,
  ) =>
    budgetStore.count(
      tx,
      pool,
      slotNow(),
      people.map(({ address, isCold }) => ({ address, isCold, before: counted.get(address) })),
    );

  return {
    /** The channel's report: a number of people per day, or no bound. It holds for the whole pool. */
    saveLimit: (tx: Tx, connection: FullConnection, limit: number | 'unbounded', at: Date) =>
      budgetStore.saveLimit(tx, connections.poolOf(connection), limit, at),

    /** Counts a person whom a message outside the reply window reaches, whatever is left. */
    async count(tx: Tx, connection: FullConnection, person: BudgetPerson): Promise<void> {
      const pool = connections.poolOf(connection);
      await budgetStore.lock(tx, pool);
      await countPeople(tx, pool, [person], await countedPeople(tx, pool, [person]));
    },

    /**
     * Reserves people before they are written to. A person whom the pool reached within 24 hours costs nothing.
     * `coldAllowedDays`: since when an admin allows cold contacts on this phone; undefined if not.
     */
    async reserve(
      tx: Tx,
      connectionId: number,
      requested: readonly BudgetPerson[],
      { coldAllowedDays }: { coldAllowedDays?: number } = {},
    ): Promise<BudgetGrant> {
      const connection = assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');
      const pool = connections.poolOf(connection);
      const poolLimit = await budgetStore.lock(tx, pool);
      const { health, reported } = await healthOf(tx, connection);
      const { reached, coldReached, oldestSlot } = await budgetStore.usage(tx, pool, since());
      const people = [...new Map(requested.map((person) => [person.address, person])).values()];
      const counted = await countedPeople(tx, pool, people);
      const facts = {
        kind: connection.channel,
        status: health.status,
        reportedPerDay: limitOf(poolLimit, reported),
        coldPerDay: coldPerDay({
          kind: connection.channel,
          allowedDays: coldAllowedDays ?? null,
          quotaLeft: newChatsLeft(reported),
        }),
      };
      const granted: BudgetPerson[] = [];
      let [newPeople, newCold] = [0, 0];
      let refusal: GrantReason = 'granted';
      for (const person of people) {
        const isReached = counted.has(person.address);
        const reason = decideGrant({
          ...facts,
          isReached,
          isCold: person.isCold,
          reached: reached + newPeople,
          coldReached: coldReached + newCold,
        });
        if (reason !== 'granted') {
          if (refusal === 'granted') refusal = reason;
          continue;
        }
        granted.push(person);
        if (isReached) continue;
        newPeople += 1;
        if (person.isCold) newCold += 1;
      }
      if (granted.length === 0)
        return { granted: [], reason: refusal, retryAt: retryAtFor(refusal, { oldestSlot, reported }) };
      // Bulk sending uses only a share of the rate limit, so that agents' messages never wait behind it.
      const rateLimit = rateLimitOf(connection);
      const ms = rateLimit ? (granted.length * 1000) / (rateLimit.perSecond * BULK_SHARE) : 0;
      const waitMs = rateLimit ? await reserveBulk(tx, connectionId, ms) : 0;
      if (waitMs > 0) return { granted: [], reason: 'rate', retryAt: new Date(+clock.now() + waitMs) };
      await countPeople(tx, pool, granted, counted);
      return {
        granted: granted.map(({ address }) => address),
        reason: refusal,
        retryAt: retryAtFor(refusal, { oldestSlot, reported }),
      };
    },

    /**
     * Cold contacts beyond the limit of the day, whether it is used up already, and when it frees; null when time alone does
     * not help. Reserves and locks nothing: `reserve` decides about the others.
     */
    async coldBeyondLimit(
      tx: Tx,
      connection: FullConnection,
      requested: readonly BudgetPerson[],
      { coldAllowedDays }: { coldAllowedDays?: number } = {},
    ): Promise<{ addresses: string[]; isUsedUp: boolean; retryAt: Date | null }> {
      const cold = requested.filter(({ isCold }) => isCold);
      const coldLimit = (quotaLeft: number | null) =>
        coldPerDay({ kind: connection.channel, allowedDays: coldAllowedDays ?? null, quotaLeft });
      if (cold.length === 0 || coldLimit(null) === null) return { addresses: [], isUsedUp: false, retryAt: null };
      const limit = coldLimit(newChatsLeft((await healthOf(tx, connection)).reported)) ?? 0;
      const pool = connections.poolOf(connection);
      const { coldReached, oldestColdSlot } = await budgetStore.usage(tx, pool, since());
      const counted = await countedPeople(tx, pool, cold);
      const uncounted = new Set(cold.map(({ address }) => address).filter((address) => !counted.has(address)));
      const isFreeing = limit > 0 && oldestColdSlot !== null;
      return {
        addresses: [...uncounted].slice(Math.max(0, limit - coldReached)),
        isUsedUp: coldReached >= limit,
        retryAt: isFreeing ? new Date(+oldestColdSlot + DAY_MS + SLOT_MS) : null,
      };
    },

    ...createBudgetViews({ connections, since }),
    /** People by slot, as far as they still count. */
    takenSlots: (tx: Tx, connection: FullConnection) => budgetStore.slots(tx, connections.poolOf(connection), since()),
    prunePeople: (tx: Tx, limit: number) => budgetStore.prunePeople(tx, retainedSince(), limit),
    pruneSlots: (tx: Tx, limit: number) => budgetStore.pruneSlots(tx, retainedSince(), limit),
  };

  function retryAtFor(
    reason: GrantReason,
    { oldestSlot, reported }: { oldestSlot: Date | null; reported: ReportedHealth | undefined },
  ): Date | null {
    if (reason === 'day-used-up') return new Date(+(oldestSlot ?? slotNow()) + DAY_MS + SLOT_MS);
    const until = reported?.restrictionUntil;
    return reason === 'unhealthy' && until && until > clock.now() ? until : null;
  }
}
