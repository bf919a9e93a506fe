/** Compares the messages of the simulated network with those stored in the database. */
import type { PhoneMessage } from '../../apps/server/src/channels/sandbox/network/phones.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import { until } from './wait.ts';

export interface StoredMessage {
  connection_id: number;
  wid: string | null;
  body: string;
  ticket_id: number;
  contact_id: number;
  seq: string;
  delivery: string;
}
interface Live {
  connection_id: number;
  contact_id: number;
  n: number;
}
/** The phone of one customer, with every message it shows. */
export interface Phone {
  connectionId: number;
  messages: PhoneMessage[];
}
export interface ReceivedComparison {
  sent: number;
  customers: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  gaps: number;
  /** Customers who wrote and have no live ticket, or more than one, on their connection. */
  withoutSingleTicket: number;
}

/** Every message a customer of this company wrote must be stored once, in order, in the one live ticket. */
export async function compareReceived(environment: Environment, company: Company): Promise<ReceivedComparison> {
  const live = await environment.owner.query<Live>(
    `select connection_id, contact_id, count(*)::int as n from tickets where company_id = $1 and status <> 'closed' group by 1, 2`,
    [company.id],
  );
  const result = diffReceived(
    await phonesOf(environment, company),
    await loadStored(environment, company, false),
    live.rows,
  );
  return { ...result, gaps: await gapsOf(environment, company) };
}

/** Compares the messages sent from each phone with the stored ones. Every text is unique. */
export function diffReceived(phones: Phone[], stored: StoredMessage[], live: Live[]): Omit<ReceivedComparison, 'gaps'> {
  const byWid = Map.groupBy(stored, (row) => `${row.connection_id} ${row.wid}`);
  const liveOf = new Map(live.map((row) => [`${row.connection_id} ${row.contact_id}`, row.n]));
  const result = { sent: 0, customers: 0, lost: 0, doubled: 0, outOfOrder: 0, withoutSingleTicket: 0 };
  for (const { connectionId, messages } of phones) {
    const customerMessages = messages.filter((message) => message.fromCustomer);
    if (customerMessages.length === 0) continue;
    result.sent += customerMessages.length;
    result.customers += 1;
    const matches = customerMessages.map(({ wid }) => byWid.get(`${connectionId} ${wid}`) ?? []);
    result.lost += matches.filter((rows) => rows.length === 0).length;
    result.doubled += matches.reduce((sum, rows) => sum + Math.max(0, rows.length - 1), 0);
    const positions = matches.flatMap(([row]) => (row ? [positionOf(row)] : []));
    result.outOfOrder += inversionsIn(positions);
    const contact = matches.find((rows) => rows.length > 0)?.[0]?.contact_id;
    if (contact !== undefined && liveOf.get(`${connectionId} ${contact}`) !== 1) result.withoutSingleTicket += 1;
  }
  // Detects a message stored under two ids of the channel.
  const bodies = Map.groupBy(stored, (row) => `${row.connection_id} ${row.body}`);
  result.doubled += [...bodies.values()].reduce((sum, rows) => sum + new Set(rows.map((row) => row.wid)).size - 1, 0);
  return result;
}

export interface SentComparison {
  sent: number;
  atPhones: number;
  lost: number;
  doubled: number;
  failed: number;
  inversions: number;
  unsettled: number;
}

/**
 * Every answer of this company must be on the phone once, in the order of its conversation, and settled in the outbox.
 */
export const compareSent = async (environment: Environment, company: Company): Promise<SentComparison> =>
  diffSent(await phonesOf(environment, company), await loadStored(environment, company, true));

export function diffSent(phones: Phone[], stored: StoredMessage[]): SentComparison {
  const rows = stored.filter((row) => row.delivery !== 'note');
  const isFromServer = (message: PhoneMessage) => !message.fromCustomer && !message.isFromOwnPhone;
  const received = phones.flatMap(({ messages }) => messages.filter(isFromServer).map(textOf));
  const times = Map.groupBy(received, (text) => text);
  const positions = new Map(rows.map((row) => [row.body, positionOf(row)]));
  const isUnsure = ({ delivery }: StoredMessage) => delivery === 'failed' || delivery === 'unknown';
  return {
    sent: rows.length,
    atPhones: received.length,
    lost: rows.filter((row) => !times.has(row.body) && !isUnsure(row)).length,
    doubled: [...times.values()].reduce((sum, all) => sum + all.length - 1, 0),
    failed: rows.filter(isUnsure).length,
    inversions: phones.reduce(
      (sum, { messages }) =>
        sum + inversionsIn(messages.filter(isFromServer).flatMap((message) => positions.get(textOf(message)) ?? [])),
      0,
    ),
    unsettled: rows.filter(({ delivery }) => delivery === 'queued' || delivery === 'sending').length,
  };
}

/** Sort key of a message: tickets follow each other, and messages within them. */
const positionOf = ({ ticket_id, seq }: StoredMessage): number => ticket_id * 1_000_000 + Number(seq);
const inversionsIn = (positions: number[]): number =>
  positions.filter((position, n) => n > 0 && position <= positions[n - 1]!).length;

const textOf = ({ content }: PhoneMessage): string => (content.kind === 'text' ? content.body : content.kind);

async function phonesOf({ network }: Environment, company: Company): Promise<Phone[]> {
  const phones: Phone[] = [];
  for (const { account, connectionId } of company.connections)
    for (const { messages } of await network.phones(account)) phones.push({ connectionId, messages });
  return phones;
}

async function loadStored(
  { owner }: Pick<Environment, 'owner'>,
  company: Company,
  fromMe: boolean,
): Promise<StoredMessage[]> {
  const { rows } = await owner.query<StoredMessage>(
    `select connection_id, wid, body, ticket_id, contact_id, seq, delivery from messages
      where company_id = $1 and from_me = $2 order by ticket_id, seq`,
    [company.id, fromMe],
  );
  return rows;
}

export async function gapsOf({ owner }: Pick<Environment, 'owner'>, company: Company): Promise<number> {
  const { rows } = await owner.query<{ n: string }>(
    `select coalesce(sum(t.message_seq - (select count(*) from messages m where m.company_id = t.company_id and m.ticket_id = t.id)), 0) as n
       from tickets t where t.company_id = $1`,
    [company.id],
  );
  return Number(rows[0]!.n);
}

/** Waits until the network has no webhooks left and the servers no work left; returns the milliseconds it took. */
export async function drained(
  { network, owner }: Environment,
  companies: Company[],
  timeoutMs = 120_000,
): Promise<number> {
  const since = Date.now();
  const ids = companies.map(({ id }) => id);
  const pending = async () => {
    const { rows } = await owner.query<{ inbox: number; signals: number; outbox: number }>(
      `select (select count(*)::int from inbox where company_id = any($1)) as inbox,
              (select count(*)::int from signals where company_id = any($1)) as signals,
              (select count(*)::int from outbox where company_id = any($1) and state in ('queued', 'sending')) as outbox`,
      [ids],
    );
    return rows[0]!;
  };
  const isEmpty = ({ inbox, signals, outbox }: Awaited<ReturnType<typeof pending>>) => inbox + signals + outbox === 0;
  await until(
    'all webhooks and all work to be processed',
    async () => {
      const before = await pending();
      if (!isEmpty(before)) return { ...before, waiting: -1 };
      let waiting = 0;
      for (const { connections } of companies)
        for (const { account } of connections) waiting += await network.waiting(account);
      // Webhooks delivered during the query are new work.
      return { ...(await pending()), waiting };
    },
    (seen) => isEmpty(seen) && seen.waiting === 0,
    { timeoutMs, everyMs: 100 },
  );
  return Date.now() - since;
}
