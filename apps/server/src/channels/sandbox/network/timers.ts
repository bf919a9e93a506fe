/** All timers of the network; `stop` ends them together. */
export function createTimers() {
  const ends = new Map<NodeJS.Timeout, (() => void) | undefined>();
  let isStopped = false;

  function later(ms: number, work: () => void, whenStopped?: () => void): () => void {
    if (isStopped) {
      whenStopped?.();
      return () => {};
    }
    const timer = setTimeout(() => {
      ends.delete(timer);
      work();
    }, ms);
    timer.unref();
    ends.set(timer, whenStopped);
    return () => {
      clearTimeout(timer);
      ends.delete(timer);
    };
  }
  return {
    later: (ms: number, work: () => void) => later(ms, work),
    wait: (ms: number) => new Promise<void>((resolve) => later(ms, resolve, resolve)),
    stop(): void {
      isStopped = true;
      for (const [timer, whenStopped] of ends) {
        clearTimeout(timer);
        whenStopped?.();
      }
      ends.clear();
    },
  };
}
export type Timers = ReturnType<typeof createTimers>;
