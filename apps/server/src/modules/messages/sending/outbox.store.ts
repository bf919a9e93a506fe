import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { Identity } from '../../../channels/port.ts';
import type { MessageRow, OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { PlatformTx, Tx } from '../../../infrastructure/db/tx.ts';
import { toPeerIdentities, writtenIdentitiesSql, type WrittenIdentity } from '../../contacts/index.ts';

/** A send queue: the outbox rows of one ticket on one connection, sent in order. */
export interface SendQueueKey {
  companyId: number;
  connectionId: number;
  ticketId: number;
}
type NewOutboxRow = Pick<OutboxRow, 'connectionId' | 'ticketId' | 'messageId' | 'act'> & { payload: unknown };
/** The message of a claimed row, as far as sending needs it. */
export interface ClaimedMessage extends Pick<MessageRow, 'id' | 'contactId' | 'origin' | 'wid' | 'isForwarded'> {
  /** Channel id of the quoted message; null for an internal note, which the customer has not seen. */
  quotedWid: string | null;
}
/** The ticket of a claimed row, as far as sending needs it. */
export type ClaimedTicket = Pick<TicketRow, 'id' | 'contactId' | 'connectionId' | 'lastInboundAt'> & TicketAssignment;
export interface ClaimedRow extends OutboxRow {
  message: ClaimedMessage;
  /** Null when the ticket is being removed. */
  ticket: ClaimedTicket | null;
  /** Those of the message's contact. */
  identities: Identity[];
}
/** As the driver returns it: no dates in JSON. */
interface StoredClaim extends OutboxRow {
  message: ClaimedMessage & { identities: WrittenIdentity[] };
  ticket: (Omit<ClaimedTicket, 'lastInboundAt'> & { lastInboundAt: string | null }) | null;
}
/** A worker renews its lease while a channel is slow, for instance with a large file; otherwise it counts as dead. */
export const LEASE_SECONDS = 60;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Another id of a channel is never our correlation. */
export const isCorrelation = (text: string): boolean => UUID.test(text);

export const outboxStore = {
  async add(tx: Tx, { delayMs = 0, ...row }: NewOutboxRow & { delayMs?: number }) {
    const { connectionId, ticketId, messageId, act, payload } = row;
    const values = [tx.companyId, connectionId, ticketId, messageId, act, JSON.stringify(payload), delayMs / 1000];
    await tx.query(add, values);
    tx.emit({ type: 'outbox.filled', connectionId, ticketId });
  },

  /** Appends several rows in this order. */
  async addMany(tx: Tx, rows: NewOutboxRow[]) {
    await tx.query(addMany, [tx.companyId, JSON.stringify(rows)]);
    const queueKeys = new Map(rows.map(({ connectionId, ticketId }) => [ticketId, { connectionId, ticketId }]));
    for (const queueKey of queueKeys.values()) tx.emit({ type: 'outbox.filled', ...queueKey });
  },

  /** Claims the first row of a send queue if it is free. Later rows wait, so a message never overtakes another. */
  async claim(tx: Tx, { connectionId, ticketId }: SendQueueKey): Promise<ClaimedRow | undefined> {
    const [row] = await tx.query<StoredClaim>(claim, [tx.companyId, connectionId, ticketId, LEASE_SECONDS]);
    if (!row) return undefined;
    const { identities, ...message } = row.message;
    const lastInboundAt = row.ticket?.lastInboundAt ? new Date(row.ticket.lastInboundAt) : null;
    const ticket = row.ticket && { ...row.ticket, lastInboundAt };
    return { ...row, message, ticket, identities: toPeerIdentities(identities) };
  },

  /** Milliseconds until the first row is due; undefined when the queue is empty, or its connection is disconnected. */
  async dueIn(tx: Tx, { connectionId, ticketId }: SendQueueKey): Promise<number | undefined> {
    const [row] = await tx.query<{ ms: number }>(dueIn, [tx.companyId, connectionId, ticketId]);
    return row && Math.max(0, Math.ceil(row.ms));
  },
  /** Number of waiting rows of a connection, counted up to `limit`. */
  async backlog(tx: Tx, connectionId: number, limit: number): Promise<number> {
    const [row] = await tx.query<{ n: number }>(backlog, [tx.companyId, connectionId, limit]);
    return row?.n ?? 0;
  },
  /** Tickets with queued rows on one connection. */
  waitingFor: async (tx: Tx, connectionId: number, limit: number): Promise<number[]> =>
    (await tx.query<{ ticketId: number }>(waitingFor, [tx.companyId, connectionId, limit])).map((row) => row.ticketId),

  /** Saves the outcome of an attempt. False when the fencing token has changed: another worker has decided it. */
  async settle(
    tx: Tx,
    { id, fence }: OutboxRow,
    { state, fault = '', waitMs }: { state: OutboxRow['state']; fault?: string; waitMs?: number },
  ): Promise<boolean> {
    const waitSeconds = waitMs === undefined ? null : waitMs / 1000;
    return (await tx.query(settle, [tx.companyId, id, fence, state, fault, waitSeconds])).length > 0;
  },

  async lock(tx: Tx, id: number): Promise<OutboxRow | undefined> {
    const [row] = await tx.query<OutboxRow>(lock, [tx.companyId, id]);
    return row;
  },
  /** By the database's clock: the clocks of nodes may differ. */
  isLeaseExpired: async (tx: Tx, id: number): Promise<boolean> =>
    (await tx.query(isLeaseExpired, [tx.companyId, id])).length > 0,
  async byCorrelation(tx: Tx, correlation: string): Promise<OutboxRow | undefined> {
    // Compared as a UUID, so that the index is used; any other id of a channel is not ours.
    if (!isCorrelation(correlation)) return undefined;
    const [row] = await tx.query<OutboxRow>(byCorrelation, [tx.companyId, correlation]);
    return row;
  },
  /** The same for several, by correlation; locked in the order of their ids. */
  async byCorrelations(tx: Tx, correlations: string[]): Promise<Map<string, OutboxRow>> {
    const rows = await tx.query<OutboxRow>(byCorrelations, [tx.companyId, correlations]);
    return new Map(rows.map((row) => [row.correlation, row]));
  },
  /** Locks the last send of a message. */
  async latestOf(tx: Tx, messageId: number): Promise<OutboxRow | undefined> {
    const [row] = await tx.query<OutboxRow>(latestOf, [tx.companyId, messageId]);
    return row;
  },
  /** Sends to a contact whose outcome is open, oldest first. Only the contact's newest messages are read. */
  unsettledTo: (tx: Tx, { connectionId, contactId }: { connectionId: number; contactId: number }, minutes: number) =>
    tx.query<OutboxRow>(unsettledTo, [tx.companyId, connectionId, contactId, minutes]),
  /** Changes the state regardless of a running attempt, whose outcome is then ignored. */
  async set(
    tx: Tx,
    id: number,
    { state, fault, tries, now = false }: Partial<Pick<OutboxRow, 'state' | 'fault' | 'tries'>> & { now?: boolean },
  ) {
    const values = [tx.companyId, id, state ?? null, fault ?? null, tries ?? null, now];
    const [row] = await tx.query<{ connectionId: number; ticketId: number }>(set, values);
    if (row && state === 'queued') tx.emit({ type: 'outbox.filled', ...row });
  },

  /** Ends rows that no worker has claimed, so that they are never sent; returns their messages. */
  async withdraw(tx: Tx, messageIds: number[], fault: string): Promise<{ messageId: number; ticketId: number }[]> {
    return tx.query<{ messageId: number; ticketId: number }>(withdraw, [tx.companyId, messageIds, fault]);
  },

  /** True while a message to this contact is being sent. */
  isSending: async (tx: Tx, { connectionId, contactId }: { connectionId: number; contactId: number }) =>
    (await tx.query(isSending, [tx.companyId, connectionId, contactId])).length > 0,

  async replacePayload(tx: Tx, { id }: OutboxRow, payload: unknown) {
    await tx.query(replacePayload, [tx.companyId, id, JSON.stringify(payload)]);
  },

  /** Extends the lease; without effect when the row was claimed by another worker meanwhile. */
  renew: (tx: Tx, { id, fence }: OutboxRow) => tx.query(renew, [tx.companyId, id, fence, LEASE_SECONDS]),

  /** Returns a claimed row unsent; the attempt does not count. */
  release: (tx: Tx, { id, fence }: OutboxRow, waitMs: number) =>
    tx.query(release, [tx.companyId, id, fence, waitMs / 1000]),

  /** The next row of this queue leaves no sooner than `ms` from now. */
  delayNext: (tx: Tx, { connectionId, ticketId }: Omit<SendQueueKey, 'companyId'>, ms: number) =>
    tx.query(delayNext, [tx.companyId, connectionId, ticketId, ms / 1000]),

  /** Returns how many rows were removed, at most `limit`. */
  async prune(tx: Tx, before: Date, limit: number): Promise<number> {
    return (await tx.query<{ n: number }>(prune, [tx.companyId, before, limit]))[0]!.n;
  },

  due: (tx: PlatformTx, limit: number) => tx.query<SendQueueKey>(due, [limit]),
  expiredLeases: (tx: PlatformTx, limit: number) => tx.query<{ companyId: number; id: number }>(expiredLeases, [limit]),
};

/** Bigint columns as numbers. */
const COLUMNS = `company_id as "companyId", id::float8 as id, connection_id as "connectionId", ticket_id as "ticketId",
  message_id::float8 as "messageId", act, payload, state, correlation, tries, fence::float8 as fence,
  lease_until as "leaseUntil", not_before as "notBefore", fault, created_at as "createdAt", updated_at as "updatedAt"`;

const add = {
  name: 'outbox.add',
  text: `insert into outbox (company_id, connection_id, ticket_id, message_id, act, payload, not_before)
         values ($1, $2, $3, $4, $5, $6::jsonb, now() + make_interval(secs => $7))`,
};
const addMany = {
  name: 'outbox.add-many',
  text: `insert into outbox (company_id, connection_id, ticket_id, message_id, act, payload)
         select $1, "connectionId", "ticketId", "messageId", act, payload
           from rows from (jsonb_to_recordset($2::jsonb) as ("connectionId" int, "ticketId" int, "messageId" bigint, act text,
             payload jsonb)) with ordinality as w ("connectionId", "ticketId", "messageId", act, payload, n) order by n`,
};
const withdraw = {
  name: 'outbox.withdraw',
  text: `with these as materialized (
           select id from outbox where company_id = $1 and message_id = any($2::bigint[]) and act = 'send' and state = 'queued'
            order by id for update)
         update outbox o set state = 'failed', fault = $3, fence = o.fence + 1, updated_at = now() from these t
          where o.company_id = $1 and o.id = t.id and o.state = 'queued'
         returning o.message_id::float8 as "messageId", o.ticket_id as "ticketId"`,
};
const isSending = {
  name: 'outbox.is-sending',
  // The first condition on the state is that of the index outbox_line.
  text: `select o.id from tickets t join outbox o on o.company_id = $1 and o.connection_id = $2 and o.ticket_id = t.id
            and o.state in ('queued', 'sending') and o.state = 'sending'
          where t.company_id = $1 and t.contact_id = $3 and t.connection_id = $2 limit 1`,
};
const claim = {
  name: 'outbox.claim',
  // A locked first row is waited for, never skipped: skipping would let the next message overtake it.
  text: `with claimed as (
           update outbox set state = 'sending', fence = fence + 1, tries = tries + 1, updated_at = now(),
                  lease_until = now() + make_interval(secs => $4)
            where company_id = $1 and state = 'queued' and not_before <= now() and id = (
              select id from outbox where company_id = $1 and connection_id = $2 and ticket_id = $3 and state in ('queued', 'sending')
               order by id limit 1)
              and not exists (select from connections c where c.company_id = $1 and c.id = $2
                   and (c.paused_until > now() or (c.status = 'DISCONNECTED' and c.paused_because <> '')))
            returning ${COLUMNS})
         select claimed.*, (
           select json_build_object('id', m.id, 'contactId', m.contact_id, 'origin', m.origin, 'wid', m.wid,
                    'isForwarded', m.is_forwarded, 'quotedWid', (select q.wid from messages q
                       where q.company_id = $1 and q.id = m.quoted_id and not q.is_private),
                    'identities', ${writtenIdentitiesSql('m.contact_id')})
             from messages m where m.company_id = $1 and m.id = claimed."messageId"::bigint) as message, (
           select json_build_object('id', t.id, 'contactId', t.contact_id, 'connectionId', t.connection_id,
                    'lastInboundAt', t.last_inbound_at, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id,
                    'isGroup', t.is_group)
             from tickets t where t.company_id = $1 and t.id = $3) as ticket
           from claimed`,
};
const waitingFor = {
  name: 'outbox.waiting-for',
  text: `select distinct ticket_id as "ticketId" from outbox
          where company_id = $1 and connection_id = $2 and state = 'queued' limit $3`,
};
const settle = {
  name: 'outbox.settle',
  text: `update outbox set state = $4, fault = $5, lease_until = null, updated_at = now(),
                not_before = case when $6::float8 is null then not_before else now() + make_interval(secs => $6::float8) end
          where company_id = $1 and id = $2 and fence = $3 and state = 'sending' returning id`,
};
const lock = {
  name: 'outbox.lock',
  text: `select ${COLUMNS} from outbox where company_id = $1 and id = $2 for update`,
};
const isLeaseExpired = {
  name: 'outbox.is-lease-expired',
  text: 'select id from outbox where company_id = $1 and id = $2 and lease_until < now()',
};
const byCorrelation = {
  name: 'outbox.by-correlation',
  text: `select ${COLUMNS} from outbox where company_id = $1 and correlation = $2::uuid for update`,
};
const byCorrelations = {
  name: 'outbox.by-correlations',
  text: `select ${COLUMNS} from outbox where company_id = $1 and correlation = any($2::uuid[]) order by outbox.id for update`,
};
const latestOf = {
  name: 'outbox.latest-of',
  text: `select ${COLUMNS} from outbox where company_id = $1 and message_id = $2 and act = 'send'
          order by outbox.id desc limit 1 for update`,
};
const unsettledTo = {
  name: 'outbox.unsettled-to',
  text: `select ${COLUMNS} from outbox where company_id = $1 and act = 'send' and state in ('sending', 'unknown')
            and updated_at > now() - make_interval(mins => $4) and message_id in (
              select m.id from messages m where m.company_id = $1 and m.contact_id = $3 and m.connection_id = $2
               order by m.id desc limit 50)
          order by outbox.id`,
};
const set = {
  name: 'outbox.set',
  text: `update outbox set state = coalesce($3, state), fault = coalesce($4, fault), tries = coalesce($5, tries),
                fence = fence + 1, lease_until = null, updated_at = now(),
                not_before = case when $6 then now() else not_before end
          where company_id = $1 and id = $2 returning connection_id as "connectionId", ticket_id as "ticketId"`,
};
const replacePayload = {
  name: 'outbox.replace-payload',
  text: 'update outbox set payload = $3::jsonb where company_id = $1 and id = $2',
};
const renew = {
  name: 'outbox.renew',
  text: `update outbox set lease_until = now() + make_interval(secs => $4)
          where company_id = $1 and id = $2 and fence = $3 and state = 'sending'`,
};
const dueIn = {
  name: 'outbox.due-in',
  text: `select extract(epoch from greatest(o.not_before, coalesce(c.paused_until, o.not_before)) - clock_timestamp())::float8 * 1000 as ms
           from (select state, not_before from outbox where company_id = $1 and connection_id = $2 and ticket_id = $3
                    and state in ('queued', 'sending') order by id limit 1) o
           join connections c on c.company_id = $1 and c.id = $2
          where o.state = 'queued' and not (c.status = 'DISCONNECTED' and c.paused_because <> '')`,
};
const release = {
  name: 'outbox.release',
  text: `update outbox set state = 'queued', tries = tries - 1, lease_until = null, updated_at = now(),
                not_before = greatest(not_before, clock_timestamp() + make_interval(secs => $4))
          where company_id = $1 and id = $2 and fence = $3 and state = 'sending'`,
};
const delayNext = {
  name: 'outbox.delay-next',
  text: `update outbox set not_before = greatest(not_before, clock_timestamp() + make_interval(secs => $4))
          where company_id = $1 and id = (select id from outbox where company_id = $1 and connection_id = $2 and ticket_id = $3
             and state = 'queued' order by id limit 1)`,
};
const backlog = {
  name: 'outbox.backlog',
  text: `select count(*)::int as n from (select from outbox where company_id = $1 and connection_id = $2
            and state in ('queued', 'sending') limit $3) waiting`,
};
const prune = {
  name: 'outbox.prune',
  text: `with gone as (delete from outbox where company_id = $1 and id in (
           select id from outbox where company_id = $1 and state = 'done' and updated_at < $2::timestamptz
            order by updated_at limit $3) returning 1)
         select count(*)::int as n from gone`,
};
const due = {
  name: 'outbox.due',
  text: `select company_id as "companyId", connection_id as "connectionId", ticket_id as "ticketId" from outbox_lines_due($1)`,
};
const expiredLeases = {
  name: 'outbox.expired-leases',
  text: 'select company_id as "companyId", id::float8 as id from outbox_leases_over($1)',
};
