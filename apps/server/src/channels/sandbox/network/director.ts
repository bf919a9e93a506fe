import { SandboxAct } from '@balcao/contract/endpoints/sandbox';
import type { ScriptStep } from '../scripts.ts';

import type { Customer, PhoneAccount, PhoneSay } from './phones.ts';
import type { Act } from './sayings.ts';

interface Needs {
  perform(account: PhoneAccount, act: Act): unknown;
  later(ms: number, work: () => void): () => void;
  /** 1 is the pace of a person, 0 is at once. */
  pace: number;
}
const PATIENCE_MS = 30 * 60_000;

/** Plays scripts. A customer plays one at a time: a new one ends the old one. */
export function createDirector({ perform, later, pace }: Needs) {
  const playing = new Map<Customer, { stop(): void; hear(say: PhoneSay): void }>();

  function run(account: PhoneAccount, customer: Customer, steps: ScriptStep[]): void {
    playing.get(customer)?.stop();
    let cancel: () => void = () => {};
    let waitsFor: 'answer' | 'charge' | null = null;
    const end = () => {
      cancel();
      if (playing.get(customer) === me) playing.delete(customer);
    };
    const me = {
      stop: end,
      hear(say: PhoneSay) {
        if (waitsFor === null || (waitsFor === 'charge' && say.kind !== 'charge')) return;
        waitsFor = null;
        cancel();
        next();
      },
    };
    const left = [...steps];
    const next = () => {
      const step = left.shift();
      if (!step) return end();
      if ('until' in step) {
        waitsFor = step.until;
        cancel = later(PATIENCE_MS, end);
        return;
      }
      cancel = later(step.afterMs * pace, () => {
        // Whoever is gone meanwhile says nothing more.
        if (!account.customers.includes(customer)) return end();
        try {
          perform(account, SandboxAct.parse({ ...step.act, customerId: customer.id }));
        } catch {
          // A story that no longer fits the phone ends; it must not take the process with it.
          return end();
        }
        next();
      });
    };
    playing.set(customer, me);
    next();
  }
  return {
    run,
    /** The house said something to this customer. */
    hear: (customer: Customer, say: PhoneSay): void => playing.get(customer)?.hear(say),
    stop(): void {
      for (const play of playing.values()) play.stop();
    },
  };
}
export type Director = ReturnType<typeof createDirector>;
