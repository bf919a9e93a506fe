import type { TestServer } from '../../../test/server.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';

/** Adds messages to a ticket as an old, busy conversation has them. */
export async function addMessages(server: TestServer, ticketId: number, count: number): Promise<void> {
  await server.asOwner.query(
    `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, body, sent_at)
     select t.company_id, t.id, t.contact_id, t.connection_id, 1000 + n, 'many-' || t.id || '-' || n, false, 'customer',
            'mensagem ' || n, now() from tickets t, generate_series(1, $2) n where t.id = $1`,
    [ticketId, count],
  );
}

/** Adds closed tickets of the same contact and queue. */
export async function addClosedTickets(server: TestServer, ticketId: number, count: number): Promise<void> {
  await server.asOwner.query(
    `insert into tickets (company_id, contact_id, connection_id, channel, status, queue_id)
     select company_id, contact_id, connection_id, channel, 'closed', queue_id from tickets, generate_series(1, $2)
      where id = $1`,
    [ticketId, count],
  );
}

export const rowCount = async (server: TestServer, table: string, column: string, id: number): Promise<number> =>
  (await server.asOwner.query<{ n: number }>(`select count(*)::int as n from ${table} where ${column} = $1`, [id]))
    .rows[0]!.n;

/** Runs the removals of a company to their end, like the job worker does. */
export async function runRemovals(server: TestServer, companyId: number): Promise<void> {
  for (;;) {
    const { rows } = await server.asOwner.query<{ id: number }>(
      `select id from removals where company_id = $1 and state = 'running'`,
      [companyId],
    );
    if (rows.length === 0) return;
    for (const { id } of rows) await jobHandlers(server.modules, server)['removal.run']({ companyId, removalId: id });
  }
}
