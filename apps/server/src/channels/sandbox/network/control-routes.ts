/** The network's face to whoever plays it: the screen, a script, a test. Behind a token of its own. */
import { SandboxAction, sandbox } from '@balcao/contract/endpoints/sandbox';
import { z } from 'zod';
import { scripts } from '../scripts.ts';
import { WireOpening } from '../wire-format.ts';
import { customerOf, Missing, type CustomerActions } from './customer-actions.ts';
import { NetworkError } from './calls.ts';
import type { ScriptRunner } from './script-runner.ts';
import type { Files } from './files.ts';
import { isSameText, unanswered, type RouteContext, type RouteTable } from './http.ts';
import type { Journal } from './journal.ts';
import { newGroup } from './default-customers.ts';
import { currentTimeMs, idsFor, newKey, type Customer, type PhoneAccount } from './phones.ts';

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
  /** Resolves when a phone shows something new, or nobody asks any more, or it takes too long. */
  waitForChange(customer: Customer, context: RouteContext): Promise<void>;
}
const HOUR_MS = 3_600_000;
/** Of a long thread its end. */
const MAX_SHOWN_MESSAGES = 500;
const at = (rest: string) => new RegExp(`^/control${rest}$`);

const Registering = WireOpening.omit({ afresh: true });

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

export function controlRoutes({
  token,
  accounts,
  customerActions,
  scriptRunner,
  files,
  journal,
  waiting,
  touch,
  changed,
  register,
  waitForChange,
}: ControlRouteDeps): RouteTable {
  const authenticate = ({ bearer }: RouteContext) => {
    if (!isSameText(token, bearer)) throw new NetworkError(401, 'dead', 'wrong token');
  };
  const accountOf = (context: RouteContext): PhoneAccount => {
    authenticate(context);
    const account = accounts.get(context.params[0]!);
    if (!account) throw new Missing('account');
    return account;
  };
  const viewOf = (account: PhoneAccount): AccountView => ({
    id: account.id,
    session: account.session,
    nowMs: currentTimeMs(account),
    aheadMs: account.aheadMs,
    waiting: waiting(account),
    faults: account.faults,
    customers: account.customers.map(toCustomerView),
  });
  const NewCustomers = z.array(sandbox.newCustomer.body).max(5000);

  function addCustomer(account: PhoneAccount, draft: z.output<typeof NewCustomers>[number]): Customer {
    if (draft.isGroup) {
      const names = draft.members.length > 0 ? draft.members : ['Ana', 'Beto'];
      const members = names.map((name, index) => ({
        id: newKey('member'),
        name,
        number: `55119${90_001_000 + index}`,
      }));
      const group = newGroup(draft.name, members);
      account.customers.push(group);
      return group;
    }
    const customer: Customer = {
      id: newKey('person'),
      name: draft.name,
      isGroup: false,
      members: [],
      ids: idsFor(account.kind, draft),
      isOnline: true,
      messages: [],
      wroteAtMs: null,
      revision: 0,
    };
    account.customers.push(customer);
    return customer;
  }

  return [
    [
      'GET',
      at('/journal'),
      (context) => {
        authenticate(context);
        return journal.since(Number(context.query.get('after') ?? 0), context.query.get('account') ?? undefined);
      },
    ],
    ['GET', at('/accounts/([^/]+)'), (context) => viewOf(accountOf(context))],
    // A connection that was never opened has phones around it all the same.
    [
      'PUT',
      at('/accounts/([^/]+)'),
      async (context) => {
        authenticate(context);
        const { token: own, ...opening } = Registering.extend({ token: z.string().min(16) }).parse(
          await context.json(),
        );
        return viewOf(register(context.params[0]!, own, opening));
      },
    ],
    // Every phone in full: for the judge of a test.
    ['GET', at('/accounts/([^/]+)/phones'), (context) => accountOf(context).customers],
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
      at('/accounts/([^/]+)/customers'),
      async (context) => {
        const account = accountOf(context);
        const created = NewCustomers.parse(await context.json()).map((draft) => addCustomer(account, draft));
        for (const customer of created) touch(customer);
        return created.map(toCustomerView);
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
    [
      'POST',
      at('/accounts/([^/]+)/clock'),
      async (context) => {
        const account = accountOf(context);
        const { hours } = z.object({ hours: z.number().min(0) }).parse(await context.json());
        account.aheadMs = hours === 0 ? 0 : account.aheadMs + hours * HOUR_MS;
        changed();
        return viewOf(account);
      },
    ],
  ];
}

export const toCustomerView = ({ messages, ...customer }: Customer): CustomerView => ({
  ...customer,
  unread: messages.filter(({ fromCustomer, ticks }) => !fromCustomer && (ticks === 'sent' || ticks === 'delivered'))
    .length,
  last: messages.at(-1) ?? null,
});
