import { AsyncLocalStorage } from 'node:async_hooks';

/** No longer than this without looking again: somebody may have mended it meanwhile. */
const MAX_PAUSE_MS = 15_000;

interface AccountPause {
  until: number;
  /** The account was told to wait, and its lines are let go; otherwise it is a breath between two messages. */
  isPause: boolean;
  timer: NodeJS.Timeout;
}

/**
 * Accounts of which this node knows that nothing may leave through them now. The database knows too, and for all nodes;
 * but what was taken from the line a moment before it was told must not leave either.
 */
export function createAccountPauses(onEnd: (companyId: number, connectionId: number, wasPause: boolean) => void) {
  const pauses = new Map<number, AccountPause>();
  // A rest may begin inside a unit of work; its end is no part of that one, and needs one of its own.
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
    /** Milliseconds left; 0 when it does not rest. */
    remainingMs,
    isPaused: (connectionId: number) => pauses.has(connectionId) && pauses.get(connectionId)!.isPause,
    /** Which rest it is: another one has another mark. */
    version: (connectionId: number) => pauses.get(connectionId)?.until,
    clearPause,
    stop: () => {
      for (const connectionId of pauses.keys()) clearPause(connectionId);
    },
  };
}
