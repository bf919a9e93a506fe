import { MAX_WAIT_MS } from '@balcao/domain/connection-health/backoff';
import { createCompanyTurns } from '../../../infrastructure/limits/company-turns.ts';
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
/** Send queues that are processed at the same time. */
const MAX_CONCURRENT = 24;
/** Further queues are not kept in memory: the sweep finds them. */
const MAX_WAITING = 10_000;
const CHECK_LIMIT = 200;
const STOP_TIMEOUT_MS = 8000;

/** Chooses the next send queue. Companies take turns, one message each; queues of a paused account wait. */
export function createSendScheduler({ deliverNext, checkAccount, sweep, onError }: Deps) {
  const turns = createCompanyTurns<SendQueueKey>({ slots: MAX_CONCURRENT, maxWaiting: MAX_WAITING });
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
    if (!turns.add(queueKey.companyId, idOf(queueKey), queueKey)) return void (hasMore = true);
    startPending();
  }
  const canStart = ({ connectionId }: SendQueueKey) =>
    accountPauses.remainingMs(connectionId) === 0 && concurrency.canStart(connectionId);
  function startPending() {
    for (let item = isStopped ? undefined : turns.start(canStart); item; item = turns.start(canStart))
      void work(item.key, item.task);
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

  /** Sends one message of the queue; the next one waits for its turn. */
  async function work(id: string, queueKey: SendQueueKey) {
    const { connectionId } = queueKey;
    concurrency.start(id, connectionId);
    let hasMoreInQueue = false;
    try {
      hasMoreInQueue = await deliverNext(queueKey);
    } catch (error) {
      onError(error);
      // After an error the next sweep is a minute away.
      hasMore = false;
    } finally {
      concurrency.finish(id);
      turns.finish(id);
    }
    // A throttled queue keeps its turn, a paused one is found when the pause ends.
    if (hasMoreInQueue) wake(queueKey);
    startPending();
    // Sweep now: the remaining queues wait only for this worker.
    if (hasMore && !isStopped && concurrency.isIdle() && turns.waiting === 0) await sweep().catch(onError);
  }

  /** Stops sending through this account for `ms`. */
  function pause({ companyId, connectionId }: AccountKey, ms: number) {
    accountPauses.pause(companyId, connectionId, ms, true);
    turns.removeWhere((queueKey) => queueKey.connectionId === connectionId);
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
    isIdle: () => concurrency.isIdle() && turns.waiting === 0,
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
