import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { createCompanyLoad } from '../../infrastructure/limits/company-load.ts';
import type { ConnectionCache } from './connection-cache.ts';
import { inboxStore, type InboxEntry } from './inbox.store.ts';
import { createChannelEventHandler, type ChannelEventHandlerDeps } from './channel-event-handler.ts';
import { createShardWorker } from './shard-worker.ts';
import { createInboxParser } from './inbox-parser.ts';
import { createQuarantine } from './quarantine.ts';

export interface InboxWorkerDeps extends ChannelEventHandlerDeps {
  db: Db;
  connectionCache: ConnectionCache;
  onError(error: unknown): void;
}

/** Finds entries of other nodes, events due for a retry, and work whose wake-up was lost. */
const POLL_MS = 500;

/** Processes stored webhook payloads: parses them into events, then handles each conversation in order. */
export function createInboxWorker({ db, connectionCache, onError, ...handlerDeps }: InboxWorkerDeps) {
  const load = createCompanyLoad();
  const shardWorker = createShardWorker({ db, eventHandler: createChannelEventHandler(handlerDeps), load, onError });
  const inboxParser = createInboxParser({ db, connectionCache, load, onEventsQueued: shardWorker.wake, onError });
  let poll: NodeJS.Timeout | undefined;
  async function sweep() {
    await inboxParser.poll();
    await shardWorker.pollDueShards();
  }
  return {
    /** Review of what could not be processed. */
    quarantine: createQuarantine({ db, ...handlerDeps }),
    /** New inbox entries exist. A node that only serves HTTP leaves them to the working nodes. */
    wake(entries: InboxEntry[]) {
      if (poll) inboxParser.wakeWith(entries);
    },
    start() {
      poll ??= setInterval(() => void sweep(), POLL_MS);
      return sweep();
    },
    /** Processes what a crash left behind. */
    sweep,
    /** Removes digests of payloads that no channel repeats any more. */
    pruneSeen: (before: Date) => inPortions((limit) => db.onPlatform((tx) => inboxStore.pruneSeen(tx, before, limit))),
    /** Queue lengths, for the metrics. */
    waiting: () => inboxStore.counts(db),
    isIdle: () => inboxParser.isIdle() && shardWorker.isIdle(),
    async stop() {
      clearInterval(poll);
      await inboxParser.stop();
      await shardWorker.stop();
    },
  };
}
export type InboxWorker = ReturnType<typeof createInboxWorker>;
