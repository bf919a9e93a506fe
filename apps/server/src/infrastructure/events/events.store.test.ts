import { setImmediate as nextImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { figure, caseCounts } from '../../../test/case-counts.ts';
import { eventKeysAfter, isRetained, missedEvents, latestCursor, pruneEvents } from './events.store.ts';
import { appendEvents, formatCursor, isAfter, START, type LogCursor } from './event-log.store.ts';

let server: TestServer;
const clients: pg.Client[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.stop();
});

/** A writer with its own connection, so that its transaction can stay open. */
async function openWriter(companyId: number) {
  const client = new pg.Client({ connectionString: server.appUrl });
  await client.connect();
  clients.push(client);
  return {
    begin: () => client.query(`begin; select set_config('app.company', '${companyId}', true)`),
    append: async (tagId: number) => (await appendEvents(client, companyId, [{ type: 'tag.removed', tagId }]))[0]!,
    /** Ten milliseconds pass, so that a later time differs. */
    startedAt: async () => {
      const { rows } = await client.query<{ at: Date }>('select now() as at from pg_sleep(0.01)');
      return rows[0]!.at;
    },
    takeTransactionId: () => client.query('select pg_current_xact_id()'),
    commit: () => client.query('commit'),
    rollback: () => client.query('rollback'),
  };
}

/** Reads the log like the tail of a node. */
async function openReader(from?: LogCursor) {
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
type Reader = Awaited<ReturnType<typeof openReader>>;
/** Open transactions of other databases also hold the log back, so committed events may appear later. */
async function catchUp(reader: Reader, count: number) {
  const hasAll = async () => {
    await reader.poll();
    return reader.read.length >= count;
  };
  await vi.waitUntil(hasAll, { timeout: 10_000, interval: 20 }).catch(() => {});
}
const waitUntilSettled = (companyId: number) =>
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
  it('gives an event the time of its writing, not of the start of its transaction', async () => {
    const { companyId } = await server.createCompany();
    const writer = await openWriter(companyId);
    await writer.begin();
    const startedAt = await writer.startedAt();
    const { at } = await writer.append(1);
    await writer.commit();
    expect(+at).toBeGreaterThan(+startedAt);
  });

  it('delivers every event in order when a lower id is committed later [SK-14]', async () => {
    const { companyId } = await server.createCompany();
    const total = caseCounts(100_000);
    const writerCount = 4;
    await waitUntilSettled(companyId);
    const reader = await openReader();
    const written: LogCursor[] = [];
    /** A reader that only remembers the largest id: shows what would be lost without the order of the log. */
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
      const [early, late] = [await openWriter(companyId), await openWriter(companyId)];
      for (let n = writer; n < total / 2; n += writerCount) {
        await early.begin();
        await late.begin();
        // Every other time the event with the lower id has the higher transaction id.
        if (n % 2) await late.takeTransactionId();
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
    // The naive reader must lose events; otherwise the test proves nothing.
    expect(naive.seen).toBeLessThan(written.length);
  }, 600_000);

  it('does not contain rolled back events and is not blocked by them', async () => {
    const { companyId } = await server.createCompany();
    await waitUntilSettled(companyId);
    const reader = await openReader();
    const [undone, done] = [await openWriter(companyId), await openWriter(companyId)];
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

  it('returns only the events of the company and resumes after a cursor without gaps', async () => {
    const [ownCompany, otherCompany] = [await server.createCompany(), await server.createCompany()];
    await waitUntilSettled(ownCompany.companyId);
    const from = await latestCursor(server.db);
    for (const { companyId } of [ownCompany, otherCompany, ownCompany]) {
      await server.db.inCompany(companyId, async (tx) => {
        tx.emit({ type: 'tag.removed', tagId: companyId });
        tx.emit({ type: 'queue.removed', queueId: companyId });
      });
    }
    await waitUntilSettled(ownCompany.companyId);
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

  it('knows after pruning which cursors can still be resumed', async () => {
    const { companyId } = await server.createCompany();
    const emit = () => server.db.inCompany(companyId, async (tx) => tx.emit({ type: 'tag.removed', tagId: 1 }));
    const cursors = async () =>
      (await server.db.readCompany(companyId, (tx) => missedEvents(tx, START, 100))).map(({ cursor }) => cursor);
    const isAvailable = (cursor: LogCursor) => server.db.readCompany(companyId, (tx) => isRetained(tx, cursor));
    for (let n = 0; n < 4; n++) await emit();
    await waitUntilSettled(companyId);
    const all = await cursors();
    const ageFirst = (count: number) =>
      server.asOwner.query(
        `update event_log set at = now() - interval '2 days' where company_id = $1 and id = any($2)`,
        [companyId, all.slice(0, count).map(({ id }) => String(id))],
      );
    const prune = (before: Date) => server.db.inCompany(companyId, (tx) => pruneEvents(tx, before, 1000));
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

  describe('stored keys', () => {
    const assignment = { status: 'open', userId: 3, queueId: null, isGroup: false };
    const insert = (companyId: number, kind: string, data: object) =>
      server.asOwner.query('insert into event_log (company_id, kind, data) values ($1, $2, $3)', [
        companyId,
        kind,
        data,
      ]);
    const readAll = async (companyId: number) => {
      await waitUntilSettled(companyId);
      const events = await server.db.readCompany(companyId, (tx) => missedEvents(tx, START, 100));
      return events.map(({ event }) => event).filter(({ type }) => type === 'ticket.read' || type === 'session.ended');
    };

    it('of earlier versions (`place`, `why`) and current keys (`assignment`, `reason`) read the same', async () => {
      const { companyId } = await server.createCompany();
      const ended = { userId: 3, sessionIds: ['a'] };
      await insert(companyId, 'ticket.read', { ticketId: 1, place: assignment });
      await insert(companyId, 'ticket.read', { ticketId: 1, assignment });
      await insert(companyId, 'session.ended', { ...ended, why: 'signed-out' });
      await insert(companyId, 'session.ended', { ...ended, reason: 'signed-out' });
      const read = { type: 'ticket.read', ticketId: 1, assignment };
      const end = { type: 'session.ended', ...ended, reason: 'signed-out' };
      expect(await readAll(companyId)).toEqual([read, read, end, end]);
    });

    it('are written under the names of earlier versions, so that older nodes can read them', async () => {
      const { companyId } = await server.createCompany();
      await server.db.inCompany(companyId, async (tx) =>
        tx.emit({ type: 'ticket.read', ticketId: 1, assignment: { ...assignment, status: 'open' } }),
      );
      const { rows } = await server.asOwner.query(
        `select data from event_log where company_id = $1 and kind = 'ticket.read'`,
        [companyId],
      );
      expect(rows).toEqual([{ data: { ticketId: 1, place: assignment } }]);
      expect(await readAll(companyId)).toEqual([{ type: 'ticket.read', ticketId: 1, assignment }]);
    });
  });
});
