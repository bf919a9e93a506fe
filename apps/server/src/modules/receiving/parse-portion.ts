import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import type { ChannelEvent } from '../../channels/port.ts';
import { UnusableConnection, type ConnectionCache, type WebhookTarget } from './connection-cache.ts';
import { routeOf } from './event-routing.ts';
import type { InboxEntry } from './inbox.store.ts';
import { hasTooManyItems } from './payload-items.ts';
import type { QuarantineReason } from './quarantine.store.ts';
import type { NewQueuedEvent } from './queued-events.store.ts';

/** Events of one portion: few enough that storing them does not hold back the events of other companies. */
const MAX_EVENTS = 250;
/** Events that are parsed before other work of this process runs. */
const SLICE_EVENTS = 100;
/** Partly parsed payloads in memory; others are parsed again from their beginning. */
const MAX_OPEN = 8;

type Target = WebhookTarget | UnusableConnection | undefined;
export interface Portion {
  events: NewQueuedEvent[];
  finished: InboxEntry[];
  /** The last entry, of which only some events fit into the portion. */
  partial?: InboxEntry;
  partialEvents: number;
  /** An entry that could not be parsed; the later ones wait. */
  failed?: { entry: InboxEntry; error: Error };
}

/** Parses entries into a portion of events, outside any transaction and in slices that let other work run. */
export function createPortionParser({ connectionCache }: { connectionCache: ConnectionCache }) {
  /** Partly parsed entries by id, with the number of events that were taken. */
  const open = new Map<number, { events: Iterator<ChannelEvent>; taken: number }>();

  /** Undefined for a removed connection. Database errors are thrown: they are not failures of the entry. */
  async function loadTarget({ companyId, connectionId }: InboxEntry): Promise<Target> {
    try {
      return (
        connectionCache.findCachedByConnection(connectionId) ??
        (await connectionCache.byConnection(companyId, connectionId))
      );
    } catch (error) {
      if (error instanceof UnusableConnection) return error;
      throw error;
    }
  }

  /** Adds the events of an entry to the portion; false when the portion is full. Throws when it cannot be parsed. */
  async function parseEntry(entry: InboxEntry, target: Target, portion: Portion): Promise<boolean> {
    const { companyId, connectionId, receivedAt } = entry;
    const { events, finished } = portion;
    const iterator = await eventsOf(entry, target);
    const before = events.length;
    try {
      for (;;) {
        if (events.length >= MAX_EVENTS) {
          leaveOpen(entry, iterator, events.length - before);
          portion.partial = entry;
          portion.partialEvents = events.length - before;
          return false;
        }
        const next = iterator.next();
        if (next.done) break;
        const event = next.value;
        events.push({ companyId, connectionId, receivedAt, event, ...routeOf(connectionId, event) });
        if (events.length % SLICE_EVENTS === 0) await nextTurnOfLoop();
      }
    } catch (error) {
      // Events before the failure are parsed again with the next try.
      events.length = before;
      throw error;
    }
    finished.push(entry);
    return true;
  }

  function leaveOpen(entry: InboxEntry, events: Iterator<ChannelEvent>, newlyTaken: number) {
    if (open.size >= MAX_OPEN) open.clear();
    open.set(entry.id, { events, taken: entry.parsedEvents + newlyTaken });
  }

  /** The events of an entry behind those that are queued already. */
  async function eventsOf({ id, body, parsedEvents }: InboxEntry, target: Target): Promise<Iterator<ChannelEvent>> {
    const opened = open.get(id);
    open.delete(id);
    if (opened?.taken === parsedEvents) return opened.events;
    if (hasTooManyItems(body)) throw new TooManyItems();
    if (target instanceof UnusableConnection) throw target;
    // The entries of a removed connection are dropped.
    if (!target) return [][Symbol.iterator]();
    const events = target.channel.parse(body, target.account)[Symbol.iterator]();
    for (let skipped = 0; skipped < parsedEvents && !events.next().done; skipped += 1)
      if (skipped % SLICE_EVENTS === 0) await nextTurnOfLoop();
    return events;
  }

  return async function parsePortion(entries: InboxEntry[]): Promise<Portion> {
    const portion: Portion = { events: [], finished: [], partialEvents: 0 };
    for (const entry of entries) {
      const target = await loadTarget(entry);
      try {
        if (!(await parseEntry(entry, target, portion))) break;
      } catch (error) {
        portion.failed = { entry, error: error as Error };
        break;
      }
    }
    return portion;
  };
}

class TooManyItems extends Error {
  override name = 'TooManyItems';
  override message = 'the payload has more items than any channel sends';
}
/** Why an entry cannot be parsed. */
export const reasonOf = (error: Error): QuarantineReason =>
  error instanceof TooManyItems ? 'too-many-items' : error instanceof UnusableConnection ? 'keys' : 'unreadable';
