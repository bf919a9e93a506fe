/**
 * The sandbox network: simulated phones behind an HTTP face of their own. It knows nothing of the house but a webhook
 * address and a secret, as any outside party; so it can run beside the house or as a process of its own.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createSafeFetch } from '../../foundation/safe-fetch/safe-fetch.ts';
import { createActs } from './network/acts.ts';
import { createCalls } from './network/calls.ts';
import { controlRoutes } from './network/control-routes.ts';
import { createDeliveries, type Deliveries } from './network/deliveries.ts';
import { createDirector } from './network/director.ts';
import { createFiles } from './network/files.ts';
import { houseRoutes } from './network/house-routes.ts';
import { serve, type Asked } from './network/http.ts';
import { createJournal } from './network/journal.ts';
import { readyMadePeople } from './network/people.ts';
import { noFaults, type Customer, type PhoneAccount } from './network/phones.ts';
import { createPlan } from './network/plan.ts';
import { tellReceipts } from './network/receipts.ts';
import { createSessions, numberFor } from './network/sessions.ts';
import { createSave } from './network/state-file.ts';

export interface NetworkOptions {
  /** 0 takes any that is free. */
  port?: number;
  /** Where the phones are written down; without it they are forgotten with the process. */
  stateFile?: string;
  /** Who plays the network shows this; made up when it is not given. */
  controlToken?: string;
  /** The same seed shuffles the same way. */
  seed?: number;
  /** 1 is the pace of a person, 0 is at once. */
  pace?: number;
  qrEveryMs?: number;
  retries?: { firstWaitMs: number; longestWaitMs: number; giveUpAfterMs: number };
}
const NEWS_WITHIN_MS = 8000;
const someRetries = { firstWaitMs: 200, longestWaitMs: 5000, giveUpAfterMs: 15 * 60_000 };

export async function startSandboxNetwork(options: NetworkOptions = {}) {
  const { port = 0, stateFile, controlToken = randomBytes(24).toString('base64url'), seed = 1, pace = 1 } = options;
  const post = createSafeFetch({ allowLoopback: true });
  const plan = createPlan();
  const journal = createJournal();
  const files = createFiles(stateFile && `${stateFile}.files`);
  const save = createSave(stateFile, plan);
  const accounts = new Map(save.read().map((account) => [account.id, account]));
  const changed = () => save.soon(() => [...accounts.values()]);

  const lines = new Map<string, Deliveries>();
  const random = seeded(seed);
  function deliveries(account: PhoneAccount): Deliveries {
    let line = lines.get(account.id);
    if (!line)
      lines.set(
        account.id,
        (line = createDeliveries({ account, post, journal, random, ...(options.retries ?? someRetries) })),
      );
    return line;
  }

  const watchers = new Map<Customer, Set<() => void>>();
  function touch(customer: Customer): void {
    customer.revision += 1;
    for (const tell of watchers.get(customer) ?? []) tell();
    changed();
  }
  const news = (customer: Customer, { request, response }: Asked) =>
    new Promise<void>((resolve) => {
      const own = watchers.get(customer) ?? new Set();
      watchers.set(customer, own);
      const done = () => {
        cancel();
        own.delete(done);
        if (own.size === 0) watchers.delete(customer);
        resolve();
      };
      const cancel = plan.later(NEWS_WITHIN_MS, done);
      own.add(done);
      request.once('error', done);
      response.once('close', done);
    });

  const sessions = createSessions({ deliveries, changed, later: plan.later, qrEveryMs: options.qrEveryMs ?? 40_000 });
  const tell = (account: PhoneAccount, customer: Customer, told: Parameters<Deliveries['tell']>[0]) =>
    deliveries(account).tell(told, customer.id);
  const receipts = tellReceipts({ tell, later: plan.later });
  const acts = createActs({
    tell,
    touch,
    receipts,
    sessions,
    files,
    forget: (account) => deliveries(account).forget(),
  });
  const director = createDirector({ perform: acts.perform, later: plan.later, pace });
  const calls = createCalls({ touch, receipts, hear: director.hear });

  function register(
    id: string,
    token: string,
    { kind, webhook }: Pick<PhoneAccount, 'kind' | 'webhook'>,
  ): PhoneAccount {
    const known = accounts.get(id);
    if (known) {
      known.webhook = webhook;
      return known;
    }
    const account: PhoneAccount = {
      id,
      token,
      kind,
      webhook,
      number: numberFor(kind, id),
      session: 'none',
      qrsShown: 0,
      aheadMs: 0,
      faults: noFaults,
      customers: readyMadePeople({ kind, id }),
      sent: {},
    };
    accounts.set(id, account);
    changed();
    return account;
  }

  const server = serve([
    ...houseRoutes({ accounts, register, changed, calls, sessions, files, journal, wait: plan.wait }),
    ...controlRoutes({
      token: controlToken,
      accounts,
      acts,
      director,
      files,
      journal,
      waiting: (account) => deliveries(account).waiting(),
      touch,
      changed,
      register,
      news,
    }),
  ]);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // What a former run could not hand over is told again; the house knows what it has.
  for (const account of accounts.values())
    for (const customer of account.customers)
      for (const message of customer.messages)
        if (message.fromCustomer && message.ticks === 'waiting') acts.tellMessage(account, customer, message);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    controlToken,
    journal,
    async close(): Promise<void> {
      director.stop();
      for (const line of lines.values()) line.stop();
      plan.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      save.now(() => [...accounts.values()]);
    },
  };
}
export type SandboxNetwork = Awaited<ReturnType<typeof startSandboxNetwork>>;

/** mulberry32: small, even enough, and the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
