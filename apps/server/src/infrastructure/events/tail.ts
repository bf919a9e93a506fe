import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { listenTo } from '../db/listen.ts';
import { notify } from '../db/notify.store.ts';
import type { Db } from '../db/tx.ts';
import { eventKeysAfter, eventsByIds, latestCursor } from './events.store.ts';
import { createEventBuffer, type QueuedKey } from './event-buffer.ts';
import { formatCursor, type LoggedEvent, type LogCursor } from './event-log.store.ts';

const CHANNEL = 'balcao_events';
const BATCH = 500;
/** Interval between notifications of other nodes; `NOTIFY` in every writing transaction would cost far more. */
const NOTIFY_EVERY_MS = 25;
/** An open transaction holds back the events committed after it began; read again soon. */
const RETRY_MS = 15;
/** The longest delay of an event when every notification is lost. */
const POLL_MS = 1000;
/** Undelivered events of all companies beyond which the reader waits; only a company that hangs gets near it. */
const MAX_WAITING = 100_000;
/** A read that lasts longer cannot be the database, whose queries have time limits: the process hangs. */
const MAX_READ_MS = 120_000;

interface Deps {
  db: Db;
  listenUrl: string;
  /** Receives events of one company in log order. Companies do not wait for each other. */
  deliver(companyId: number, events: LoggedEvent[]): Promise<void>;
  onError(error: unknown): void;
}

/** Follows the event log of all companies and delivers each event, in order and without gaps. */
export async function createTail({ db, listenUrl, deliver, onError }: Deps) {
  let cursor: LogCursor = await latestCursor(db);
  let isReading = false;
  let isWoken = false;
  let isStopped = false;
  let readingSince = 0;
  /** Events that are read and not yet delivered, by company: one company's slow delivery does not delay another's. */
  const queues = new Map<number, QueuedKey[]>();
  const queuedNames = new Set<string>();
  const buffer = createEventBuffer((companyId, ids) => db.readCompany(companyId, (tx) => eventsByIds(tx, ids)));
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
    readingSince = Date.now();
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
    const isHeldBack = buffer.prune(cursor, (name) => queuedNames.has(name));
    if (isWoken) {
      isWoken = false;
      wake();
    } else if (isHeldBack) {
      setTimeout(wake, RETRY_MS).unref();
    }
  }

  async function read() {
    while (!isStopped) {
      // `onReadDone` does not run while this waits, so a wake during it is not lost.
      if (queuedNames.size >= MAX_WAITING) await delay(RETRY_MS);
      else if ((await readBatch()) < BATCH) return;
    }
  }

  async function readBatch(): Promise<number> {
    const keys = await eventKeysAfter(db, cursor, BATCH);
    const readAt = Date.now();
    for (const [companyId, own] of Map.groupBy(keys, (key) => key.companyId))
      enqueue(
        companyId,
        own.map((key) => ({ id: key.cursor.id, name: formatCursor(key.cursor), readAt })),
      );
    cursor = keys.at(-1)?.cursor ?? cursor;
    return keys.length;
  }

  function enqueue(companyId: number, keys: QueuedKey[]) {
    for (const { name } of keys) queuedNames.add(name);
    const queue = queues.get(companyId);
    if (queue) return void queue.push(...keys);
    queues.set(companyId, keys);
    void processQueue(companyId, keys);
  }

  async function processQueue(companyId: number, queue: QueuedKey[]) {
    while (queue.length > 0 && !isStopped) {
      const batch = queue.slice(0, BATCH);
      const events = await buffer.load(companyId, batch).catch(onError);
      if (!events) {
        await delay(POLL_MS, undefined, { ref: false });
        continue;
      }
      // A failed delivery must not block later events.
      if (events.length > 0) await deliver(companyId, events).catch(onError);
      queue.splice(0, batch.length);
      for (const { name } of batch) queuedNames.delete(name);
    }
    queues.delete(companyId);
  }

  /** Age of the oldest event that is committed or read and not yet delivered. */
  function lagSeconds(): number {
    const times = [...queues.values()].flatMap(([first]) => first?.readAt ?? []);
    const local = buffer.oldest();
    if (local) times.push(+local.at);
    return times.length === 0 ? 0 : Math.max(0, Date.now() - Math.min(...times)) / 1000;
  }

  return {
    /** Reports events that this node has just committed. */
    committed(events: LoggedEvent[]) {
      buffer.add(events);
      wake();
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined;
        void notify(db, CHANNEL, self).catch(onError);
      }, NOTIFY_EVERY_MS).unref();
    },
    isRunning: () => !isStopped,
    lagSeconds,
    /** The process no longer makes progress; only a restart helps. */
    isStuck: () => isReading && Date.now() - readingSince > MAX_READ_MS,
    async stop() {
      isStopped = true;
      clearInterval(poll);
      clearTimeout(notifyTimer);
      await listener.stop();
    },
  };
}
export type Tail = Awaited<ReturnType<typeof createTail>>;
