/** A rest that is over so soon is waited for in line; for a longer one the line is left. */
const SHORT_MS = 500;
/** Timers end here at the latest, and whoever is woken looks again. */
const LONGEST_MS = 5 * 60_000;

/**
 * Accounts of which this node knows that nothing may leave through them now. The database knows too, and for all nodes;
 * but what was taken from the line a moment before it was told must not leave either.
 */
export function createRests(over: (companyId: number, connectionId: number, wasLong: boolean) => void) {
  const rests = new Map<number, { until: number; timer: NodeJS.Timeout }>();

  function end(connectionId: number) {
    clearTimeout(rests.get(connectionId)?.timer);
    rests.delete(connectionId);
  }
  return {
    rest(companyId: number, connectionId: number, ms: number) {
      const until = Date.now() + ms;
      const known = rests.get(connectionId);
      if (known && known.until >= until) return;
      end(connectionId);
      const timer = setTimeout(
        () => {
          rests.delete(connectionId);
          over(companyId, connectionId, ms > SHORT_MS);
        },
        Math.min(ms, LONGEST_MS) + 5,
      );
      rests.set(connectionId, { until, timer: timer.unref() });
    },
    /** Milliseconds left; 0 when it does not rest. */
    left: (connectionId: number) => Math.max(0, (rests.get(connectionId)?.until ?? 0) - Date.now()),
    isLong: (connectionId: number) => (rests.get(connectionId)?.until ?? 0) - Date.now() > SHORT_MS,
    end,
    stop: () => {
      for (const connectionId of rests.keys()) end(connectionId);
    },
  };
}
