/** Lines that are sent at the same moment, all together. */
const MAX_CONCURRENT = 16;
/** Of one connection: an account that hangs must leave room for the others before anybody knows that it hangs. */
const MAX_PER_CONNECTION = 8;
/** Of all connections that gave no answer the last time: enough to notice that they are back. */
const MAX_UNRESPONSIVE = 4;
/** Without an answer so often in a row, an account is left alone for a while. */
const CIRCUIT_THRESHOLD = 5;

/** Whose turn it is: a channel account that does not answer holds up its own conversations and nobody else's. */
export function createConcurrency() {
  /** Lines under way, each with its connection. */
  const busy = new Map<string, number>();
  /** How often in a row each gave no answer. */
  const unansweredCounts = new Map<number, number>();
  const count = (isCounted: (connectionId: number) => boolean) => [...busy.values()].filter(isCounted).length;

  return {
    canStart(key: string, connectionId: number): boolean {
      if (busy.has(key) || busy.size >= MAX_CONCURRENT) return false;
      const ownCount = count((id) => id === connectionId);
      if (!unansweredCounts.has(connectionId)) return ownCount < MAX_PER_CONNECTION;
      // One of them finds out whether it is back.
      return ownCount === 0 && count((id) => unansweredCounts.has(id)) < MAX_UNRESPONSIVE;
    },
    start: (key: string, connectionId: number) => void busy.set(key, connectionId),
    finish: (key: string) => void busy.delete(key),
    /** What came of a try: an answer of any kind, or none. True when it is time to leave the account alone. */
    recordAttempt(connectionId: number, hasAnswered: boolean): boolean {
      if (hasAnswered) unansweredCounts.delete(connectionId);
      else unansweredCounts.set(connectionId, (unansweredCounts.get(connectionId) ?? 0) + 1);
      return (unansweredCounts.get(connectionId) ?? 0) >= CIRCUIT_THRESHOLD;
    },
    isIdle: () => busy.size === 0,
  };
}
