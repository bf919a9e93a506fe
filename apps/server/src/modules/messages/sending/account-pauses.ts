import { AsyncLocalStorage } from 'node:async_hooks';

/** A longer pause is checked again after this time: the connection may have been repaired meanwhile. */
const MAX_PAUSE_MS = 15_000;

interface AccountPause {
  until: number;
  /** True for a pause, which drops the waiting queues of the account; false for a throttle between two messages. */
  isPause: boolean;
  timer: NodeJS.Timeout;
}

/**
 * Accounts that this node must not send through now. The database holds pauses for all nodes; this copy also stops rows
 * that were claimed just before the pause.
 */
export function createAccountPauses(onEnd: (companyId: number, connectionId: number, wasPause: boolean) => void) {
  const pauses = new Map<number, AccountPause>();
  // A pause may start inside a transaction; its end runs outside, in a transaction of its own.
  const runOutside = AsyncLocalStorage.snapshot();

  function clearPause(connectionId: number) {
    clearTimeout(pauses.get(connectionId)?.timer);
    pauses.delete(connectionId);
  }
  const remainingMs = (connectionId: number) => Math.max(0, (pauses.get(connectionId)?.until ?? 0) - Date.now());

  return {
    pause(companyId: number, connectionId: number, ms: number, isPause: boolean) {
      const durationMs = Math.min(ms, MAX_PAUSE_MS);
      const until = Date.now() + durationMs;
      const existing = pauses.get(connectionId);
      if (existing && existing.until >= until) return void (existing.isPause ||= isPause);
      clearPause(connectionId);
      const timer = setTimeout(() => {
        const wasPause = pauses.get(connectionId)?.isPause ?? false;
        pauses.delete(connectionId);
        runOutside(onEnd, companyId, connectionId, wasPause);
      }, durationMs + 5);
      pauses.set(connectionId, { until, isPause: isPause || (existing?.isPause ?? false), timer: timer.unref() });
    },
    /** Milliseconds left; 0 when the account is not paused. */
    remainingMs,
    isPaused: (connectionId: number) => pauses.has(connectionId) && pauses.get(connectionId)!.isPause,
    /** Identifies the current pause; a new pause has another version. */
    version: (connectionId: number) => pauses.get(connectionId)?.until,
    clearPause,
    stop: () => {
      for (const connectionId of pauses.keys()) clearPause(connectionId);
    },
  };
}
