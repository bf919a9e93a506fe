/** The proof of work that the sign-up asks for. */
import { request } from '../../lib/http.ts';

/**
 * The solved puzzle as the server expects it. Undefined where browsers cannot solve it (plain HTTP has no WebCrypto); the
 * server decides whether it may be missing.
 */
export async function solvePuzzle(): Promise<string | undefined> {
  if (typeof Worker === 'undefined' || globalThis.crypto?.subtle === undefined) return undefined;
  try {
    const challenge = await request<object>({ method: 'GET', path: '/auth/signup/puzzle' });
    const solution = await solveInWorker(challenge);
    return solution === null ? undefined : JSON.stringify({ challenge, solution });
  } catch {
    return undefined;
  }
}

function solveInWorker(challenge: object): Promise<unknown> {
  const worker = new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<unknown>((done, fail) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => done(data));
    worker.addEventListener('error', fail);
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
