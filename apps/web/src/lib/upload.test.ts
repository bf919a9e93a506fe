import { endpoints } from '@balcao/contract/endpoints/index';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage } from '../testing/inbox.ts';
import { aToken, anAgent } from '../testing/people.ts';
import { answer, refuse, unplug } from '../testing/server.ts';
import { pretendUploads } from '../testing/uploads.ts';
import { ApiError, NetworkError } from './api.ts';
import { refresh } from './token.ts';
import { upload } from './upload.ts';

const given = () => {
  const form = new FormData();
  form.append('medias', new File(['x'], 'a.jpg'));
  return { path: '/messages/5', form, key: 'k' };
};
let renewed = 0;
beforeEach(async () => {
  renewed = 0;
  answer(endpoints.access.refresh, () => ({ token: aToken(900 + renewed++), user: anAgent(), sessionId: 's' }));
  await refresh();
});
afterEach(() => vi.unstubAllGlobals());

describe('an upload', () => {
  it('renews an expired token once and is sent again with the same key', async () => {
    const uploads = pretendUploads();
    let isOld = true;
    answer(endpoints.messages.send, () => {
      if (!isOld) return [aMessage()];
      isOld = false;
      return refuse('ERR_TOKEN_EXPIRED');
    });
    await expect(upload(given())).resolves.toHaveLength(1);
    expect(renewed).toBe(2);
    expect(uploads.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k', 'k']);
    const [first, second] = uploads.map(({ headers }) => headers.get('authorization'));
    expect(first).not.toBe(second);
  });

  it('tells a refusal from a lost line', async () => {
    pretendUploads();
    answer(endpoints.messages.send, () => refuse('ERR_REPLY_WINDOW'));
    await expect(upload(given())).rejects.toBeInstanceOf(ApiError);
    unplug();
    await expect(upload(given())).rejects.toBeInstanceOf(NetworkError);
  });

  it('stops when whoever asked has left', async () => {
    pretendUploads();
    answer(endpoints.messages.send, () => new Promise(() => {}));
    const gone = new AbortController();
    const sending = upload({ ...given(), signal: gone.signal });
    gone.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });
});
