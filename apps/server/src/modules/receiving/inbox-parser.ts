import { phoneKey } from '@balcao/domain/contact/phone';
import type { ChannelEvent } from '../../channels/port.ts';
import type { Db, PlatformTx } from '../../infrastructure/db/tx.ts';
import { UnusableConnection, type WebhookTarget, type ConnectionCache } from './connection-cache.ts';
import {
  HISTORY_SHARD,
  inboxStore,
  shardOf,
  MAX_CLAIM_BYTES,
  type InboxEntry,
  type ShardKey,
  type NewQueuedEvent,
} from './inbox.store.ts';

interface Deps {
  db: Db;
  connectionCache: ConnectionCache;
  /** These have something to do now. */
  onEventsQueued(shards: ShardKey[]): void;
  onError(error: unknown): void;
}
const MAX_BATCH_ENTRIES = 100;
/** Sorted last so short ago, there is likely more to come; then it is waited for so long. */
const BUSY_MS = 25;
const BATCH_DELAY_MS = 12;

/** What is left out of this pass: connections that no longer exist, and deliveries that nobody can read. */
interface Excluded {
  removedConnections: Set<number>;
  quarantined: Set<number>;
}
type ParseOutcome =
  | { isFull: boolean; events: NewQueuedEvent[] }
  | { unknownConnection: InboxEntry }
  | { unparsable: InboxEntry; error: Error }
  | 'locked';
/** When another node has the inbox, and when the database is in trouble, it is looked into again after so long. */
const LOCKED_RETRY_MS = 50;
const ERROR_RETRY_MS = 1000;

/** Opens envelopes, oldest first, and lays what they say into the lines of their conversations. One node at a time. */
export function createInboxParser({ db, connectionCache, onEventsQueued, onError }: Deps) {
  let isRunning = false;
  let isRequested = false;
  let isStopped = false;
  let isScheduled = false;
  let lastAt = 0;

  async function parsePending(): Promise<void> {
    if (isRunning) return void (isRequested = true);
    isRunning = true;
    isRequested = false;
    try {
      while (!isStopped && (await parseBatch()));
    } catch (error) {
      onError(error);
      scheduleRetry(ERROR_RETRY_MS);
    } finally {
      isRunning = false;
      lastAt = Date.now();
      if (isRequested) wake();
    }
  }
  /** At once when it is quiet. While deliveries pour in, those of some milliseconds are sorted together. */
  function wake() {
    if (isRunning || isScheduled) return void (isRequested = isRunning);
    const isBusy = Date.now() - lastAt < BUSY_MS;
    isScheduled = true;
    setTimeout(
      () => {
        isScheduled = false;
        void parsePending();
      },
      isBusy ? BATCH_DELAY_MS : 0,
    );
  }
  const scheduleRetry = (ms: number) => void setTimeout(() => !isStopped && void parsePending(), ms).unref();

  /** True when there may be more. */
  async function parseBatch(): Promise<boolean> {
    const excluded: Excluded = { removedConnections: new Set(), quarantined: new Set() };
    for (;;) {
      const outcome = await db.onPlatform((tx) => parseInTx(tx, excluded));
      if (outcome === 'locked') {
        // Another node is at it, and may have looked before this one's came in: nobody rings again for those.
        scheduleRetry(LOCKED_RETRY_MS);
        return false;
      }
      if ('isFull' in outcome) {
        if (outcome.events.length > 0) onEventsQueued(outcome.events);
        return outcome.isFull;
      }
      // Not inside the unit of work: both need a connection of their own.
      if ('unknownConnection' in outcome) await loadConnection(outcome.unknownConnection, excluded);
      else await quarantine(outcome.unparsable, outcome.error, excluded);
    }
  }

  async function parseInTx(tx: PlatformTx, { removedConnections, quarantined }: Excluded): Promise<ParseOutcome> {
    const entries = await inboxStore.claimEntries(tx, MAX_BATCH_ENTRIES);
    if (!entries) return 'locked';
    const events: NewQueuedEvent[] = [];
    for (const entry of entries) {
      if (removedConnections.has(entry.connectionId) || quarantined.has(entry.id)) continue;
      const target = connectionCache.findCachedByConnection(entry.connectionId);
      if (!target) return { unknownConnection: entry };
      try {
        events.push(...parseEntry(entry, target));
      } catch (error) {
        return { unparsable: entry, error: error as Error };
      }
    }
    if (entries.length > 0) await inboxStore.saveParsed(tx, entries, events);
    const bytes = entries.reduce((sum, { body }) => sum + body.length, 0);
    return { isFull: entries.length === MAX_BATCH_ENTRIES || bytes >= MAX_CLAIM_BYTES, events };
  }

  async function loadConnection(entry: InboxEntry, excluded: Excluded): Promise<void> {
    const { companyId, connectionId } = entry;
    try {
      // The connection is gone, and with it everything it could say.
      if (!(await connectionCache.byConnection(companyId, connectionId))) excluded.removedConnections.add(connectionId);
    } catch (error) {
      if (!(error instanceof UnusableConnection)) throw error;
      await quarantine(entry, error, excluded);
    }
  }

  /** Kept for a person to look at before it leaves the inbox: a crash in between keeps it twice, never not at all. */
  async function quarantine(
    { id, companyId, connectionId, body }: InboxEntry,
    error: Error,
    { quarantined }: Excluded,
  ) {
    const content = { body: body.toString('base64') };
    await db.inCompany(companyId, (tx) =>
      inboxStore.quarantine(tx, { connectionId, kind: 'delivery', content, fault: error.message }),
    );
    quarantined.add(id);
  }

  return {
    parsePending,
    wake,
    isIdle: () => !isRunning,
    stop: () => void (isStopped = true),
  };
}

function parseEntry(
  { companyId, connectionId, receivedAt, body }: InboxEntry,
  { channel, account }: WebhookTarget,
): NewQueuedEvent[] {
  return channel.parse(body, account).map((event) => ({
    companyId,
    connectionId,
    receivedAt,
    event,
    shard: isHistory(event) ? HISTORY_SHARD : shardOf(connectionId, peerKey(event)),
    conversation: conversationKey(event),
  }));
}

const isHistory = (event: ChannelEvent): boolean =>
  event.type === 'history' || (event.type === 'message' && event.isHistory === true);

/** Who it is about; what belongs to nobody (a session) has a place of its own. */
function peerKey(event: ChannelEvent): string {
  if (!('peer' in event)) return event.type;
  // After everything that was said under the former name; what was said under the new one finds its way to it anyhow.
  const { identities } = event.type === 'renumbered' ? event.from : event.peer;
  const [first] = [...identities].sort((a, b) => a.kind.localeCompare(b.kind));
  if (!first) return 'nobody';
  // Both spellings of a Brazilian mobile are one line, or the same person's words could overtake each other.
  return `${first.kind}:${first.scope ?? ''}:${first.kind === 'phone' ? phoneKey(first.value) : first.value}`;
}
/**
 * What waits holds back its own line. Messages of a conversation keep their order; what is said about one message may
 * have to wait for that message, and nobody else has to wait with it.
 */
function conversationKey(event: ChannelEvent): string {
  switch (event.type) {
    case 'receipt':
      return `about:${event.wid ?? event.correlation ?? ''}`;
    case 'edited':
    case 'removed':
      return `about:${event.wid}`;
    case 'read-up-to':
      return `about:${peerKey(event)}`;
    default:
      return peerKey(event);
  }
}
