import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { countRowsPerTransaction } from '../../../test/fixtures/transaction-sizes.ts';
import type { TestServer } from '../../../test/server.ts';
import { rowCount, runRemovals } from '../removals/removals.fixture.ts';
import { errorOf } from './users.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  ({ server } = await startConnectedServer());
});
afterAll(() => server.stop());

describe('removed users', () => {
  it('with years of closed conversations are removed in short transactions, or not at all [F-C2]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const addHistory = (userId: number) =>
      server.asOwner.query(
        `with people as (insert into contacts (company_id, name, wallet_user_id)
                select $1, 'Cliente ' || n, $2 from generate_series(1, 700) n returning id)
         insert into tickets (company_id, contact_id, channel, status, user_id)
         select $1, id, 'whatsapp', 'closed', $2 from people, generate_series(1, 2)`,
        [admin.companyId, userId],
      );
    const ownedBy = async (userId: number) =>
      (
        await server.asOwner.query<{ tickets: number; contacts: number }>(
          `select (select count(*)::int from tickets where user_id = $1) as tickets,
                  (select count(*)::int from contacts where wallet_user_id = $1) as contacts`,
          [userId],
        )
      ).rows[0];
    await addHistory(agent.user.id);
    await addHistory(admin.user.id);
    const transactionSizes = await countRowsPerTransaction(server.asOwner, ['tickets', 'contacts']);
    expect((await admin.request('DELETE', `/users/${agent.user.id}`)).statusCode).toBe(200);
    await runRemovals(server, admin.companyId);
    expect(await ownedBy(agent.user.id)).toEqual({ tickets: 0, contacts: 0 });
    const written = await transactionSizes.read();
    expect(written.all).toBe(2100);
    expect(written.largest).toBeLessThanOrEqual(1000);
    expect(errorOf(await admin.request('DELETE', `/users/${admin.user.id}`))).toEqual([400, 'ERR_LAST_ADMIN']);
    expect(await ownedBy(admin.user.id)).toEqual({ tickets: 1400, contacts: 700 });
  });

  it('with many open conversations vanish at once, and the conversations return in short transactions [F-C2]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const userId = agent.user.id;
    const open = 45;
    const queue = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#123456' })).json();
    const addOpen = async (count: number, ofUser: number): Promise<number[]> => {
      const { rows } = await server.asOwner.query<{ id: number }>(
        `with people as (insert into contacts (company_id, name)
                select $1, 'Cliente ' || n from generate_series(1, $3) n returning id)
         insert into tickets (company_id, contact_id, channel, status, user_id, queue_id)
         select $1, id, 'whatsapp', 'open', $2, $4 from people returning id`,
        [admin.companyId, ofUser, count, queue.id],
      );
      return rows.map(({ id }) => id);
    };
    const ids = await addOpen(open, userId);
    const [own] = await addOpen(1, admin.user.id);
    const actor = server.modules.access.authenticator.asAdmin(admin.companyId, admin.user.id);
    // The transaction that hides the user was committed; nothing after it, as when the process died.
    await server.db.inCompany(admin.companyId, (tx) =>
      server.modules.removals.inTx.start(tx, actor, { kind: 'user', ids: [userId], name: agent.user.name }),
    );
    expect(errorOf(await admin.request('GET', `/users/${userId}`))).toEqual([404, 'ERR_NO_USER_FOUND']);
    expect((await admin.request('GET', '/users')).json().count).toBe(1);
    const transfer = await admin.request('PUT', `/tickets/${own}`, { isTransfered: true, userId, queueId: queue.id });
    expect(errorOf(transfer)).toEqual([404, 'ERR_NO_USER_FOUND']);
    expect(await rowCount(server, 'tickets', 'user_id', userId)).toBe(open);

    await server.asOwner.query(`delete from event_log where company_id = $1`, [admin.companyId]);
    await runRemovals(server, admin.companyId);
    const { rows: events } = await server.asOwner.query<{ id: number; xid: string }>(
      `select (data->>'ticketId')::int as id, xid::text from event_log
        where company_id = $1 and kind = 'ticket.changed' order by event_log.id`,
      [admin.companyId],
    );
    expect(events.map(({ id }) => id)).toEqual(ids);
    const perTransaction = Object.values(Object.groupBy(events, ({ xid }) => xid)).map((group) => group!.length);
    expect(Math.max(...perTransaction)).toBeLessThanOrEqual(10);
    const { rows: tickets } = await server.asOwner.query(
      'select distinct status, user_id, queue_id from tickets where company_id = $1 and id <> $2',
      [admin.companyId, own],
    );
    expect(tickets).toEqual([{ status: 'pending', user_id: null, queue_id: queue.id }]);
    expect(await rowCount(server, 'users', 'id', userId)).toBe(0);
  });
});
