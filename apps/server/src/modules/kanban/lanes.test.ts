import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

let numbers = 0;
const newNumber = () => `55009876${String(++numbers).padStart(5, '0')}`;
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
/** A ticket that the administrator handles, and an agent who may not read it. */
async function createFixture() {
  const company = await service.createConnectedCompany();
  const outsider = await service.server.createAgent(company.companyId);
  const number = newNumber();
  const { id } = await company.openTicket(number, `oi ${number}`);
  const getTicket = async () => (await company.admin.request('GET', `/tickets/${id}`)).json<Ticket>();
  return { ...company, outsider, id, getTicket };
}

describe('the lane of a ticket', () => {
  const createLane = async (admin: Caller, name: string) =>
    (await admin.request('POST', '/tags', { name, color: '#1E88E5', kanban: 1 })).json<{ id: number; name: string }>();

  it('is replaced by another, can be cleared, and is published [M-099]', async () => {
    const { admin, id, getTicket } = await createFixture();
    const [first, second] = [await createLane(admin, 'Novo'), await createLane(admin, 'Concluído')];
    const socket = await openSocket(service.server, admin);
    const waitForLanes = (names: string[]) =>
      socket.waitFor(
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
    socket.reset();
    expect((await admin.request('DELETE', `/ticket-tags/${id}`)).statusCode).toBe(200);
    expect((await getTicket()).tags).toEqual([]);
    await waitForLanes([]);
    expect((await admin.request('DELETE', `/ticket-tags/${id}`)).statusCode).toBe(200);
    socket.close();
  });

  it('refuses a tag that is no lane and a ticket that the user may not read [M-099]', async () => {
    const { admin, outsider, id, getTicket } = await createFixture();
    const novo = await createLane(admin, 'Novo');
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

  it('greets the customer on a move, and not when the move is undone [F-U17]', async () => {
    const { admin, id, messages } = await createFixture();
    const greeting = { color: '#1E88E5', kanban: 1, greetingMessageLane: 'Recebemos seu pedido.' };
    const lane = (await admin.request('POST', '/tags', { name: 'Recebido', ...greeting })).json<{ id: number }>();
    const greetings = async () =>
      (await messages()).filter(({ body }) => body.includes('Recebemos seu pedido.')).length;
    await admin.request('PUT', `/ticket-tags/${id}/${lane.id}`);
    expect(await greetings()).toBe(1);
    await admin.request('DELETE', `/ticket-tags/${id}`);
    expect((await admin.request('PUT', `/ticket-tags/${id}/${lane.id}?greeting=false`)).statusCode).toBe(201);
    expect(await greetings()).toBe(1);
  });

  it('is one lane after concurrent changes', async () => {
    const { admin, id, getTicket } = await createFixture();
    const lanes = [
      await createLane(admin, 'Novo'),
      await createLane(admin, 'Depois'),
      await createLane(admin, 'Concluído'),
    ];
    await Promise.all(lanes.map((item) => admin.request('PUT', `/ticket-tags/${id}/${item.id}`)));
    expect((await getTicket()).tags).toHaveLength(1);
  });
});

describe('the lanes of a company', () => {
  it('keep the order that an administrator chose, on the board too; a new lane comes last [F-U17]', async () => {
    const { admin, outsider } = await createFixture();
    const createLane = async (name: string) =>
      (await admin.request('POST', '/tags', { name, kanban: 1 })).json<{ id: number }>().id;
    const [first, second, third] = [await createLane('Novo'), await createLane('Depois'), await createLane('Pronto')];
    const order = (caller: Caller, lanes: number[]) => caller.request('PUT', '/tag/kanban', { lanes });
    const laneIds = async () =>
      (await outsider.request('GET', '/tag/kanban')).json<{ lista: { id: number }[] }>().lista.map(({ id }) => id);
    const boardIds = async () =>
      (await admin.request('GET', '/ticket/kanban?queueIds=[]'))
        .json<{ lanes: { laneId: number | null }[] }>()
        .lanes.map(({ laneId }) => laneId);

    expect(await laneIds()).toEqual([first, second, third]);
    const socket = await openSocket(service.server, admin);
    expect((await order(admin, [third, first])).statusCode).toBe(200);
    await socket.waitFor('tag', (payload) => payload.action === 'update');
    expect(await laneIds()).toEqual([third, first, second]);
    const added = await createLane('Entregue');
    expect(await laneIds()).toEqual([third, first, second, added]);
    expect(await boardIds()).toEqual([null, third, first, second, added]);
    expect((await order(outsider, [first, third])).statusCode).toBe(403);
    expect(errorOf(await order(admin, [first, 2_000_000_000]))).toEqual([404, 'ERR_NO_LANE_FOUND']);
    expect(await laneIds()).toEqual([third, first, second, added]);
    socket.close();
  });
});
