/** What the parts of `npm run test:operating` have in common that start a server. */
import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const repository = resolve(import.meta.dirname, '../..');
export const APP_SECRET = 'a secret of the operating test, long enough';
const START_MS = 90_000;
const POLL_MS = 300;

/** True when the server answers that it is ready; false when its process ends or a minute and a half passes. */
export async function becomesReady(port: number, server: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  while (server.exitCode === null && Date.now() < deadline) {
    const status = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) return true;
    await pause(POLL_MS);
  }
  return false;
}
