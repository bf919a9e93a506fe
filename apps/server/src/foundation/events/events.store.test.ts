import { setImmediate as breath } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { figure, proofs } from '../../../test/proof.ts';
import { eventKeysAfter, isStillKept, missedEvents, newestPlace, pruneEvents } from './events.store.ts';
import { isAfter, keepEvents, placeText, START, type Place } from './keep.store.ts';

let house: TestHouse;
const clients: pg.Client[] = [];
beforeAll(async () => {
  house = await aHouse();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await house.stop();
});

/** A writer with a transaction of its own that stays open for as long as it is told to. */
async function aWriter(companyId: number) {
  const client = new pg.Client({ connectionString: house.appUrl });
  await client.connect();
  clients.push(client);
  return {
    begin: () => client.query(`begin; select set_config('app.company', '${companyId}', true)`),
    keep: async (tagId: number) => (await keepEvents(client, companyId, [{ is: 'tag.removed', tagId }]))[0]!,
    takesItsNumber: () => client.query('select pg_current_xact_id()'),
    commit: () => client.query('commit'),
    rollback: () => client.query('rollback'),
  };
}

/** Follows the log as every node does. */
async function aReader(from?: Place) {
  let cursor = from ?? (await newestPlace(house.db));
  const read: Place[] = [];
  return {
    read,
    async look() {
      for (;;) {
        const keys = await eventKeysAfter(house.db, cursor, 500);
        for (const { place } of keys) {
          read.push(place);
          cursor = place;
        }
        if (keys.length < 500) return;
      }
    },
  };
}
type Reader = Awaited<ReturnType<typeof aReader>>;
/** Open transactions of other databases hold the log back too: what was committed may come a moment later. */
async function comesToKnow(reader: Reader, count: number) {
  const isKnown = async () => {
    await reader.look();
    return reader.read.length >= count;
  };
  await vi.waitUntil(isKnown, { timeout: 10_000, interval: 20 }).catch(() => {});
}
const isSettled = (companyId: number) =>
  vi.waitUntil(
    async () => {
      const { rows } = await house.asOwner.query<{ newest: string }>(
        'select coalesce(max(xid::text::bigint), 0)::text as newest from event_log where company_id = $1',
        [companyId],
      );
      return (await newestPlace(house.db)).xid >= BigInt(rows[0]!.newest);
    },
    { timeout: 10_000, interval: 20 },
  );
const texts = (places: Place[]) => places.map(placeText);

describe('the event log', () => {
  it('skips nothing and turns nothing round when the lower id is committed later [SK-14]', async () => {
    const { companyId } = await house.aCompany();
    const total = proofs(100_000);
    const lanes = 4;
    await isSettled(companyId);
    const reader = await aReader();
    const written: Place[] = [];
    /** One who only remembers the largest id it saw: what would be lost without the order of the log. */
    const naive = { seen: 0, last: 0n };
    const looksNaively = async () => {
      const { rows } = await house.asOwner.query(
        'select id from event_log where company_id = $1 and id > $2 order by id',
        [companyId, String(naive.last)],
      );
      naive.seen += rows.length;
      if (rows.length > 0) naive.last = BigInt(rows.at(-1).id);
    };
    await looksNaively();
    naive.seen = 0;

    const lane = async (lane: number) => {
      const [early, late] = [await aWriter(companyId), await aWriter(companyId)];
      for (let n = lane; n < total / 2; n += lanes) {
        await early.begin();
        await late.begin();
        // Every other time the one with the lower id has the higher transaction number.
        if (n % 2) await late.takesItsNumber();
        written.push((await early.keep(1)).place);
        written.push((await late.keep(2)).place);
        await late.commit();
        if (lane === 0) await looksNaively();
        await early.commit();
      }
    };
    let isOver = false;
    const reading = (async () => {
      while (!isOver) {
        await reader.look();
        await breath();
      }
    })();
    await Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)));
    isOver = true;
    await reading;
    await comesToKnow(reader, written.length);
    await looksNaively();

    const skipped = written.length - new Set(texts(reader.read)).size;
    figure('SK-14', `skipped ${skipped} of ${written.length}; by ids alone ${written.length - naive.seen} would be`);
    expect(texts(reader.read).toSorted()).toEqual(texts(written).toSorted());
    expect(reader.read.every((place, n) => n === 0 || isAfter(place, reader.read[n - 1]!))).toBe(true);
    // If this held too, the test would prove nothing.
    expect(naive.seen).toBeLessThan(written.length);
  }, 600_000);

  it('tells nothing of what was rolled back, and is not held up by it', async () => {
    const { companyId } = await house.aCompany();
    await isSettled(companyId);
    const reader = await aReader();
    const [undone, done] = [await aWriter(companyId), await aWriter(companyId)];
    await undone.begin();
    await undone.keep(1);
    await done.begin();
    const { place } = await done.keep(2);
    await done.commit();
    await reader.look();
    expect(reader.read).toEqual([]);
    await undone.rollback();
    await comesToKnow(reader, 1);
    expect(texts(reader.read)).toEqual([placeText(place)]);
  });

  it('tells each company of its own events only, and who resumes from where the reader stands misses nothing', async () => {
    const [ours, theirs] = [await house.aCompany(), await house.aCompany()];
    await isSettled(ours.companyId);
    const from = await newestPlace(house.db);
    for (const { companyId } of [ours, theirs, ours]) {
      await house.db.inCompany(companyId, async (tx) => {
        tx.emit({ is: 'tag.removed', tagId: companyId });
        tx.emit({ is: 'queue.removed', queueId: companyId });
      });
    }
    await isSettled(ours.companyId);
    const missed = await house.db.readCompany(ours.companyId, (tx) => missedEvents(tx, from, 100));
    expect(missed.map(({ event }) => event)).toEqual(
      [1, 2].flatMap(() => [
        { is: 'tag.removed', tagId: ours.companyId },
        { is: 'queue.removed', queueId: ours.companyId },
      ]),
    );
    const second = await house.db.readCompany(ours.companyId, (tx) => missedEvents(tx, missed[1]!.place, 1));
    expect(texts(second.map(({ place }) => place))).toEqual([placeText(missed[2]!.place)]);
    const newest = await newestPlace(house.db);
    expect(await house.db.readCompany(ours.companyId, (tx) => missedEvents(tx, newest, 100))).toEqual([]);
  });

  it('remembers up to where it was thrown away, and never that less was', async () => {
    const { companyId } = await house.aCompany();
    const emit = () => house.db.inCompany(companyId, async (tx) => tx.emit({ is: 'tag.removed', tagId: 1 }));
    const places = async () =>
      (await house.db.readCompany(companyId, (tx) => missedEvents(tx, START, 100))).map(({ place }) => place);
    const isKept = (place: Place) => house.db.readCompany(companyId, (tx) => isStillKept(tx, place));
    for (let n = 0; n < 4; n++) await emit();
    await isSettled(companyId);
    const all = await places();
    const ageFirst = (count: number) =>
      house.asOwner.query(
        `update event_log set at = now() - interval '2 days' where company_id = $1 and id = any($2)`,
        [companyId, all.slice(0, count).map(({ id }) => String(id))],
      );
    const prune = (before: Date) => house.db.inCompany(companyId, (tx) => pruneEvents(tx, before));
    expect(await isKept(START)).toBe(true);

    await ageFirst(3);
    await prune(new Date(Date.now() - 86_400_000));
    await prune(new Date(Date.now() - 86_400_000));
    expect(texts(await places())).toEqual(texts(all.slice(3)));
    expect(await Promise.all([START, ...all].map(isKept))).toEqual([
      false,
      false,
      false,
      true,
      true,
      ...all.slice(4).map(() => true),
    ]);
    expect(await isKept({ xid: all.at(-1)!.xid + 1_000_000n, id: 1n })).toBe(false);
  });
});
