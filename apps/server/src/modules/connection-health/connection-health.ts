import { grantOf, peoplePerDay, type GrantReason } from '@balcao/domain/connection-health/budget';
import { healthOf, type Health } from '@balcao/domain/connection-health/status';
import type { Abilities, ChannelEvent } from '../../channels/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ReportedHealth } from '../../infrastructure/db/schema/connection-health.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import { connectionHealthStore, zeroCounters } from './connection-health.store.ts';
import type { HealthView } from './connection-health.wire.ts';
import { connectionLogStore } from './connection-log.store.ts';
import { createCounterBuffer } from './counter-buffer.ts';

interface Deps {
  db: Db;
  clock: Clock;
  connections: Connections;
  /** Number of messages that wait to be sent, counted up to `limit`. */
  backlog(tx: Tx, connectionId: number, limit: number): Promise<number>;
  /** Rate limit of the channel, or the connection's own where it is lower. */
  rateLimitOf(connection: FullConnection): Abilities['rateLimit'];
  /** Reserves time for bulk sending; 0 when granted, else the milliseconds to wait. */
  reserveBulk(tx: Tx, connectionId: number, ms: number): Promise<number>;
  onError(error: unknown): void;
}
const MINUTE_MS = 60_000;
const SLOT_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LOG_KEPT_MS = 90 * DAY_MS;
const MAX_WAITING = 1000;
const SWEEP_LIMIT = 200;
/** Share of the rate limit for bulk sending; the rest is for agents. */
const BULK_SHARE = 0.5;

export interface BudgetGrant {
  granted: number;
  reason: GrantReason | 'pace';
  /** When to ask again; null when time alone does not help. */
  retryAt: Date | null;
}

/** Health of connections, from the channel's reports and the outcomes of sent messages. */
export function createConnectionHealth(deps: Deps) {
  const { db, clock, connections, onError } = deps;
  const slotOf = (at: Date) => new Date(Math.floor(+at / SLOT_MS) * SLOT_MS);
  const ago = (ms: number) => new Date(+clock.now() - ms);
  const counterBuffer = createCounterBuffer(
    ({ companyId, connectionId, counters }) =>
      db.inCompany(companyId, async (tx) => {
        await connectionHealthStore.add(tx, connectionId, slotOf(clock.now()), counters);
        await refresh(tx, connectionId);
      }),
    onError,
  );

  async function facts(tx: Tx, connection: FullConnection) {
    const { id, status, pausedBecause, pausedUntil } = connection;
    const reported = await connectionHealthStore.findReported(tx, id);
    const lastHour = await connectionHealthStore.since(tx, id, ago(HOUR_MS));
    const lastDay = await connectionHealthStore.since(tx, id, ago(DAY_MS));
    const waiting = await deps.backlog(tx, id, MAX_WAITING);
    const isDead = status === 'DISCONNECTED' && pausedBecause !== '';
    const isPaused = pausedUntil !== null && pausedUntil > new Date();
    const health = healthOf({
      isConnected: status === 'CONNECTED',
      rejectedReason: isDead ? pausedBecause : '',
      pausedReason: !isDead && isPaused ? pausedBecause : '',
      quality: reported?.quality ?? null,
      restriction: reported?.restriction ?? '',
      restrictionDetail: reported?.restrictionDetail ?? '',
      lastHour,
      lastDay,
      waiting,
      perSecond: deps.rateLimitOf(connection)?.perSecond ?? null,
    });
    return { health, reported, lastHour, lastDay, waiting, pausedUntil: isPaused ? pausedUntil : null };
  }

  /** Computes the status again; saves it and records an event if it has changed. */
  async function refresh(tx: Tx, connectionId: number): Promise<Health | undefined> {
    const connection = await connections.inTx.find(tx, connectionId);
    if (!connection) return undefined;
    const { health } = await facts(tx, connection);
    await connectionHealthStore.saveReported(tx, connectionId, { checkedAt: clock.now() });
    await connections.inTx.saveHealth(tx, connectionId, health);
    return health;
  }

  return {
    record: counterBuffer.record,
    flush: counterBuffer.flush,
    refresh: (companyId: number, connectionId: number) =>
      db.inCompany(companyId, async (tx) => void (await refresh(tx, connectionId))),

    /** The channel's report about the account. */
    async handleEvent(
      tx: Tx,
      connectionId: number,
      { update, detail, at }: Extract<ChannelEvent, { type: 'health' }>,
    ): Promise<void> {
      if (!(await connections.inTx.find(tx, connectionId))) return;
      const time = timeOf(at, clock.now());
      await connectionHealthStore.saveReported(tx, connectionId, changeOf(update, detail, time));
      await connectionLogStore.append(tx, connectionId, { label: update, detail: detail.slice(0, 500), at: time });
      await refresh(tx, connectionId);
    },
    /** A report of the channel that changes no status. */
    handleLogged: (tx: Tx, connectionId: number, { label, detail, at }: Extract<ChannelEvent, { type: 'logged' }>) =>
      connectionLogStore.append(tx, connectionId, { label, detail, at: timeOf(at, clock.now()) }),

    get: (companyId: number, connectionId: number): Promise<HealthView> =>
      db.readCompany(companyId, async (tx) => {
        const connection = assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');
        const view = await facts(tx, connection);
        const maxPerDay = peoplePerDay(budgetFacts(connection, view.reported, view.health));
        const log = await connectionLogStore.newest(tx, connectionId);
        return { ...view, connectionId, rateLimit: deps.rateLimitOf(connection), maxPerDay, log };
      }),

    /** Bulk sending must reserve here before it sends; otherwise the channel may block the account. */
    budget: {
      reserve: (tx: Tx, connectionId: number, requested: number): Promise<BudgetGrant> =>
        reserve(tx, connectionId, requested),
    },

    /** Refreshes connections that may have recovered by time alone. */
    async sweep(): Promise<void> {
      for (const { companyId, id } of await connectionHealthStore.due(db, clock.now(), SWEEP_LIMIT))
        await db.inCompany(companyId, async (tx) => void (await refresh(tx, id))).catch(onError);
    },
    prune: (companyId: number) =>
      db.inCompany(companyId, async (tx) => {
        await connectionHealthStore.prune(tx, ago(2 * DAY_MS));
        await connectionLogStore.prune(tx, ago(LOG_KEPT_MS));
      }),
    stop: counterBuffer.flush,
  };

  async function reserve(tx: Tx, connectionId: number, requested: number): Promise<BudgetGrant> {
    const connection = assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');
    await connectionHealthStore.lock(tx, connectionId);
    const { health, reported, lastDay } = await facts(tx, connection);
    const { granted, reason } = grantOf({
      ...budgetFacts(connection, reported, health),
      alreadyGranted: lastDay.taken,
      requested,
    });
    if (granted === 0)
      return { granted, reason, retryAt: reason === 'day-used-up' ? new Date(+clock.now() + SLOT_MS) : null };
    // Bulk sending uses only a share of the rate limit, so that agents' messages never wait behind it.
    const rateLimit = deps.rateLimitOf(connection);
    if (rateLimit) {
      const waitMs = await deps.reserveBulk(tx, connectionId, (granted * 1000) / (rateLimit.perSecond * BULK_SHARE));
      if (waitMs > 0) return { granted: 0, reason: 'pace', retryAt: new Date(+clock.now() + waitMs) };
    }
    await connectionHealthStore.add(tx, connectionId, slotOf(clock.now()), { ...zeroCounters, taken: granted });
    return { granted, reason: 'granted', retryAt: null };
  }
}
export type ConnectionHealth = ReturnType<typeof createConnectionHealth>;

const budgetFacts = (connection: FullConnection, reported: ReportedHealth | undefined, { light }: Health) => ({
  kind: connection.channel,
  status: light,
  reportedPerDay: reported?.peoplePerDay ?? null,
});

function changeOf(
  update: Extract<ChannelEvent, { type: 'health' }>['update'],
  detail: string,
  at: Date,
): Partial<ReportedHealth> {
  switch (update) {
    case 'quality-high':
      return { quality: 'high', qualityAt: at };
    case 'quality-medium':
      return { quality: 'medium', qualityAt: at };
    case 'quality-low':
      return { quality: 'low', qualityAt: at };
    case 'limit': {
      const limit = Number(/^\d{1,9}$/.exec(detail)?.[0]);
      return Number.isNaN(limit) ? {} : { peoplePerDay: limit };
    }
    case 'restricted':
    case 'banned':
      return { restriction: update, restrictionDetail: detail.slice(0, 500) };
    case 'restored':
      return { restriction: '', restrictionDetail: '' };
  }
}
function timeOf(text: string, now: Date): Date {
  const time = new Date(text);
  return +time > 0 ? time : now;
}
