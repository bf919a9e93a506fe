import { and, eq, sql, type SQL } from 'drizzle-orm';
import { messages } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { messageParts, toFullMessage, type FullMessage, type ThreadScope } from '../messages.store.ts';

const PAGE_SIZE = 20;
const AROUND = 20;
/** Up to here a history is counted message by message; beyond it by what its tickets have numbered, taken back or not. */
const MAX_COUNTED = 1000;

/** A page counted from the newest, what stands before or after one message, or its neighbourhood on both sides. */
export type ThreadCursor = { page: number } | { before: number } | { after: number } | { around: number };

/** What somebody reads: the contact's history on the connection, as far as it is theirs to see; oldest first. */
export const threadStore = {
  async page(tx: Tx, scope: ThreadScope, cursor: ThreadCursor) {
    const tickets = await ticketsOf(tx, scope);
    const pick = (bounds: Bounds) => loadRows(tx, scope, tickets.ids, bounds);
    const exists = async (bounds: Bounds) => (await pick({ ...bounds, limit: 1 })).length > 0;
    const totalCount = async () =>
      tickets.numbered > MAX_COUNTED ? tickets.numbered : countMessages(tx, scope, tickets.ids);

    if ('around' in cursor) {
      const older = await pick({ below: cursor.around + 1, limit: AROUND + 1 });
      const newer = await pick({ above: cursor.around, limit: AROUND + 1, oldestFirst: true });
      return {
        rows: [...older.slice(0, AROUND).reverse(), ...newer.slice(0, AROUND)],
        hasMore: older.length > AROUND,
        hasNewer: newer.length > AROUND,
        count: await totalCount(),
      };
    }
    if ('after' in cursor) {
      const rows = await pick({ above: cursor.after, limit: PAGE_SIZE + 1, oldestFirst: true });
      return {
        rows: rows.slice(0, PAGE_SIZE),
        hasMore: await exists({ below: cursor.after + 1 }),
        hasNewer: rows.length > PAGE_SIZE,
        count: await totalCount(),
      };
    }
    const offset = 'page' in cursor ? (cursor.page - 1) * PAGE_SIZE : 0;
    const rows = await pick({ ...('before' in cursor && { below: cursor.before }), limit: PAGE_SIZE + 1, offset });
    const count = await totalCount();
    return {
      rows: rows.slice(0, PAGE_SIZE).reverse(),
      hasMore: rows.length > PAGE_SIZE,
      hasNewer:
        'before' in cursor
          ? await exists({ above: cursor.before - 1, oldestFirst: true })
          : cursor.page > 1 && count > 0,
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
async function ticketsOf(tx: Tx, { contactId, connectionId, isGroup, upToTicket, queueIds, ownTicket }: ThreadScope) {
  const rows = await tx.query<{ id: number; message_seq: string }>(ticketsInScope, [
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

async function loadRows(
  tx: Tx,
  { contactId, connectionId }: ThreadScope,
  tickets: number[],
  { above = 0, below = Number.MAX_SAFE_INTEGER, limit = 1, offset = 0, oldestFirst = false }: Bounds,
): Promise<FullMessage[]> {
  const values = { company: tx.companyId, contact: contactId, connection: connectionId, tickets };
  const statement = pages.get(`${oldestFirst} ${connectionId === null}`)!;
  return (await tx.ready(statement, { ...values, above, below, limit, offset })).map(toFullMessage);
}

async function countMessages(tx: Tx, { contactId }: ThreadScope, tickets: number[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(count, [tx.companyId, tickets, contactId]);
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

const param = (name: string) => sql.placeholder(name);
/** Which they are is settled first, along the index; what rides along is looked up for these, not for all before them. */
const pageQuery = (oldestFirst: boolean, withoutConnection: boolean) => {
  const direction: SQL = oldestFirst ? sql`asc` : sql`desc`;
  return {
    name: `messages.page ${oldestFirst} ${withoutConnection}`,
    build: (builder: Tx['orm']) =>
      builder
        .select(messageParts)
        .from(messages)
        .where(
          and(
            eq(messages.companyId, param('company')),
            sql`${messages.id} = any(array(select m.id from messages m
              where m.company_id = ${param('company')} and m.contact_id = ${param('contact')}
                and ${withoutConnection ? sql`m.connection_id is null and ${param('connection')}::int is null` : sql`m.connection_id = ${param('connection')}`}
                and m.id > ${param('above')} and m.id < ${param('below')} and m.ticket_id = any(${param('tickets')}::int[])
              order by m.id ${direction} limit ${param('limit')} offset ${param('offset')}))`,
          ),
        )
        .orderBy(sql`${messages.id} ${direction}`),
  };
};
const booleans = [true, false];
const pages = new Map(
  booleans.flatMap((oldestFirst) =>
    booleans.map((isNull) => [`${oldestFirst} ${isNull}`, pageQuery(oldestFirst, isNull)] as const),
  ),
);
