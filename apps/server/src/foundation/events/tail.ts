import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { listenTo } from '../db/listen.ts';
import type { Db } from '../db/tx.ts';
import { eventKeysAfter, eventsByIds, newestPlace } from './events.store.ts';
import { isAfter, placeText, type LoggedEvent, type Place } from './keep.store.ts';

const CHANNEL = 'balcao_events';
const BATCH = 500;
/** Other nodes are told at most this often; NOTIFY inside the writing transactions would cost far more. */
const NOTIFY_EVERY_MS = 25;
/** A writer that is still open holds back what was committed after it; look again soon. */
const LOOK_AGAIN_MS = 15;
/** When every hint is lost, this is the longest an event waits. */
const POLL_MS = 1000;
const A_MOMENT_MS = 3;
const MOST_NOTICED = 20_000;

const notify = { name: 'events.notify', text: 'select pg_notify($1, $2)' };

interface Needs {
  db: Db;
  listenUrl: string;
  /** Some of a company's events in the order of the log; companies do not wait for each other. */
  deliver(companyId: number, events: LoggedEvent[]): Promise<void>;
  failed(fault: unknown): void;
}

/** Follows the event log of all companies, in order and without gaps, and hands each event on. */
export async function createTail({ db, listenUrl, deliver, failed }: Needs) {
  let cursor: Place = await newestPlace(db);
  let isReading = false;
  let isWoken = false;
  let isStopped = false;
  /** Written by this very process a moment ago: no need to read them back. */
  const noticed = new Map<string, LoggedEvent>();
  const self = randomUUID();
  // Our own hint comes back to us too, long after we have looked.
  const listener = listenTo(listenUrl, CHANNEL, (from) => from !== self && wake(), failed);
  let notifyTimer: NodeJS.Timeout | undefined;
  const poll = setInterval(wake, POLL_MS);

  function wake() {
    if (isStopped) return;
    if (isReading) {
      isWoken = true;
      return;
    }
    isReading = true;
    void read().then(rest, restAfterFault);
  }

  /** A database that is away is asked once a second, not as fast as it refuses. */
  function restAfterFault(fault: unknown) {
    failed(fault);
    isReading = false;
    setTimeout(wake, POLL_MS).unref();
  }

  function rest() {
    isReading = false;
    // Read before the writer could say so: told already, and nothing to look for again.
    for (const [name, { place }] of noticed) if (!isAfter(place, cursor)) noticed.delete(name);
    if (isWoken) {
      isWoken = false;
      wake();
    } else if (noticed.size > 0) {
      setTimeout(wake, LOOK_AGAIN_MS).unref();
    }
  }

  async function read() {
    for (;;) {
      const keys = await eventKeysAfter(db, cursor, BATCH);
      if (keys.length === 0) return;
      await Promise.all(
        [...Map.groupBy(keys, (key) => key.companyId)].map(([companyId, own]) => deliverAll(companyId, own)),
      );
      cursor = keys.at(-1)!.place;
      if (keys.length < BATCH) return;
    }
  }

  async function deliverAll(companyId: number, keys: { place: Place }[]) {
    const strange = () => keys.filter(({ place }) => !noticed.has(placeText(place)));
    // Most likely this node's own, committed and seen before its writer could say so: a moment is cheaper than a look.
    if (strange().length > 0) await delay(A_MOMENT_MS);
    const unknown = strange();
    const fetched = new Map(
      (unknown.length === 0 ? [] : await fetch(companyId, unknown)).map((one) => [placeText(one.place), one]),
    );
    const events: LoggedEvent[] = [];
    for (const { place } of keys) {
      const name = placeText(place);
      const event = noticed.get(name) ?? fetched.get(name);
      noticed.delete(name);
      if (event) events.push(event);
    }
    // What nobody can deliver must not hold up what comes behind it.
    if (events.length > 0) await deliver(companyId, events).catch(failed);
  }

  const fetch = (companyId: number, keys: { place: Place }[]) =>
    db.readCompany(companyId, (tx) =>
      eventsByIds(
        tx,
        keys.map((key) => key.place.id),
      ),
    );

  return {
    /** This node has just committed these. */
    committed(events: LoggedEvent[]) {
      if (noticed.size > MOST_NOTICED) noticed.clear();
      for (const event of events) noticed.set(placeText(event.place), event);
      wake();
      notifyTimer ??= setTimeout(() => {
        notifyTimer = undefined;
        void db.look(notify, [CHANNEL, self]).catch(failed);
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
