import { setImmediate as nextImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { figure, caseCounts } from '../../../test/case-counts.ts';
import { eventKeysAfter, isRetained, missedEvents, latestCursor, pruneEvents } from './events.store.ts';
import { isAfter, appendEvents, formatCursor, START, type LogCursor } from './event-log.store.ts';

let server: TestServer;
const clients: pg.Client[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.stop();
});

/** A writer with a transaction of its own that stays open for as long as it is told to. */
async function aWriter(companyId: number) {
  const client = new pg.Client({ connectionString: server.appUrl });
  await client.connect();
  clients.push(client);
  return {
    begin: () => client.query(`begin; select set_config('app.company', '${companyId}', true)`),
    append: async (tagId: number) => (await appendEvents(client, companyId, [{ type: 'tag.removed', tagId }]))[0]!,
    takesItsNumber: () => client.query('select pg_current_xact_id()'),
    commit: () => client.query('commit'),
    rollback: () => client.query('rollback'),
  };
}

/** Follows the log as every node does. */
async function aReader(from?: LogCursor) {
  let cursor = from ?? (await latestCursor(server.db));
  const read: LogCursor[] = [];
  return {
    read,
    async poll() {
      for (;;) {
        const keys = await eventKeysAfter(server.db, cursor, 500);
        for (const { cursor: next } of keys) {
          read.push(next);
          cursor = next;
        }
        if (keys.length < 500) return;
      }
    },
  };
}
type Reader = Awaited<ReturnType<typeof aReader>>;
/** Open transactions of other databases hold the log back too: what was committed may come a moment later. */
async function catchUp(reader: Reader, count: number) {
  const hasAll = async () => {
    await reader.poll();
    return reader.read.length >= count;
  };
  await vi.waitUntil(hasAll, { timeout: 10_000, interval: 20 }).catch(() => {});
}
const isSettled = (companyId: number) =>
  vi.waitUntil(
    async () => {
      const { rows } = await server.asOwner.query<{ newest: string }>(
        'select coalesce(max(xid::text::bigint), 0)::text as newest from event_log where company_id = $1',
        [companyId],
      );
      return (await latestCursor(server.db)).xid >= BigInt(rows[0]!.newest);
    },
    { timeout: 10_000, interval: 20 },
  );
const texts = (cursors: LogCursor[]) => cursors.map(formatCursor);

describe('the event log', () => {
  it('skips nothing and turns nothing round when the lower id is committed later [SK-14]', async () => {
    const { companyId } = await server.createCompany();
    const total = caseCounts(100_000);
    const writerCount = 4;
    await isSettled(companyId);
    const reader = await aReader();
    const written: LogCursor[] = [];
    /** One who only remembers the largest id it saw: what would be lost without the order of the log. */
    const naive = { seen: 0, last: 0n };
    const readNaively = async () => {
      const { rows } = await server.asOwner.query(
        'select id from event_log where company_id = $1 and id > $2 order by id',
        [companyId, String(naive.last)],
      );
      naive.seen += rows.length;
      if (rows.length > 0) naive.last = BigInt(rows.at(-1).id);
    };
    await readNaively();
    naive.seen = 0;

    const writer = async (writer: number) => {
      const [early, late] = [await aWriter(companyId), await aWriter(companyId)];
      for (let n = writer; n < total / 2; n += writerCount) {
        await early.begin();
        await late.begin();
        // Every other time the one with the lower id has the higher transaction number.
        if (n % 2) await late.takesItsNumber();
        written.push((await early.append(1)).cursor);
        written.push((await late.append(2)).cursor);
        await late.commit();
        if (writer === 0) await readNaively();
        await early.commit();
      }
    };
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        await reader.poll();
        await nextImmediate();
      }
    })();
    await Promise.all(Array.from({ length: writerCount }, (_, n) => writer(n)));
    isOver = true;
    await reading;
    await catchUp(reader, written.length);
    await readNaively();

    const skipped = written.length - new Set(texts(reader.read)).size;
    figure('SK-14', `skipped ${skipped} of ${written.length}; by ids alone ${written.length - naive.seen} would be`);
    expect(texts(reader.read).toSorted()).toEqual(texts(written).toSorted());
    expect(reader.read.every((cursor, n) => n === 0 || isAfter(cursor, reader.read[n - 1]!))).toBe(true);
    // If this held too, the test would prove nothing.
    expect(naive.seen).toBeLessThan(written.length);
  }, 600_000);

  it('tells nothing of what was rolled back, and is not held up by it', async () => {
    const { companyId } = await server.createCompany();
    await isSettled(companyId);
    const reader = await aReader();
    const [undone, done] = [await aWriter(companyId), await aWriter(companyId)];
    await undone.begin();
    await undone.append(1);
    await done.begin();
    const { cursor } = await done.append(2);
    await done.commit();
    await reader.poll();
    expect(reader.read).toEqual([]);
    await undone.rollback();
    await catchUp(reader, 1);
    expect(texts(reader.read)).toEqual([formatCursor(cursor)]);
  });

  it('tells each company of its own events only, and who resumes from where the reader stands misses nothing', async () => {
    const [ownCompany, otherCompany] = [await server.createCompany(), await server.createCompany()];
    await isSettled(ownCompany.companyId);
    const from = await latestCursor(server.db);
    for (const { companyId } of [ownCompany, otherCompany, ownCompany]) {
      await server.db.inCompany(companyId, async (tx) => {
        tx.emit({ type: 'tag.removed', tagId: companyId });
        tx.emit({ type: 'queue.removed', queueId: companyId });
      });
    }
    await isSettled(ownCompany.companyId);
    const missed = await server.db.readCompany(ownCompany.companyId, (tx) => missedEvents(tx, from, 100));
    expect(missed.map(({ event }) => event)).toEqual(
      [1, 2].flatMap(() => [
        { type: 'tag.removed', tagId: ownCompany.companyId },
        { type: 'queue.removed', queueId: ownCompany.companyId },
      ]),
    );
    const second = await server.db.readCompany(ownCompany.companyId, (tx) => missedEvents(tx, missed[1]!.cursor, 1));
    expect(texts(second.map(({ cursor }) => cursor))).toEqual([formatCursor(missed[2]!.cursor)]);
    const newest = await latestCursor(server.db);
    expect(await server.db.readCompany(ownCompany.companyId, (tx) => missedEvents(tx, newest, 100))).toEqual([]);
  });

  it('remembers up to where it was thrown away, and never that less was', async () => {
    const { companyId } = await server.createCompany();
    const emit = () => server.db.inCompany(companyId, async (tx) => tx.emit({ type: 'tag.removed', tagId: 1 }));
    const cursors = async () =>
      (await server.db.readCompany(companyId, (tx) => missedEvents(tx, START, 100))).map(({ cursor }) => cursor);
    const isAvailable = (cursor: LogCursor) => server.db.readCompany(companyId, (tx) => isRetained(tx, cursor));
    for (let n = 0; n < 4; n++) await emit();
    await isSettled(companyId);
    const all = await cursors();
    const ageFirst = (count: number) =>
      server.asOwner.query(
        `update event_log set at = now() - interval '2 days' where company_id = $1 and id = any($2)`,
        [companyId, all.slice(0, count).map(({ id }) => String(id))],
      );
    const prune = (before: Date) => server.db.inCompany(companyId, (tx) => pruneEvents(tx, before));
    expect(await isAvailable(START)).toBe(true);

    await ageFirst(3);
    await prune(new Date(Date.now() - 86_400_000));
    await prune(new Date(Date.now() - 86_400_000));
    expect(texts(await cursors())).toEqual(texts(all.slice(3)));
    expect(await Promise.all([START, ...all].map(isAvailable))).toEqual([
      false,
      false,
      false,
      true,
      true,
      ...all.slice(4).map(() => true),
    ]);
    expect(await isAvailable({ xid: all.at(-1)!.xid + 1_000_000n, id: 1n })).toBe(false);
  });
});
