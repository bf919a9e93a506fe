import { and, eq, sql, type SQL } from 'drizzle-orm';
import { messages } from '../../foundation/db/schema/messages.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { messageParts, wholeMessage, type FullMessage, type Scope } from './messages.store.ts';

const PAGE = 20;
const AROUND = 20;
/** Up to here a history is counted message by message; beyond it by what its tickets have numbered, taken back or not. */
const MOST_COUNTED = 1000;

/** A page counted from the newest, what stands before or after one message, or its neighbourhood on both sides. */
export type Place = { page: number } | { before: number } | { after: number } | { around: number };

/** What somebody reads: the contact's history on the connection, as far as it is theirs to see; oldest first. */
export const threadStore = {
  async page(tx: Tx, scope: Scope, at: Place) {
    const tickets = await ticketsOf(tx, scope);
    const pick = (bounds: Bounds) => picked(tx, scope, tickets.ids, bounds);
    const isThere = async (bounds: Bounds) => (await pick({ ...bounds, limit: 1 })).length > 0;
    const counted = async () =>
      tickets.numbered > MOST_COUNTED ? tickets.numbered : countedOf(tx, scope, tickets.ids);

    if ('around' in at) {
      const older = await pick({ below: at.around + 1, limit: AROUND + 1 });
      const newer = await pick({ above: at.around, limit: AROUND + 1, oldestFirst: true });
      return {
        rows: [...older.slice(0, AROUND).reverse(), ...newer.slice(0, AROUND)],
        hasMore: older.length > AROUND,
        hasNewer: newer.length > AROUND,
        count: await counted(),
      };
    }
    if ('after' in at) {
      const rows = await pick({ above: at.after, limit: PAGE + 1, oldestFirst: true });
      return {
        rows: rows.slice(0, PAGE),
        hasMore: await isThere({ below: at.after + 1 }),
        hasNewer: rows.length > PAGE,
        count: await counted(),
      };
    }
    const offset = 'page' in at ? (at.page - 1) * PAGE : 0;
    const rows = await pick({ ...('before' in at && { below: at.before }), limit: PAGE + 1, offset });
    const count = await counted();
    return {
      rows: rows.slice(0, PAGE).reverse(),
      hasMore: rows.length > PAGE,
      hasNewer: 'before' in at ? await isThere({ above: at.before - 1, oldestFirst: true }) : at.page > 1 && count > 0,
      count,
    };
  },
};

interface Bounds {
  /** Neither of the two is among them. */
  above?: number;
  below?: number;
  limit?: number;
  offset?: number;
  oldestFirst?: boolean;
}

/** The tickets whose words belong to it, and how many words those have numbered. */
async function ticketsOf(tx: Tx, { contactId, connectionId, isGroup, upToTicket, queueIds, ownTicket }: Scope) {
  const rows = await tx.run<{ id: number; message_seq: string }>(ticketsInScope, [
    tx.companyId,
    contactId,
    connectionId,
    isGroup,
    upToTicket,
    queueIds === undefined,
    ownTicket,
    (queueIds ?? []).filter((id) => id !== null),
    queueIds?.includes(null) ?? false,
  ]);
  return { ids: rows.map((row) => row.id), numbered: rows.reduce((sum, row) => sum + Number(row.message_seq), 0) };
}

async function picked(
  tx: Tx,
  { contactId, connectionId }: Scope,
  tickets: number[],
  { above = 0, below = Number.MAX_SAFE_INTEGER, limit = 1, offset = 0, oldestFirst = false }: Bounds,
): Promise<FullMessage[]> {
  const values = { company: tx.companyId, contact: contactId, connection: connectionId, tickets };
  const statement = pages.get(`${oldestFirst} ${connectionId === null}`)!;
  return (await tx.ready(statement, { ...values, above, below, limit, offset })).map(wholeMessage);
}

async function countedOf(tx: Tx, { contactId }: Scope, tickets: number[]): Promise<number> {
  const [row] = await tx.run<{ n: number }>(count, [tx.companyId, tickets, contactId]);
  return row?.n ?? 0;
}

const ticketsInScope = {
  name: 'messages.tickets-in-scope',
  text: `select id, message_seq from tickets
          where company_id = $1 and contact_id = $2 and connection_id is not distinct from $3::int and is_group = $4
            and id <= $5 and ($6 or id = $7 or queue_id = any($8::int[]) or ($9 and queue_id is null))`,
};
const count = {
  name: 'messages.count-in-tickets',
  text: `select count(*)::int as n from messages where company_id = $1 and ticket_id = any($2::int[]) and contact_id = $3`,
};

const of = (name: string) => sql.placeholder(name);
/** Which they are is settled first, along the index; what rides along is looked up for these, not for all before them. */
const pageOf = (oldestFirst: boolean, withoutConnection: boolean) => {
  const direction: SQL = oldestFirst ? sql`asc` : sql`desc`;
  return {
    name: `messages.page ${oldestFirst} ${withoutConnection}`,
    build: (builder: Tx['sql']) =>
      builder
        .select(messageParts)
        .from(messages)
        .where(
          and(
            eq(messages.companyId, of('company')),
            sql`${messages.id} = any(array(select m.id from messages m
              where m.company_id = ${of('company')} and m.contact_id = ${of('contact')}
                and ${withoutConnection ? sql`m.connection_id is null and ${of('connection')}::int is null` : sql`m.connection_id = ${of('connection')}`}
                and m.id > ${of('above')} and m.id < ${of('below')} and m.ticket_id = any(${of('tickets')}::int[])
              order by m.id ${direction} limit ${of('limit')} offset ${of('offset')}))`,
          ),
        )
        .orderBy(sql`${messages.id} ${direction}`),
  };
};
const either = [true, false];
const pages = new Map(
  either.flatMap((oldestFirst) =>
    either.map((isNull) => [`${oldestFirst} ${isNull}`, pageOf(oldestFirst, isNull)] as const),
  ),
);
