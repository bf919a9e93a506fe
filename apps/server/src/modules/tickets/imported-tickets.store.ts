import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Preview } from './last-message.store.ts';

export interface ImportedTicket extends Pick<TicketRow, 'contactId' | 'channel' | 'queueId' | 'isGroup' | 'status'> {
  connectionId: number;
  /** Identifies the import. */
  importedAt: Date;
  at: Date;
}
/** The imported messages of one ticket. */
export interface ImportedMessagesUpdate {
  id: number;
  count: number;
  /** The newest of these messages that has a preview decides. */
  preview: Preview | null;
  at: Date;
  /** When the customer last wrote in these messages. */
  inboundAt: Date | null;
}

/** Tickets of an imported history. */
export const importedTicketStore = {
  /**
   * The ticket for a contact's imported messages: the one that this import opened, as long as nothing has happened to it;
   * otherwise a new one with the given status, or a closed one if the contact has a live ticket.
   */
  async findOrInsert(tx: Tx, ticket: ImportedTicket): Promise<number> {
    const { contactId, connectionId, channel, queueId, isGroup, status, importedAt, at } = ticket;
    const [existing] = await tx.query<{ id: number }>(findOpened, [tx.companyId, contactId, connectionId, importedAt]);
    if (existing) return existing.id;
    const values = [tx.companyId, contactId, connectionId, channel, queueId, isGroup, importedAt, at];
    const [live] = await tx.query<{ id: number }>(insert, [...values, status]);
    if (live) return live.id;
    const [closed] = await tx.query<{ id: number }>(insert, [...values, 'closed']);
    return closed!.id;
  },
  /** Adds imported messages: none is unread, and lists sort the ticket by their own time. Returns the last numbers. */
  async addMessages(tx: Tx, updates: ImportedMessagesUpdate[]): Promise<Map<number, number>> {
    const rows = await tx.query<{ id: number; messageSeq: number }>(addMessages, [
      tx.companyId,
      updates.map((update) => update.id),
      updates.map((update) => update.count),
      updates.map(({ preview }) => preview?.text ?? null),
      updates.map(({ preview }) => preview?.fromMe ?? null),
      updates.map((update) => update.at),
      updates.map((update) => update.inboundAt),
    ]);
    return new Map(rows.map((row) => [row.id, row.messageSeq]));
  },
  /** Closes pending imported tickets without messages or events; returns how many. */
  async close(tx: Tx, connectionId: number, limit: number): Promise<number> {
    return (await tx.query(close, [tx.companyId, connectionId, limit])).length;
  },
};

// Everything that happens to the ticket later sets `updated_at` to a time after the import.
const findOpened = {
  name: 'imported-tickets.find-opened',
  text: `select id from tickets where company_id = $1 and contact_id = $2 and connection_id = $3 and imported_at = $4
            and updated_at < imported_at order by id desc limit 1 for no key update`,
};
const insert = {
  name: 'imported-tickets.insert',
  text: `insert into tickets (company_id, contact_id, connection_id, channel, queue_id, is_group, imported_at, created_at,
           updated_at, last_message_at, status, closed_at, is_newest_closed)
         select $1, $2::int, $3::int, $4, $5, $6, $7::timestamptz, $8::timestamptz, least($8::timestamptz, $7::timestamptz - interval '1 second'), $8::timestamptz,
                $9::text, case when $9::text = 'closed' then $8::timestamptz end, $9::text = 'closed' and not exists (
                  select from tickets o where o.company_id = $1 and o.contact_id = $2::int and o.connection_id = $3::int and o.is_newest_closed)
         on conflict do nothing returning id`,
};
const addMessages = {
  name: 'imported-tickets.add-messages',
  text: `update tickets t set message_seq = t.message_seq + w.count,
                last_message = coalesce(left(w.body, 500), t.last_message), last_from_me = coalesce(w.from_me, t.last_from_me),
                last_message_at = w.at, updated_at = least(w.at, t.imported_at - interval '1 second'),
                last_inbound_at = greatest(t.last_inbound_at, w.inbound_at),
                closed_at = case when t.status = 'closed' then w.at end
           from unnest($2::int[], $3::int[], $4::text[], $5::boolean[], $6::timestamptz[], $7::timestamptz[])
             as w (id, count, body, from_me, at, inbound_at)
          where t.company_id = $1 and t.id = w.id returning t.id, t.message_seq::float8 as "messageSeq"`,
};
const close = {
  name: 'imported-tickets.close',
  text: `with chosen as (select id, contact_id from tickets where company_id = $1 and connection_id = $2 and imported_at is not null
            and status = 'pending' order by id limit $3 for no key update),
         former as (update tickets o set is_newest_closed = false from chosen where o.company_id = $1
            and o.contact_id = chosen.contact_id and o.connection_id = $2 and o.is_newest_closed)
         update tickets t set status = 'closed', closed_at = now(), is_newest_closed = true, unread = 0, assigned_at = null,
                warned_at = null
           from chosen where t.company_id = $1 and t.id = chosen.id returning t.id`,
};
