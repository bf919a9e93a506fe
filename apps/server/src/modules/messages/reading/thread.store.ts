import type { Tx } from '../../../infrastructure/db/tx.ts';
import { selectFullMessages, type FullMessage, type ThreadScope } from '../messages.store.ts';

const PAGE_SIZE = 20;
const AROUND = 20;
/** Above this the count is the sum of the tickets' sequence numbers, which includes removed notes. */
const MAX_COUNTED = 1000;

/** A page counted from the newest, the messages before or after one id, or those on both sides of it. */
export type ThreadCursor = { page: number } | { before: number } | { after: number } | { around: number };

/** Pages of a thread: the contact's history on the connection within the scope; oldest first. */
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
  /** Exclusive message ids. */
  above?: number;
  below?: number;
  limit?: number;
  offset?: number;
  oldestFirst?: boolean;
}

/** The tickets of a thread, and the number of messages that they have numbered. */
async function ticketsOf(tx: Tx, { contactId, connectionId, isGroup, upToTicket, queueIds, ownTicket }: ThreadScope) {
  const rows = await tx.query<{ id: number; messageSeq: number }>(ticketsInScope, [
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
  return { ids: rows.map((row) => row.id), numbered: rows.reduce((sum, row) => sum + row.messageSeq, 0) };
}

function loadRows(
  tx: Tx,
  { contactId, connectionId }: ThreadScope,
  ticketIds: number[],
  { above = 0, below = Number.MAX_SAFE_INTEGER, limit = 1, offset = 0, oldestFirst = false }: Bounds,
): Promise<FullMessage[]> {
  const pages = oldestFirst ? oldestFirstPages : newestFirstPages;
  const statement = connectionId === null ? pages.withoutConnection : pages.onConnection;
  const values = [tx.companyId, contactId, connectionId, ticketIds, above, below, limit, offset];
  return tx.query<FullMessage>(statement, values);
}

async function countMessages(tx: Tx, { contactId }: ThreadScope, tickets: number[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(count, [tx.companyId, tickets, contactId]);
  return row?.n ?? 0;
}

const ticketsInScope = {
  name: 'messages.tickets-in-scope',
  text: `select id, message_seq::float8 as "messageSeq" from tickets
          where company_id = $1 and contact_id = $2 and connection_id is not distinct from $3::int and is_group = $4
            and id <= $5 and ($6 or id = $7 or queue_id = any($8::int[]) or ($9 and queue_id is null))`,
};
const count = {
  name: 'messages.count-in-tickets',
  text: `select count(*)::int as n from messages where company_id = $1 and ticket_id = any($2::int[]) and contact_id = $3`,
};

// The inner select finds the ids along the index; author, user and quoted message are then read for these rows only.
const pageStatement = (oldestFirst: boolean, hasConnection: boolean) => {
  const direction = oldestFirst ? 'asc' : 'desc';
  const onConnection = hasConnection ? 'p.connection_id = $3' : 'p.connection_id is null and $3::int is null';
  return {
    name: `messages.thread ${direction}${hasConnection ? '' : ' without connection'}`,
    text: `${selectFullMessages}
      where m.company_id = $1 and m.id = any(array(select p.id from messages p
              where p.company_id = $1 and p.contact_id = $2 and ${onConnection}
                and p.id > $5 and p.id < $6 and p.ticket_id = any($4::int[])
              order by p.id ${direction} limit $7 offset $8))
      order by m.id ${direction}`,
  };
};
const oldestFirstPages = { onConnection: pageStatement(true, true), withoutConnection: pageStatement(true, false) };
const newestFirstPages = { onConnection: pageStatement(false, true), withoutConnection: pageStatement(false, false) };
