import { ServiceError } from '../service-error.ts';
import { failureOf, type Operations } from '../service-request.ts';
import type { FileFetcher } from './port.ts';

/** Loads files of bots through the same guarded requests as everything that companies enter. */
export const createFileFetcher = (operations: Operations): FileFetcher => ({
  async fetch(url, maxBytes) {
    const answer = await operations()({ method: 'GET', url, headers: { accept: '*/*' }, maxBytes, isHarmless: true });
    const failure = failureOf(answer);
    if (failure) throw failure;
    if (answer.status !== 200) throw new ServiceError('unknown', 'answer', { status: answer.status });
    return answer.bytes;
  },
});
