import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';
import { drainEvents, openSocket } from '../../../test/sockets.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { countStore } from './counts.store.ts';
import { accept, createTicketHelpers, newNumber, put, uniqueText } from './tickets.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
let server: TestServer;
beforeAll(async () => {
  service = await startConnectedServer();
  ({ server } = service);
});
afterAll(() => server.stop());
const { sql, createFixture } = createTicketHelpers(() => service);
type Fixture = Awaited<ReturnType<typeof createFixture>>;

interface Counts {
  open: number;
  pending: number;
  group: number;
  unread: number;
  waitingElsewhere: number;
  failed: number;
}
const ALL = '/tickets-counts?showAll=true';
async function counts(caller: Pick<Caller, 'request'>, path = '/tickets-counts'): Promise<Counts> {
  const answer = await caller.request('GET', path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Counts>();
}
/** What the statement counts that reads every counted ticket. */
async function countedBySql({ token, companyId }: Caller, showAll: boolean) {
  const actor = await server.modules.access.authenticator.authenticate(token);
  return server.db.readCompany(companyId, (tx) =>
    countStore.tabs(tx, { ...actor, connectionId: null }, { showAll, queueIds: [] }),
  );
}
async function expectCountsOfSql(...callers: Caller[]) {
  for (const caller of callers)
    for (const showAll of [false, true]) {
      const { failed: _, ...counted } = await counts(caller, `/tickets-counts?showAll=${showAll}`);
      expect(counted, `${caller.user.name}, showAll ${showAll}`).toEqual(await countedBySql(caller, showAll));
    }
}
const close = (caller: Caller, id: number) => put(caller, id, { status: 'closed', sendFarewellMessage: false });
async function createContact({ admin }: Fixture): Promise<number> {
  const number = newNumber();
  return (await admin.request('POST', '/contacts', { name: `Rita ${number}`, number })).json<{ id: number }>().id;
}
/** A ticket that an agent opens, without a customer's message. */
async function openTicket(fixture: Fixture, caller: Caller, queueId = fixture.sales): Promise<number> {
  const contactId = await createContact(fixture);
  const answer = await caller.request('POST', '/tickets', { contactId, queueId, userId: caller.user.id });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number }>().id;
}

describe('tab counts', () => {
  it('follow a ticket through creation, acceptance, transfer, close and reopening', async () => {
    const fixture = await createFixture();
    const { admin, ana, bia, sales, support } = fixture;
    expect(await counts(ana)).toMatchObject({ open: 0, pending: 0, unread: 0 });
    const { id } = await fixture.customerWrites(sales, uniqueText());
    expect(await counts(ana)).toMatchObject({ open: 0, pending: 1, unread: 1 });
    await accept(ana, id);
    expect(await counts(ana)).toMatchObject({ open: 1, pending: 0 });
    expect(await counts(bia)).toMatchObject({ open: 0, pending: 0 });
    await put(ana, id, { isTransfered: true, userId: bia.user.id, queueId: sales });
    expect(await counts(ana)).toMatchObject({ open: 0, pending: 0 });
    expect(await counts(bia)).toMatchObject({ open: 1, pending: 0 });
    await put(bia, id, { isTransfered: true, userId: null, queueId: support });
    expect(await counts(bia)).toMatchObject({ open: 0, pending: 0 });
    expect(await counts(admin, ALL)).toMatchObject({ open: 0, pending: 1 });
    await close(admin, id);
    expect(await counts(admin, ALL)).toMatchObject({ open: 0, pending: 0 });
    await put(admin, id, { status: 'open', userId: admin.user.id });
    expect(await counts(admin)).toMatchObject({ open: 1, pending: 0 });
    await expectCountsOfSql(admin, ana, bia);
  });

  it('count unread tickets after a message of the customer, and not after it was read', async () => {
    const fixture = await createFixture();
    const { ana, sales } = fixture;
    const { id, number } = await fixture.customerWrites(sales, uniqueText());
    await accept(ana, id);
    await ana.request('POST', `/tickets/${id}/seen`);
    expect((await fixture.row(id)).unread).toBe(0);
    expect(await counts(ana)).toMatchObject({ open: 1, unread: 0 });
    const socket = await openSocket(server, ana);
    const body = uniqueText();
    await fixture.sendWebhook([fixture.customerMessage(number, body, { peer: createPeer(number) })]);
    await socket.waitFor('appMessage', (payload) => 'ticket' in payload && payload.message.body === body);
    socket.close();
    expect(await counts(ana)).toMatchObject({ open: 1, unread: 1 });
    await ana.request('POST', `/tickets/${id}/seen`);
    expect(await counts(ana)).toMatchObject({ open: 1, unread: 0 });
    await ana.request('POST', `/tickets/${id}/unread`);
    expect(await counts(ana)).toMatchObject({ open: 1, unread: 1 });
  });

  it('leave out what a merge of contacts closes, and what is removed with a ticket or a contact', async () => {
    const fixture = await createFixture();
    const { admin, ana, sales } = fixture;
    const customer = () => fixture.customerWrites(sales, uniqueText());
    const [first, second, third, fourth] = [await customer(), await customer(), await customer(), await customer()];
    expect(await counts(ana)).toMatchObject({ pending: 4, unread: 4 });
    const merge = { otherId: second.contactId, reason: 'a mesma pessoa' };
    const merged = await admin.request('POST', `/contacts/${first.contactId}/merge`, merge);
    expect(merged.statusCode, merged.body).toBe(200);
    expect(await counts(ana)).toMatchObject({ pending: 3, unread: 3 });
    expect((await admin.request('DELETE', `/tickets/${third.id}`)).statusCode).toBe(200);
    expect(await counts(ana)).toMatchObject({ pending: 2, unread: 2 });
    expect((await admin.request('DELETE', `/contacts/${fourth.contactId}`)).statusCode).toBe(200);
    expect(await counts(ana)).toMatchObject({ pending: 1, unread: 1 });
    await expectCountsOfSql(admin, ana);
  });

  it('move the tickets of a removed queue and of a removed user', async () => {
    const fixture = await createFixture();
    const { admin, ana, bia, sales, support } = fixture;
    const chief = await fixture.createAgent({ queueIds: [sales, support], allTicket: 'enabled' });
    await openTicket(fixture, bia);
    // Offered to the user and not accepted yet.
    const offered = await fixture.customerWrites(sales, uniqueText());
    await sql('update tickets set user_id = $1 where id = $2', [bia.user.id, offered.id]);
    const { id } = await fixture.customerWrites(support, uniqueText());
    expect(await counts(chief)).toMatchObject({ open: 0, pending: 1 });
    expect(await counts(admin, ALL)).toMatchObject({ open: 1, pending: 2 });
    expect(await counts(ana)).toMatchObject({ pending: 0 });
    await admin.request('DELETE', `/users/${bia.user.id}`);
    expect(await counts(ana)).toMatchObject({ pending: 2 });
    await admin.request('DELETE', `/queue/${support}`);
    await service.until(
      () => fixture.row(id),
      (row) => row.queue_id === null,
    );
    expect(await counts(chief)).toMatchObject({ pending: 3 });
    await expectCountsOfSql(admin, ana, chief);
  });

  it('leave out tickets that an administrator closes all at once', async () => {
    const fixture = await createFixture();
    const { admin, ana, sales, support } = fixture;
    for (let n = 0; n < 3; n++) await openTicket(fixture, ana);
    await openTicket(fixture, admin, support);
    expect(await counts(ana)).toMatchObject({ open: 3 });
    expect(await counts(admin, ALL)).toMatchObject({ open: 4 });
    await admin.request('POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [sales] });
    expect(await counts(ana)).toMatchObject({ open: 0 });
    expect(await counts(admin, ALL)).toMatchObject({ open: 1 });
  });

  it('see on one node what was changed on another', async () => {
    const fixture = await createFixture();
    const { ana, sales } = fixture;
    const far = await startTestServer({ ownerUrl: server.ownerUrl, open: true });
    const farAna = { ...ana, request: far.withToken(ana.token) };
    expect(await counts(farAna)).toMatchObject({ open: 0, pending: 0 });
    const socket = await openSocket(far, ana);
    const { id } = await fixture.customerWrites(sales, uniqueText());
    await accept(ana, id);
    const isOpen = (payload: { action: string }) => 'ticket' in payload && isTicket(payload.ticket, id, 'open');
    await socket.waitFor('ticket', isOpen);
    expect(await counts(farAna)).toMatchObject({ open: 1, pending: 0 });
    socket.close();
    await far.stop();
  });

  it('read no ticket again without an event, and every ticket after a minute', async () => {
    const fixture = await createFixture();
    const id = await openTicket(fixture, fixture.ana);
    // The log delivers the events of this node once more.
    const socket = await openSocket(server, fixture.ana);
    await drainEvents(fixture.admin, socket);
    socket.close();
    expect(await counts(fixture.ana)).toMatchObject({ open: 1 });
    await sql(`update tickets set user_id = null where id = $1`, [id]);
    expect(await counts(fixture.ana)).toMatchObject({ open: 1 });
    server.clock.pass(61_000);
    expect(await counts(fixture.ana)).toMatchObject({ open: 0 });
  });

  it('are those of the database after many writes and counts at the same time', async () => {
    const fixture = await createFixture();
    const { admin, ana, bia, sales, support } = fixture;
    const ids: number[] = [];
    for (let n = 0; n < 8; n++) ids.push(await openTicket(fixture, n % 2 ? ana : admin));
    const callers = [admin, ana, bia];
    let isWriting = true;
    const countAlways = async (caller: Caller) => {
      while (isWriting) await counts(caller, ALL);
    };
    const change = async (id: number) => {
      await put(admin, id, { isTransfered: true, userId: bia.user.id, queueId: sales });
      await put(admin, id, { isTransfered: true, userId: null, queueId: support });
      await put(admin, id, { status: 'open', userId: admin.user.id });
      if (id % 2) await close(admin, id);
    };
    const counting = callers.map(countAlways);
    await Promise.all(ids.map(change)).finally(() => (isWriting = false));
    await Promise.all(counting);
    await expectCountsOfSql(...callers);
    const closed = ids.filter((id) => id % 2).length;
    expect(await counts(admin, ALL)).toMatchObject({ open: ids.length - closed });
  });
});

describe('the count of a list with several pages', () => {
  it('is that of its tab, also when the filter needs a statement', async () => {
    const fixture = await createFixture();
    const { admin, ana, companyId, connectionId, sales } = fixture;
    await sql(
      `with people as (insert into contacts (company_id, name, number)
          select $1, 'Cliente ' || n, '55008' || (10000000 + n) from generate_series(1, 45) n returning id)
       insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, unread)
       select $1, id, $2, 'whatsapp', 'open', $3, $4, id % 45 / 42 from people`,
      [companyId, connectionId, ana.user.id, sales],
    );
    const list = async (query: string) =>
      (await ana.request('GET', `/tickets?${query}`)).json<{ count: number; isCountExact: boolean; tickets: [] }>();
    expect(await list('status=open')).toMatchObject({ count: 45, isCountExact: true });
    await openTicket(fixture, ana);
    for (const query of ['status=open', 'status=open&pageNumber=2', 'status=open&pageNumber=9'])
      expect(await list(query), query).toMatchObject({ count: 46, isCountExact: true });
    for (const filter of [`whatsapps=[${connectionId}]`, 'statusFilter=["open"]'])
      expect(await list(`status=open&${filter}`), filter).toMatchObject({ count: 46, isCountExact: true });
    const unread = await list('status=open&withUnreadMessages=true&pageNumber=2');
    expect(unread.count).toBe(3);
    await expectCountsOfSql(admin, ana);
  });
});

const isTicket = (ticket: unknown, id: number, status: string): boolean => {
  const found = ticket as { id: number; status: string };
  return found.id === id && found.status === status;
};
