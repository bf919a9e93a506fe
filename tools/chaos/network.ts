/** The simulated network, played and questioned from outside: the judge of what was lost and what was done twice. */
import { join } from 'node:path';
import type { SandboxAct, SandboxFaults } from '../../packages/contract/src/endpoints/sandbox.ts';
import type { AccountView, CustomerView } from '../../apps/server/src/channels/sandbox/network/control-routes.ts';
import type { Entry } from '../../apps/server/src/channels/sandbox/network/journal.ts';
import type { Customer } from '../../apps/server/src/channels/sandbox/network/phones.ts';
import { start } from './processes.ts';

const MAIN = join(import.meta.dirname, '../../apps/server/src/channels/sandbox/network-main.ts');
/** What one call takes. */
const MOST_ACTS = 2000;

export interface Person {
  id: string;
  name: string;
  number: string;
}

export async function startNetwork({ seed, log, token }: { seed: number; log: string; token: string }) {
  const child = await start({
    file: MAIN,
    args: ['--seed', String(seed), '--control-token', token],
    env: {},
    log,
    ready: /"url":"([^"]+)"/,
  });
  const url = child.told;

  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(`${url}/control${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const text = await answer.text();
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  return {
    url,
    token,
    /** What it has not handed over yet; an account that never was connected has nothing to hand over. */
    waiting: (account: string) =>
      ask<AccountView>('GET', `/accounts/${account}`).then(
        (view) => view.waiting,
        () => 0,
      ),
    /** Every phone in full. */
    phones: (account: string) => ask<Customer[]>('GET', `/accounts/${account}/phones`),
    async act(account: string, acts: SandboxAct[]): Promise<(string | null)[]> {
      const made: (string | null)[] = [];
      for (let from = 0; from < acts.length; from += MOST_ACTS) {
        const part = acts.slice(from, from + MOST_ACTS);
        made.push(...(await ask<{ wids: (string | null)[] }>('POST', `/accounts/${account}/acts`, part)).wids);
      }
      return made;
    },
    faults(account: string, faults: Partial<SandboxFaults>) {
      return this.act(account, [{ act: 'faults', faults }]);
    },
    async people(account: string, people: { name: string; number: string }[]): Promise<Person[]> {
      const made = await ask<CustomerView[]>('POST', `/accounts/${account}/customers`, people);
      return made.map(({ id, name }, index) => ({ id, name, number: people[index]!.number }));
    },
    journal: (account: string, after = 0) => ask<Entry[]>('GET', `/journal?after=${after}&account=${account}`),
    stop: () => child.kill(),
  };
}
