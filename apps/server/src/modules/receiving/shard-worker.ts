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
/** So many at once, and of one conversation so many. */
const BATCH = { total: 60, perConversation: 20 };
/** Few: whoever waits meanwhile is worked off together, and requests must find a connection too. */
const MAX_CONCURRENT = 4;
/** A receipt can be quicker than the answer to our own send; everything else takes longer to mend. */
const retryAfter = (tries: number) => Math.min(0.2 * 3 ** tries, 20);

/**
 * Works off the lines of conversations. A lane is a part of a company's conversations; one transaction at a time, on
 * whichever node, has it, so that a conversation keeps its order and a killed node's lanes are free at once.
 */
export function createShardWorker({ db, eventHandler, onError }: Deps) {
  const waiting = new Map<string, ShardKey>();
  const busy = new Set<string>();
  let isStopped = false;
  /** One at a time, one batch a turn: however much there is, it leaves room for what is said now. */
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

  /** True when there may be more. */
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
      // Before anything was claimed there is nobody to blame, and no hurry to ask a troubled database again.
      if (batch.length === 0) throw error;
      onError(error);
      for (const queued of batch) await retryAlone(shardKey, queued);
      return true;
    }
  }

  /** After a fault each goes by itself, so that only the one that cannot is set aside. */
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

  /** What is done goes; what speaks of a message we do not know yet is looked at again, and in the end let go. */
  async function finish(tx: Tx, batch: QueuedEvent[], unresolved: QueuedEvent[]): Promise<void> {
    const retryable = unresolved.filter(({ tries }) => tries + 1 < MAX_TRIES);
    await inboxStore.remove(tx, idsOf(batch.filter((queued) => !retryable.includes(queued))));
    for (const [tries, group] of Map.groupBy(retryable, (queued) => queued.tries))
      await inboxStore.awaitMessage(tx, idsOf(group), retryAfter(tries));
  }

  /** Its line waits until it was tried often enough; then it is kept for a person to look at, and the line goes on. */
  async function retryOrQuarantine(tx: Tx, queued: QueuedEvent, error: Error): Promise<void> {
    if (queued.tries + 1 < MAX_TRIES)
      return void (await inboxStore.postpone(tx, [queued.id], retryAfter(queued.tries)));
    const { connectionId, event } = queued;
    await inboxStore.quarantine(tx, {
      connectionId,
      kind: event.type,
      content: toStoredEvent(event),
      fault: error.message,
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
