import type { CallHandler, CallKind, CallResult } from '@balcao/domain/flow/service-call';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { createCompanyTurns } from '../../infrastructure/limits/company-turns.ts';
import { isRepeatable, MAX_ATTEMPTS, retryMs } from './call-rules.ts';
import type { Claim, FlowCalls } from './flow-calls.ts';
import { MAX_CALLS, type ClaimedCall } from './flow-calls.store.ts';

/** One handler for each kind; a kind without a handler does not compile. */
export type CallHandlers = { [Kind in CallKind]: CallHandler<Kind> };
interface Deps {
  db: Db;
  flowCalls: FlowCalls;
  handlers: CallHandlers;
  /**
   * Gives the result to the run that awaits it. `settle` must be called in that transaction, after the locks: false means
   * that another process decided the call, and the result must have no effect.
   */
  onResult(call: ClaimedCall, result: CallResult, settle: (tx: Tx) => Promise<boolean>): Promise<void>;
  /** After a restore no call is made until messages may be sent: the other server may have made it. */
  isHeld(): boolean;
  onError(error: unknown): void;
  /** For tests. */
  timeoutMs?: number;
  renewMs?: number;
  recoverMs?: number;
}
/** Everything that a call does, its own retry included. */
const TIMEOUT_MS = 15_000;
/** Calls of this process. They hold no database connection. */
const MAX_CONCURRENT = 500;
/** Companies whose calls are claimed at the same time: each needs a connection for a moment. */
const MAX_CLAIMS = 4;
const MAX_WAITING = 10_000;
const SWEPT_COMPANIES = 1000;
const SWEPT_CALLS = 200;
/** A result that could not be stored is tried again after these times; then its lease expires. */
const STORE_RETRY_MS = [100, 500, 2000];
/** Longer waits are found by the sweep, each minute. */
const MAX_TIMER_MS = 60_000;
const STOP_MS = 1500;
/** A third of the lease: one renewal may fail. */
const RENEW_MS = 3000;
/** With the lease, a customer waits at most this much longer for a human when a process ends during a call. */
const RECOVER_MS = 4000;

interface Running {
  call: ClaimedCall;
  controller: AbortController;
  done: Promise<void>;
}

/** Makes the stored calls, outside of any transaction. Companies take turns; none makes more than ten at the same time. */
export function createCallWorker(deps: Deps) {
  const { db, flowCalls, onResult, isHeld, onError, renewMs = RENEW_MS, recoverMs = RECOVER_MS } = deps;
  const turns = createCompanyTurns<number>({ slots: MAX_CLAIMS, maxWaiting: MAX_WAITING });
  const running = new Map<string, Running>();
  const timers = new Map<number, NodeJS.Timeout>();
  let isStopped = false;
  const renewal = createRenewal({ flowCalls, onError, renewMs, running });
  let recovery: NodeJS.Timeout | undefined;

  function wake(companyId: number): void {
    if (isStopped) return;
    turns.add(companyId, String(companyId), companyId);
    claimNext();
  }
  function wakeIn(companyId: number, ms: number): void {
    clearTimeout(timers.get(companyId));
    const timer = setTimeout(
      () => {
        timers.delete(companyId);
        wake(companyId);
      },
      Math.min(ms, MAX_TIMER_MS) + 5,
    );
    timers.set(companyId, timer.unref());
  }
  const hasSlot = () => running.size < MAX_CONCURRENT;
  function claimNext(): void {
    for (let item = isStopped ? undefined : turns.start(hasSlot); item; item = turns.start(hasSlot)) {
      const { key, task: companyId } = item;
      void claimOf(companyId)
        .catch(onError)
        .finally(() => {
          turns.finish(key);
          claimNext();
        });
    }
  }
  async function claimOf(companyId: number): Promise<void> {
    if (isHeld()) return;
    const { claims, dueInMs } = await flowCalls.claim(companyId, Math.min(MAX_CALLS, MAX_CONCURRENT - running.size));
    for (const claim of claims) start(claim);
    // Nothing was claimed: a retry is due later, or ten calls are under way, whose end wakes the company again.
    if (dueInMs !== undefined && dueInMs > 0) wakeIn(companyId, dueInMs);
  }

  function start({ call, refusal }: Claim): void {
    const controller = new AbortController();
    const work = refusal ? finish(call, { type: 'failed', reason: refusal }, 0) : make(call, controller.signal);
    const done = work.catch(onError).finally(() => {
      running.delete(call.id);
      wake(call.companyId);
    });
    running.set(call.id, { call, controller, done });
    renewal.start();
  }

  async function make(call: ClaimedCall, stopped: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const result = await attempt(deps, call, stopped);
    // The process stops: what becomes of the call is decided there.
    if (stopped.aborted) return;
    await finish(call, result, Math.round(performance.now() - startedAt));
  }

  async function finish(call: ClaimedCall, result: CallResult, durationMs: number): Promise<void> {
    const waitMs = retryMs(call.request.kind, call.attempt, result);
    const store = () =>
      waitMs === undefined
        ? deliver(call, result, durationMs)
        : db.inCompany(call.companyId, (tx) => flowCalls.inTx.retry(tx, call, result, waitMs));
    await stored(store, () => isStopped);
    if (waitMs !== undefined) wakeIn(call.companyId, waitMs);
  }
  /** No run awaits a webhook. */
  async function deliver(call: ClaimedCall, result: CallResult, durationMs: number): Promise<void> {
    const settle = (tx: Tx) => flowCalls.inTx.settle(tx, call, result, durationMs);
    if (call.request.kind === 'webhook' || call.runId === null) await db.inCompany(call.companyId, settle);
    else await onResult(call, result, settle);
  }
  /** A process ended during the call: it is repeated where that is harmless, else its outcome stays unknown. */
  async function recover(companyId: number, id: string): Promise<void> {
    // After a pause of this process its own calls are renewed, not repeated.
    if (running.has(id)) return;
    const call = await flowCalls.takeOver(companyId, id);
    if (!call) return;
    if (!call.isAwaited || !isRepeatable(call.request) || call.attempt >= MAX_ATTEMPTS)
      return deliver(call, { type: 'failed', reason: 'interrupted' }, 0);
    await flowCalls.repeat(call);
    wake(companyId);
  }

  async function recoverAbandoned(): Promise<void> {
    if (isHeld()) return;
    for (const { companyId, id } of await flowCalls.abandoned(SWEPT_CALLS)) await recover(companyId, id).catch(onError);
  }
  function scheduleRecovery(): void {
    if (isStopped) return;
    recovery = setTimeout(() => void recoverAbandoned().catch(onError).finally(scheduleRecovery), recoverMs).unref();
  }

  return {
    /** Looks for calls of ended processes all the time: a customer waits for each. */
    start: scheduleRecovery,
    /** Calls of this company wait. */
    wake,
    /** Finds calls that an ended process left, and those whose wake-up was lost. */
    async sweep(): Promise<void> {
      if (isHeld()) return;
      await recoverAbandoned();
      for (let after = 0; !isStopped;) {
        const companyIds = await flowCalls.companiesDue(after, SWEPT_COMPANIES);
        for (const companyId of companyIds) wake(companyId);
        if (companyIds.length < SWEPT_COMPANIES) return;
        after = companyIds.at(-1)!;
      }
    },
    underWay: () => running.size,
    isIdle: () => running.size === 0 && turns.running === 0 && turns.waiting === 0,
    /** Waits a moment for calls under way; then gives them back to other nodes, or ends them where a repeat does harm. */
    async stop(): Promise<void> {
      isStopped = true;
      renewal.stop();
      for (const timer of [...timers.values(), recovery]) clearTimeout(timer);
      const all = [...running.values()];
      await Promise.race([
        Promise.all(all.map(({ done }) => done)),
        new Promise((resolve) => void setTimeout(resolve, STOP_MS).unref()),
      ]);
      await Promise.all(
        [...running.values()].map(async ({ call, controller }) => {
          controller.abort();
          if (isRepeatable(call.request)) await flowCalls.release(call);
          else await deliver(call, { type: 'failed', reason: 'interrupted' }, 0);
        }),
      ).catch(onError);
    },
  };
}
export type CallWorker = ReturnType<typeof createCallWorker>;

/** The result of the handler, or a failure when the time is over: a handler that does not end in time is left alone. */
async function attempt(
  { handlers, onError, timeoutMs = TIMEOUT_MS }: Pick<Deps, 'handlers' | 'onError' | 'timeoutMs'>,
  call: ClaimedCall,
  stopped: AbortSignal,
): Promise<CallResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([timeout, stopped]);
  const over = new Promise<CallResult>((resolve) => {
    const end = () => resolve({ type: 'failed', reason: 'tooSlow' });
    stopped.addEventListener('abort', end, { once: true });
    // An answer whose voice or files are late is still given, without them.
    timeout.addEventListener('abort', () => void setTimeout(end, timeoutMs / 10).unref(), { once: true });
  });
  const handler = handlers[call.request.kind] as CallHandler;
  const answered = handler(call, signal).catch((error: unknown): CallResult => {
    if (!signal.aborted) onError(error);
    return { type: 'failed', reason: signal.aborted ? 'tooSlow' : 'down' };
  });
  return Promise.race([answered, over]);
}

/** Renews the leases of calls under way, so that no other process takes them over. */
function createRenewal({
  flowCalls,
  onError,
  renewMs,
  running,
}: Pick<Deps, 'flowCalls' | 'onError'> & { renewMs: number; running: ReadonlyMap<string, Running> }) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  async function renewAll(): Promise<void> {
    const calls = [...running.values()].map(({ call }) => call);
    // A failure of one company must not stop the renewal of the others.
    for (const [companyId, own] of Map.groupBy(calls, (call) => call.companyId))
      await flowCalls.renew(companyId, own).catch(onError);
    timer = undefined;
    if (running.size > 0 && !isStopped) start();
  }
  function start(): void {
    timer ??= setTimeout(() => void renewAll().catch(onError), renewMs).unref();
  }
  return {
    start,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** A result whose storage failed is stored a moment later, unless the process stops. */
async function stored(store: () => Promise<unknown>, isStopped: () => boolean): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      await store();
      return;
    } catch (error) {
      const waitMs = STORE_RETRY_MS[failures];
      if (waitMs === undefined || isStopped()) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
