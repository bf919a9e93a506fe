/** The longest wait for an idle browser. */
const IDLE_MS = 1000;

/** Runs what the first paint does not need, when the browser is idle; returns a function that withdraws it. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, IDLE_MS);
    return () => clearTimeout(timer);
  }
  const callback = requestIdleCallback(run, { timeout: IDLE_MS });
  return () => cancelIdleCallback(callback);
}
