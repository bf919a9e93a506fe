import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { databaseTroubleOf } from '../../infrastructure/db/transient-errors.ts';
import { nextBatchSize } from '../../infrastructure/limits/batch-size.ts';
import { createPacing, type CompanyLoad } from '../../infrastructure/limits/company-load.ts';
import { createCompanyTurns } from '../../infrastructure/limits/company-turns.ts';
import { toStoredEvent } from '../messages/index.ts';
import { HISTORY_SHARD } from './event-routing.ts';
import { quarantineStore, type QuarantineReason } from './quarantine.store.ts';
import { queuedEventStore, type QueuedEvent, type ShardKey } from './queued-events.store.ts';
import type { Limits } from './batch-context.ts';
import type { ChannelEventHandler } from './channel-event-handler.ts';

interface Deps {
  db: Db;
  eventHandler: ChannelEventHandler;
  load: CompanyLoad;
  onError(error: unknown): void;
}
const MAX_TRIES = 7;
/** Six hours of waits: an event at which only the database fails, again and again, is then set aside. */
const MAX_TRANSIENT_FAILURES = 46;
/**
 * Events of one transaction: in total, of a conversation that is alone in its shard, and of one that shares it. A busy
 * conversation takes small batches beside others, so that they wait for few of its messages.
 */
const BATCH = { total: 60, alone: 20, shared: 5 };
/**
 * A batch aims at 150 ms: no event of any company is published while its transaction is open. Batches of fewer than 20
 * events would cost more than they handle.
 */
const BATCH_SIZE = { aimMs: 150, min: 20, max: BATCH.total };
/** Pause after a batch, as a multiple of its time: 0.5 leaves a third of the time to other companies. */
const PAUSE_PER_WORK = 0.5;
/** Few: events that wait meanwhile form larger batches. One company alone uses three, one for each of its shards. */
const MAX_CONCURRENT = 5;
/** Seconds. The first retry is soon, because a receipt can arrive before the send returns; other causes last longer. */
const retryAfterSeconds = (tries: number) => Math.min(0.2 * 3 ** tries, 20);
/** Seconds, from half a second to ten minutes. */
const databaseWaitSeconds = (failures: number) => Math.min(0.5 * 2 ** failures, 600);

/**
 * Processes the queued events of conversations. A shard is a hash partition of a company's conversations. One transaction
 * at a time, on any node, holds its lock: a conversation keeps its order, and shards of a killed node are free at once.
 * Companies take turns, one batch each.
 */
export function createShardWorker({ db, eventHandler, load, onError }: Deps) {
  const turns = createCompanyTurns<ShardKey>({ slots: MAX_CONCURRENT });
  const pacing = createPacing({ load, pausePerWork: PAUSE_PER_WORK, onRested: start });
  const batchSizes = createBatchSizes();
  /** Events of a failed batch that are processed one by one, one per turn, by shard. */
  const alone = new Map<string, QueuedEvent[]>();
  let isStopped = false;
  /** One history shard at a time, so that long imports leave capacity for new messages. */
  let isHistoryRunning = false;
  const keyOf = ({ companyId, shard }: ShardKey) => `${companyId} ${shard}`;

  function wake(shardKeys: ShardKey[]) {
    for (const { companyId, shard } of shardKeys) {
      const shardKey = { companyId, shard };
      turns.add(companyId, keyOf(shardKey), shardKey);
    }
    start();
  }

  function start() {
    const canStart = ({ companyId, shard }: ShardKey) =>
      (shard !== HISTORY_SHARD || !isHistoryRunning) && pacing.canStart(companyId);
    for (let item = isStopped ? undefined : turns.start(canStart); item; item = turns.start(canStart)) {
      const { key, task } = item;
      const isHistory = task.shard === HISTORY_SHARD;
      isHistoryRunning ||= isHistory;
      const rest = pacing.start(task.companyId);
      void takeTurn(task)
        .then((hasMore) => void (hasMore && !isStopped && turns.add(task.companyId, key, task)), onError)
        .finally(() => {
          turns.finish(key);
          rest();
          if (isHistory) isHistoryRunning = false;
          start();
        });
    }
  }

  async function pollDueShards() {
    if (isStopped) return;
    try {
      wake(await queuedEventStore.dueShards(db));
    } catch (error) {
      onError(error);
    }
  }

  /** True when more events may wait. */
  async function takeTurn(shardKey: ShardKey): Promise<boolean> {
    const key = keyOf(shardKey);
    const next = alone.get(key)?.shift();
    if (next) {
      await processAlone(shardKey, next);
      return true;
    }
    alone.delete(key);
    return processBatch(shardKey);
  }

  async function processBatch(shardKey: ShardKey): Promise<boolean> {
    const key = keyOf(shardKey);
    const limits = await eventHandler.limits();
    let claimedAt = 0;
    let batch: QueuedEvent[] = [];
    let done = 0;
    try {
      await db.inCompany(shardKey.companyId, async (tx) => {
        batch = await queuedEventStore.claim(tx, shardKey, { ...BATCH, total: batchSizes.of(key) });
        claimedAt = performance.now();
        if (batch.length > 0) done = await handle(tx, batch, limits);
      });
      load.record(shardKey.companyId, done);
      const hasMore = batch.length >= BATCH.shared || done < batch.length;
      batchSizes.record(key, hasMore, done, performance.now() - claimedAt);
      return hasMore;
    } catch (error) {
      // The database failed, not an event: the next poll retries.
      if (batch.length === 0 || databaseTroubleOf(error) === 'unavailable') throw error;
      onError(error);
      alone.set(key, batch);
      return true;
    }
  }

  /** After an error each event is processed alone, so that only the failing one waits or is quarantined. */
  async function processAlone(shardKey: ShardKey, queued: QueuedEvent): Promise<void> {
    const limits = await eventHandler.limits();
    try {
      await db.inCompany(queued.companyId, async (tx) => {
        if (await queuedEventStore.claimOne(tx, shardKey, queued.id)) await handle(tx, [queued], limits);
      });
    } catch (error) {
      if (databaseTroubleOf(error) === 'unavailable') throw error;
      await db.inCompany(queued.companyId, (tx) => retryOrQuarantine(tx, queued, error as Error));
    }
  }

  /** Returns how many events were handled; the others stay queued for the next batch. */
  async function handle(tx: Tx, batch: QueuedEvent[], limits: Limits): Promise<number> {
    const { handled, unresolved } = await eventHandler.handle(tx, batch, limits);
    await finish(tx, handled, unresolved);
    return handled.length;
  }

  /** Removes handled events. Events about a message that is not stored are retried, and dropped after MAX_TRIES. */
  async function finish(tx: Tx, batch: QueuedEvent[], unresolved: QueuedEvent[]): Promise<void> {
    const retryable = unresolved.filter(({ tries }) => tries + 1 < MAX_TRIES);
    queuedEventStore.remove(tx, idsOf(batch.filter((queued) => !retryable.includes(queued))));
    for (const [tries, group] of Map.groupBy(retryable, (queued) => queued.tries))
      await queuedEventStore.awaitMessage(tx, idsOf(group), retryAfterSeconds(tries));
  }

  /**
   * The conversation waits while its event is retried. A failure of the event counts as a try; a lock or a timeout does
   * not, and its waits grow for hours. After that the event is set aside for a person to decide.
   */
  async function retryOrQuarantine(tx: Tx, queued: QueuedEvent, error: Error): Promise<void> {
    const { id, tries, transientFailures } = queued;
    if (databaseTroubleOf(error)) {
      if (transientFailures + 1 < MAX_TRANSIENT_FAILURES)
        return void (await queuedEventStore.waitForDatabase(tx, id, databaseWaitSeconds(transientFailures)));
      return setAside(tx, queued, 'database', error);
    }
    if (tries + 1 < MAX_TRIES) return void (await queuedEventStore.postpone(tx, [id], retryAfterSeconds(tries)));
    return setAside(tx, queued, 'failed', error);
  }
  async function setAside(
    tx: Tx,
    { id, connectionId, event }: QueuedEvent,
    reason: QuarantineReason,
    error: Error,
  ): Promise<void> {
    const content = toStoredEvent(event);
    await quarantineStore.add(tx, { connectionId, kind: event.type, content, reason, error: error.message });
    queuedEventStore.remove(tx, [id]);
  }

  return {
    wake,
    pollDueShards,
    isIdle: () => turns.running === 0 && turns.waiting === 0,
    async stop() {
      isStopped = true;
      pacing.stop();
      while (turns.running > 0) await new Promise((done) => setTimeout(done, 20));
    },
  };
}

/** The size of each shard's next batch. */
function createBatchSizes() {
  const sizes = new Map<string, number>();
  return {
    of: (key: string): number => sizes.get(key) ?? BATCH.total,
    record(key: string, hasMore: boolean, done: number, tookMs: number) {
      if (hasMore) sizes.set(key, nextBatchSize({ size: done, tookMs, ...BATCH_SIZE }));
      else sizes.delete(key);
    },
  };
}

const idsOf = (queuedEvents: QueuedEvent[]) => queuedEvents.map(({ id }) => id);
