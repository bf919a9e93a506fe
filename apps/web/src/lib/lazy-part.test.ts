import { HOUR_MS } from '@balcao/domain/kit/durations';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWithRetries } from './lazy-part.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

it('a part that cannot be loaded without network is loaded when the network returns', async () => {
  setOnline(false);
  let isReachable = false;
  const load = async () => {
    if (!isReachable) throw new Error('no network');
    return 'part';
  };
  let loaded: string | undefined;
  void loadWithRetries(load, 2).then((part) => (loaded = part));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(loaded).toBeUndefined();
  isReachable = true;
  setOnline(true);
  await vi.advanceTimersByTimeAsync(2000);
  expect(loaded).toBe('part');
});

it('a part whose file is gone fails after the given number of attempts with network', async () => {
  setOnline(true);
  const load = vi.fn<() => Promise<string>>(() => Promise.reject(new Error('404')));
  const failure = loadWithRetries(load, 3).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(await failure).toBe('404');
  expect(load).toHaveBeenCalledTimes(3);
});
