/** Lines that are sent at the same moment, all together. */
const AT_ONCE = 16;
/** Of one connection: an account that hangs must leave room for the others before anybody knows that it hangs. */
const OF_ONE = 8;
/** Of all connections that gave no answer the last time: enough to notice that they are back. */
const OF_SILENT = 4;
/** Without an answer so often in a row, an account is left alone for a while. */
const CIRCUIT = 5;

/** Whose turn it is: a channel account that does not answer holds up its own conversations and nobody else's. */
export function createFairShare() {
  /** Lines under way, each with its connection. */
  const busy = new Map<string, number>();
  /** How often in a row each gave no answer. */
  const silent = new Map<number, number>();
  const count = (isCounted: (connectionId: number) => boolean) => [...busy.values()].filter(isCounted).length;

  return {
    hasRoom(name: string, connectionId: number): boolean {
      if (busy.has(name) || busy.size >= AT_ONCE) return false;
      const own = count((one) => one === connectionId);
      if (!silent.has(connectionId)) return own < OF_ONE;
      // One of them finds out whether it is back.
      return own === 0 && count((one) => silent.has(one)) < OF_SILENT;
    },
    begin: (name: string, connectionId: number) => void busy.set(name, connectionId),
    end: (name: string) => void busy.delete(name),
    /** What came of a try: an answer of any kind, or none. True when it is time to leave the account alone. */
    noted(connectionId: number, hasAnswered: boolean): boolean {
      if (hasAnswered) silent.delete(connectionId);
      else silent.set(connectionId, (silent.get(connectionId) ?? 0) + 1);
      return (silent.get(connectionId) ?? 0) >= CIRCUIT;
    },
    isIdle: () => busy.size === 0,
  };
}
