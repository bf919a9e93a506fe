import { endpoints } from '@balcao/contract/endpoints/index';
import { describe, expect, it, vi } from 'vitest';
import { aTag, anAdmin, aToken } from '../testing/fixtures.ts';
import { answer, refuse, goOffline } from '../testing/server.ts';
import { api, ApiError, NetworkError } from './api.ts';
import { setLanguage } from './language.tsx';
import { signOutReason } from './sign-out-reason.ts';
import { accessToken, refresh, SIGNED_IN_HINT } from './token.ts';

const session = (token: string) => ({ token, user: anAdmin(), sessionId: 's' });
const emptyPage = { tags: [], count: 0, hasMore: false };

/** A server that accepts only the last token it issued. */
function aStrictServer() {
  let newest = 'none';
  const refreshed = answer(endpoints.access.refresh, () => session((newest = aToken(900 + Math.random()))));
  const listed = answer(endpoints.tags.list, ({ token }) =>
    token === newest ? emptyPage : refuse('ERR_TOKEN_EXPIRED'),
  );
  return { refreshed, listed, expire: () => (newest = 'another') };
}

describe('the API client', () => {
  it('renews an expired token once and repeats the request with the new one [M-005]', async () => {
    const { refreshed, listed, expire } = aStrictServer();
    await refresh();
    expire();
    await expect(api.tags.list()).resolves.toEqual(emptyPage);
    expect(refreshed).toHaveLength(2);
    expect(listed.map(({ token }) => token)).toEqual([expect.any(String), accessToken()]);
  });

  it('renews the token once for ten requests that expire together [M-005]', async () => {
    const { refreshed, expire } = aStrictServer();
    await refresh();
    expire();
    await Promise.all(Array.from({ length: 10 }, (_, page) => api.tags.list({ query: { pageNumber: page + 1 } })));
    expect(refreshed).toHaveLength(2);
  });

  it('does not repeat a request that is refused again after the renewal [M-005]', async () => {
    answer(endpoints.access.refresh, () => session(aToken()));
    const listed = answer(endpoints.tags.list, () => refuse('ERR_TOKEN_EXPIRED'));
    await expect(api.tags.list()).rejects.toMatchObject({ code: 'ERR_TOKEN_EXPIRED' });
    expect(listed).toHaveLength(2);
  });

  it('neither renews nor repeats after a missing permission [M-005]', async () => {
    const { refreshed } = aStrictServer();
    const removed = answer(endpoints.tags.remove, () => refuse('ERR_NO_PERMISSION'));
    await expect(api.tags.remove({ params: { id: 3 } })).rejects.toMatchObject({
      code: 'ERR_NO_PERMISSION',
      status: 403,
    });
    expect(refreshed).toHaveLength(0);
    expect(removed).toHaveLength(1);
  });

  it('clears the token of an ended session and opens the sign-in page with the way back [M-006]', async () => {
    history.replaceState({}, '', '/tags?kanban=1');
    const { expire } = aStrictServer();
    await refresh();
    expire();
    answer(endpoints.access.refresh, () => refuse('ERR_SESSION_EXPIRED'));

    await expect(api.tags.list()).rejects.toMatchObject({ status: 401 });
    expect(accessToken()).toBeUndefined();
    expect(localStorage.getItem(SIGNED_IN_HINT)).toBeNull();
    expect(location.assign).toHaveBeenCalledExactlyOnceWith('/login?next=%2Ftags%3Fkanban%3D1');
    expect(signOutReason(), 'F-U34').toBe('expired');
    history.replaceState({}, '', '/');
  });

  it('ends the local session after a 401 on any request [M-006]', async () => {
    answer(endpoints.tags.list, () => refuse('ERR_SESSION_EXPIRED'));
    await expect(api.tags.list()).rejects.toBeInstanceOf(ApiError);
    expect(location.assign).toHaveBeenCalledExactlyOnceWith('/login');
  });

  it('keeps the session when the server cannot be reached', async () => {
    goOffline();
    await expect(api.tags.list()).rejects.toBeInstanceOf(NetworkError);
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('renews the token a minute before it expires and keeps it only in memory', async () => {
    vi.useFakeTimers();
    const refreshed = answer(endpoints.access.refresh, () => session(aToken(900)));
    await refresh();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(accessToken());
    await vi.advanceTimersByTimeAsync(839_000);
    expect(refreshed).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(refreshed).toHaveLength(2);
  });

  it('sends the language and the x-requested-with header', async () => {
    answer(endpoints.tags.list, () => emptyPage);
    const sent = vi.spyOn(globalThis, 'fetch');
    setLanguage('es');
    await api.tags.list({ query: { searchParam: 'a&b' } });
    const [url, init] = sent.mock.lastCall!;
    expect(url).toBe('/api/tags?searchParam=a%26b');
    expect(init?.headers).toMatchObject({ 'accept-language': 'es', 'x-requested-with': 'balcao' });
  });

  it('reports invalid fields with their rules', async () => {
    answer(endpoints.tags.create, () => aTag());
    const validationError = await api.tags.create({ body: { name: 'ab' } }).catch((error: unknown) => error);
    expect(validationError).toMatchObject({ code: 'ERR_VALIDATION', fields: [{ field: 'name', rule: 'tooShort' }] });
  });

  it('sends a picture as a multipart form', async () => {
    const requests = answer(endpoints.access.pictureOfUser, () => ({ user: anAdmin(), message: 'ok' }));
    await api.access.pictureOfUser({ params: { id: 1 }, files: new File(['x'], 'eu.png', { type: 'image/png' }) });
    expect(requests[0]?.file.name).toBe('eu.png');
  });
});
