import { MAX_WAIT_MS } from '@balcao/domain/connection-health/backoff';
import { createConcurrency } from './concurrency.ts';
import type { SendQueueKey } from './outbox.store.ts';
import { createAccountPauses } from './account-pauses.ts';

interface Deps {
  /** Sends the first row of a queue; true when the queue may have more. */
  deliverNext(queueKey: SendQueueKey): Promise<boolean>;
  /** Remaining pause of an account in the database; without a pause, the tickets that wait for it. */
  checkAccount(account: AccountKey, limit: number): Promise<{ pauseMs: number; ticketIds: number[] }>;
  /** Finds queues whose wake-up was lost. */
  sweep(): Promise<void>;
  onError(error: unknown): void;
}
type AccountKey = Omit<SendQueueKey, 'ticketId'>;
/** Further queues are not kept in memory: the sweep finds them. */
const MAX_WAITING = 10_000;
const CHECK_LIMIT = 200;
const STOP_TIMEOUT_MS = 8000;

/** Chooses the next send queue: fair to all accounts, none of a paused account. */
export function createSendScheduler({ deliverNext, checkAccount, sweep, onError }: Deps) {
  const waiting = new Map<string, SendQueueKey>();
  const concurrency = createConcurrency();
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  /** More queues wait than those in memory. */
  let hasMore = false;
  const accountPauses = createAccountPauses((companyId, connectionId, wasPause) => {
    if (isStopped) return;
    startPending();
    if (wasPause) void wakeConnection(companyId, connectionId).catch(onError);
  });
  const idOf = ({ companyId, connectionId, ticketId }: SendQueueKey) => `${companyId} ${connectionId} ${ticketId}`;

  function wake(queueKey: SendQueueKey) {
    // A paused connection is queried again when the pause ends. Until then its conversations do not occupy the queue.
    if (isStopped || accountPauses.isPaused(queueKey.connectionId)) return;
    const id = idOf(queueKey);
    if (waiting.size >= MAX_WAITING) return void (hasMore = true);
    waiting.set(id, queueKey);
    if (canStart(id, queueKey)) void work(id, queueKey.connectionId);
  }
  const canStart = (id: string, { connectionId }: SendQueueKey) =>
    accountPauses.remainingMs(connectionId) === 0 && concurrency.canStart(id, connectionId);
  function startPending() {
    for (const [id, queueKey] of waiting) {
      if (isStopped) return;
      if (canStart(id, queueKey)) void work(id, queueKey.connectionId);
    }
  }
  function wakeIn(queueKey: SendQueueKey, ms: number) {
    const id = idOf(queueKey);
    clearTimeout(timers.get(id));
    const timer = setTimeout(
      () => {
        timers.delete(id);
        wake(queueKey);
      },
      Math.min(ms, MAX_WAIT_MS) + 5,
    );
    timers.set(id, timer.unref());
  }

  async function work(id: string, connectionId: number) {
    concurrency.start(id, connectionId);
    try {
      for (let queueKey = waiting.get(id); queueKey && !isStopped; queueKey = waiting.get(id)) {
        waiting.delete(id);
        let hasMoreInQueue = true;
        while (hasMoreInQueue && !isStopped && accountPauses.remainingMs(connectionId) === 0)
          hasMoreInQueue = await deliverNext(queueKey);
        // Interrupted by a throttle or a pause: a throttled queue keeps its turn, a paused one is found when the pause ends.
        if (hasMoreInQueue) wake(queueKey);
        if (accountPauses.remainingMs(connectionId) > 0) break;
      }
    } catch (error) {
      onError(error);
      // After an error the next sweep is a minute away.
      hasMore = false;
    } finally {
      concurrency.finish(id);
    }
    startPending();
    // Sweep now: the remaining queues wait only for this worker.
    if (hasMore && concurrency.isIdle() && waiting.size === 0) await sweep().catch(onError);
  }

  /** Stops sending through this account for `ms`. */
  function pause({ companyId, connectionId }: AccountKey, ms: number) {
    accountPauses.pause(companyId, connectionId, ms, true);
    for (const [id, queueKey] of waiting) if (queueKey.connectionId === connectionId) waiting.delete(id);
  }

  /** Checks of one connection run one after the other, so that an older result never overwrites a newer one. */
  const checks = new Map<number, Promise<void>>();
  function wakeConnection(companyId: number, connectionId: number): Promise<void> {
    const run = () => recheck({ companyId, connectionId });
    const check = (checks.get(connectionId) ?? Promise.resolve()).then(run, run);
    checks.set(connectionId, check);
    const cleanUp = () => void (checks.get(connectionId) === check && checks.delete(connectionId));
    check.then(cleanUp, cleanUp);
    return check;
  }
  async function recheck(account: AccountKey): Promise<void> {
    const { connectionId } = account;
    const versionBefore = accountPauses.version(connectionId);
    const { pauseMs, ticketIds } = await checkAccount(account, CHECK_LIMIT);
    if (pauseMs > 0) return pause(account, pauseMs);
    // A pause that started during the query is newer and stays. A throttle does not count: no check follows it.
    if (accountPauses.version(connectionId) !== versionBefore && accountPauses.isPaused(connectionId)) return;
    accountPauses.clearPause(connectionId);
    hasMore ||= ticketIds.length === CHECK_LIMIT;
    for (const ticketId of ticketIds) wake({ ...account, ticketId });
  }

  return {
    wake,
    wakeIn,
    /** The connection has changed: its queues continue, or pause as long as it does. */
    wakeConnection,
    pause,
    isPaused: accountPauses.isPaused,
    /** A short wait between two messages; the queues of the account stay in memory. */
    throttle({ companyId, connectionId }: AccountKey, ms: number) {
      accountPauses.pause(companyId, connectionId, ms, false);
    },
    /** Records whether the channel answered at all. True when the account should be paused. */
    recordAttempt: concurrency.recordAttempt,
    /** Whether the last sweep reached its limit. */
    setHasMore: (value: boolean) => void (hasMore = value),
    isIdle: () => concurrency.isIdle() && waiting.size === 0,
    /** Waits for running sends; starts no new ones. */
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      accountPauses.stop();
      // A send that hangs longer is abandoned: its lease expires and its outcome is unknown.
      const end = Date.now() + STOP_TIMEOUT_MS;
      while (!concurrency.isIdle() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
    },
  };
}
export type SendScheduler = ReturnType<typeof createSendScheduler>;
