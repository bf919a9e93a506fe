import { AsyncLocalStorage } from 'node:async_hooks';

/** No longer than this without looking again: somebody may have mended it meanwhile. */
const LONGEST_MS = 15_000;

interface Rest {
  until: number;
  /** The account was told to wait, and its lines are let go; otherwise it is a breath between two messages. */
  isPause: boolean;
  timer: NodeJS.Timeout;
}

/**
 * Accounts of which this node knows that nothing may leave through them now. The database knows too, and for all nodes;
 * but what was taken from the line a moment before it was told must not leave either.
 */
export function createRests(over: (companyId: number, connectionId: number, wasPause: boolean) => void) {
  const rests = new Map<number, Rest>();
  // A rest may begin inside a unit of work; its end is no part of that one, and needs one of its own.
  const outside = AsyncLocalStorage.snapshot();

  function end(connectionId: number) {
    clearTimeout(rests.get(connectionId)?.timer);
    rests.delete(connectionId);
  }
  const left = (connectionId: number) => Math.max(0, (rests.get(connectionId)?.until ?? 0) - Date.now());

  return {
    rest(companyId: number, connectionId: number, ms: number, isPause: boolean) {
      const lastsMs = Math.min(ms, LONGEST_MS);
      const until = Date.now() + lastsMs;
      const known = rests.get(connectionId);
      if (known && known.until >= until) return void (known.isPause ||= isPause);
      end(connectionId);
      const timer = setTimeout(() => {
        const wasPause = rests.get(connectionId)?.isPause ?? false;
        rests.delete(connectionId);
        outside(over, companyId, connectionId, wasPause);
      }, lastsMs + 5);
      rests.set(connectionId, { until, isPause: isPause || (known?.isPause ?? false), timer: timer.unref() });
    },
    /** Milliseconds left; 0 when it does not rest. */
    left,
    isPaused: (connectionId: number) => rests.has(connectionId) && rests.get(connectionId)!.isPause,
    /** Which rest it is: another one has another mark. */
    mark: (connectionId: number) => rests.get(connectionId)?.until,
    end,
    stop: () => {
      for (const connectionId of rests.keys()) end(connectionId);
    },
  };
}
