import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';
import { countRowsPerTransaction } from '../../../test/fixtures/transaction-sizes.ts';
import { startTestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import { addClosedTickets, addMessages, rowCount, runRemovals } from './removals.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
let transactionSizes: Awaited<ReturnType<typeof countRowsPerTransaction>>;
beforeAll(async () => {
  service = await startConnectedServer();
  transactionSizes = await countRowsPerTransaction(service.server.asOwner, ['messages', 'tickets', 'contacts']);
});
afterAll(() => service.server.stop());

const noGreeting = { sendGreetingAccepted: 'disabled' };
/** More than a request removes by itself. */
const MANY = 10_000;
/** Rows of the largest allowed portion, with the few that a portion writes beside them. */
const LARGEST_PORTION = 275;
const sql = async (text: string, values: unknown[]) => (await service.server.asOwner.query(text, values)).rows;
const states = (companyId: number) => sql('select kind, state from removals where company_id = $1', [companyId]);

/** Removes a portion of 100 rows with plans that do not know this number; returns how many rows of the table were scanned. */
const rowsScanned = (companyId: number, table: string, call: string, id: number) =>
  service.server.db.inCompany(companyId, async (tx) => {
    await tx.query({ name: 'test.generic-plans', text: 'set local plan_cache_mode = force_generic_plan' }, []);
    const portion = { name: `test.portion-of-${table}`, text: `select removed from ${call}` };
    expect(await tx.query(portion, [[id]])).toEqual([{ removed: 100 }]);
    const scanned = {
      name: 'test.rows-scanned',
      text: 'select pg_stat_get_xact_tuples_returned($1::regclass)::int as n',
    };
    return (await tx.query<{ n: number }>(scanned, [table]))[0]!.n;
  });

describe('removing a connection with a long history', () => {
  it('hides it at once, shows the progress and detaches its messages in short transactions [F-C2]', async () => {
    const { server } = service;
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500941110001');
    await addMessages(server, ticket.id, MANY);
    await transactionSizes.forget();
    const plain = await server.createAgent(company.companyId);
    const socket = await openSocket(server, company.admin);

    const answer = await company.admin.request('DELETE', `/whatsapp/${company.connectionId}`);
    expect(answer.statusCode).toBe(200);
    // Hidden although thousands of rows still refer to it; its name is free again.
    expect((await company.admin.request('GET', '/whatsapp')).json()).toEqual([]);
    expect((await company.admin.request('GET', `/whatsapp/${company.connectionId}`)).statusCode).toBe(404);
    const again = await company.admin.request('POST', '/whatsapp', {
      name: 'Matriz',
      channel: 'whatsapp',
      provider: 'sandbox',
    });
    expect(again.statusCode).toBe(200);
    const { removals } = (await company.admin.request('GET', '/removals')).json();
    expect(removals).toMatchObject([
      { kind: 'connection', name: 'Matriz', subjectIds: [company.connectionId], state: 'running' },
    ]);
    // Only the user who asked for it and admins see it.
    expect((await plain.request('GET', '/removals')).json()).toEqual({ removals: [] });
    expect(await rowCount(server, 'messages', 'connection_id', company.connectionId)).toBeGreaterThan(0);

    await socket.waitFor('removal', ({ removal }) => removal.state === 'running' && removal.total !== null);
    const ended = await socket.waitFor('removal', ({ removal }) => removal.state === 'done');
    expect(ended.removal.done).toBeGreaterThanOrEqual(MANY);
    expect(await rowCount(server, 'messages', 'connection_id', company.connectionId)).toBe(0);
    expect(await rowCount(server, 'messages', 'ticket_id', ticket.id)).toBeGreaterThan(MANY);
    expect(await rowCount(server, 'connections', 'id', company.connectionId)).toBe(0);
    const written = await transactionSizes.read();
    expect(written.all).toBeGreaterThan(MANY);
    expect(written.largest).toBeLessThanOrEqual(LARGEST_PORTION);
    socket.close();
  });

  it('reads only the messages of each portion, also with a plan that does not know its size [F-C2]', async () => {
    const { server } = service;
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500941110009');
    await addMessages(server, ticket.id, MANY);
    const ofConnection = 'company_id = $1 and connection_id = $2';
    const messagesSql = `update messages set connection_id = null where ${ofConnection} and seq <= $3`;
    const values = [company.companyId, company.connectionId];
    await sql(messagesSql, [...values, 1000 + MANY / 2]);
    await sql('analyze messages', []);
    const { companyId, connectionId } = company;
    const read = await rowsScanned(companyId, 'messages', 'removal_portion_connections($1, 100)', connectionId);
    expect(read).toBeLessThanOrEqual(100);
  });

  it('continues after the process that worked on it died [F-C2]', async () => {
    const { server } = service;
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500941110002');
    await addMessages(server, ticket.id, 300);
    await sql(`update messages set from_me = true, delivery = 'sent', ack = 1 where wid = $1 returning id`, [
      `many-${ticket.id}-1`,
    ]);
    const actor = server.modules.access.authenticator.asAdmin(company.companyId, company.admin.user.id);
    const { removals } = server.modules;
    // The transaction that hides it was committed; nothing after it.
    await server.db.inCompany(company.companyId, (tx) =>
      removals.inTx.start(tx, actor, { kind: 'ticket', ids: [ticket.id] }),
    );
    await server.asOwner.query(`update removals set worked_at = now() - interval '5 minutes' where company_id = $1`, [
      company.companyId,
    ]);
    expect((await company.admin.request('GET', `/tickets/${ticket.id}`)).statusCode).toBe(404);
    // A receipt for a message of the hidden ticket is processed and not set aside.
    const peer = createPeer('5500941110002');
    await company.sendWebhook([
      { type: 'receipt', wid: `many-${ticket.id}-1`, peer, status: 'read', at: new Date().toISOString() },
    ]);
    await service.until(company.messages, (rows) => rows.some(({ ack }) => ack === 3));
    expect(await sql('select * from quarantine where company_id = $1', [company.companyId])).toEqual([]);
    await jobHandlers(server.modules, server)['removal.sweep']({});
    await service.until(
      () => states(company.companyId),
      ([row]) => row.state === 'done',
    );
    expect(await rowCount(server, 'messages', 'ticket_id', ticket.id)).toBe(0);
    expect(await rowCount(server, 'tickets', 'id', ticket.id)).toBe(0);
  });
});

describe('messages that arrive during a removal', () => {
  it('of a contact create a new contact and ticket, and nothing is set aside [F-C2]', async () => {
    const { server } = service;
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500941110003');
    await addMessages(server, ticket.id, MANY);
    await transactionSizes.forget();
    await company.admin.request('DELETE', `/contacts/${ticket.contactId}`);
    expect(await rowCount(server, 'messages', 'ticket_id', ticket.id)).toBeGreaterThan(0);
    await company.sendWebhook([company.customerMessage('5500941110003', 'voltei')]);
    const [found] = await service.until(
      async () =>
        (await company.admin.request('GET', '/tickets?status=pending&showAll=true')).json().tickets as {
          id: number;
          contactId: number;
        }[],
      (rows) => rows.length === 1,
    );
    expect(found!.id).not.toBe(ticket.id);
    expect(found!.contactId).not.toBe(ticket.contactId);
    await runRemovals(server, company.companyId);
    expect(await sql('select * from quarantine where company_id = $1', [company.companyId])).toEqual([]);
    expect((await company.messages()).map(({ body }) => body)).toEqual(['voltei']);
    expect(await rowCount(server, 'contacts', 'id', ticket.contactId)).toBe(0);
    const written = await transactionSizes.read();
    expect(written.all).toBeGreaterThan(MANY);
    expect(written.largest).toBeLessThanOrEqual(LARGEST_PORTION);
  });

  it('of a connection are stored when they were accepted before, without a reply [F-C2]', async () => {
    const idle = await startConnectedServer({}, {});
    // Without a worker, so that the payload still waits when the connection is removed.
    await idle.server.modules.receiving.stop();
    const company = await idle.createConnectedCompany();
    const accepted = await company.sendWebhook([company.customerMessage('5500941110004', 'antes do fim')]);
    expect(accepted.statusCode).toBe(200);
    await company.admin.request('DELETE', `/whatsapp/${company.connectionId}`);
    expect((await company.sendWebhook([company.customerMessage('5500941110004', 'tarde')])).statusCode).toBe(404);
    expect(await rowCount(idle.server, 'connections', 'id', company.connectionId)).toBe(1);

    const second = await startTestServer({
      ownerUrl: idle.server.ownerUrl,
      channels: { of: () => idle.testChannel.channel, close: async () => {} },
    });
    await second.modules.receiving.sweep();
    await idle.until(company.messages, (rows) => rows.length === 1);
    await runRemovals(second, company.companyId);
    expect(await company.messages()).toMatchObject([{ body: 'antes do fim', connection_id: null, from_me: false }]);
    expect(await company.tickets()).toMatchObject([{ status: 'pending', connection_id: null }]);
    expect(await rowCount(idle.server, 'connections', 'id', company.connectionId)).toBe(0);
    await second.stop();
    await idle.server.stop();
  });
});

describe('removing a user', () => {
  it('reads only the tickets of each portion, also with a plan that does not know its size [F-C2]', async () => {
    const { server } = service;
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500941110010');
    const { user } = await server.createAgent(company.companyId);
    await addClosedTickets(server, ticket.id, MANY);
    await sql(`update tickets set user_id = $2 where company_id = $1 and status = 'closed'`, [
      company.companyId,
      user.id,
    ]);
    await sql('analyze tickets', []);
    const read = await rowsScanned(company.companyId, 'tickets', 'removal_portion_users($1, 100)', user.id);
    expect(read).toBeLessThanOrEqual(200);
  });
});

describe('removing a queue', () => {
  it('publishes that its live tickets have no queue, before the closed ones leave it [F-L7]', async () => {
    const { server } = service;
    const company = await service.createConnectedCompany(noGreeting);
    const queue = (await company.admin.request('POST', '/queue', { name: 'Vendas', color: '#123456' })).json();
    const ticket = await company.openTicket('5500941110005');
    await company.admin.request('PUT', `/tickets/${ticket.id}`, { queueId: queue.id, status: 'open' });
    await sql('update tickets set queue_id = $2 where id = $1', [ticket.id, queue.id]);
    await addClosedTickets(server, ticket.id, 300);
    const socket = await openSocket(server, company.admin);
    await company.admin.request('DELETE', `/queue/${queue.id}`);
    const published = await socket.waitFor(
      'ticket',
      (payload) => payload.action === 'update' && 'ticket' in payload && payload.ticket.id === ticket.id,
    );
    expect(published).toMatchObject({ ticket: { id: ticket.id, queueId: null, queue: null } });
    await runRemovals(server, company.companyId);
    expect(await rowCount(server, 'tickets', 'queue_id', queue.id)).toBe(0);
    expect(await rowCount(server, 'queues', 'id', queue.id)).toBe(0);
    // Name and color are free at once.
    const again = await company.admin.request('POST', '/queue', { name: 'Vendas', color: '#123456' });
    expect(again.statusCode).toBe(200);
    socket.close();
  });
});
