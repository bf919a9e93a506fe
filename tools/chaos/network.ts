/** The simulated network, controlled and queried from outside: the reference for lost and duplicate messages. */
import { join } from 'node:path';
import type { SandboxAction, SandboxFaults } from '../../packages/contract/src/endpoints/sandbox.ts';
import type { AccountView, CustomerView } from '../../apps/server/src/channels/sandbox/network/control-routes.ts';
import type { Entry } from '../../apps/server/src/channels/sandbox/network/journal.ts';
import type { Customer } from '../../apps/server/src/channels/sandbox/network/phones.ts';
import { start } from './processes.ts';

const MAIN = join(import.meta.dirname, '../../apps/server/src/channels/sandbox/network-main.ts');
/** What one call takes. */
const MAX_ACTIONS_PER_CALL = 2000;

export interface TestCustomer {
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
    readyPattern: /"url":"([^"]+)"/,
  });
  const url = child.readyText;

  async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
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
    /** Webhooks not delivered yet; an account that was never connected has none. */
    waiting: (account: string) =>
      request<AccountView>('GET', `/accounts/${account}`).then(
        (view) => view.waiting,
        () => 0,
      ),
    /** Every phone with all its messages. */
    phones: (account: string) => request<Customer[]>('GET', `/accounts/${account}/phones`),
    async perform(account: string, actions: SandboxAction[]): Promise<(string | null)[]> {
      const wids: (string | null)[] = [];
      for (let from = 0; from < actions.length; from += MAX_ACTIONS_PER_CALL) {
        const part = actions.slice(from, from + MAX_ACTIONS_PER_CALL);
        wids.push(...(await request<{ wids: (string | null)[] }>('POST', `/accounts/${account}/acts`, part)).wids);
      }
      return wids;
    },
    faults(account: string, faults: Partial<SandboxFaults>) {
      return this.perform(account, [{ act: 'faults', faults }]);
    },
    async customers(account: string, customers: { name: string; number: string }[]): Promise<TestCustomer[]> {
      const created = await request<CustomerView[]>('POST', `/accounts/${account}/customers`, customers);
      return created.map(({ id, name }, index) => ({ id, name, number: customers[index]!.number }));
    },
    journal: (account: string, after = 0) => request<Entry[]>('GET', `/journal?after=${after}&account=${account}`),
    stop: () => child.kill(),
  };
}
