import { afterEach, describe, expect, it } from 'vitest';
import type { SendQueueKey } from './outbox.store.ts';
import { createSendScheduler, type SendScheduler } from './send-scheduler.ts';

/** Gives promises time to settle. */
const settled = () => new Promise((done) => setImmediate(done));

/** A scheduler whose sends end when the test says so. */
function createScheduler() {
  const started: SendQueueKey[] = [];
  const running = new Map<SendQueueKey, (hasMore: boolean) => void>();
  const scheduler = createSendScheduler({
    deliverNext(queueKey) {
      started.push(queueKey);
      return new Promise((resolve) => running.set(queueKey, resolve));
    },
    checkAccount: async () => ({ pauseMs: 0, ticketIds: [] }),
    sweep: async () => {},
    onError(error) {
      throw error;
    },
  });
  return {
    scheduler,
    started,
    /** Ends the running sends; their queues have more messages. */
    async finishAll(hasMore = true) {
      const ended = new Map(running);
      running.clear();
      for (const resolve of ended.values()) resolve(hasMore);
      await settled();
    },
  };
}
const wakeMany = (scheduler: SendScheduler, companyId: number, connections: number, tickets: number) => {
  for (let n = 0; n < tickets; n += 1)
    scheduler.wake({ companyId, connectionId: companyId * 100 + (n % connections), ticketId: companyId * 1000 + n });
};

let test: ReturnType<typeof createScheduler>;
afterEach(async () => {
  for (let n = 0; n < 50; n += 1) await test.finishAll(false);
  await test.scheduler.stop();
});

describe('sends of busy companies', () => {
  it('leave slots to others even when none of them ends [F-H6]', async () => {
    test = createScheduler();
    for (const companyId of [1, 2, 3]) wakeMany(test.scheduler, companyId, 5, 100);
    const before = test.started.length;
    test.scheduler.wake({ companyId: 9, connectionId: 900, ticketId: 9000 });
    expect(test.started.slice(before)).toEqual([{ companyId: 9, connectionId: 900, ticketId: 9000 }]);
  });

  it('take turns with the sends of others, message by message [F-H6] [RL-06]', async () => {
    test = createScheduler();
    wakeMany(test.scheduler, 1, 5, 100);
    wakeMany(test.scheduler, 2, 5, 100);
    for (let n = 0; n < 3; n += 1) wakeMany(test.scheduler, 3 + n, 1, 1);
    const counts = () => Map.groupBy(test.started, ({ companyId }) => companyId);
    for (let rounds = 0; rounds < 10; rounds += 1) await test.finishAll();
    // Each of the small companies has one queue: it sends in every round.
    for (const companyId of [3, 4, 5]) expect(counts().get(companyId)!.length).toBeGreaterThanOrEqual(10);
    expect(counts().get(1)!.length).toBeGreaterThan(10);
  });
});
