import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { countRowsPerTransaction } from '../../../test/fixtures/transaction-sizes.ts';
import { openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import type { Removals } from '../removals/index.ts';
import { rowCount, runRemovals } from '../removals/removals.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
let transactionSizes: Awaited<ReturnType<typeof countRowsPerTransaction>>;
beforeAll(async () => {
  service = await startConnectedServer();
  const tables = ['contact_tags', 'ticket_tags', 'tickets'];
  transactionSizes = await countRowsPerTransaction(service.server.asOwner, tables);
});
afterAll(() => service.server.stop());

/** More than a request removes by itself. */
const MANY = 10_000;
const LARGEST_PORTION = 1000;
const sql = async (text: string, values: unknown[]) => (await service.server.asOwner.query(text, values)).rows;

const addTaggedContacts = (companyId: number, tagId: number, count: number) =>
  sql(
    `with people as (insert into contacts (company_id, name, number)
       select $1, 'Cliente ' || n, '55009' || lpad(n::text, 8, '0') from generate_series(1, $3) n returning id)
     insert into contact_tags (company_id, contact_id, tag_id) select $1, id, $2 from people`,
    [companyId, tagId, count],
  );

/** The transaction that hides it, as when the process died after it. */
function startRemoval(admin: Caller, subject: Parameters<Removals['inTx']['start']>[2]) {
  const { modules, db } = service.server;
  const actor = modules.access.authenticator.asAdmin(admin.companyId, admin.user.id);
  return db.inCompany(admin.companyId, (tx) => modules.removals.inTx.start(tx, actor, subject));
}

describe('removing a tag', () => {
  it('hides it at once and takes it off its contacts in short transactions [F-C2]', async () => {
    const { server } = service;
    const admin = await server.createAdmin();
    const other = await server.createAdmin();
    const draft = { name: 'Cliente', color: '#123456' };
    const tag = (await admin.request('POST', '/tags', draft)).json();
    const foreign = (await other.request('POST', '/tags', draft)).json();
    await addTaggedContacts(admin.companyId, tag.id, MANY);
    await addTaggedContacts(other.companyId, foreign.id, 3);
    await transactionSizes.forget();
    await startRemoval(admin, { kind: 'tag', ids: [tag.id], name: tag.name });
    expect((await admin.request('DELETE', `/tags/${tag.id}`)).statusCode).toBe(404);
    expect(await rowCount(server, 'contact_tags', 'tag_id', tag.id)).toBe(MANY);
    expect((await admin.request('GET', '/tags?searchParam=&pageNumber=1')).json()).toMatchObject({
      tags: [],
      count: 0,
    });
    const filtered = await admin.request('GET', `/contacts?contactTag=[${tag.id}]`);
    expect(filtered.json()).toMatchObject({ contacts: [], count: 0 });
    const [row] = await sql('select contact_id as id from contact_tags where tag_id = $1 limit 1', [tag.id]);
    expect((await admin.request('GET', `/contacts/${row.id}`)).json().tags).toEqual([]);
    // Name and color are free at once.
    const again = (await admin.request('POST', '/tags', draft)).json();
    expect(again.id).not.toBe(tag.id);
    const { removals } = (await admin.request('GET', '/removals')).json();
    expect(removals).toMatchObject([{ kind: 'tag', name: 'Cliente', subjectIds: [tag.id], state: 'running' }]);

    await runRemovals(server, admin.companyId);
    expect(await rowCount(server, 'contact_tags', 'tag_id', tag.id)).toBe(0);
    expect(await rowCount(server, 'tags', 'id', tag.id)).toBe(0);
    expect(await rowCount(server, 'contacts', 'company_id', admin.companyId)).toBe(MANY);
    expect(await rowCount(server, 'contact_tags', 'tag_id', foreign.id)).toBe(3);
    const written = await transactionSizes.read();
    expect(written.all).toBe(MANY);
    expect(written.largest).toBeLessThanOrEqual(LARGEST_PORTION);

    // Another company's tag, through the request.
    const socket = await openSocket(server, other);
    expect((await admin.request('DELETE', `/tags/${foreign.id}`)).statusCode).toBe(404);
    expect((await other.request('DELETE', `/tags/${foreign.id}`)).statusCode).toBe(200);
    await socket.waitFor('tag', (payload) => payload.action === 'delete' && payload.tagId === foreign.id);
    await runRemovals(server, other.companyId);
    expect(await rowCount(server, 'contact_tags', 'tag_id', foreign.id)).toBe(0);
    socket.close();
  });
});

describe('removing a lane', () => {
  it('shows its tickets without a lane at once, and continues after the process died [F-C2]', async () => {
    const { server } = service;
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const { admin, companyId } = company;
    const lane = (await admin.request('POST', '/tags', { name: 'Proposta', kanban: 1 })).json();
    const draft = { name: 'Antes', kanban: 1, timeLane: 5, nextLaneId: lane.id, rollbackLaneId: lane.id };
    const before = (await admin.request('POST', '/tags', draft)).json();
    const ticket = await company.openTicket('5500941120001');
    expect((await admin.request('PUT', `/ticket-tags/${ticket.id}/${lane.id}`)).statusCode).toBe(201);
    await startRemoval(admin, { kind: 'lane', ids: [lane.id], name: lane.name });
    expect((await admin.request('GET', `/tags/${before.id}`)).json()).toMatchObject({
      nextLaneId: null,
      rollbackLaneId: null,
    });
    expect((await admin.request('PUT', `/ticket-tags/${ticket.id}/${lane.id}`)).statusCode).toBe(404);
    expect((await admin.request('GET', '/ticket/kanban')).json()).toMatchObject({
      lanes: [
        { laneId: null, count: 1 },
        { laneId: before.id, count: 0 },
      ],
      tickets: [{ id: ticket.id, tags: [] }],
    });
    expect(await rowCount(server, 'tickets', 'lane_id', lane.id)).toBe(1);

    await sql(`update removals set worked_at = now() - interval '5 minutes' where company_id = $1`, [companyId]);
    await jobHandlers(server.modules, server)['removal.sweep']({});
    await service.until(
      () => sql('select state from removals where company_id = $1', [companyId]),
      ([row]) => row.state === 'done',
    );
    expect(await rowCount(server, 'tickets', 'lane_id', lane.id)).toBe(0);
    expect(await rowCount(server, 'ticket_tags', 'tag_id', lane.id)).toBe(0);
    expect(await rowCount(server, 'tags', 'id', lane.id)).toBe(0);
    expect(await rowCount(server, 'tickets', 'id', ticket.id)).toBe(1);
  });
});
