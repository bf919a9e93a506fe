import { setTimeout as delay } from 'node:timers/promises';
import { isAfter, formatCursor, type LoggedEvent, type LogCursor } from './event-log.store.ts';

/** Time for the writer of this node to report a commit that the tail has already seen. */
const LOCAL_COMMIT_GRACE_MS = 3;
const MAX_LOCAL_EVENTS = 20_000;

/** Position of an event that was read and is not yet delivered. */
export interface QueuedKey {
  id: bigint;
  /** The cursor as text. */
  name: string;
  readAt: number;
}

/** Events just written by this process, which need not be read from the database; `fetch` reads the others. */
export function createEventBuffer(fetch: (companyId: number, ids: bigint[]) => Promise<LoggedEvent[]>) {
  const local = new Map<string, LoggedEvent>();
  return {
    add(events: LoggedEvent[]) {
      if (local.size > MAX_LOCAL_EVENTS) local.clear();
      for (const event of events) local.set(formatCursor(event.cursor), event);
    },
    oldest: (): LoggedEvent | undefined => local.values().next().value,
    /** Drops what is delivered already. True when events remain that the log does not show yet. */
    prune(cursor: LogCursor, isQueued: (name: string) => boolean): boolean {
      let isHeldBack = false;
      for (const [name, { cursor: position }] of local) {
        if (isAfter(position, cursor)) isHeldBack = true;
        // An event that was read before its writer reported it is delivered already.
        else if (!isQueued(name)) local.delete(name);
      }
      return isHeldBack;
    },
    async load(companyId: number, keys: QueuedKey[]): Promise<LoggedEvent[]> {
      const notLocal = () => keys.filter(({ name }) => !local.has(name)).map(({ id }) => id);
      // Most likely these are events of this node whose writer has not reported them yet: waiting is cheaper than a query.
      if (notLocal().length > 0) await delay(LOCAL_COMMIT_GRACE_MS);
      const ids = notLocal();
      const fetched = new Map(
        (ids.length === 0 ? [] : await fetch(companyId, ids)).map((logged) => [formatCursor(logged.cursor), logged]),
      );
      return keys.flatMap(({ name }) => {
        const event = local.get(name) ?? fetched.get(name);
        local.delete(name);
        return event ?? [];
      });
    },
  };
}
