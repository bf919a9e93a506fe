import { blockDetail, EXPECTED_BLOCK_MS, isBlock } from '@balcao/domain/connection-health/blocks';
import { healthOf, type Health } from '@balcao/domain/connection-health/status';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@balcao/domain/kit/durations';
import type { Abilities, ChannelEvent, ChannelFault } from '../../channels/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { ReportedHealth } from '../../infrastructure/db/schema/connection-health.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import { createBudget } from './budget.ts';
import { connectionHealthStore } from './connection-health.store.ts';
import type { HealthView } from './connection-health.wire.ts';
import { connectionLogStore } from './connection-log.store.ts';
import { createCounterBuffer } from './counter-buffer.ts';

interface Deps {
  db: Db;
  clock: Clock;
  connections: Connections;
  /** Number of messages that wait to be sent, counted up to `limit`. */
  backlog(tx: Tx, connectionId: number, limit: number): Promise<number>;
  /** Number of messages that the channel holds back, counted up to `limit`. */
  held(tx: Tx, connectionId: number, limit: number): Promise<number>;
  /** Rate limit of the channel, or the connection's own where it is lower. */
  rateLimitOf(connection: FullConnection): Abilities['rateLimit'];
  /** Reserves time for bulk sending; 0 when granted, else the milliseconds to wait. */
  reserveBulk(tx: Tx, connectionId: number, ms: number): Promise<number>;
  onError(error: unknown): void;
}
const SLOT_MS = 10 * MINUTE_MS;
const LOG_KEPT_MS = 90 * DAY_MS;
const MAX_WAITING = 1000;
const SWEEP_LIMIT = 200;

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

  const budget = createBudget({ ...deps, healthOf: facts });

  async function facts(tx: Tx, connection: FullConnection) {
    const { id, status, pausedBecause, pausedUntil } = connection;
    const stored = await connectionHealthStore.findReported(tx, id);
    const reported = stored && withoutExpired(stored, clock.now());
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
    async handleEvent(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'health' }>): Promise<void> {
      const { update, detail, at } = event;
      const connection = await connections.inTx.find(tx, connectionId);
      if (!connection) return;
      const time = timeOf(at, clock.now());
      const limit = update === 'limit' ? limitIn(detail) : undefined;
      if (limit !== undefined) await budget.saveLimit(tx, connection, limit, time);
      await connectionHealthStore.saveReported(tx, connectionId, changeOf(event, time));
      await connectionLogStore.append(tx, connectionId, { label: update, detail: detail.slice(0, 500), at: time });
      await refresh(tx, connectionId);
    },
    /** A report of the channel that changes no status. */
    handleLogged: (tx: Tx, connectionId: number, { label, detail, at }: Extract<ChannelEvent, { type: 'logged' }>) =>
      connectionLogStore.append(tx, connectionId, { label, detail, at: timeOf(at, clock.now()) }),

    /** End of the restriction that the channel reported; null without one. */
    async restrictedUntil(tx: Tx, connectionId: number): Promise<Date | null> {
      const stored = await connectionHealthStore.findReported(tx, connectionId);
      return stored ? withoutExpired(stored, clock.now()).restrictionUntil : null;
    },
    /**
     * A message of a campaign, an agent or the bot was refused. If the channel blocks the account, the block is stored until its expected end;
     * a report of the channel, which names the end, wins.
     */
    async recordRefusal(tx: Tx, connectionId: number, { code }: Pick<ChannelFault, 'code'>): Promise<void> {
      if (!isBlock(code)) return;
      const stored = await connectionHealthStore.findReported(tx, connectionId);
      if (stored && withoutExpired(stored, clock.now()).restriction !== '') return;
      await connectionHealthStore.saveReported(tx, connectionId, {
        restriction: 'restricted',
        restrictionDetail: blockDetail(code),
        restrictionUntil: new Date(+clock.now() + EXPECTED_BLOCK_MS),
      });
      await refresh(tx, connectionId);
    },
    get: (companyId: number, connectionId: number): Promise<HealthView> =>
      db.readCompany(companyId, async (tx) => {
        const connection = assertFound(await connections.inTx.find(tx, connectionId), 'ERR_NO_WAPP_FOUND');
        const view = await facts(tx, connection);
        const held = await deps.held(tx, connectionId, MAX_WAITING);
        const log = await connectionLogStore.newest(tx, connectionId);
        const rateLimit = deps.rateLimitOf(connection);
        return { ...view, connectionId, rateLimit, held, budget: await budget.view(tx, connection, view), log };
      }),

    /** Bulk sending must reserve here before it sends; otherwise the channel may block the account. */
    budget: {
      reserve: budget.reserve,
      coldBeyondLimit: budget.coldBeyondLimit,
      coldLimits: budget.coldLimits,
      count: budget.count,
      /** The limit and its use, by the status as it was last computed. */
      summary: async (tx: Tx, connection: FullConnection) =>
        budget.view(tx, connection, {
          health: connection.health,
          reported: await connectionHealthStore.findReported(tx, connection.id),
        }),
      /** The summaries of all connections of the company, by id. */
      summaries: async (tx: Tx, all: readonly FullConnection[]) =>
        budget.views(tx, all, await connectionHealthStore.allReported(tx)),
      takenSlots: budget.takenSlots,
    },

    /** Refreshes connections that may have recovered by time alone. */
    async sweep(): Promise<void> {
      for (const { companyId, id } of await connectionHealthStore.due(db, clock.now(), SWEEP_LIMIT))
        await db.inCompany(companyId, async (tx) => void (await refresh(tx, id))).catch(onError);
    },
    async prune(companyId: number): Promise<void> {
      const prune = (remove: (tx: Tx, limit: number) => Promise<number>) =>
        inPortions((limit) => db.inCompany(companyId, (tx) => remove(tx, limit)));
      await prune((tx, limit) => connectionHealthStore.prune(tx, ago(2 * DAY_MS), limit));
      await prune((tx, limit) => connectionLogStore.prune(tx, ago(LOG_KEPT_MS), limit));
      await prune(budget.prunePeople);
      await prune(budget.pruneSlots);
    },
    stop: counterBuffer.flush,
  };
}
export type ConnectionHealth = ReturnType<typeof createConnectionHealth>;

/** A restriction whose end has passed no longer counts: the channel does not always say so. */
const withoutExpired = (stored: ReportedHealth, now: Date): ReportedHealth =>
  stored.restrictionUntil !== null && stored.restrictionUntil <= now
    ? { ...stored, restriction: '', restrictionDetail: '', restrictionUntil: null }
    : stored;

/** People per day; undefined for a report that names no limit. */
function limitIn(detail: string): number | 'unbounded' | undefined {
  if (detail === 'unlimited') return 'unbounded';
  return /^\d{1,9}$/.test(detail) ? Number(detail) : undefined;
}
function changeOf(
  { update, detail, until, newChats }: Extract<ChannelEvent, { type: 'health' }>,
  at: Date,
): Partial<ReportedHealth> {
  switch (update) {
    case 'quality-high':
      return { quality: 'high', qualityAt: at };
    case 'quality-medium':
      return { quality: 'medium', qualityAt: at };
    case 'quality-low':
      return { quality: 'low', qualityAt: at };
    case 'limit':
      return {};
    case 'new-chats':
      return newChats ? { newChatsTotal: newChats.total, newChatsUsed: newChats.used } : {};
    case 'restricted':
    case 'banned': {
      const end = new Date(until ?? '');
      const restrictionUntil = +end > 0 ? end : null;
      return { restriction: update, restrictionDetail: detail.slice(0, 500), restrictionUntil };
    }
    case 'restored':
      return { restriction: '', restrictionDetail: '', restrictionUntil: null };
  }
}
function timeOf(text: string, now: Date): Date {
  const time = new Date(text);
  return +time > 0 ? time : now;
}
