import { AppError } from '../infrastructure/app-error.ts';
import type { Jobs } from '../infrastructure/jobs/runner.ts';
import type { Core, Running } from './core.ts';

const RETRY_MS = 1000;
const MAX_JOBS_WAIT_MS = 800;

/** The server listens a moment before jobs can be stored. A transaction may not wait longer than a second. */
export async function jobsSoon({ jobsReady }: Running): Promise<Jobs> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('ERR_BUSY', { retryAfterSeconds: 1 })), MAX_JOBS_WAIT_MS);
  });
  return Promise.race([jobsReady.promise, late]).finally(() => clearTimeout(timer));
}

/** The server already listens, so a database that is unavailable for a while must not end the process. */
export async function retryUntilStopped<T>(
  { running, onError }: Core,
  start: () => Promise<T>,
): Promise<T | undefined> {
  while (!running.isStopping) {
    try {
      return await start();
    } catch (error) {
      onError(error);
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
  return undefined;
}
