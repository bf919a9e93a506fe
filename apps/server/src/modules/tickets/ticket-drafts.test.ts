import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { checks } from '../../../../../tools/verify/checks.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

let numbers = 0;
const aNumber = () => `55009877${String(++numbers).padStart(5, '0')}`;
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
/** A conversation that the admin attends, and an agent who may not see it. */
async function createFixture() {
  const counter = await service.createConnectedCompany();
  const outsider = await service.server.createAgent(counter.companyId);
  const number = aNumber();
  const { id, contactId } = await counter.openTicket(number, `oi ${number}`);
  const getTicket = async () => (await counter.admin.request('GET', `/tickets/${id}`)).json<Ticket>();
  return { ...counter, outsider, number, id, contactId, getTicket };
}

describe('the lane of a conversation', () => {
  const lane = async (admin: Caller, name: string) =>
    (await admin.request('POST', '/tags', { name, color: '#1E88E5', kanban: 1 })).json<{ id: number; name: string }>();

  it('is one: choosing another replaces it, clearing leaves none, and the lists are told [M-099]', async () => {
    const { admin, id, getTicket } = await createFixture();
    const [first, second] = [await lane(admin, 'Novo'), await lane(admin, 'Concluído')];
    const screen = await openSocket(service.server, admin);
    const waitForLanes = (names: string[]) =>
      screen.waitFor(
        'ticket',
        (payload) => 'ticket' in payload && payload.ticket.tags.map(({ name }) => name).join() === names.join(),
      );

    const set = await admin.request('PUT', `/ticket-tags/${id}/${first.id}`);
    expect([set.statusCode, set.json()]).toEqual([201, { ticketId: id, tagId: first.id }]);
    expect((await getTicket()).tags).toEqual([{ id: first.id, name: 'Novo', color: '#1E88E5' }]);
    await waitForLanes(['Novo']);
    await admin.request('PUT', `/ticket-tags/${id}/${second.id}`);
    expect((await getTicket()).tags.map(({ name }) => name)).toEqual(['Concluído']);
    await waitForLanes(['Concluído']);
    screen.reset();
    expect((await admin.request('DELETE', `/ticket-tags/${id}`)).statusCode).toBe(200);
    expect((await getTicket()).tags).toEqual([]);
    await waitForLanes([]);
    expect((await admin.request('DELETE', `/ticket-tags/${id}`)).statusCode).toBe(200);
    screen.close();
  });

  it('is a lane of the board, of a conversation that one may read [M-099]', async () => {
    const { admin, outsider, id, getTicket } = await createFixture();
    const novo = await lane(admin, 'Novo');
    const plain = (await admin.request('POST', '/tags', { name: 'VIP' })).json<{ id: number }>();
    expect(errorOf(await admin.request('PUT', `/ticket-tags/${id}/${plain.id}`))).toEqual([404, 'ERR_NO_LANE_FOUND']);
    expect(errorOf(await outsider.request('PUT', `/ticket-tags/${id}/${novo.id}`))).toEqual([
      404,
      'ERR_NO_TICKET_FOUND',
    ]);
    await admin.request('PUT', `/ticket-tags/${id}/${novo.id}`);
    expect(errorOf(await outsider.request('DELETE', `/ticket-tags/${id}`))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    expect((await getTicket()).tags).toHaveLength(1);
  });

  it('two who choose at once leave one lane', async () => {
    const { admin, id, getTicket } = await createFixture();
    const lanes = [await lane(admin, 'Novo'), await lane(admin, 'Depois'), await lane(admin, 'Concluído')];
    await Promise.all(lanes.map((item) => admin.request('PUT', `/ticket-tags/${id}/${item.id}`)));
    expect((await getTicket()).tags).toHaveLength(1);
  });
});

describe('words begun', () => {
  const NONE = { body: '', isPrivate: false, updatedAt: null };

  it('are kept for each person, replaced by the next, and gone when nothing is left of them', async () => {
    const { admin, id, companyId } = await createFixture();
    const other = await service.server.createAgent(companyId, { profile: 'admin' });
    const read = async (caller: Caller) => (await caller.request('GET', `/tickets/${id}/draft`)).json();
    expect(await read(admin)).toEqual(NONE);
    const saved = await admin.request('PUT', `/tickets/${id}/draft`, { body: 'Bom dia, vou', isPrivate: true });
    expect(saved.json()).toEqual({ body: 'Bom dia, vou', isPrivate: true, updatedAt: expect.stringMatching(/Z$/) });
    expect(await read(admin)).toEqual(saved.json());
    expect(await read(other)).toEqual(NONE);
    await admin.request('PUT', `/tickets/${id}/draft`, { body: 'Bom dia, vou ver' });
    expect(await read(admin)).toMatchObject({ body: 'Bom dia, vou ver', isPrivate: false });
    expect((await admin.request('PUT', `/tickets/${id}/draft`, { body: '' })).json()).toEqual(NONE);
    expect(await read(admin)).toEqual(NONE);
    const { rows } = await service.server.asOwner.query('select from ticket_drafts where company_id = $1', [companyId]);
    expect(rows).toEqual([]);
  });

  it('may be as long as a message and no longer', async () => {
    const { admin, id } = await createFixture();
    const saveDraft = (length: number) => admin.request('PUT', `/tickets/${id}/draft`, { body: 'a'.repeat(length) });
    expect((await saveDraft(65_536)).statusCode).toBe(200);
    expect((await saveDraft(65_537)).json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ rule: 'tooLong' }] });
  });

  it('belong to a conversation that one may read, and go with it and with their author', async () => {
    const { admin, outsider, id, companyId } = await createFixture();
    const second = await service.server.createAgent(companyId, { profile: 'admin' });
    for (const answer of [
      await outsider.request('GET', `/tickets/${id}/draft`),
      await outsider.request('PUT', `/tickets/${id}/draft`, { body: 'Oi' }),
    ])
      expect(errorOf(answer)).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    for (const caller of [admin, second]) await caller.request('PUT', `/tickets/${id}/draft`, { body: 'Oi' });
    const authors = async () =>
      (await service.server.asOwner.query('select user_id from ticket_drafts where ticket_id = $1', [id])).rows;
    await admin.request('DELETE', `/users/${second.user.id}`);
    expect(await authors()).toEqual([{ user_id: admin.user.id }]);
    await admin.request('DELETE', `/tickets/${id}`);
    expect(await authors()).toEqual([]);
  });
});

describe('to be looked at again', () => {
  const wrong = async (companyId: number) => {
    const { text } = checks.find(({ name }) => name === 'unread counter')!;
    const { rows } = await service.server.asOwner.query<{ company_id: number }>(text);
    return rows.filter((row) => row.company_id === companyId);
  };

  it('shows as unread until it is opened, and counts what nobody has read', async () => {
    const { admin, id, companyId, getTicket, messages } = await createFixture();
    await admin.request('POST', `/tickets/${id}/seen`);
    expect((await getTicket()).unreadMessages).toBe(0);
    const screen = await openSocket(service.server, admin);
    const marked = await admin.request('POST', `/tickets/${id}/unread`);
    expect([marked.statusCode, marked.json<Ticket>().unreadMessages]).toEqual([200, 1]);
    await screen.waitFor('ticket', (payload) => 'ticket' in payload && payload.ticket.unreadMessages === 1);
    expect((await messages()).filter((row) => !row.from_me && !row.is_read)).toHaveLength(1);
    expect(await wrong(companyId)).toEqual([]);
    // Once is enough.
    expect((await admin.request('POST', `/tickets/${id}/unread`)).json<Ticket>().unreadMessages).toBe(1);

    await admin.request('POST', `/tickets/${id}/seen`);
    expect((await getTicket()).unreadMessages).toBe(0);
    expect(await wrong(companyId)).toEqual([]);
    screen.close();
  });

  it('a new message of the customer counts on from there', async () => {
    const { admin, id, companyId, number, sendWebhook, customerMessage, getTicket } = await createFixture();
    await admin.request('POST', `/tickets/${id}/seen`);
    await admin.request('POST', `/tickets/${id}/unread`);
    await sendWebhook([customerMessage(number, 'alguém aí?')]);
    await service.until(getTicket, ({ unreadMessages }) => unreadMessages === 2);
    expect(await wrong(companyId)).toEqual([]);
  });

  it('asks for something to read: where the customer never wrote, or all is over, there is nothing', async () => {
    const { admin, outsider, id, companyId, connectionId } = await createFixture();
    expect(errorOf(await outsider.request('POST', `/tickets/${id}/unread`))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    const contact = (await admin.request('POST', '/contacts', { name: 'Zilda Prado', number: aNumber() })).json<{
      id: number;
    }>();
    const started = (
      await admin.request('POST', '/tickets', { contactId: contact.id, whatsappId: connectionId })
    ).json<Ticket>();
    expect(errorOf(await admin.request('POST', `/tickets/${started.id}/unread`))).toEqual([
      400,
      'ERR_NOTHING_TO_READ_AGAIN',
    ]);
    await admin.request('PUT', `/tickets/${id}`, { status: 'closed' });
    expect(errorOf(await admin.request('POST', `/tickets/${id}/unread`))).toEqual([409, 'ERR_TICKET_TRANSITION']);
    expect(await wrong(companyId)).toEqual([]);
  });
});
