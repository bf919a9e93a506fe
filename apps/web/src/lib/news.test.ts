import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { askAgain, lay } from './news.ts';

const key = ['settings', 'company'];

/** A question whose answers are given by hand. */
function ask() {
  const client = new QueryClient();
  const gives: ((value: Record<string, string>) => void)[] = [];
  const observer = new QueryObserver<Record<string, string>>(client, {
    queryKey: key,
    queryFn: () => new Promise((give) => gives.push(give)),
  });
  const stop = observer.subscribe(() => {});
  const answer = async (at: number, value: Record<string, string>) => {
    gives[at]!(value);
    await new Promise((settled) => setTimeout(settled));
  };
  return { client, gives, answer, shown: () => client.getQueryData(key), stop };
}

describe('news', () => {
  it('told while the first answer is on its way is not covered by it', async () => {
    const { client, answer, shown, stop } = ask();
    lay<Record<string, string>>(client, key, (known) => ({ ...known, rating: 'on' }));
    expect(shown()).toBeUndefined();
    await answer(0, { rating: 'off', hours: 'off' });
    expect(shown()).toEqual({ rating: 'on', hours: 'off' });
    stop();
  });

  it('told while something is fetched anew is shown at once, and stays', async () => {
    const { client, answer, shown, stop } = ask();
    await answer(0, { rating: 'off' });
    void client.invalidateQueries({ queryKey: key });
    lay<Record<string, string>>(client, key, (known) => ({ ...known, rating: 'on' }));
    lay<Record<string, string>>(client, key, (known) => ({ ...known, rating: 'later' }));
    expect(shown()).toEqual({ rating: 'later' });
    await answer(1, { rating: 'off' });
    expect(shown()).toEqual({ rating: 'later' });
    stop();
  });

  it('that was not told is asked for again, also where an answer was already on its way', async () => {
    const { client, gives, answer, shown, stop } = ask();
    askAgain(client);
    expect(gives).toHaveLength(1);
    await answer(0, { rating: 'off' });
    expect(gives).toHaveLength(2);
    await answer(1, { rating: 'on' });
    expect(shown()).toEqual({ rating: 'on' });
    askAgain(client);
    expect(gives).toHaveLength(3);
    stop();
  });

  it('waits for what somebody asks for meanwhile, and breaks nothing off', async () => {
    const { client, gives, answer, shown, stop } = ask();
    askAgain(client);
    askAgain(client);
    await answer(0, { rating: 'off' });
    // Both wanted to ask: one of them did, the other waits for its answer.
    expect(gives).toHaveLength(2);
    await answer(1, { rating: 'on' });
    expect(shown()).toEqual({ rating: 'on' });
    stop();
  });
});
