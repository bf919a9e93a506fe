/** The network's face to whoever plays it: the screen, a script, a test. Behind a token of its own. */
import { SandboxAct, sandbox } from '@balcao/contract/endpoints/sandbox';
import { z } from 'zod';
import { scripts } from '../scripts.ts';
import { WireOpening } from '../wire-format.ts';
import { customerOf, Missing, type Acts } from './acts.ts';
import { NetworkRefusal } from './calls.ts';
import type { Director } from './director.ts';
import type { Files } from './files.ts';
import { isSameText, unanswered, type Asked, type RouteTable } from './http.ts';
import type { Journal } from './journal.ts';
import { newGroup } from './people.ts';
import { hourOf, idsFor, newKey, type Customer, type PhoneAccount } from './phones.ts';

interface Needs {
  token: string;
  accounts: Map<string, PhoneAccount>;
  acts: Acts;
  director: Director;
  files: Files;
  journal: Journal;
  waiting(account: PhoneAccount): number;
  touch(customer: Customer): void;
  changed(): void;
  register(id: string, token: string, opening: z.output<typeof Registering>): PhoneAccount;
  /** Resolves when a phone shows something new, or nobody asks any more, or it takes too long. */
  news(customer: Customer, asked: Asked): Promise<void>;
}
const HOUR_MS = 3_600_000;
/** Of a long thread its end. */
const SHOWN = 500;
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
  acts,
  director,
  files,
  journal,
  waiting,
  touch,
  changed,
  register,
  news,
}: Needs): RouteTable {
  const admit = ({ bearer }: Asked) => {
    if (!isSameText(token, bearer)) throw new NetworkRefusal(401, 'dead', 'wrong token');
  };
  const accountOf = (asked: Asked): PhoneAccount => {
    admit(asked);
    const account = accounts.get(asked.params[0]!);
    if (!account) throw new Missing('account');
    return account;
  };
  const viewOf = (account: PhoneAccount): AccountView => ({
    id: account.id,
    session: account.session,
    nowMs: hourOf(account),
    aheadMs: account.aheadMs,
    waiting: waiting(account),
    faults: account.faults,
    customers: account.customers.map(briefOf),
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
      (asked) => {
        admit(asked);
        return journal.since(Number(asked.query.get('after') ?? 0), asked.query.get('account') ?? undefined);
      },
    ],
    ['GET', at('/accounts/([^/]+)'), (asked) => viewOf(accountOf(asked))],
    // A connection that was never opened has phones around it all the same.
    [
      'PUT',
      at('/accounts/([^/]+)'),
      async (asked) => {
        admit(asked);
        const { token: own, ...opening } = Registering.extend({ token: z.string().min(16) }).parse(await asked.json());
        return viewOf(register(asked.params[0]!, own, opening));
      },
    ],
    // Every phone in full: for the judge of a test.
    ['GET', at('/accounts/([^/]+)/phones'), (asked) => accountOf(asked).customers],
    [
      'GET',
      at('/accounts/([^/]+)/customers/([^/]+)'),
      async (asked): Promise<ThreadView> => {
        const account = accountOf(asked);
        const customer = customerOf(account, asked.params[1]!);
        const knows = asked.query.get('knows');
        if (knows !== null && Number(knows) === customer.revision) await news(customer, asked);
        return { customer: briefOf(customer), messages: customer.messages.slice(-SHOWN) };
      },
    ],
    [
      'GET',
      at('/accounts/([^/]+)/media/([^/]+)'),
      (asked) => {
        accountOf(asked);
        const file = files.get(asked.params[1]!);
        if (!file) throw new Missing('file');
        asked.response.writeHead(200, {
          'content-type': file.mime,
          'content-length': file.bytes.length,
          'x-file-name': encodeURIComponent(file.name),
        });
        asked.response.end(file.bytes);
        return unanswered;
      },
    ],
    [
      'POST',
      at('/accounts/([^/]+)/acts'),
      async (asked) => {
        const account = accountOf(asked);
        const given = z
          .array(SandboxAct)
          .max(5000)
          .parse(await asked.json());
        const wids = given.map((act) => acts.perform(account, act));
        changed();
        return { wids };
      },
    ],
    [
      'POST',
      at('/accounts/([^/]+)/customers'),
      async (asked) => {
        const account = accountOf(asked);
        const made = NewCustomers.parse(await asked.json()).map((draft) => addCustomer(account, draft));
        for (const customer of made) touch(customer);
        return made.map(briefOf);
      },
    ],
    [
      'POST',
      at('/accounts/([^/]+)/scripts/([^/]+)'),
      async (asked) => {
        const account = accountOf(asked);
        const { customerId } = z.object({ customerId: z.string() }).parse(await asked.json());
        const name = asked.params[1]!;
        if (!Object.hasOwn(scripts, name)) throw new Missing('script');
        const { steps } = scripts[name]!;
        director.run(account, customerOf(account, customerId), steps);
        return { steps: steps.length };
      },
    ],
    [
      'POST',
      at('/accounts/([^/]+)/clock'),
      async (asked) => {
        const account = accountOf(asked);
        const { hours } = z.object({ hours: z.number().min(0) }).parse(await asked.json());
        account.aheadMs = hours === 0 ? 0 : account.aheadMs + hours * HOUR_MS;
        changed();
        return viewOf(account);
      },
    ],
  ];
}

export const briefOf = ({ messages, ...customer }: Customer): CustomerView => ({
  ...customer,
  unread: messages.filter(({ fromCustomer, ticks }) => !fromCustomer && (ticks === 'sent' || ticks === 'delivered'))
    .length,
  last: messages.at(-1) ?? null,
});
