import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { listenTo } from '../db/listen.ts';
import type { Db } from '../db/tx.ts';
import { eventKeysAfter, eventsByIds, latestCursor } from './events.store.ts';
import { isAfter, formatCursor, type LoggedEvent, type LogCursor } from './event-log.store.ts';

const CHANNEL = 'balcao_events';
const BATCH = 500;
/** Interval between notifications of other nodes; `NOTIFY` in every writing transaction would cost far more. */
const NOTIFY_EVERY_MS = 25;
/** An open transaction holds back the events committed after it began; read again soon. */
const RETRY_MS = 15;
/** The longest delay of an event when every notification is lost. */
const POLL_MS = 1000;
/** Time for the writer of this node to report a commit that the tail has already seen. */
const LOCAL_COMMIT_GRACE_MS = 3;
const MAX_LOCAL_EVENTS = 20_000;

const notify = { name: 'events.notify', text: 'select pg_notify($1, $2)' };

interface Deps {
  db: Db;
  listenUrl: string;
  /** Receives events of one company in log order; companies do not wait for each other. */
  deliver(companyId: number, events: LoggedEvent[]): Promise<void>;
  onError(error: unknown): void;
}

/** Follows the event log of all companies and delivers each event, in order and without gaps. */
export async function createTail({ db, listenUrl, deliver, onError }: Deps) {
  let cursor: LogCursor = await latestCursor(db);
  let isReading = false;
  let isWoken = false;
  let isStopped = false;
  /** Events just written by this process; they need not be read from the database. */
  const localEvents = new Map<string, LoggedEvent>();
  const self = randomUUID();
  // This node's own notification arrives here too, after the events were read.
  const listener = listenTo(listenUrl, CHANNEL, (from) => from !== self && wake(), onError);
  let notifyTimer: NodeJS.Timeout | undefined;
  const poll = setInterval(wake, POLL_MS);

  function wake() {
    if (isStopped) return;
    if (isReading) {
      isWoken = true;
      return;
    }
    isReading = true;
    void read().then(onReadDone, onReadError);
  }

  /** While the database is unavailable, read once a second. */
  function onReadError(error: unknown) {
    onError(error);
    isReading = false;
    setTimeout(wake, POLL_MS).unref();
  }

  function onReadDone() {
    isReading = false;
    // Events read before their writer reported them are delivered already.
    for (const [name, { cursor: position }] of localEvents) if (!isAfter(position, cursor)) localEvents.delete(name);
    if (isWoken) {
      isWoken = false;
      wake();
    } else if (localEvents.size > 0) {
      setTimeout(wake, RETRY_MS).unref();
    }
  }

  async function read() {
    for (;;) {
      const keys = await eventKeysAfter(db, cursor, BATCH);
      if (keys.length === 0) return;
      await Promise.all(
        [...Map.groupBy(keys, (key) => key.companyId)].map(([companyId, own]) => deliverAll(companyId, own)),
      );
      cursor = keys.at(-1)!.cursor;
      if (keys.length < BATCH) return;
    }
  }

  async function deliverAll(companyId: number, keys: { cursor: LogCursor }[]) {
    const notLocal = () => keys.filter(({ cursor: position }) => !localEvents.has(formatCursor(position)));
    // Most likely these are events of this node whose writer has not reported them yet: waiting is cheaper than a query.
    if (notLocal().length > 0) await delay(LOCAL_COMMIT_GRACE_MS);
    const toFetch = notLocal();
    const fetched = new Map(
      (toFetch.length === 0 ? [] : await fetchEvents(companyId, toFetch)).map((logged) => [
        formatCursor(logged.cursor),
        logged,
      ]),
    );
    const events: LoggedEvent[] = [];
    for (const { cursor: position } of keys) {
      const name = formatCursor(position);
      const event = localEvents.get(name) ?? fetched.get(name);
      localEvents.delete(name);
      if (event) events.push(event);
    }
    // A failed delivery must not block later events.
    if (events.length > 0) await deliver(companyId, events).catch(onError);
  }

  const fetchEvents = (companyId: number, keys: { cursor: LogCursor }[]) =>
    db.readCompany(companyId, (tx) =>
      eventsByIds(
        tx,
        keys.map((key) => key.cursor.id),
      ),
    );

  return {
    /** Reports events that this node has just committed. */
    committed(events: LoggedEvent[]) {
      if (localEvents.size > MAX_LOCAL_EVENTS) localEvents.clear();
      for (const event of events) localEvents.set(formatCursor(event.cursor), event);
      wake();
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined;
        void db.query(notify, [CHANNEL, self]).catch(onError);
      }, NOTIFY_EVERY_MS).unref();
    },
    isRunning: () => !isStopped,
    async stop() {
      isStopped = true;
      clearInterval(poll);
      clearTimeout(notifyTimer);
      await listener.stop();
    },
  };
}
export type Tail = Awaited<ReturnType<typeof createTail>>;
