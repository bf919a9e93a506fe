import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { toStoredEvent } from '../messages/index.ts';
import { HISTORY_SHARD, inboxStore, type QueuedEvent, type ShardKey } from './inbox.store.ts';
import type { ChannelEventHandler } from './channel-event-handler.ts';

interface Deps {
  db: Db;
  eventHandler: ChannelEventHandler;
  onError(error: unknown): void;
}
const MAX_TRIES = 7;
/** Events of one transaction, in total and per conversation. */
const BATCH = { total: 60, perConversation: 20 };
/** Few: events that wait meanwhile form larger batches, and HTTP requests need database connections too. */
const MAX_CONCURRENT = 4;
/** Seconds. The first retry is soon, because a receipt can arrive before the send returns; other causes last longer. */
const retryAfterSeconds = (tries: number) => Math.min(0.2 * 3 ** tries, 20);

/**
 * Processes the queued events of conversations. A shard is a hash partition of a company's conversations. One transaction
 * at a time, on any node, holds its lock: a conversation keeps its order, and shards of a killed node are free at once.
 */
export function createShardWorker({ db, eventHandler, onError }: Deps) {
  const waiting = new Map<string, ShardKey>();
  const busy = new Set<string>();
  let isStopped = false;
  /** One history shard at a time, one batch per turn, so that a long import leaves capacity for new messages. */
  let isHistoryRunning = false;

  function wake(shardKeys: ShardKey[]) {
    for (const { companyId, shard } of shardKeys) waiting.set(`${companyId} ${shard}`, { companyId, shard });
    start();
  }

  function start() {
    for (const [name, shardKey] of waiting) {
      if (isStopped || busy.size >= MAX_CONCURRENT) return;
      const isHistory = shardKey.shard === HISTORY_SHARD;
      if (busy.has(name) || (isHistory && isHistoryRunning)) continue;
      waiting.delete(name);
      busy.add(name);
      isHistoryRunning ||= isHistory;
      void drain(shardKey)
        .catch(onError)
        .finally(() => {
          busy.delete(name);
          if (isHistory) isHistoryRunning = false;
          start();
        });
    }
  }

  async function pollDueShards() {
    if (isStopped) return;
    try {
      wake(await inboxStore.dueShards(db));
    } catch (error) {
      onError(error);
    }
  }

  async function drain(shardKey: ShardKey) {
    if (shardKey.shard === HISTORY_SHARD) {
      if (!isStopped && (await processBatch(shardKey))) wake([shardKey]);
      return;
    }
    while (!isStopped && (await processBatch(shardKey)));
  }

  /** True when more events may wait. */
  async function processBatch(shardKey: ShardKey): Promise<boolean> {
    const limits = await eventHandler.limits();
    let batch: QueuedEvent[] = [];
    try {
      await db.inCompany(shardKey.companyId, async (tx) => {
        batch = await inboxStore.claim(tx, shardKey, BATCH);
        if (batch.length > 0) await finish(tx, batch, await eventHandler.handle(tx, batch, limits));
      });
      return batch.length >= BATCH.perConversation;
    } catch (error) {
      // Nothing was claimed, so the database failed. Rethrow; the next poll retries.
      if (batch.length === 0) throw error;
      onError(error);
      for (const queued of batch) await retryAlone(shardKey, queued);
      return true;
    }
  }

  /** After an error each event is processed alone, so that only the failing one is quarantined. */
  async function retryAlone(shardKey: ShardKey, queued: QueuedEvent): Promise<void> {
    const limits = await eventHandler.limits();
    try {
      await db.inCompany(queued.companyId, async (tx) => {
        if (await inboxStore.claimOne(tx, shardKey, queued.id))
          await finish(tx, [queued], await eventHandler.handle(tx, [queued], limits));
      });
    } catch (error) {
      await db.inCompany(queued.companyId, (tx) => retryOrQuarantine(tx, queued, error as Error));
    }
  }

  /** Removes handled events. Events about a message that is not stored are retried, and dropped after MAX_TRIES. */
  async function finish(tx: Tx, batch: QueuedEvent[], unresolved: QueuedEvent[]): Promise<void> {
    const retryable = unresolved.filter(({ tries }) => tries + 1 < MAX_TRIES);
    await inboxStore.remove(tx, idsOf(batch.filter((queued) => !retryable.includes(queued))));
    for (const [tries, group] of Map.groupBy(retryable, (queued) => queued.tries))
      await inboxStore.awaitMessage(tx, idsOf(group), retryAfterSeconds(tries));
  }

  /** The conversation waits while the event is retried; after MAX_TRIES the event is quarantined for review. */
  async function retryOrQuarantine(tx: Tx, queued: QueuedEvent, error: Error): Promise<void> {
    if (queued.tries + 1 < MAX_TRIES)
      return void (await inboxStore.postpone(tx, [queued.id], retryAfterSeconds(queued.tries)));
    const { connectionId, event } = queued;
    await inboxStore.quarantine(tx, {
      connectionId,
      kind: event.type,
      content: toStoredEvent(event),
      error: error.message,
    });
    await inboxStore.remove(tx, [queued.id]);
  }

  return {
    wake,
    pollDueShards,
    isIdle: () => busy.size === 0 && waiting.size === 0,
    async stop() {
      isStopped = true;
      while (busy.size > 0) await new Promise((done) => setTimeout(done, 20));
    },
  };
}

const idsOf = (queuedEvents: QueuedEvent[]) => queuedEvents.map(({ id }) => id);
