import { ServiceError } from './service-error.ts';

/** Ends with the signal, although the work goes on: what can be given without it is given in time. */
export function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const tooLate = new Promise<never>((_, reject) => {
    const end = () => reject(new ServiceError('unknown', 'tooSlow'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  return Promise.race([work, tooLate]);
}
