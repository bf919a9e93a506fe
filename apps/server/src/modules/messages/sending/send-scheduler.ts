import { MAX_WAIT_MS } from '@balcao/domain/connection-health/backoff';
import { createConcurrency } from './concurrency.ts';
import type { SendQueueKey } from './outbox.store.ts';
import { createAccountPauses } from './account-pauses.ts';

interface Deps {
  /** Brings the head of a line; true when there may be more in it. */
  deliverNext(queueKey: SendQueueKey): Promise<boolean>;
  /** How long a connection still rests, as the database has it, and which conversations wait for it otherwise. */
  checkAccount(account: AccountKey, limit: number): Promise<{ pauseMs: number; ticketIds: number[] }>;
  /** Finds what nobody was woken for. */
  sweep(): Promise<void>;
  onError(error: unknown): void;
}
type AccountKey = Omit<SendQueueKey, 'ticketId'>;
/** More lines than this are not kept in mind: the sweep finds them. */
const MAX_WAITING = 10_000;
const CHECK_LIMIT = 200;
const STOP_TIMEOUT_MS = 8000;

/** Which conversations have something to send, and whose turn it is: fair to all accounts, none while it rests. */
export function createSendScheduler({ deliverNext, checkAccount, sweep, onError }: Deps) {
  const waiting = new Map<string, SendQueueKey>();
  const concurrency = createConcurrency();
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  /** There are others than those that are kept in mind. */
  let hasMore = false;
  const accountPauses = createAccountPauses((companyId, connectionId, wasPause) => {
    if (isStopped) return;
    startPending();
    if (wasPause) void wakeConnection(companyId, connectionId).catch(onError);
  });
  const idOf = ({ companyId, connectionId, ticketId }: SendQueueKey) => `${companyId} ${connectionId} ${ticketId}`;

  function wake(queueKey: SendQueueKey) {
    // Whoever is paused is looked for when that is over: its lines must not stand in the way of others.
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
        // Interrupted by a rest of its account: it keeps its place, or is looked for when a pause is over.
        if (hasMoreInQueue) wake(queueKey);
        if (accountPauses.remainingMs(connectionId) > 0) break;
      }
    } catch (error) {
      onError(error);
      // Whatever troubles us, the next look is a minute away.
      hasMore = false;
    } finally {
      concurrency.finish(id);
    }
    startPending();
    // Not in a minute: what is left waits for nobody but us.
    if (hasMore && concurrency.isIdle() && waiting.size === 0) await sweep().catch(onError);
  }

  /** Nothing leaves through this account for so long. */
  function pause({ companyId, connectionId }: AccountKey, ms: number) {
    accountPauses.pause(companyId, connectionId, ms, true);
    for (const [id, queueKey] of waiting) if (queueKey.connectionId === connectionId) waiting.delete(id);
  }

  /** One look after the other: whoever looked earlier must not have the last word. */
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
    // Told to wait while this was looked up: that is newer. A breath is not: after it nobody would look again.
    if (accountPauses.version(connectionId) !== versionBefore && accountPauses.isPaused(connectionId)) return;
    accountPauses.clearPause(connectionId);
    hasMore ||= ticketIds.length === CHECK_LIMIT;
    for (const ticketId of ticketIds) wake({ ...account, ticketId });
  }

  return {
    wake,
    wakeIn,
    /** A connection took a step: whatever waited for it goes on, or rests as long as it does. */
    wakeConnection,
    pause,
    isPaused: accountPauses.isPaused,
    /** A breath between two messages: its lines keep their places. */
    throttle({ companyId, connectionId }: AccountKey, ms: number) {
      accountPauses.pause(companyId, connectionId, ms, false);
    },
    /** What came of a try: an answer of any kind, or none. True when it is time to leave the account alone. */
    recordAttempt: concurrency.recordAttempt,
    /** Whether the last sweep found as many as it looks for. */
    setHasMore: (setHasMore: boolean) => void (hasMore = setHasMore),
    isIdle: () => concurrency.isIdle() && waiting.size === 0,
    /** Lets what is being sent finish; nothing new is begun. */
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      accountPauses.stop();
      // Whoever hangs longer is cut off: its lease ends, and then nobody knows.
      const end = Date.now() + STOP_TIMEOUT_MS;
      while (!concurrency.isIdle() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
    },
  };
}
export type SendScheduler = ReturnType<typeof createSendScheduler>;
