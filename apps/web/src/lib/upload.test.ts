import { endpoints } from '@balcao/contract/endpoints/index';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage } from '../testing/inbox.ts';
import { aToken, anAgent } from '../testing/fixtures.ts';
import { answer, refuse, goOffline } from '../testing/server.ts';
import { fakeUploads } from '../testing/uploads.ts';
import { ApiError, NetworkError } from './api.ts';
import { refresh } from './token.ts';
import { upload } from './upload.ts';

const uploadRequest = () => {
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
  it('renews an expired token once and sends again with the same idempotency key', async () => {
    const uploads = fakeUploads();
    let isExpired = true;
    answer(endpoints.messages.send, () => {
      if (!isExpired) return [aMessage()];
      isExpired = false;
      return refuse('ERR_TOKEN_EXPIRED');
    });
    await expect(upload(uploadRequest())).resolves.toHaveLength(1);
    expect(renewed).toBe(2);
    expect(uploads.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k', 'k']);
    const [first, second] = uploads.map(({ headers }) => headers.get('authorization'));
    expect(first).not.toBe(second);
  });

  it('distinguishes a refusal from a lost connection', async () => {
    fakeUploads();
    answer(endpoints.messages.send, () => refuse('ERR_REPLY_WINDOW'));
    await expect(upload(uploadRequest())).rejects.toBeInstanceOf(ApiError);
    goOffline();
    await expect(upload(uploadRequest())).rejects.toBeInstanceOf(NetworkError);
  });

  it('stops when the caller aborts', async () => {
    fakeUploads();
    answer(endpoints.messages.send, () => new Promise(() => {}));
    const controller = new AbortController();
    const sending = upload({ ...uploadRequest(), signal: controller.signal });
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });
});
