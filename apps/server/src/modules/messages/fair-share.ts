/** Lines that are sent at the same moment, all together. */
const AT_ONCE = 16;
/** Of one connection: an account that hangs must leave room for the others before anybody knows that it hangs. */
const OF_ONE = 8;
/** Of all connections that gave no answer the last time: enough to notice that they are back. */
const OF_SILENT = 4;

/** Whose turn it is: a channel account that does not answer holds up its own conversations and nobody else's. */
export function createFairShare() {
  /** Lines under way, each with its connection. */
  const busy = new Map<string, number>();
  const silent = new Set<number>();
  const count = (isCounted: (connectionId: number) => boolean) => [...busy.values()].filter(isCounted).length;

  return {
    hasRoom(name: string, connectionId: number): boolean {
      if (busy.has(name) || busy.size >= AT_ONCE) return false;
      return silent.has(connectionId)
        ? count((one) => silent.has(one)) < OF_SILENT
        : count((one) => one === connectionId) < OF_ONE;
    },
    begin: (name: string, connectionId: number) => void busy.set(name, connectionId),
    end: (name: string) => void busy.delete(name),
    /** What came of a try: an answer of any kind, or none. */
    noted(connectionId: number, hasAnswered: boolean) {
      if (hasAnswered) silent.delete(connectionId);
      else silent.add(connectionId);
    },
    isIdle: () => busy.size === 0,
  };
}
