import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { LoggedEvent } from './event-log.store.ts';
import { createTail } from './tail.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function startTail(companyId: number, deliver: (event: LoggedEvent) => Promise<void> = async () => {}) {
  const delivered: LoggedEvent[] = [];
  const errors: unknown[] = [];
  const tail = await createTail({
    db: server.db,
    listenUrl: server.appUrl,
    deliver: async (_, events) => {
      // Events of the company's setup may still arrive; only the test's own events count.
      const own = events.filter((entry) => entry.companyId === companyId && entry.event.type === 'tag.removed');
      delivered.push(...own);
      for (const logged of own) await deliver(logged);
    },
    onError: (error) => errors.push(error),
  });
  const ids = () => delivered.map(({ event }) => ('tagId' in event ? event.tagId : event.type));
  return {
    tail,
    delivered,
    errors,
    ids,
    waitForCount: (count: number) => vi.waitUntil(() => delivered.length >= count, { timeout: 8_000, interval: 10 }),
  };
}
const emitTags = (companyId: number, ...tagIds: number[]) =>
  server.db.inCompany(companyId, async (tx) => tagIds.forEach((tagId) => tx.emit({ type: 'tag.removed', tagId })));

describe('event log tail', () => {
  it('delivers events of other writers without any notification', async () => {
    const { companyId } = await server.createCompany();
    const { tail, ids, waitForCount } = await startTail(companyId);
    await emitTags(companyId, 1, 2);
    await emitTags(companyId, 3);
    await waitForCount(3);
    expect(ids()).toEqual([1, 2, 3]);
    await tail.stop();
  });

  it('continues after an event whose delivery fails', async () => {
    const { companyId } = await server.createCompany();
    const { tail, ids, errors, waitForCount } = await startTail(companyId, async ({ event }) => {
      if ('tagId' in event && event.tagId === 2) throw new Error('cannot be delivered');
    });
    await emitTags(companyId, 1, 2);
    await waitForCount(2);
    await emitTags(companyId, 3);
    await waitForCount(3);
    expect([ids(), errors]).toEqual([[1, 2, 3], [expect.objectContaining({ message: 'cannot be delivered' })]]);
    await tail.stop();
  });

  it('delivers more than one batch, each event once', async () => {
    const { companyId } = await server.createCompany();
    const { tail, ids, waitForCount } = await startTail(companyId);
    const many = Array.from({ length: 1_200 }, (_, n) => n + 1);
    await emitTags(companyId, ...many);
    await waitForCount(1_200);
    expect(ids()).toEqual(many);
    await tail.stop();
  });

  it('does not let a slow company delay another, and keeps the order of each [F-M3]', async () => {
    const [slow, fast] = [await server.createCompany(), await server.createCompany()];
    const release = Promise.withResolvers<void>();
    const delivered: [companyId: number, tagId: number][] = [];
    const tail = await createTail({
      db: server.db,
      listenUrl: server.appUrl,
      deliver: async (companyId, events) => {
        for (const { event } of events) {
          if (event.type !== 'tag.removed') continue;
          if (companyId === slow.companyId) await release.promise;
          delivered.push([companyId, event.tagId]);
        }
      },
      onError: () => {},
    });
    await emitTags(slow.companyId, 1, 2);
    await emitTags(fast.companyId, 1, 2);
    const count = (companyId: number) => delivered.filter(([id]) => id === companyId).length;
    await vi.waitUntil(() => count(fast.companyId) === 2, { timeout: 8_000, interval: 10 });
    await emitTags(slow.companyId, 3);
    await emitTags(fast.companyId, 3);
    await vi.waitUntil(() => count(fast.companyId) === 3, { timeout: 8_000, interval: 10 });
    expect(count(slow.companyId)).toBe(0);
    expect(tail.lagSeconds()).toBeGreaterThan(0);
    release.resolve();
    await vi.waitUntil(() => count(slow.companyId) === 3, { timeout: 8_000, interval: 10 });
    for (const { companyId } of [slow, fast])
      expect(delivered.filter(([id]) => id === companyId).map(([, tagId]) => tagId)).toEqual([1, 2, 3]);
    await vi.waitUntil(() => tail.lagSeconds() === 0, { timeout: 8_000, interval: 10 });
    await tail.stop();
  });

  it('continues after its listening connection was terminated', async () => {
    const { companyId } = await server.createCompany();
    const { tail, ids, waitForCount } = await startTail(companyId);
    await vi.waitUntil(async () => (await terminateListeners()) > 0, { timeout: 5_000, interval: 20 });
    await emitTags(companyId, 7);
    await waitForCount(1);
    expect(ids()).toEqual([7]);
    await tail.stop();
  });

  it('stops polling when everything is delivered, also if a writer reports delivered events', async () => {
    const { companyId } = await server.createCompany();
    const { tail, delivered, waitForCount } = await startTail(companyId);
    await emitTags(companyId, 1);
    await waitForCount(1);
    // The writer of this node reports a commit that has been delivered already.
    tail.committed(delivered);
    await vi.waitUntil(() => server.db.pool.idleCount === server.db.pool.totalCount);
    let pollCount = 0;
    const count = () => void (pollCount += 1);
    server.db.pool.on('acquire', count);
    await new Promise((resolve) => setTimeout(resolve, 600));
    server.db.pool.off('acquire', count);
    // One slow poll may happen in this time; a retry every 15 ms may not.
    expect(pollCount).toBeLessThan(5);
    await tail.stop();
  });
});

const terminateListeners = async (): Promise<number> =>
  (
    await server.asOwner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'balcao-listen' and datname = current_database()`,
    )
  ).rowCount ?? 0;
