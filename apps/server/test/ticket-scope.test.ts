import { eventName, type Topic } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, type TestSocket } from './sockets.ts';
import { startConnectedServer, createPeer } from './connected-server.ts';
import type { Caller } from './users.ts';

// Who hears of a conversation while it moves: the same people who could read it, told by rooms instead of by a question.

type Service = Awaited<ReturnType<typeof startConnectedServer>>;
let service: Service;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

let customers = 0;
const aCustomer = () => `551199000${String(2000 + ++customers)}`;
let fences = 0;

/** A company with two queues, an open screen for each kind of person, and one at the neighbour's. */
async function createTeamWithSockets() {
  const { server } = service;
  const counter = await service.createConnectedCompany();
  const { admin, companyId } = counter;
  const aQueue = async (name: string) =>
    (await admin.request('POST', '/queue', { name, color: `#${String(100_000 + ++customers)}` })).json<{ id: number }>()
      .id;
  const [sales, support] = [await aQueue('Vendas'), await aQueue('Suporte')];
  const users = {
    admin,
    seller: await server.createAgent(companyId, { queueIds: [sales] }),
    colleague: await server.createAgent(companyId, { queueIds: [sales] }),
    chief: await server.createAgent(companyId, { queueIds: [sales], allUserChat: 'enabled' }),
    helper: await server.createAgent(companyId, { queueIds: [support], allUserChat: 'enabled', allowGroup: true }),
    porter: await server.createAgent(companyId, { allTicket: 'enabled' }),
    grouped: await server.createAgent(companyId, { queueIds: [sales], allTicket: 'enabled', allowGroup: true }),
    otherCompanyAdmin: await server.createAdmin(),
  };
  const screens = Object.fromEntries(
    await Promise.all(
      Object.entries(users).map(async ([name, caller]) => [name, await openSocket(server, caller)] as const),
    ),
  ) as Record<keyof typeof users, TestSocket>;

  /** What happened before is told before this; who has heard nothing by now hears nothing of it. */
  async function settled() {
    const name = `Cerca ${++fences}`;
    await Promise.all(
      [users.admin, users.otherCompanyAdmin].map((caller) => caller.request('POST', '/tags', { name })),
    );
    for (const screen of Object.values(screens))
      await screen.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === name);
  }
  /** What each has heard of this topic since the last look; whoever is not named has heard nothing. */
  async function received(topic: Topic): Promise<Record<string, string[]>> {
    await settled();
    const found = Object.entries(screens).flatMap(([name, screen]) => {
      const own = eventName(users[name as keyof typeof users].companyId, topic);
      const actions = screen.received.flatMap((event) =>
        event.name === own ? (event.payload as { action: string }).action : [],
      );
      return actions.length > 0 ? [[name, actions] as const] : [];
    });
    return Object.fromEntries(found);
  }
  async function reset() {
    await settled();
    for (const screen of Object.values(screens)) screen.reset();
  }
  await reset();

  /** Somebody writes, and the ticket stands there. */
  async function arrives(isGroup = false) {
    const number = aCustomer();
    const before = (await counter.tickets()).length;
    await counter.sendWebhook([
      counter.customerMessage(number, 'Bom dia', {
        peer: isGroup
          ? { identities: [{ kind: 'group', value: number }], name: 'Família', isGroup }
          : createPeer(number),
      }),
    ]);
    const tickets = await service.until(counter.tickets, (seen) => seen.length > before);
    await service.until(counter.messages, (seen) => seen.some((message) => message.ticket_id === tickets.at(-1).id));
    return { ticketId: tickets.at(-1).id as number, number };
  }
  const changes = async (caller: Caller, ticketId: number, body: object) => {
    const answer = await caller.request('PUT', `/tickets/${ticketId}`, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  return { ...counter, sales, support, users, screens, heard: received, reset, arrives, changes };
}

describe('who hears of a ticket', () => {
  it('is who may see it, wherever it goes: the others hear that it is gone, or nothing at all [M-018] [SK-05]', async () => {
    const team = await createTeamWithSockets();
    const { users, sales, support } = team;
    const { ticketId, number } = await team.arrives();
    // Without a queue it waits for admins and for those who see what has none.
    expect(Object.keys(await team.heard('ticket')).sort()).toEqual(['admin', 'grouped', 'porter']);
    expect(Object.keys(await team.heard('appMessage')).sort()).toEqual(['admin', 'grouped', 'porter']);

    await team.reset();
    await team.changes(users.admin, ticketId, { queueId: sales });
    const inSales = await team.heard('ticket');
    expect(Object.keys(inSales).sort()).toEqual(['admin', 'chief', 'colleague', 'grouped', 'porter', 'seller']);
    expect(inSales['porter']).toEqual(['delete']);
    expect(inSales['seller']!.at(-1)).toBe('update');

    await team.reset();
    await team.changes(users.seller, ticketId, { status: 'open', userId: users.seller.user.id, queueId: sales });
    const accepted = await team.heard('ticket');
    expect(Object.keys(accepted).sort()).toEqual(['admin', 'chief', 'colleague', 'grouped', 'seller']);
    expect([...new Set(accepted['colleague'])]).toEqual(['delete']);
    for (const name of ['admin', 'chief', 'seller']) expect(accepted[name], name).toContain('update');

    await team.reset();
    const before = (await team.messages()).length;
    await team.sendWebhook([team.customerMessage(number, 'Ainda aí?')]);
    await service.until(team.messages, (seen) => seen.length > before);
    expect(Object.keys(await team.heard('appMessage')).sort()).toEqual(['admin', 'chief', 'seller']);

    await team.reset();
    await team.changes(users.seller, ticketId, {
      isTransfered: true,
      userId: users.helper.user.id,
      queueId: support,
    });
    const moved = await team.heard('ticket');
    expect(Object.keys(moved).sort()).toEqual(['admin', 'chief', 'helper', 'seller']);
    expect([...new Set([...moved['chief']!, ...moved['seller']!])]).toEqual(['delete']);

    await team.reset();
    await users.admin.request('DELETE', `/tickets/${ticketId}`);
    expect(await team.heard('ticket')).toEqual({ admin: ['delete'], helper: ['delete'] });
  });

  it('of a group only those who may see groups, even when it is given to somebody else', async () => {
    const team = await createTeamWithSockets();
    await service.server.asOwner.query(
      'update connections set allow_group = true, group_as_ticket = true where id = $1',
      [team.connectionId],
    );
    const { ticketId } = await team.arrives(true);
    // Without a queue it is everybody's who may see groups.
    expect(Object.keys(await team.heard('ticket')).sort()).toEqual(['admin', 'grouped', 'helper']);
    expect(Object.keys(await team.heard('appMessage')).sort()).toEqual(['admin', 'grouped', 'helper']);

    await team.reset();
    await team.changes(team.users.admin, ticketId, {
      isTransfered: true,
      userId: team.users.seller.user.id,
      queueId: team.sales,
    });
    const afterTransfer = await team.heard('ticket');
    expect(Object.keys(afterTransfer).sort()).toEqual(['admin', 'grouped', 'helper']);
    expect([...new Set(afterTransfer['helper'])]).toEqual(['delete']);
    expect((await team.users.seller.request('GET', `/tickets/${ticketId}`)).statusCode).toBe(404);
  });
});

describe('what was missed', () => {
  it('is told to who may see it now: what was said after it left their queue stays unheard', async () => {
    const team = await createTeamWithSockets();
    const { users, sales, support } = team;
    const { ticketId, number } = await team.arrives();
    const since = team.screens.seller.lastEventId();
    const writes = async (text: string) => {
      await team.sendWebhook([team.customerMessage(number, text)]);
      await service.until(team.messages, (seen) => seen.some((message) => message.body === text));
    };
    await team.changes(users.admin, ticketId, { queueId: sales });
    await writes('Ainda em vendas');
    await team.changes(users.admin, ticketId, {
      isTransfered: true,
      userId: users.helper.user.id,
      queueId: support,
    });
    await writes('Segredo do suporte');
    const own = (await users.helper.request('POST', `/messages/${ticketId}`, { body: 'Resposta do suporte' })).json();
    await team.heard('appMessage');

    const reconnected = await openSocket(service.server, users.seller, { lastEventId: since });
    const receivedText = reconnected.frames.join() + JSON.stringify(reconnected.received);
    expect(receivedText).not.toContain('Segredo do suporte');
    expect(receivedText).not.toContain('Resposta do suporte');
    expect(reconnected.allOf('ticket').at(-1)).toMatchObject({ action: 'delete', ticketId });
    reconnected.close();

    // Whoever has it now hears all of it.
    const helper = await openSocket(service.server, users.helper, { lastEventId: since });
    const bodies = helper.allOf('appMessage').flatMap((payload) => ('ticket' in payload ? payload.message.body : []));
    expect(bodies).toEqual(expect.arrayContaining(['Segredo do suporte', own[0].body]));
    helper.close();
  });
});

describe('who hears of contacts and connections', () => {
  it('of contacts the whole company, with the number as hidden as everywhere, and no neighbour', async () => {
    const team = await createTeamWithSockets();
    const { admin } = team.users;
    await admin.request('PUT', '/companySettings', { column: 'enableLGPD', data: 'enabled' });
    await admin.request('PUT', '/companySettings', { column: 'lgpdHideNumber', data: 'enabled' });
    const number = aCustomer();
    const created = await admin.request('POST', '/contacts', { name: 'Helena Prado', number });
    const { id } = created.json<{ id: number }>();
    const colleagues = Object.keys(team.screens).filter((name) => name !== 'neighbour');
    expect(Object.keys(await team.heard('contact')).sort()).toEqual(colleagues.sort());
    for (const screen of Object.values(team.screens)) expect(screen.frames.join()).not.toContain(number);

    await team.reset();
    await admin.request('DELETE', `/contacts/${id}`);
    expect(await team.heard('contact')).toEqual(Object.fromEntries(colleagues.map((name) => [name, ['delete']])));
  });

  it('of a QR code those who connect channels, of the connection itself everybody in brief', async () => {
    const team = await createTeamWithSockets();
    const connector = await service.server.createAgent(team.companyId, { allowConnections: 'enabled' });
    const screen = await openSocket(service.server, connector);
    await team.sendWebhook([{ type: 'session', status: 'qrcode', qrcode: 'so-para-quem-conecta' }]);
    await screen.waitFor('whatsappSession', (payload) => payload.session.qrcode === 'so-para-quem-conecta');
    expect(await team.heard('whatsappSession')).toEqual({ admin: ['update'] });
    for (const [name, { frames }] of Object.entries(team.screens)) {
      if (name !== 'admin') expect(frames.join(), name).not.toContain('so-para-quem-conecta');
    }
    const payload = team.screens.seller.allOf('whatsapp').at(-1);
    expect(payload && 'whatsapp' in payload && Object.keys(payload.whatsapp).sort()).toEqual(
      ['channel', 'groupAsTicket', 'id', 'isDefault', 'name', 'provider', 'status'].sort(),
    );
    expect(Object.keys(await team.heard('whatsapp')).sort()).toEqual(
      Object.keys(team.screens)
        .filter((name) => name !== 'neighbour')
        .sort(),
    );
    screen.close();
  });
});
