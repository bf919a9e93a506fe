import type { TicketState } from '@balcao/domain/ticket/ticket';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { tickets, type NewTicket, type TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';
import { loadNames, findById, type ConnectionSummary, type NameWithColor } from '../name-cache/index.ts';

export interface FullTicket extends TicketRow {
  queue: NameWithColor | null;
  user: { id: number; name: string } | null;
  lanes: NameWithColor[];
  connection: ConnectionSummary | null;
}

/** The contact is fetched by its own room; names are known by heart. */
const ticketParts = {
  ticket: tickets,
  laneIds: sql<number[] | null>`(select array_agg(tt.tag_id) from ticket_tags tt
    where tt.company_id = tickets.company_id and tt.ticket_id = tickets.id)`,
};
interface Part {
  ticket: TicketRow;
  laneIds: number[] | null;
}
async function toFullTickets(tx: Tx, parts: Part[]): Promise<FullTicket[]> {
  const lookupOf = ({ ticket: { queueId, userId, connectionId }, laneIds }: Part) => ({
    queueId,
    userId,
    connectionId,
    tagIds: laneIds ?? [],
  });
  const { queues, users, tags, connections } = await loadNames(tx, parts.map(lookupOf));
  return parts.map(({ ticket, laneIds }) =>
    Object.assign(ticket, {
      queue: findById(queues, ticket.queueId),
      user: findById(users, ticket.userId),
      lanes: (laneIds ?? []).flatMap((id) => tags.get(id) ?? []),
      connection: findById(connections, ticket.connectionId),
    }),
  );
}

export const ticketStore = {
  byId: async (tx: Tx, id: number): Promise<FullTicket | undefined> => (await ticketStore.byIds(tx, [id]))[0],
  byIds: async (tx: Tx, ids: number[]): Promise<FullTicket[]> =>
    toFullTickets(tx, await tx.ready(byIds, { company: tx.companyId, ids })),
  byUuid: async (tx: Tx, uuid: string): Promise<FullTicket | undefined> =>
    (await toFullTickets(tx, await tx.ready(byUuid, { company: tx.companyId, uuid })))[0],
  /** Held until the transaction ends: of two agents who accept at once, the second finds it accepted. */
  async lock(tx: Tx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(tickets)
      .where(and(own(tx, tickets), eq(tickets.id, id)))
      .for('no key update');
    return row;
  },

  /** What a person attends, held. */
  lockOf: (tx: Tx, userId: number) =>
    tx.orm
      .select()
      .from(tickets)
      .where(and(own(tx, tickets), eq(tickets.userId, userId), inArray(tickets.status, ['open', 'group'])))
      .orderBy(tickets.id)
      .for('no key update'),
  /** The live tickets of these contacts on these connections, held, always in one order. */
  lockLive: (tx: Tx, pairs: { contactId: number; connectionId: number }[]) =>
    tx.ready(lockLive, {
      company: tx.companyId,
      contacts: pairs.map((entry) => entry.contactId),
      connections: pairs.map((entry) => entry.connectionId),
    }),
  /** The newest one of a contact on a connection, held. */
  async lockLatest(tx: Tx, contactId: number, connectionId: number) {
    const [row] = await tx.orm
      .select()
      .from(tickets)
      .where(and(own(tx, tickets), eq(tickets.contactId, contactId), eq(tickets.connectionId, connectionId)))
      // What was imported stands behind whatever was really spoken about last.
      .orderBy(sql`status = 'closed'`, sql`status = 'closed' and imported_at is not null`, desc(tickets.id))
      .limit(1)
      .for('no key update');
    return row;
  },
  /** When this person last wrote on this connection: the channel's window counts from there, whatever the ticket. */
  async lastInbound(tx: Tx, contactId: number, connectionId: number | null): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }>(lastInbound, [tx.companyId, contactId, connectionId]);
    return row?.at ?? null;
  },
  live: (tx: Tx, contactId: number, connectionId?: number | null) =>
    tx.orm
      .select(ticketParts)
      .from(tickets)
      .where(
        and(
          own(tx, tickets),
          eq(tickets.contactId, contactId),
          ne(tickets.status, 'closed'),
          connectionId === undefined || connectionId === null ? undefined : eq(tickets.connectionId, connectionId),
        ),
      )
      .orderBy(desc(tickets.id))
      .then((rows) => toFullTickets(tx, rows)),

  /** Undefined when somebody opened one a moment earlier: there is one live ticket a contact and connection. */
  async insertLive(tx: Tx, ticket: NewTicket) {
    const [row] = await tx.orm
      .insert(tickets)
      .values({ ...ticket, companyId: tx.companyId })
      .onConflictDoNothing()
      .returning();
    return row;
  },

  async save(tx: Tx, before: TicketRow, next: TicketState) {
    const closes = next.status === 'closed' && before.status !== 'closed';
    const reopens = before.status === 'closed' && next.status !== 'closed';
    // Somebody in particular is asked to accept it.
    const isAssigned = next.status === 'pending' && next.userId !== null;
    const isNewlyAssigned = before.status !== 'pending' || before.userId !== next.userId;
    const [row] = await tx.orm
      .update(tickets)
      .set({
        status: next.status,
        userId: next.userId,
        queueId: next.queueId,
        isBot: next.isBot,
        botTurns: next.botTurns,
        ratingTurns: next.ratingTurns,
        updatedAt: sql`now()`,
        warnedAt: null,
        assignedAt: isAssigned ? (isNewlyAssigned ? sql`now()` : before.assignedAt) : null,
        ...(closes && { closedAt: sql`now()`, isNewestClosed: true, unread: 0 }),
        ...(reopens && { closedAt: null, isNewestClosed: false }),
      })
      .where(and(own(tx, tickets), eq(tickets.id, before.id)))
      .returning();
    if (closes) await tx.query(clearNewestClosed, [tx.companyId, before.contactId, before.connectionId, before.id]);
    if (reopens) await tx.query(setNewestClosed, [tx.companyId, before.contactId, before.connectionId]);
    return row!;
  },

  async set(tx: Tx, id: number, change: Partial<NewTicket>) {
    const [row] = await tx.orm
      .update(tickets)
      .set(change)
      .where(and(own(tx, tickets), eq(tickets.id, id)))
      .returning();
    return row!;
  },

  /** A message joins: its place in the conversation is taken in the statement that shows it in the list. */
  async touch(
    tx: Tx,
    id: number,
    { body, fromMe, at, unread }: { body: string; fromMe: boolean; at: Date; unread: 'add' | 'keep' | 'clear' },
  ) {
    const [row] = await tx.query<{ message_seq: string }>(touch, [tx.companyId, id, body, fromMe, at, unread]);
    return Number(row!.message_seq);
  },

  /** What was said, for several tickets at once: the number of the last message of each. */
  async touchMany(tx: Tx, updates: TicketMessageUpdate[]): Promise<Map<number, number>> {
    const rows = await tx.query<{ id: number; message_seq: string }>(touchMany, [
      tx.companyId,
      updates.map((entry) => entry.id),
      updates.map((entry) => entry.count),
      updates.map((entry) => entry.body),
      updates.map((entry) => entry.at),
      updates.map((entry) => entry.unread),
      updates.map((entry) => entry.fromMe),
    ]);
    return new Map(rows.map((row) => [row.id, Number(row.message_seq)]));
  },

  async remove(tx: Tx, id: number) {
    const [row] = await tx.orm
      .delete(tickets)
      .where(and(own(tx, tickets), eq(tickets.id, id)))
      .returning();
    if (row?.isNewestClosed) await tx.query(setNewestClosed, [tx.companyId, row.contactId, row.connectionId]);
    return row;
  },

  /** Several at once, as the bot leaves them; whoever asks holds them. */
  async applyBotTurns(tx: Tx, updates: BotTurnUpdate[]) {
    await tx.query(applyBotTurns, [tx.companyId, JSON.stringify(updates.map(botTurnRow))]);
  },
  /** How many wait in a queue with nobody to attend them; no further than a customer wants to hear. */
  async countWaiting(
    tx: Tx,
    { queueId, connectionId, except }: { queueId: number; connectionId: number | null; except: number[] },
  ) {
    const [row] = await tx.query<{ n: number }>(countWaiting, [tx.companyId, queueId, connectionId, except]);
    return row?.n ?? 0;
  },

  /**
   * Where old words of a contact are laid: the conversation that this import opened for them, as long as nobody has
   * touched it; otherwise a new one, which waits where nobody has one already and is closed beside one that lives.
   */
  async forImport(
    tx: Tx,
    { contactId, connectionId, channel, queueId, isGroup, status, importedAt, at }: ImportedTicket,
  ) {
    const [own] = await tx.query<{ id: number }>(importedFor, [tx.companyId, contactId, connectionId, importedAt]);
    if (own) return own.id;
    const values = [tx.companyId, contactId, connectionId, channel, queueId, isGroup, importedAt, at];
    const [waits] = await tx.query<{ id: number }>(insertImported, [...values, status]);
    if (waits) return waits.id;
    const [closed] = await tx.query<{ id: number }>(insertImported, [...values, 'closed']);
    return closed!.id;
  },
  /** Old words join: nothing is unread, and its place in every list is that of their own time. */
  async fillImported(tx: Tx, updates: ImportedMessagesUpdate[]): Promise<Map<number, number>> {
    const rows = await tx.query<{ id: number; message_seq: string }>(fillImported, [
      tx.companyId,
      updates.map((entry) => entry.id),
      updates.map((entry) => entry.count),
      updates.map((entry) => entry.body),
      updates.map((entry) => entry.fromMe),
      updates.map((entry) => entry.at),
      updates.map((entry) => entry.inboundAt),
    ]);
    return new Map(rows.map((row) => [row.id, Number(row.message_seq)]));
  },
  /** Those that still wait, without a word to anybody; answers how many there were. */
  async closeImported(tx: Tx, connectionId: number, limit: number): Promise<number> {
    const rows = await tx.query(closeImported, [tx.companyId, connectionId, limit]);
    return rows.length;
  },

  /** As if so much time had gone by; answers how many there are. */
  async age(tx: Tx, connectionId: number, minutes: number) {
    return (await tx.query(age, [tx.companyId, connectionId, minutes])).length;
  },

  async idsToClose(tx: Tx, status: TicketRow['status'], queueIds: number[], limit: number) {
    const rows = await tx.orm
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        and(
          own(tx, tickets),
          eq(tickets.status, status),
          queueIds.length === 0 ? undefined : inArray(tickets.queueId, queueIds),
        ),
      )
      .orderBy(tickets.id)
      .limit(limit);
    return rows.map((row) => row.id);
  },
};

/** What was said in one ticket, both ways. */
export interface TicketMessageUpdate {
  id: number;
  count: number;
  unread: number;
  body: string;
  fromMe: boolean;
  /** When the customer last wrote; null when only we spoke. */
  at: Date | null;
}
export interface ImportedTicket extends Pick<TicketRow, 'contactId' | 'channel' | 'queueId' | 'isGroup' | 'status'> {
  connectionId: number;
  /** The mark of the import. */
  importedAt: Date;
  at: Date;
}
/** Old words of one ticket. */
export interface ImportedMessagesUpdate {
  id: number;
  count: number;
  body: string;
  fromMe: boolean;
  at: Date;
  /** When the customer last wrote among them. */
  inboundAt: Date | null;
}
/** A ticket after the bot's turn. */
export interface BotTurnUpdate {
  ticket: TicketRow;
  repliedAt: Date | null;
}
const botTurnRow = ({ ticket, repliedAt }: BotTurnUpdate) => ({
  id: ticket.id,
  status: ticket.status,
  user_id: ticket.userId,
  queue_id: ticket.queueId,
  is_bot: ticket.isBot,
  bot_turns: ticket.botTurns,
  rating_turns: ticket.ratingTurns,
  consent_asked_at: ticket.consentAskedAt,
  consented_at: ticket.consentedAt,
  spoke_at: repliedAt,
});

const clearNewestClosed = {
  name: 'tickets.dethrone',
  text: `update tickets set is_newest_closed = false
          where company_id = $1 and contact_id = $2 and connection_id is not distinct from $3 and id <> $4 and is_newest_closed`,
};
const setNewestClosed = {
  name: 'tickets.enthrone',
  text: `update tickets set is_newest_closed = true where company_id = $1 and id = (
           select id from tickets where company_id = $1 and contact_id = $2 and connection_id is not distinct from $3
              and status = 'closed' order by coalesce(closed_at, updated_at) desc, id desc limit 1)`,
};
const lastInbound = {
  name: 'tickets.last-inbound',
  text: `select max(last_inbound_at) as at from tickets
          where company_id = $1 and contact_id = $2 and connection_id is not distinct from $3`,
};
const byUuid = {
  name: 'tickets.by-uuid',
  build: (builder: Tx['orm']) =>
    builder
      .select(ticketParts)
      .from(tickets)
      .where(and(eq(tickets.companyId, sql.placeholder('company')), eq(tickets.uuid, sql.placeholder('uuid')))),
};
const byIds = {
  name: 'tickets.by-ids',
  build: (builder: Tx['orm']) =>
    builder
      .select(ticketParts)
      .from(tickets)
      .where(
        and(
          eq(tickets.companyId, sql.placeholder('company')),
          sql`${tickets.id} = any(${sql.placeholder('ids')}::int[])`,
        ),
      ),
};
const lockLive = {
  name: 'tickets.lock-live',
  build: (builder: Tx['orm']) =>
    builder
      .select()
      .from(tickets)
      .where(
        and(
          eq(tickets.companyId, sql.placeholder('company')),
          ne(tickets.status, 'closed'),
          // One look into the index for each pair, whatever the plan was made for: a join may read every live ticket.
          sql`${tickets.id} = any(array(
            select (select live.id from tickets live where live.company_id = ${sql.placeholder('company')}
                       and live.contact_id = n.contact and live.connection_id = n.connection and live.status <> 'closed')
              from unnest(${sql.placeholder('contacts')}::int[], ${sql.placeholder('connections')}::int[]) n (contact, connection)))`,
        ),
      )
      .orderBy(tickets.id)
      .for('update'),
};
// A channel's clock may run ahead of ours; the reply window it opens may not.
const touch = {
  name: 'tickets.touch',
  text: `update tickets set message_seq = message_seq + 1, last_message = left($3, 500), last_from_me = $4,
                last_message_at = greatest(last_message_at, now()), updated_at = now(), warned_at = null,
                last_inbound_at = case when $6 = 'add' then greatest(last_inbound_at, least($5, now())) else last_inbound_at end,
                unread = case $6 when 'add' then unread + 1 when 'clear' then 0 else unread end
          where company_id = $1 and id = $2 returning message_seq`,
};
const touchMany = {
  name: 'tickets.touch-many',
  text: `update tickets t set message_seq = t.message_seq + w.count, last_message = left(w.body, 500), last_from_me = w.from_me,
                last_message_at = greatest(t.last_message_at, now()), updated_at = now(), warned_at = null,
                last_inbound_at = case when w.at is null then t.last_inbound_at
                                       else greatest(t.last_inbound_at, least(w.at, now())) end,
                unread = t.unread + w.unread
           from unnest($2::int[], $3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::boolean[])
             as w (id, count, body, at, unread, from_me)
          where t.company_id = $1 and t.id = w.id returning t.id, t.message_seq`,
};
// Whatever somebody did with it, or said in it, is later than the import itself.
const importedFor = {
  name: 'tickets.imported-for',
  text: `select id from tickets where company_id = $1 and contact_id = $2 and connection_id = $3 and imported_at = $4
            and updated_at < imported_at order by id desc limit 1 for no key update`,
};
const insertImported = {
  name: 'tickets.insert-imported',
  text: `insert into tickets (company_id, contact_id, connection_id, channel, queue_id, is_group, imported_at, created_at,
           updated_at, last_message_at, status, closed_at, is_newest_closed)
         select $1, $2::int, $3::int, $4, $5, $6, $7::timestamptz, $8::timestamptz, least($8::timestamptz, $7::timestamptz - interval '1 second'), $8::timestamptz,
                $9::text, case when $9::text = 'closed' then $8::timestamptz end, $9::text = 'closed' and not exists (
                  select from tickets o where o.company_id = $1 and o.contact_id = $2::int and o.connection_id = $3::int and o.is_newest_closed)
         on conflict do nothing returning id`,
};
const fillImported = {
  name: 'tickets.fill-imported',
  text: `update tickets t set message_seq = t.message_seq + w.count, last_message = left(w.body, 500), last_from_me = w.from_me,
                last_message_at = w.at, updated_at = least(w.at, t.imported_at - interval '1 second'),
                last_inbound_at = greatest(t.last_inbound_at, w.inbound_at),
                closed_at = case when t.status = 'closed' then w.at end
           from unnest($2::int[], $3::int[], $4::text[], $5::boolean[], $6::timestamptz[], $7::timestamptz[])
             as w (id, count, body, from_me, at, inbound_at)
          where t.company_id = $1 and t.id = w.id returning t.id, t.message_seq`,
};
const closeImported = {
  name: 'tickets.close-imported',
  text: `with chosen as (select id, contact_id from tickets where company_id = $1 and connection_id = $2 and imported_at is not null
            and status = 'pending' order by id limit $3 for no key update),
         former as (update tickets o set is_newest_closed = false from chosen where o.company_id = $1
            and o.contact_id = chosen.contact_id and o.connection_id = $2 and o.is_newest_closed)
         update tickets t set status = 'closed', closed_at = now(), is_newest_closed = true, unread = 0, assigned_at = null,
                warned_at = null
           from chosen where t.company_id = $1 and t.id = chosen.id returning t.id`,
};
const age = {
  name: 'tickets.age',
  text: `with passed as (select make_interval(mins => $3) as time),
         tracked as (update ticket_tracking k set chatbot_at = k.chatbot_at - p.time from passed p, tickets t
                      where t.company_id = $1 and t.connection_id = $2 and k.company_id = $1 and k.ticket_id = t.id
                        and k.chatbot_at is not null)
         update tickets set updated_at = updated_at - p.time, warned_at = warned_at - p.time,
                assigned_at = assigned_at - p.time, lane_at = lane_at - p.time
           from passed p where company_id = $1 and connection_id = $2 returning id`,
};
const applyBotTurns = {
  name: 'tickets.turn-many',
  text: `update tickets t set status = w.status, user_id = w.user_id, queue_id = w.queue_id, is_bot = w.is_bot,
                bot_turns = w.bot_turns, rating_turns = w.rating_turns, consent_asked_at = w.consent_asked_at,
                consented_at = w.consented_at, updated_at = now(),
                assigned_at = case when w.user_id is null then null
                                   when t.user_id is distinct from w.user_id then now() else t.assigned_at end
           from jsonb_to_recordset($2::jsonb) as w (id int, status text, user_id int, queue_id int, is_bot boolean,
                bot_turns int, rating_turns int, consent_asked_at timestamptz, consented_at timestamptz)
          where t.company_id = $1 and t.id = w.id`,
};
const countWaiting = {
  name: 'tickets.waiting-in',
  text: `select count(*)::int as n from (
           select 1 from tickets where company_id = $1 and queue_id = $2 and status = 'pending' and user_id is null
              and not is_group and ($3::int is null or connection_id = $3) and id <> all($4::int[]) limit 1000) waiting`,
};
