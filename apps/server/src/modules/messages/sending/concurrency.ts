/** Per connection: an account that hangs must leave capacity for the others before the hang is detected. */
const MAX_PER_CONNECTION = 8;
/** Attempts through all connections whose last attempt got no answer: enough to detect that they are back. */
const MAX_UNRESPONSIVE = 4;
/** Missing answers in a row after which an account is paused. */
const CIRCUIT_THRESHOLD = 5;

/** Limits parallel sends of an account, so that one that does not answer blocks only its own conversations. */
export function createConcurrency() {
  /** Connection of each running send queue. */
  const busy = new Map<string, number>();
  /** Missing answers in a row per connection. */
  const unansweredCounts = new Map<number, number>();
  const count = (isCounted: (connectionId: number) => boolean) => [...busy.values()].filter(isCounted).length;

  return {
    canStart(connectionId: number): boolean {
      const ownCount = count((id) => id === connectionId);
      if (!unansweredCounts.has(connectionId)) return ownCount < MAX_PER_CONNECTION;
      // A single attempt tests whether the account is back.
      return ownCount === 0 && count((id) => unansweredCounts.has(id)) < MAX_UNRESPONSIVE;
    },
    start: (key: string, connectionId: number) => void busy.set(key, connectionId),
    finish: (key: string) => void busy.delete(key),
    /** Records whether the channel answered at all. True when the account should be paused. */
    recordAttempt(connectionId: number, hasAnswered: boolean): boolean {
      if (hasAnswered) unansweredCounts.delete(connectionId);
      else unansweredCounts.set(connectionId, (unansweredCounts.get(connectionId) ?? 0) + 1);
      return (unansweredCounts.get(connectionId) ?? 0) >= CIRCUIT_THRESHOLD;
    },
    isIdle: () => busy.size === 0,
  };
}
