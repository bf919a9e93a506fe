/** Control API of the network for the simulator screen, scripts and tests. It has a token of its own. */
import { SandboxAction, sandbox } from '@balcao/contract/endpoints/sandbox';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import { z } from 'zod';
import { isSameSecret } from '../../../infrastructure/secrets/same-secret.ts';
import { scripts } from '../scripts.ts';
import { WireOpening } from '../wire-format.ts';
import { NetworkError } from './calls.ts';
import type { CustomerActions } from './customer-actions.ts';
import { newGroup } from './default-customers.ts';
import type { Files } from './files.ts';
import { unanswered, type RouteContext, type RouteTable } from './http.ts';
import type { Journal } from './journal.ts';
import { customerOf, Missing } from './lookups.ts';
import { addCustomer, currentTimeMs, idsFor, newKey, type Customer, type PhoneAccount } from './phones.ts';
import type { ScriptRunner } from './script-runner.ts';

interface ControlRouteDeps {
  token: string;
  accounts: Map<string, PhoneAccount>;
  customerActions: CustomerActions;
  scriptRunner: ScriptRunner;
  files: Files;
  journal: Journal;
  waiting(account: PhoneAccount): number;
  touch(customer: Customer): void;
  changed(): void;
  register(id: string, token: string, opening: z.output<typeof Registering>): PhoneAccount;
  /** Resolves when the phone changes, the caller disconnects, or the timeout passes. */
  waitForChange(customer: Customer, context: RouteContext): Promise<void>;
}
/** Only the end of a long thread is returned. */
const MAX_SHOWN_MESSAGES = 500;
const at = (rest: string) => new RegExp(`^/control${rest}$`);

const Registering = WireOpening.omit({ afresh: true });
const NewCustomers = z.array(sandbox.newCustomer.body).max(5000);

export interface AccountView {
  id: string;
  session: PhoneAccount['session'];
  nowMs: number;
  aheadMs: number;
  waiting: number;
  faults: PhoneAccount['faults'];
  customers: CustomerView[];
}
export type CustomerView = Omit<Customer, 'messages'> & { unread: number; last: Customer['messages'][number] | null };
export type ThreadView = { customer: CustomerView; messages: Customer['messages'] };

export function controlRoutes(deps: ControlRouteDeps): RouteTable {
  const access = createAccess(deps);
  return [...accountRoutes(deps, access), ...customerRoutes(deps, access), ...actionRoutes(deps, access)];
}

function createAccess({ token, accounts, waiting }: ControlRouteDeps) {
  const authenticate = ({ bearer }: RouteContext) => {
    if (!isSameSecret(bearer, token)) throw new NetworkError(401, 'dead', 'wrong token');
  };
  return {
    authenticate,
    accountOf(context: RouteContext): PhoneAccount {
      authenticate(context);
      const account = accounts.get(context.params[0]!);
      if (!account) throw new Missing('account');
      return account;
    },
    viewOf: (account: PhoneAccount): AccountView => ({
      id: account.id,
      session: account.session,
      nowMs: currentTimeMs(account),
      aheadMs: account.aheadMs,
      waiting: waiting(account),
      faults: account.faults,
      customers: account.customers.map(toCustomerView),
    }),
  };
}
type Access = ReturnType<typeof createAccess>;

const accountRoutes = (deps: ControlRouteDeps, { authenticate, accountOf, viewOf }: Access): RouteTable => [
  [
    'GET',
    at('/journal'),
    (context) => {
      authenticate(context);
      return deps.journal.since(Number(context.query.get('after') ?? 0), context.query.get('account') ?? undefined);
    },
  ],
  ['GET', at('/accounts/([^/]+)'), (context) => viewOf(accountOf(context))],
  // Registers a connection that was never opened, so that its simulated phones can be shown.
  [
    'PUT',
    at('/accounts/([^/]+)'),
    async (context) => {
      authenticate(context);
      const { token: own, ...opening } = Registering.extend({ token: z.string().min(16) }).parse(await context.json());
      return viewOf(deps.register(context.params[0]!, own, opening));
    },
  ],
  // All phones in full, for tests.
  ['GET', at('/accounts/([^/]+)/phones'), (context) => accountOf(context).customers],
  [
    'POST',
    at('/accounts/([^/]+)/clock'),
    async (context) => {
      const account = accountOf(context);
      const { hours } = z.object({ hours: z.number().min(0) }).parse(await context.json());
      account.aheadMs = hours === 0 ? 0 : account.aheadMs + hours * HOUR_MS;
      deps.changed();
      return viewOf(account);
    },
  ],
];

const customerRoutes = ({ files, touch, waitForChange }: ControlRouteDeps, { accountOf }: Access): RouteTable => [
  [
    'GET',
    at('/accounts/([^/]+)/customers/([^/]+)'),
    async (context): Promise<ThreadView> => {
      const account = accountOf(context);
      const customer = customerOf(account, context.params[1]!);
      const knows = context.query.get('knows');
      if (knows !== null && Number(knows) === customer.revision) await waitForChange(customer, context);
      return { customer: toCustomerView(customer), messages: customer.messages.slice(-MAX_SHOWN_MESSAGES) };
    },
  ],
  [
    'GET',
    at('/accounts/([^/]+)/media/([^/]+)'),
    (context) => {
      accountOf(context);
      const file = files.get(context.params[1]!);
      if (!file) throw new Missing('file');
      context.response.writeHead(200, {
        'content-type': file.mime,
        'content-length': file.bytes.length,
        'x-file-name': encodeURIComponent(file.name),
      });
      context.response.end(file.bytes);
      return unanswered;
    },
  ],
  [
    'POST',
    at('/accounts/([^/]+)/customers'),
    async (context) => {
      const account = accountOf(context);
      const created = NewCustomers.parse(await context.json()).map((draft) => createCustomer(account, draft));
      for (const customer of created) touch(customer);
      return created.map(toCustomerView);
    },
  ],
];

const actionRoutes = (
  { customerActions, scriptRunner, changed }: ControlRouteDeps,
  { accountOf }: Access,
): RouteTable => [
  [
    'POST',
    at('/accounts/([^/]+)/acts'),
    async (context) => {
      const account = accountOf(context);
      const actions = z
        .array(SandboxAction)
        .max(5000)
        .parse(await context.json());
      const wids = actions.map((action) => customerActions.perform(account, action));
      changed();
      return { wids };
    },
  ],
  [
    'POST',
    at('/accounts/([^/]+)/scripts/([^/]+)'),
    async (context) => {
      const account = accountOf(context);
      const { customerId } = z.object({ customerId: z.string() }).parse(await context.json());
      const name = context.params[1]!;
      if (!Object.hasOwn(scripts, name)) throw new Missing('script');
      const { steps } = scripts[name]!;
      scriptRunner.run(account, customerOf(account, customerId), steps);
      return { steps: steps.length };
    },
  ],
];

function createCustomer(account: PhoneAccount, draft: z.output<typeof NewCustomers>[number]): Customer {
  if (!draft.isGroup) return addCustomer(account, { name: draft.name, ids: idsFor(account.kind, draft) });
  const names = draft.members.length > 0 ? draft.members : ['Ana', 'Beto'];
  const members = names.map((name, index) => ({ id: newKey('member'), name, number: `55119${90_001_000 + index}` }));
  const group = newGroup(draft.name, members);
  account.customers.push(group);
  return group;
}

export const toCustomerView = ({ messages, ...customer }: Customer): CustomerView => ({
  ...customer,
  unread: messages.filter(({ fromCustomer, ticks }) => !fromCustomer && (ticks === 'sent' || ticks === 'delivered'))
    .length,
  last: messages.at(-1) ?? null,
});
