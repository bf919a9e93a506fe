/** Customers on Meta channels, and comparisons of sent and stored messages in both directions. */
import type { CustomerAction, CustomerProfile } from '../../packages/graph-simulator/src/customer-actions.ts';
import type { MetaAccountKind, MetaAccount } from '../meta-accounts.ts';
import { requestUntilAnswered, newNumber } from './scenario.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import { inParallel, until } from './wait.ts';

export interface GraphCustomer {
  account: MetaAccount;
  contact: CustomerProfile;
}

let customerCount = 0;
export function createGraphCustomers(account: MetaAccount, count: number): GraphCustomer[] {
  return Array.from({ length: count }, () => {
    customerCount += 1;
    const id = account.kind === 'whatsappapi' ? newNumber() : String(70_000_000 + customerCount);
    return {
      account,
      contact: {
        id,
        name: `Pessoa ${customerCount}`,
        ...(account.kind === 'instagram' && { username: `p${customerCount}` }),
      },
    };
  });
}

export interface SentMessage {
  id: string;
  text: string;
  by: GraphCustomer;
}
export async function sendFrom(
  environment: Environment,
  by: GraphCustomer,
  text: string,
  more: Partial<CustomerAction> = {},
): Promise<SentMessage> {
  const action = { kind: 'text', text, ...more } as CustomerAction;
  return { ...(await environment.graph.control.performAction(by.account.accountId, by.contact, action)), text, by };
}

/** From now on webhooks go to this server. */
export const pointWebhooksAt = (environment: Environment, node: Node) =>
  environment.graph.control.platformWebhook(`${node.url}/webhooks/meta`);

/** Waits until all webhooks of the simulator are received and processed; outgoing answers are not awaited. */
export async function waitUntilProcessed(environment: Environment, companies: Company[]): Promise<void> {
  await environment.graph.control.idle();
  const ids = companies.map(({ id }) => id);
  await until(
    'received webhooks to be processed',
    async () =>
      (
        await environment.owner.query<{ n: number }>(
          `select ((select count(*) from inbox where company_id = any($1)) + (select count(*) from signals where company_id = any($1)))::int as n`,
          [ids],
        )
      ).rows[0]!.n,
    (remaining) => remaining === 0,
    { timeoutMs: 120_000 },
  );
}

/**
 * These customers wrote and the admin accepted their conversations; returns ticket ids in the order of the customers.
 */
export async function graphTickets(
  environment: Environment,
  company: Company,
  node: Node,
  customers: GraphCustomer[],
): Promise<number[]> {
  const sent: SentMessage[] = [];
  for (const [n, customer] of customers.entries())
    sent.push(await sendFrom(environment, customer, `olá ${n} de ${customer.contact.id}`));
  const rows = await until(
    'the tickets',
    async () =>
      (
        await environment.owner.query<{ ticket_id: number; wid: string }>(
          'select ticket_id, wid from messages where company_id = $1 and wid = any($2)',
          [company.id, sent.map(({ id }) => id)],
        )
      ).rows,
    (rows) => rows.length === sent.length,
  );
  const of = new Map(rows.map(({ wid, ticket_id }) => [wid, ticket_id]));
  const tickets = sent.map(({ id }) => of.get(id)!);
  await inParallel(tickets, 4, (id) =>
    requestUntilAnswered(environment, company, [node], 'PUT', `/tickets/${id}`, {
      status: 'open',
      userId: company.adminId,
    }),
  );
  return tickets;
}

export interface StoredMessage {
  connection_id: number;
  wid: string | null;
  body: string;
  ticket_id: number;
  seq: number;
}
export const storedMessages = async ({ owner }: Environment, company: Company): Promise<StoredMessage[]> =>
  (
    await owner.query<StoredMessage>(
      `select connection_id, wid, body, ticket_id, seq::int from messages
        where company_id = $1 and not from_me order by ticket_id, seq`,
      [company.id],
    )
  ).rows;

/** Compares the messages of customers with those stored for one company. */
export function compareReceived(sent: SentMessage[], stored: StoredMessage[]) {
  const rows = Map.groupBy(stored, ({ wid }) => wid ?? '');
  let lost = 0;
  let doubled = 0;
  let astray = 0;
  let outOfOrder = 0;
  for (const own of Map.groupBy(sent, ({ by }) => by).values()) {
    let before = 0;
    for (const { id, by } of own) {
      const [first, ...more] = rows.get(id) ?? [];
      if (!first) lost += 1;
      doubled += more.length;
      if (first && first.connection_id !== by.account.connectionId) astray += 1;
      const position = first ? first.ticket_id * 1_000_000 + first.seq : before;
      if (first && position < before) outOfOrder += 1;
      before = Math.max(before, position);
    }
  }
  return { lost, doubled, astray, outOfOrder };
}

export interface Answer {
  id: number;
  body: string;
  delivery: string;
  failure: string | null;
  wid: string | null;
  state: string;
  connection_id: number;
}
export const answersOf = async ({ owner }: Environment, company: Company): Promise<Answer[]> =>
  (
    await owner.query<Answer>(
      `select m.id::float8 as id, m.body, m.delivery, m.failure_code as failure, m.wid, o.state, m.connection_id from messages m
         join outbox o on o.company_id = m.company_id and o.message_id = m.id and o.act = 'send'
        where m.company_id = $1 and m.from_me order by m.id`,
      [company.id],
    )
  ).rows;

/** Compares the answers of agents with the messages these customers received. Every text is unique. */
export async function compareAnswers(environment: Environment, company: Company, customers: GraphCustomer[]) {
  const rows = await answersOf(environment, company);
  const position = new Map(rows.map(({ body, id }) => [body, id]));
  const delivered = new Map<string, number>();
  let inversions = 0;
  for (const { account, contact } of customers) {
    let before = 0;
    for (const message of await environment.graph.control.inbox(account.accountId, contact.id)) {
      const text = textOf(account.kind, message.body);
      delivered.set(text, (delivered.get(text) ?? 0) + 1);
      const at = position.get(text) ?? 0;
      if (at < before) inversions += 1;
      before = Math.max(before, at);
    }
  }
  const isUnsure = ({ delivery }: Answer) => delivery === 'failed' || delivery === 'unknown';
  return {
    answers: rows.length,
    delivered: [...delivered.values()].reduce((sum, times) => sum + times, 0),
    lost: rows.filter((row) => !delivered.has(row.body) && !isUnsure(row)).length,
    doubled: [...delivered.values()].reduce((sum, times) => sum + times - 1, 0),
    unsure: rows.filter(isUnsure).length,
    unsettled: rows.filter(({ delivery }) => delivery === 'queued' || delivery === 'sending').length,
    inversions,
  };
}
function textOf(kind: MetaAccountKind, body: Record<string, unknown>): string {
  const { text, message } = body as { text?: { body?: string }; message?: { text?: string } };
  return (kind === 'whatsappapi' ? text?.body : message?.text) ?? '';
}
