import { randomUUID } from 'node:crypto';
import type { Db } from '../../infrastructure/db/tx.ts';
import { createPacing, type CompanyLoad } from '../../infrastructure/limits/company-load.ts';
import { createCompanyTurns } from '../../infrastructure/limits/company-turns.ts';
import type { ConnectionCache } from './connection-cache.ts';
import { inboxStore, StalePortion, type InboxEntry } from './inbox.store.ts';
import { createPortionParser, reasonOf, type Portion } from './parse-portion.ts';
import { PAYLOAD_KIND, quarantineStore } from './quarantine.store.ts';
import { queuedEventStore, type ShardKey } from './queued-events.store.ts';

interface Deps {
  db: Db;
  connectionCache: ConnectionCache;
  load: CompanyLoad;
  /** The shards that have new events. */
  onEventsQueued(shards: ShardKey[]): void;
  onError(error: unknown): void;
}
/** Companies that are parsed at the same time; one portion of each per turn. */
const MAX_CONCURRENT = 2;
const CLAIM = {
  entries: 100,
  bytes: 4 * 1024 * 1024,
  // A company with more queued events is parsed no further: its payloads need less space in the inbox.
  queued: 5000,
  queuedHistory: 50_000,
};
/**
 * Pause after a batch, as a multiple of its time: with 2, a company that uses far more than others parses a third of the
 * time. Parsing is faster than processing.
 */
const PAUSE_PER_WORK = 2;
/** Bytes of a company's entries that are handed over in memory. */
const MAX_FRESH_BYTES = 512 * 1024;
/** A payload that cannot be parsed is set aside after this many failures. */
const MAX_FAILURES = 2;
/** If the last portion ended less than BUSY_MS ago, more entries are likely: wait BATCH_DELAY_MS, parse them together. */
const BUSY_MS = 25;
const BATCH_DELAY_MS = 12;
/** Delays of the next turn: while another node parses, while events are processed, and after a database error. */
const RETRY_MS = { leased: 50, full: 100, error: 1000 };

/** `done`: nothing waits; `more`: entries may wait. */
type Outcome = 'done' | 'more' | keyof typeof RETRY_MS;
/** Parses inbox entries company by company, oldest first, and queues their events by conversation. */
export function createInboxParser({ db, connectionCache, load, onEventsQueued, onError }: Deps) {
  const holder = randomUUID();
  const parsePortion = createPortionParser({ connectionCache });
  const turns = createCompanyTurns<number>({ slots: MAX_CONCURRENT });
  const pacing = createPacing({ load, pausePerWork: PAUSE_PER_WORK, onRested: start });
  const timers = new Set<NodeJS.Timeout>();
  /** Entries that this node has just stored, by company. */
  const fresh = new Map<number, InboxEntry[]>();
  /** Companies whose entries have to be read from the inbox. */
  const behind = new Set<number>();
  let isStopped = false;
  let startTimer: NodeJS.Timeout | undefined;
  let lastAt = 0;

  /** Parses at once when idle; under load it collects entries for a few milliseconds. */
  function wake(companyIds: Iterable<number>) {
    for (const companyId of companyIds) {
      behind.add(companyId);
      turns.add(companyId, String(companyId), companyId);
    }
    scheduleStart(Date.now() - lastAt < BUSY_MS ? BATCH_DELAY_MS : 0);
  }
  /** Entries that this node has just stored are parsed without being read again, unless older ones wait. */
  function wakeWith(entries: InboxEntry[]) {
    for (const [companyId, own] of Map.groupBy(entries, (entry) => entry.companyId)) {
      const all = [...(fresh.get(companyId) ?? []), ...own];
      if (all.length > CLAIM.entries || bytesOf(all) > MAX_FRESH_BYTES) behind.add(companyId);
      if (behind.has(companyId)) fresh.delete(companyId);
      else fresh.set(companyId, all);
      turns.add(companyId, String(companyId), companyId);
    }
    scheduleStart(Date.now() - lastAt < BUSY_MS ? BATCH_DELAY_MS : 0);
  }
  function scheduleStart(ms: number) {
    if (isStopped || turns.waiting === 0) return;
    startTimer ??= setTimeout(() => {
      startTimer = undefined;
      start();
    }, ms);
  }
  function start() {
    const { canStart } = pacing;
    for (let item = isStopped ? undefined : turns.start(canStart); item; item = turns.start(canStart)) {
      const { companyId, key } = item;
      const rest = pacing.start(companyId);
      void takeTurn(companyId).then((outcome) => {
        turns.finish(key);
        rest();
        if (outcome !== 'done') behind.add(companyId);
        lastAt = Date.now();
        if (outcome === 'more') turns.add(companyId, key, companyId);
        else if (outcome !== 'done') retryIn(companyId, RETRY_MS[outcome]);
        if (outcome === 'more') start();
        else scheduleStart(BATCH_DELAY_MS);
      });
    }
  }
  function retryIn(companyId: number, ms: number) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      wake([companyId]);
    }, ms);
    timers.add(timer.unref());
  }

  async function takeTurn(companyId: number): Promise<Outcome> {
    const entries = fresh.get(companyId);
    fresh.delete(companyId);
    const isBehind = behind.delete(companyId);
    try {
      if (entries && !isBehind) return await process(entries, true);
      const claimed = await inboxStore.claim(db, companyId, holder, CLAIM);
      if (claimed === 'leased') return 'leased';
      const outcome = claimed === 'full' ? 'full' : await process(claimed, false);
      // The lease ends by itself, a little later.
      await inboxStore.release(db, companyId, holder).catch(() => {});
      return outcome;
    } catch (error) {
      if (error instanceof StalePortion) return 'more';
      onError(error);
      return 'error';
    }
  }

  async function process(entries: InboxEntry[], isFresh: boolean): Promise<Outcome> {
    const portion = await parsePortion(entries);
    await save(portion, isFresh);
    if (portion.failed) await handleFailure(portion.failed.entry, portion.failed.error);
    if (portion.finished.length < entries.length) return 'more';
    const mayHaveMore = !isFresh && (entries.length === CLAIM.entries || bytesOf(entries) >= CLAIM.bytes);
    return mayHaveMore ? 'more' : 'done';
  }

  async function save({ events, finished, partial, partialEvents }: Portion, isFresh: boolean): Promise<void> {
    const first = finished[0] ?? partial;
    if (!first) return;
    await db.onPlatform(async (tx) => {
      // Sent together: a stale portion undoes all of them.
      await Promise.all([
        isFresh && inboxStore.assertOldest(tx, first, CLAIM),
        inboxStore.finish(tx, finished),
        partial && inboxStore.saveProgress(tx, partial, partialEvents),
        queuedEventStore.append(tx, events),
      ]);
    });
    if (events.length === 0) return;
    load.record(first.companyId, events.length);
    onEventsQueued(events);
  }

  /** The first failure is tried again; then the entry is set aside with its reason, in one transaction. */
  async function handleFailure(entry: InboxEntry, error: Error): Promise<void> {
    if (entry.failures + 1 < MAX_FAILURES) return void (await inboxStore.recordFailure(db, entry));
    const { companyId, connectionId, body, parsedEvents } = entry;
    const content = { body: body.toString('base64'), ...(parsedEvents > 0 && { parsedEvents }) };
    await db.inCompany(companyId, async (tx) => {
      await inboxStore.finish(tx, [entry]);
      await quarantineStore.add(tx, {
        connectionId,
        kind: PAYLOAD_KIND,
        content,
        reason: reasonOf(error),
        error: error.message,
      });
    });
  }

  return {
    wakeWith,
    /** Finds entries whose wake-up was lost. */
    async poll() {
      if (isStopped) return;
      try {
        wake(await inboxStore.companiesWithEntries(db));
      } catch (error) {
        onError(error);
      }
    },
    isIdle: () => turns.running === 0 && turns.waiting === 0,
    async stop() {
      isStopped = true;
      clearTimeout(startTimer);
      pacing.stop();
      for (const timer of timers) clearTimeout(timer);
      while (turns.running > 0) await new Promise((done) => setTimeout(done, 20));
    },
  };
}

const bytesOf = (entries: InboxEntry[]) => entries.reduce((sum, { body }) => sum + body.length, 0);
