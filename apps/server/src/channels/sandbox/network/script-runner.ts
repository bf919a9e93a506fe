import { SandboxAction } from '@balcao/contract/endpoints/sandbox';
import type { ScriptStep } from '../scripts.ts';

import type { Customer, PhoneAccount, PhoneContent } from './phones.ts';
import type { Action } from './customer-content.ts';

interface ScriptRunnerDeps {
  perform(account: PhoneAccount, action: Action): unknown;
  later(ms: number, work: () => void): () => void;
  /** Factor of the script delays: 1 is natural, 0 is immediate. */
  delayFactor: number;
}
const WAIT_LIMIT_MS = 30 * 60_000;

/** Runs scripts. A customer runs one at a time: a new script ends the old one. */
export function createScriptRunner({ perform, later, delayFactor }: ScriptRunnerDeps) {
  const playing = new Map<Customer, { stop(): void; onMessage(content: PhoneContent): void }>();

  function run(account: PhoneAccount, customer: Customer, steps: ScriptStep[]): void {
    playing.get(customer)?.stop();
    let cancel: () => void = () => {};
    let waitsFor: 'answer' | 'charge' | null = null;
    const end = () => {
      cancel();
      if (playing.get(customer) === playback) playing.delete(customer);
    };
    const playback = {
      stop: end,
      onMessage(content: PhoneContent) {
        if (waitsFor === null || (waitsFor === 'charge' && content.kind !== 'charge')) return;
        waitsFor = null;
        cancel();
        next();
      },
    };
    const remaining = [...steps];
    const next = () => {
      const step = remaining.shift();
      if (!step) return end();
      if ('until' in step) {
        waitsFor = step.until;
        cancel = later(WAIT_LIMIT_MS, end);
        return;
      }
      cancel = later(step.afterMs * delayFactor, () => {
        // The customer was removed meanwhile.
        if (!account.customers.includes(customer)) return end();
        try {
          perform(account, SandboxAction.parse({ ...step.act, customerId: customer.id }));
        } catch {
          // A script that no longer fits the phone ends without crashing the process.
          return end();
        }
        next();
      });
    };
    playing.set(customer, playback);
    next();
  }
  return {
    run,
    /** The company sent a message to this customer. */
    onMessage: (customer: Customer, content: PhoneContent): void => playing.get(customer)?.onMessage(content),
    stop(): void {
      for (const play of playing.values()) play.stop();
    },
  };
}
export type ScriptRunner = ReturnType<typeof createScriptRunner>;
