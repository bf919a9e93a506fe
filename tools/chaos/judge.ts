/** What the network saw, held against what the house has. */
import type { PhoneMessage } from '../../apps/server/src/channels/sandbox/network/phones.ts';
import type { Company, Stage } from './stage.ts';
import { until } from './waiting.ts';

export interface Kept {
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
/** One person's, with everything it shows. */
export interface Phone {
  connectionId: number;
  messages: PhoneMessage[];
}
export interface Inbound {
  told: number;
  people: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  gaps: number;
  /** Of those who wrote: how many have none or more than one live ticket on their connection. */
  notOneTicket: number;
}

/** Every message a customer of this company wrote: kept once, in order, in the one live ticket. */
export async function judgeInbound(stage: Stage, company: Company): Promise<Inbound> {
  const live = await stage.owner.query<Live>(
    `select connection_id, contact_id, count(*)::int as n from tickets where company_id = $1 and status <> 'closed' group by 1, 2`,
    [company.id],
  );
  const verdict = compareInbound(await phonesOf(stage, company), await keptOf(stage, company, false), live.rows);
  return { ...verdict, gaps: await gapsOf(stage, company) };
}

/** What each phone said, against what was kept of it. Words are said once each. */
export function compareInbound(phones: Phone[], kept: Kept[], live: Live[]): Omit<Inbound, 'gaps'> {
  const byWid = Map.groupBy(kept, (row) => `${row.connection_id} ${row.wid}`);
  const liveOf = new Map(live.map((row) => [`${row.connection_id} ${row.contact_id}`, row.n]));
  const verdict = { told: 0, people: 0, lost: 0, doubled: 0, outOfOrder: 0, notOneTicket: 0 };
  for (const { connectionId, messages } of phones) {
    const said = messages.filter((message) => message.fromCustomer);
    if (said.length === 0) continue;
    verdict.told += said.length;
    verdict.people += 1;
    const found = said.map(({ wid }) => byWid.get(`${connectionId} ${wid}`) ?? []);
    verdict.lost += found.filter((rows) => rows.length === 0).length;
    verdict.doubled += found.reduce((sum, rows) => sum + Math.max(0, rows.length - 1), 0);
    const places = found.flatMap(([row]) => (row ? [placeOf(row)] : []));
    verdict.outOfOrder += inversionsIn(places);
    const contact = found.find((rows) => rows.length > 0)?.[0]?.contact_id;
    if (contact !== undefined && liveOf.get(`${connectionId} ${contact}`) !== 1) verdict.notOneTicket += 1;
  }
  // A message kept under two names of the channel shows here.
  const bodies = Map.groupBy(kept, (row) => `${row.connection_id} ${row.body}`);
  verdict.doubled += [...bodies.values()].reduce((sum, rows) => sum + new Set(rows.map((row) => row.wid)).size - 1, 0);
  return verdict;
}

export interface Outbound {
  sent: number;
  atPhones: number;
  lost: number;
  doubled: number;
  failed: number;
  inversions: number;
  unsettled: number;
}

/** Every answer of this company: at the phone once, in the order of its conversation, and settled here. */
export const judgeOutbound = async (stage: Stage, company: Company): Promise<Outbound> =>
  compareOutbound(await phonesOf(stage, company), await keptOf(stage, company, true));

export function compareOutbound(phones: Phone[], kept: Kept[]): Outbound {
  const rows = kept.filter((row) => row.delivery !== 'note');
  const ofHouse = (message: PhoneMessage) => !message.fromCustomer && !message.isFromOwnPhone;
  const received = phones.flatMap(({ messages }) => messages.filter(ofHouse).map(textOf));
  const times = Map.groupBy(received, (text) => text);
  const places = new Map(rows.map((row) => [row.body, placeOf(row)]));
  const isUnsure = ({ delivery }: Kept) => delivery === 'failed' || delivery === 'unknown';
  return {
    sent: rows.length,
    atPhones: received.length,
    lost: rows.filter((row) => !times.has(row.body) && !isUnsure(row)).length,
    doubled: [...times.values()].reduce((sum, all) => sum + all.length - 1, 0),
    failed: rows.filter(isUnsure).length,
    inversions: phones.reduce(
      (sum, { messages }) =>
        sum + inversionsIn(messages.filter(ofHouse).flatMap((message) => places.get(textOf(message)) ?? [])),
      0,
    ),
    unsettled: rows.filter(({ delivery }) => delivery === 'queued' || delivery === 'sending').length,
  };
}

/** Where a message stands among all: tickets follow each other, and messages in them. */
const placeOf = ({ ticket_id, seq }: Kept): number => ticket_id * 1_000_000 + Number(seq);
const inversionsIn = (places: number[]): number => places.filter((place, n) => n > 0 && place <= places[n - 1]!).length;

const textOf = ({ say }: PhoneMessage): string => (say.kind === 'text' ? say.body : say.kind);

async function phonesOf({ network }: Stage, company: Company): Promise<Phone[]> {
  const phones: Phone[] = [];
  for (const { account, connectionId } of company.lines)
    for (const { messages } of await network.phones(account)) phones.push({ connectionId, messages });
  return phones;
}

async function keptOf({ owner }: Pick<Stage, 'owner'>, company: Company, fromMe: boolean): Promise<Kept[]> {
  const { rows } = await owner.query<Kept>(
    `select connection_id, wid, body, ticket_id, contact_id, seq, delivery from messages
      where company_id = $1 and from_me = $2 order by ticket_id, seq`,
    [company.id, fromMe],
  );
  return rows;
}

export async function gapsOf({ owner }: Pick<Stage, 'owner'>, company: Company): Promise<number> {
  const { rows } = await owner.query<{ n: string }>(
    `select coalesce(sum(t.message_seq - (select count(*) from messages m where m.company_id = t.company_id and m.ticket_id = t.id)), 0) as n
       from tickets t where t.company_id = $1`,
    [company.id],
  );
  return Number(rows[0]!.n);
}

/** The network has nothing left to tell, and the house nothing left to do; answers after how many milliseconds. */
export async function drained({ network, owner }: Stage, companies: Company[], withinMs = 120_000): Promise<number> {
  const since = Date.now();
  const ids = companies.map(({ id }) => id);
  const left = async () => {
    const { rows } = await owner.query<{ inbox: number; signals: number; outbox: number }>(
      `select (select count(*)::int from inbox where company_id = any($1)) as inbox,
              (select count(*)::int from signals where company_id = any($1)) as signals,
              (select count(*)::int from outbox where company_id = any($1) and state in ('queued', 'sending')) as outbox`,
      [ids],
    );
    return rows[0]!;
  };
  const isNothing = ({ inbox, signals, outbox }: Awaited<ReturnType<typeof left>>) => inbox + signals + outbox === 0;
  await until(
    'everything to be worked off',
    async () => {
      const before = await left();
      if (!isNothing(before)) return { ...before, waiting: -1 };
      let waiting = 0;
      for (const { lines } of companies) for (const { account } of lines) waiting += await network.waiting(account);
      // What was handed over while we asked is work again.
      return { ...(await left()), waiting };
    },
    (seen) => isNothing(seen) && seen.waiting === 0,
    { withinMs, everyMs: 100 },
  );
  return Date.now() - since;
}
