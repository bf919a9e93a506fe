import type { Db } from '../../infrastructure/db/tx.ts';
import type { ConnectionCache } from './connection-cache.ts';
import { inboxStore } from './inbox.store.ts';
import { createChannelEventHandler, type ChannelEventHandlerDeps } from './channel-event-handler.ts';
import { createShardWorker } from './shard-worker.ts';
import { createInboxParser } from './inbox-parser.ts';

export interface InboxWorkerDeps extends ChannelEventHandlerDeps {
  db: Db;
  connectionCache: ConnectionCache;
  onError(error: unknown): void;
}

/** For what others have kept, what waits for its next try, and when every wake-up call is lost. */
const POLL_MS = 500;

/** What happens to a delivery after it is safe: read into signals, then each conversation worked off in its order. */
export function createInboxWorker({ db, connectionCache, onError, ...handlerDeps }: InboxWorkerDeps) {
  const shardWorker = createShardWorker({ db, eventHandler: createChannelEventHandler(handlerDeps), onError });
  const inboxParser = createInboxParser({ db, connectionCache, onEventsQueued: shardWorker.wake, onError });
  let poll: NodeJS.Timeout | undefined;
  async function sweep() {
    await inboxParser.parsePending();
    await shardWorker.pollDueShards();
  }
  return {
    /** Something was laid into the inbox; a node that only serves leaves it to those that work. */
    wake() {
      if (poll) inboxParser.wake();
    },
    start() {
      poll ??= setInterval(() => void sweep(), POLL_MS);
      return sweep();
    },
    /** What a crash left lying. */
    sweep,
    /** Digests of deliveries that no channel repeats any more. */
    pruneSeen: (before: Date) => db.onPlatform((tx) => inboxStore.pruneSeen(tx, before)),
    /** What could not be worked off, and was there long enough for a person to look at. */
    pruneQuarantine: (companyId: number, before: Date) =>
      db.inCompany(companyId, (tx) => inboxStore.pruneQuarantine(tx, before)),
    /** For whoever watches the house. */
    waiting: () => inboxStore.counts(db),
    isIdle: () => inboxParser.isIdle() && shardWorker.isIdle(),
    async stop() {
      clearInterval(poll);
      inboxParser.stop();
      while (!inboxParser.isIdle()) await new Promise((done) => setTimeout(done, 20));
      await shardWorker.stop();
    },
  };
}
export type InboxWorker = ReturnType<typeof createInboxWorker>;
