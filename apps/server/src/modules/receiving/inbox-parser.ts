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
  /** The shards that have new events. */
  onEventsQueued(shards: ShardKey[]): void;
  onError(error: unknown): void;
}
const MAX_BATCH_ENTRIES = 100;
/** If the last pass ended less than BUSY_MS ago, more entries are likely: wait BATCH_DELAY_MS and parse them together. */
const BUSY_MS = 25;
const BATCH_DELAY_MS = 12;

/** Left out of this pass: entries of removed connections and quarantined entries. */
interface Excluded {
  removedConnections: Set<number>;
  quarantined: Set<number>;
}
type ParseOutcome =
  | { isFull: boolean; events: NewQueuedEvent[] }
  | { unknownConnection: InboxEntry }
  | { unparsable: InboxEntry; error: Error }
  | 'locked';
/** Delays of the next pass: while another node parses, and after a database error. */
const LOCKED_RETRY_MS = 50;
const ERROR_RETRY_MS = 1000;

/** Parses inbox entries, oldest first, and queues their events by conversation. One node parses at a time. */
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
  /** Parses at once when idle; under load it collects entries for a few milliseconds. */
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

  /** True when more entries may wait. */
  async function parseBatch(): Promise<boolean> {
    const excluded: Excluded = { removedConnections: new Set(), quarantined: new Set() };
    for (;;) {
      const outcome = await db.onPlatform((tx) => parseInTx(tx, excluded));
      if (outcome === 'locked') {
        // The other node may have read the inbox before our entries were committed, and no further wake-up follows for them.
        scheduleRetry(LOCKED_RETRY_MS);
        return false;
      }
      if ('isFull' in outcome) {
        if (outcome.events.length > 0) onEventsQueued(outcome.events);
        return outcome.isFull;
      }
      // Outside the transaction: both need a database connection of their own.
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
      // A removed connection: its entries are dropped.
      if (!(await connectionCache.byConnection(companyId, connectionId))) excluded.removedConnections.add(connectionId);
    } catch (error) {
      if (!(error instanceof UnusableConnection)) throw error;
      await quarantine(entry, error, excluded);
    }
  }

  /** Stored for review before the entry leaves the inbox: a crash in between stores it twice, never not at all. */
  async function quarantine(
    { id, companyId, connectionId, body }: InboxEntry,
    error: Error,
    { quarantined }: Excluded,
  ) {
    const content = { body: body.toString('base64') };
    await db.inCompany(companyId, (tx) =>
      inboxStore.quarantine(tx, { connectionId, kind: 'delivery', content, error: error.message }),
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

/** The peer of an event; events without a peer (a session) have a key of their own. */
function peerKey(event: ChannelEvent): string {
  if (!('peer' in event)) return event.type;
  // In order with the messages of the former number; messages of the new number resolve to the same contact anyway.
  const { identities } = event.type === 'renumbered' ? event.from : event.peer;
  const [first] = [...identities].sort((a, b) => a.kind.localeCompare(b.kind));
  if (!first) return 'nobody';
  // Both spellings of a Brazilian mobile number share one key, or a contact's messages could overtake each other.
  return `${first.kind}:${first.scope ?? ''}:${first.kind === 'phone' ? phoneKey(first.value) : first.value}`;
}
/**
 * Events with the same key keep their order, and a waiting event blocks the later ones. Messages share the key of their
 * conversation; an event about one message has a key of its own, because it may have to wait for that message.
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
