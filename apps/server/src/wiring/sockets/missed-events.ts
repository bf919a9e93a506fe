import type { Db } from '../../infrastructure/db/tx.ts';
import type { LoggedEvent, LogCursor } from '../../infrastructure/events/event-log.store.ts';
import { isRetained, missedEvents } from '../../infrastructure/events/events.store.ts';

/** A client that missed more events refetches its data, which is faster than a replay. */
const MAX_REPLAYED = 500;

/** Undefined when the events are pruned or too many to replay. */
export const loadMissed = (db: Db, companyId: number, after: LogCursor): Promise<LoggedEvent[] | undefined> =>
  db.readCompany(companyId, async (tx) => {
    if (!(await isRetained(tx, after))) return undefined;
    const events = await missedEvents(tx, after, MAX_REPLAYED + 1);
    return events.length > MAX_REPLAYED ? undefined : events;
  });
