/**
 * The sandbox network: simulated phones behind an HTTP face of their own. It knows nothing of the house but a webhook
 * address and a secret, as any outside party; so it can run beside the house or as a process of its own.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { createCustomerActions } from './network/customer-actions.ts';
import { createCalls } from './network/calls.ts';
import { controlRoutes } from './network/control-routes.ts';
import { createDeliveries, type Deliveries } from './network/deliveries.ts';
import { createScriptRunner } from './network/script-runner.ts';
import { createFiles } from './network/files.ts';
import { providerRoutes } from './network/provider-routes.ts';
import { serve, type RouteContext } from './network/http.ts';
import { createJournal } from './network/journal.ts';
import { defaultCustomers } from './network/default-customers.ts';
import { noFaults, type Customer, type PhoneAccount } from './network/phones.ts';
import { createTimers } from './network/timers.ts';
import { createReceiptSender } from './network/receipts.ts';
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
  delayFactor?: number;
  qrEveryMs?: number;
  retries?: { firstWaitMs: number; maxWaitMs: number; giveUpAfterMs: number };
}
const CHANGE_TIMEOUT_MS = 8000;
const defaultRetries = { firstWaitMs: 200, maxWaitMs: 5000, giveUpAfterMs: 15 * 60_000 };

export async function startSandboxNetwork(options: NetworkOptions = {}) {
  const {
    port = 0,
    stateFile,
    controlToken = randomBytes(24).toString('base64url'),
    seed = 1,
    delayFactor = 1,
  } = options;
  const post = createSafeFetch({ allowLoopback: true });
  const timers = createTimers();
  const journal = createJournal();
  const files = createFiles(stateFile && `${stateFile}.files`);
  const save = createSave(stateFile, timers);
  const accounts = new Map(save.read().map((account) => [account.id, account]));
  const changed = () => save.schedule(() => [...accounts.values()]);

  const deliveriesByAccount = new Map<string, Deliveries>();
  const random = seeded(seed);
  function deliveries(account: PhoneAccount): Deliveries {
    let accountDeliveries = deliveriesByAccount.get(account.id);
    if (!accountDeliveries)
      deliveriesByAccount.set(
        account.id,
        (accountDeliveries = createDeliveries({
          account,
          post,
          journal,
          random,
          ...(options.retries ?? defaultRetries),
        })),
      );
    return accountDeliveries;
  }

  const watchers = new Map<Customer, Set<() => void>>();
  function touch(customer: Customer): void {
    customer.revision += 1;
    for (const notify of watchers.get(customer) ?? []) notify();
    changed();
  }
  const waitForChange = (customer: Customer, { request, response }: RouteContext) =>
    new Promise<void>((resolve) => {
      const own = watchers.get(customer) ?? new Set();
      watchers.set(customer, own);
      const done = () => {
        cancel();
        own.delete(done);
        if (own.size === 0) watchers.delete(customer);
        resolve();
      };
      const cancel = timers.later(CHANGE_TIMEOUT_MS, done);
      own.add(done);
      request.once('error', done);
      response.once('close', done);
    });

  const sessions = createSessions({ deliveries, changed, later: timers.later, qrEveryMs: options.qrEveryMs ?? 40_000 });
  const enqueue = (account: PhoneAccount, customer: Customer, item: Parameters<Deliveries['enqueue']>[0]) =>
    deliveries(account).enqueue(item, customer.id);
  const receipts = createReceiptSender({ enqueue, later: timers.later });
  const customerActions = createCustomerActions({
    enqueue,
    touch,
    receipts,
    sessions,
    files,
    clearDeliveries: (account) => deliveries(account).clear(),
  });
  const scriptRunner = createScriptRunner({ perform: customerActions.perform, later: timers.later, delayFactor });
  const calls = createCalls({ touch, receipts, onMessage: scriptRunner.onMessage });

  function register(
    id: string,
    token: string,
    { kind, webhook }: Pick<PhoneAccount, 'kind' | 'webhook'>,
  ): PhoneAccount {
    const existing = accounts.get(id);
    if (existing) {
      existing.webhook = webhook;
      return existing;
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
      customers: defaultCustomers({ kind, id }),
      sent: {},
    };
    accounts.set(id, account);
    changed();
    return account;
  }

  const server = serve([
    ...providerRoutes({ accounts, register, changed, calls, sessions, files, journal, wait: timers.wait }),
    ...controlRoutes({
      token: controlToken,
      accounts,
      customerActions,
      scriptRunner,
      files,
      journal,
      waiting: (account) => deliveries(account).waiting(),
      touch,
      changed,
      register,
      waitForChange,
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
        if (message.fromCustomer && message.ticks === 'waiting')
          customerActions.deliverMessage(account, customer, message);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    controlToken,
    journal,
    async close(): Promise<void> {
      scriptRunner.stop();
      for (const accountDeliveries of deliveriesByAccount.values()) accountDeliveries.stop();
      timers.stop();
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
