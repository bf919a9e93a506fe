import { and, eq, sql } from 'drizzle-orm';
import { outbox, type OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import { own, type PlatformTx, type Tx } from '../../../infrastructure/db/tx.ts';

export interface SendQueueKey {
  companyId: number;
  connectionId: number;
  ticketId: number;
}
/** Renewed while a channel takes its time, for a large file for instance; a worker that does not is taken for dead. */
export const LEASE_SECONDS = 60;
/** As the driver has them: texts. */
type BigintColumn = 'id' | 'messageId' | 'fence';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const outboxStore = {
  async add(
    tx: Tx,
    {
      delayMs = 0,
      ...row
    }: Pick<OutboxRow, 'connectionId' | 'ticketId' | 'messageId' | 'act'> & { payload: unknown; delayMs?: number },
  ) {
    await tx.orm.insert(outbox).values({
      ...row,
      companyId: tx.companyId,
      ...(delayMs > 0 && { notBefore: sql`now() + make_interval(secs => ${delayMs / 1000})` }),
    });
    tx.emit({ type: 'outbox.filled', connectionId: row.connectionId, ticketId: row.ticketId });
  },

  /** Several at once, in this order. */
  async addMany(
    tx: Tx,
    rows: (Pick<OutboxRow, 'connectionId' | 'ticketId' | 'messageId' | 'act'> & { payload: unknown })[],
  ) {
    await tx.query(addMany, [tx.companyId, JSON.stringify(rows)]);
    const queueKeys = new Map(rows.map(({ connectionId, ticketId }) => [ticketId, { connectionId, ticketId }]));
    for (const queueKey of queueKeys.values()) tx.emit({ type: 'outbox.filled', ...queueKey });
  },

  /** The head of a line, if nobody has it: what comes later waits, so a conversation is never overtaken. */
  async claim(tx: Tx, { connectionId, ticketId }: SendQueueKey): Promise<OutboxRow | undefined> {
    const values = [tx.companyId, connectionId, ticketId, LEASE_SECONDS];
    const [row] = await tx.query<Omit<OutboxRow, BigintColumn> & Record<BigintColumn, string>>(claim, values);
    return row && { ...row, id: Number(row.id), messageId: Number(row.messageId), fence: Number(row.fence) };
  },

  /** Milliseconds until the head of a line may leave; undefined when nothing waits, or only for a connection at rest. */
  async dueIn(tx: Tx, { connectionId, ticketId }: SendQueueKey): Promise<number | undefined> {
    const [row] = await tx.query<{ ms: number }>(dueIn, [tx.companyId, connectionId, ticketId]);
    return row && Math.max(0, Math.ceil(row.ms));
  },
  /** How many wait for one connection, counted no further than asked. */
  async backlog(tx: Tx, connectionId: number, limit: number): Promise<number> {
    const [row] = await tx.query<{ n: string }>(backlog, [tx.companyId, connectionId, limit]);
    return Number(row?.n ?? 0);
  },
  /** The conversations that wait for one connection. */
  async waitingFor(tx: Tx, connectionId: number, limit: number): Promise<number[]> {
    const rows = await tx.orm
      .selectDistinct({ ticketId: outbox.ticketId })
      .from(outbox)
      .where(and(own(tx, outbox), eq(outbox.connectionId, connectionId), eq(outbox.state, 'queued')))
      .limit(limit);
    return rows.map((row) => row.ticketId);
  },

  /** False when the fence was raised meanwhile: somebody else decided what became of it. */
  async settle(
    tx: Tx,
    { id, fence }: OutboxRow,
    change: { state: OutboxRow['state']; fault?: string; waitMs?: number },
  ) {
    const rows = await tx.orm
      .update(outbox)
      .set({
        state: change.state,
        fault: change.fault ?? '',
        leaseUntil: null,
        updatedAt: sql`now()`,
        ...(change.waitMs !== undefined && { notBefore: sql`now() + make_interval(secs => ${change.waitMs / 1000})` }),
      })
      .where(and(own(tx, outbox), eq(outbox.id, id), eq(outbox.fence, fence), eq(outbox.state, 'sending')))
      .returning({ id: outbox.id });
    return rows.length > 0;
  },

  async lock(tx: Tx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(outbox)
      .where(and(own(tx, outbox), eq(outbox.id, id)))
      .for('update');
    return row;
  },
  /** By the database's clock: nodes' clocks may differ. */
  async isLeaseExpired(tx: Tx, id: number): Promise<boolean> {
    const rows = await tx.orm
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(own(tx, outbox), eq(outbox.id, id), sql`lease_until < now()`));
    return rows.length > 0;
  },
  async byCorrelation(tx: Tx, correlation: string) {
    // Compared as what it is, so that the index is asked; whatever else a channel calls its own is none of ours.
    if (!UUID.test(correlation)) return undefined;
    const [row] = await tx.orm
      .select()
      .from(outbox)
      .where(and(own(tx, outbox), eq(outbox.correlation, correlation)))
      .for('update');
    return row;
  },
  async latestOf(tx: Tx, messageId: number) {
    const [row] = await tx.orm
      .select()
      .from(outbox)
      .where(and(own(tx, outbox), eq(outbox.messageId, messageId), eq(outbox.act, 'send')))
      .orderBy(sql`id desc`)
      .limit(1)
      .for('update');
    return row;
  },
  async set(tx: Tx, id: number, change: Partial<Pick<OutboxRow, 'state' | 'fault' | 'tries'>> & { now?: boolean }) {
    const { now, ...rest } = change;
    const [row] = await tx.orm
      .update(outbox)
      .set({
        ...rest,
        fence: sql`fence + 1`,
        leaseUntil: null,
        updatedAt: sql`now()`,
        ...(now && { notBefore: sql`now()` }),
      })
      .where(and(own(tx, outbox), eq(outbox.id, id)))
      .returning({ connectionId: outbox.connectionId, ticketId: outbox.ticketId });
    if (row && change.state === 'queued') tx.emit({ type: 'outbox.filled', ...row });
  },

  /** Is something on its way to this person at this moment? */
  isSending: async (tx: Tx, { connectionId, contactId }: { connectionId: number; contactId: number }) =>
    (await tx.query(isSending, [tx.companyId, connectionId, contactId])).length > 0,

  /** Other words leave in the place of these. */
  async replacePayload(tx: Tx, { id }: OutboxRow, payload: unknown) {
    await tx.orm
      .update(outbox)
      .set({ payload })
      .where(and(own(tx, outbox), eq(outbox.id, id)));
  },

  /** Still at it. Whoever was taken for dead meanwhile renews nothing. */
  renew: (tx: Tx, { id, fence }: OutboxRow) => tx.query(renew, [tx.companyId, id, fence, LEASE_SECONDS]),

  /** Taken, and not tried after all: as if it had not been taken. */
  release: (tx: Tx, { id, fence }: OutboxRow, waitMs: number) =>
    tx.query(release, [tx.companyId, id, fence, waitMs / 1000]),

  /** The next in this line leaves no sooner than so many milliseconds from now. */
  delayNext: (tx: Tx, { connectionId, ticketId }: Omit<SendQueueKey, 'companyId'>, ms: number) =>
    tx.query(delayNext, [tx.companyId, connectionId, ticketId, ms / 1000]),

  async prune(tx: Tx, before: Date) {
    await tx.orm
      .delete(outbox)
      .where(and(own(tx, outbox), eq(outbox.state, 'done'), sql`updated_at < ${before.toISOString()}::timestamptz`));
  },

  async due(tx: PlatformTx, limit: number): Promise<SendQueueKey[]> {
    const { rows } = await tx.orm.execute<{ company_id: number; connection_id: number; ticket_id: number }>(
      sql`select company_id, connection_id, ticket_id from outbox_lines_due(${limit})`,
    );
    return rows.map((row) => ({ companyId: row.company_id, connectionId: row.connection_id, ticketId: row.ticket_id }));
  },
  async expiredLeases(tx: PlatformTx, limit: number) {
    const { rows } = await tx.orm.execute<{ company_id: number; id: string }>(
      sql`select company_id, id from outbox_leases_over(${limit})`,
    );
    return rows.map((row) => ({ companyId: row.company_id, id: Number(row.id) }));
  },
};

// Whoever has the head is waited for and never skipped: to skip it would let the next one overtake it.
const addMany = {
  name: 'outbox.add-many',
  text: `insert into outbox (company_id, connection_id, ticket_id, message_id, act, payload)
         select $1, "connectionId", "ticketId", "messageId", act, payload
           from rows from (jsonb_to_recordset($2::jsonb) as ("connectionId" int, "ticketId" int, "messageId" bigint, act text,
             payload jsonb)) with ordinality as w ("connectionId", "ticketId", "messageId", act, payload, n) order by n`,
};
const isSending = {
  name: 'outbox.is-leaving',
  text: `select o.id from tickets t join outbox o on o.company_id = $1 and o.connection_id = $2 and o.ticket_id = t.id
            and o.state in ('queued', 'sending') and o.state = 'sending'
          where t.company_id = $1 and t.contact_id = $3 and t.connection_id = $2 limit 1`,
};
const claim = {
  name: 'outbox.claim',
  text: `update outbox set state = 'sending', fence = fence + 1, tries = tries + 1, updated_at = now(),
                lease_until = now() + make_interval(secs => $4)
          where company_id = $1 and state = 'queued' and not_before <= now() and id = (
            select id from outbox where company_id = $1 and connection_id = $2 and ticket_id = $3 and state in ('queued', 'sending')
             order by id limit 1)
            and not exists (select from connections c where c.company_id = $1 and c.id = $2
                 and (c.paused_until > now() or (c.status = 'DISCONNECTED' and c.paused_because <> '')))
          returning company_id as "companyId", id, connection_id as "connectionId", ticket_id as "ticketId",
            message_id as "messageId", act, payload, state, correlation, tries, fence, lease_until as "leaseUntil",
            not_before as "notBefore", fault, created_at as "createdAt", updated_at as "updatedAt"`,
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
  name: 'outbox.put-back',
  text: `update outbox set state = 'queued', tries = tries - 1, lease_until = null, updated_at = now(),
                not_before = greatest(not_before, clock_timestamp() + make_interval(secs => $4))
          where company_id = $1 and id = $2 and fence = $3 and state = 'sending'`,
};
const delayNext = {
  name: 'outbox.rest',
  text: `update outbox set not_before = greatest(not_before, clock_timestamp() + make_interval(secs => $4))
          where company_id = $1 and id = (select id from outbox where company_id = $1 and connection_id = $2 and ticket_id = $3
             and state = 'queued' order by id limit 1)`,
};
const backlog = {
  name: 'outbox.backlog',
  text: `select count(*) as n from (select from outbox where company_id = $1 and connection_id = $2
            and state in ('queued', 'sending') limit $3) waiting`,
};
