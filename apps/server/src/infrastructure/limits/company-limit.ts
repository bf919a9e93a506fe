import { AsyncResource } from 'node:async_hooks';
import { Busy } from '../tokens/concurrency-limit.ts';
import { createCompanyTurns } from './company-turns.ts';

/** Runs the work when it is the company's turn; throws {@link Busy} at once when its share of the queue is used up. */
export type CompanyLimit = <Result>(companyId: number, work: () => Promise<Result>) => Promise<Result>;

/** Bounds concurrent work of all companies together. They take turns, and one alone uses half of the slots and of the queue. */
export function createCompanyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }): CompanyLimit {
  const turns = createCompanyTurns<() => Promise<void>>({ slots: atOnce, maxWaiting: waiting });
  let added = 0;

  function startNext(): void {
    for (let item = turns.start(); item; item = turns.start()) {
      const { key, task } = item;
      void task().finally(() => {
        turns.finish(key);
        startNext();
      });
    }
  }
  return (companyId, work) =>
    new Promise((resolve, reject) => {
      // In the context of its own request, not of the one whose end starts it.
      const task = AsyncResource.bind(() => work().then(resolve, reject));
      if (turns.add(companyId, String(++added), task)) startNext();
      else reject(new Busy());
    });
}
