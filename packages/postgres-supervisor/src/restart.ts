/** Restarts a PostgreSQL server that ended without being asked to, on the same data and port. */
import { copyFileSync, existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { logOf, shutDown, type Running } from './postmaster.ts';

/** Waits before the second and later attempts. The processes of a killed server may hold its memory for a moment. */
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 10_000;
/** A server that ran this long was well: its next end is not part of the same trouble. */
const WELL_MS = 60_000;

export function restartAfterEnd(
  first: Running,
  dir: string,
  onProgress: (line: string) => void,
  launchAgain: () => Promise<Running>,
) {
  let running = first;
  let startedAt = performance.now();
  let waitMs = 0;
  const stopping = new AbortController();
  let restarting = Promise.resolve();

  function watch() {
    running.onEnd = () => {
      if (stopping.signal.aborted) return;
      onProgress(`PostgreSQL ended unexpectedly and is restarted; its last lines are in ${lastLinesOf(dir)}`);
      restarting = restart();
    };
  }

  async function restart() {
    if (performance.now() - startedAt > WELL_MS) waitMs = 0;
    while (!stopping.signal.aborted) {
      if (waitMs > 0) await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      waitMs = Math.min(MAX_WAIT_MS, Math.max(FIRST_WAIT_MS, waitMs * 2));
      try {
        running = await launchAgain();
      } catch (error) {
        onProgress(`PostgreSQL did not start again, next attempt in ${waitMs} ms: ${(error as Error).message}`);
        continue;
      }
      startedAt = performance.now();
      watch();
      onProgress('PostgreSQL runs again');
      return;
    }
  }

  watch();
  return {
    /** Waits for a start in progress, then shuts the server down. */
    async stop() {
      stopping.abort();
      await restarting;
      await shutDown(running);
    },
  };
}

/** The next start begins a new log, so the lines of the ended server are copied. */
function lastLinesOf(dir: string): string {
  const copy = `${logOf(dir)}.ended`;
  if (existsSync(logOf(dir))) copyFileSync(logOf(dir), copy);
  return copy;
}
