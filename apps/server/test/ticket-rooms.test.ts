import { eventName, type Topic } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aScreen, type Screen } from './screens.ts';
import { aService, person } from './service.ts';
import type { Caller } from './people.ts';

// Who hears of a conversation while it moves: the same people who could read it, told by rooms instead of by a question.

type Service = Awaited<ReturnType<typeof aService>>;
let service: Service;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

let customers = 0;
const aCustomer = () => `551199000${String(2000 + ++customers)}`;
let fences = 0;

/** A company with two queues, an open screen for each kind of person, and one at the neighbour's. */
async function aFloor() {
  const { house } = service;
  const counter = await service.aCounter();
  const { admin, companyId } = counter;
  const aQueue = async (name: string) =>
    (await admin.ask('POST', '/queue', { name, color: `#${String(100_000 + ++customers)}` })).json<{ id: number }>().id;
  const [sales, support] = [await aQueue('Vendas'), await aQueue('Suporte')];
  const people = {
    admin,
    seller: await house.anAgent(companyId, { queueIds: [sales] }),
    colleague: await house.anAgent(companyId, { queueIds: [sales] }),
    chief: await house.anAgent(companyId, { queueIds: [sales], allUserChat: 'enabled' }),
    helper: await house.anAgent(companyId, { queueIds: [support], allUserChat: 'enabled', allowGroup: true }),
    porter: await house.anAgent(companyId, { allTicket: 'enabled' }),
    grouped: await house.anAgent(companyId, { queueIds: [sales], allTicket: 'enabled', allowGroup: true }),
    neighbour: await house.anAdmin(),
  };
  const screens = Object.fromEntries(
    await Promise.all(Object.entries(people).map(async ([name, who]) => [name, await aScreen(house, who)] as const)),
  ) as Record<keyof typeof people, Screen>;

  /** What happened before is told before this; who has heard nothing by now hears nothing of it. */
  async function settled() {
    const name = `Cerca ${++fences}`;
    await Promise.all([people.admin, people.neighbour].map((who) => who.ask('POST', '/tags', { name })));
    for (const screen of Object.values(screens))
      await screen.hears('tag', (told) => 'tag' in told && told.tag.name === name);
  }
  /** What each has heard of this topic since the last look; whoever is not named has heard nothing. */
  async function heard(topic: Topic): Promise<Record<string, string[]>> {
    await settled();
    const found = Object.entries(screens).flatMap(([name, screen]) => {
      const own = eventName(people[name as keyof typeof people].companyId, topic);
      const actions = screen.heard.flatMap((one) => (one.name === own ? (one.told as { action: string }).action : []));
      return actions.length > 0 ? [[name, actions] as const] : [];
    });
    return Object.fromEntries(found);
  }
  async function forget() {
    await settled();
    for (const screen of Object.values(screens)) screen.forget();
  }
  await forget();

  /** Somebody writes, and the ticket stands there. */
  async function arrives(isGroup = false) {
    const number = aCustomer();
    const before = (await counter.tickets()).length;
    await counter.ring([
      counter.says(number, 'Bom dia', {
        peer: isGroup ? { identities: [{ kind: 'group', value: number }], name: 'Família', isGroup } : person(number),
      }),
    ]);
    const tickets = await service.until(counter.tickets, (seen) => seen.length > before);
    await service.until(counter.messages, (seen) => seen.some((one) => one.ticket_id === tickets.at(-1).id));
    return { ticketId: tickets.at(-1).id as number, number };
  }
  const changes = async (who: Caller, ticketId: number, body: object) => {
    const answer = await who.ask('PUT', `/tickets/${ticketId}`, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  return { ...counter, sales, support, people, screens, heard, forget, arrives, changes };
}

describe('who hears of a ticket', () => {
  it('is who may see it, wherever it goes: the others hear that it is gone, or nothing at all [M-018] [SK-05]', async () => {
    const floor = await aFloor();
    const { people, sales, support } = floor;
    const { ticketId, number } = await floor.arrives();
    // Without a queue it waits for admins and for those who see what has none.
    expect(Object.keys(await floor.heard('ticket')).sort()).toEqual(['admin', 'grouped', 'porter']);
    expect(Object.keys(await floor.heard('appMessage')).sort()).toEqual(['admin', 'grouped', 'porter']);

    await floor.forget();
    await floor.changes(people.admin, ticketId, { queueId: sales });
    const inSales = await floor.heard('ticket');
    expect(Object.keys(inSales).sort()).toEqual(['admin', 'chief', 'colleague', 'grouped', 'porter', 'seller']);
    expect(inSales['porter']).toEqual(['delete']);
    expect(inSales['seller']!.at(-1)).toBe('update');

    await floor.forget();
    await floor.changes(people.seller, ticketId, { status: 'open', userId: people.seller.user.id, queueId: sales });
    const accepted = await floor.heard('ticket');
    expect(Object.keys(accepted).sort()).toEqual(['admin', 'chief', 'colleague', 'grouped', 'seller']);
    expect([...new Set(accepted['colleague'])]).toEqual(['delete']);
    for (const name of ['admin', 'chief', 'seller']) expect(accepted[name], name).toContain('update');

    await floor.forget();
    const before = (await floor.messages()).length;
    await floor.ring([floor.says(number, 'Ainda aí?')]);
    await service.until(floor.messages, (seen) => seen.length > before);
    expect(Object.keys(await floor.heard('appMessage')).sort()).toEqual(['admin', 'chief', 'seller']);

    await floor.forget();
    await floor.changes(people.seller, ticketId, {
      isTransfered: true,
      userId: people.helper.user.id,
      queueId: support,
    });
    const moved = await floor.heard('ticket');
    expect(Object.keys(moved).sort()).toEqual(['admin', 'chief', 'helper', 'seller']);
    expect([...new Set([...moved['chief']!, ...moved['seller']!])]).toEqual(['delete']);

    await floor.forget();
    await people.admin.ask('DELETE', `/tickets/${ticketId}`);
    expect(await floor.heard('ticket')).toEqual({ admin: ['delete'], helper: ['delete'] });
  });

  it('of a group only those who may see groups, even when it is given to somebody else', async () => {
    const floor = await aFloor();
    await service.house.asOwner.query(
      'update connections set allow_group = true, group_as_ticket = true where id = $1',
      [floor.connectionId],
    );
    const { ticketId } = await floor.arrives(true);
    // Without a queue it is everybody's who may see groups.
    expect(Object.keys(await floor.heard('ticket')).sort()).toEqual(['admin', 'grouped', 'helper']);
    expect(Object.keys(await floor.heard('appMessage')).sort()).toEqual(['admin', 'grouped', 'helper']);

    await floor.forget();
    await floor.changes(floor.people.admin, ticketId, {
      isTransfered: true,
      userId: floor.people.seller.user.id,
      queueId: floor.sales,
    });
    const given = await floor.heard('ticket');
    expect(Object.keys(given).sort()).toEqual(['admin', 'grouped', 'helper']);
    expect([...new Set(given['helper'])]).toEqual(['delete']);
    expect((await floor.people.seller.ask('GET', `/tickets/${ticketId}`)).statusCode).toBe(404);
  });
});

describe('what was missed', () => {
  it('is told to who may see it now: what was said after it left their queue stays unheard', async () => {
    const floor = await aFloor();
    const { people, sales, support } = floor;
    const { ticketId, number } = await floor.arrives();
    const since = floor.screens.seller.lastEventId();
    const writes = async (words: string) => {
      await floor.ring([floor.says(number, words)]);
      await service.until(floor.messages, (seen) => seen.some((one) => one.body === words));
    };
    await floor.changes(people.admin, ticketId, { queueId: sales });
    await writes('Ainda em vendas');
    await floor.changes(people.admin, ticketId, {
      isTransfered: true,
      userId: people.helper.user.id,
      queueId: support,
    });
    await writes('Segredo do suporte');
    const own = (await people.helper.ask('POST', `/messages/${ticketId}`, { body: 'Resposta do suporte' })).json();
    await floor.heard('appMessage');

    const back = await aScreen(service.house, people.seller, { lastEventId: since });
    const heard = back.frames.join() + JSON.stringify(back.heard);
    expect(heard).not.toContain('Segredo do suporte');
    expect(heard).not.toContain('Resposta do suporte');
    expect(back.allOf('ticket').at(-1)).toMatchObject({ action: 'delete', ticketId });
    back.close();

    // Whoever has it now hears all of it.
    const helper = await aScreen(service.house, people.helper, { lastEventId: since });
    const told = helper.allOf('appMessage').flatMap((one) => ('ticket' in one ? one.message.body : []));
    expect(told).toEqual(expect.arrayContaining(['Segredo do suporte', own[0].body]));
    helper.close();
  });
});

describe('who hears of contacts and connections', () => {
  it('of contacts the whole company, with the number as hidden as everywhere, and no neighbour', async () => {
    const floor = await aFloor();
    const { admin } = floor.people;
    await admin.ask('PUT', '/companySettings', { column: 'enableLGPD', data: 'enabled' });
    await admin.ask('PUT', '/companySettings', { column: 'lgpdHideNumber', data: 'enabled' });
    const number = aCustomer();
    const made = await admin.ask('POST', '/contacts', { name: 'Helena Prado', number });
    const { id } = made.json<{ id: number }>();
    const everybody = Object.keys(floor.screens).filter((name) => name !== 'neighbour');
    expect(Object.keys(await floor.heard('contact')).sort()).toEqual(everybody.sort());
    for (const screen of Object.values(floor.screens)) expect(screen.frames.join()).not.toContain(number);

    await floor.forget();
    await admin.ask('DELETE', `/contacts/${id}`);
    expect(await floor.heard('contact')).toEqual(Object.fromEntries(everybody.map((name) => [name, ['delete']])));
  });

  it('of a QR code those who connect channels, of the connection itself everybody in brief', async () => {
    const floor = await aFloor();
    const connector = await service.house.anAgent(floor.companyId, { allowConnections: 'enabled' });
    const screen = await aScreen(service.house, connector);
    await floor.ring([{ is: 'session', status: 'qrcode', qrcode: 'so-para-quem-conecta' }]);
    await screen.hears('whatsappSession', (told) => told.session.qrcode === 'so-para-quem-conecta');
    expect(await floor.heard('whatsappSession')).toEqual({ admin: ['update'] });
    for (const [name, { frames }] of Object.entries(floor.screens)) {
      if (name !== 'admin') expect(frames.join(), name).not.toContain('so-para-quem-conecta');
    }
    const told = floor.screens.seller.allOf('whatsapp').at(-1);
    expect(told && 'whatsapp' in told && Object.keys(told.whatsapp).sort()).toEqual(
      ['channel', 'groupAsTicket', 'id', 'isDefault', 'name', 'provider', 'status'].sort(),
    );
    expect(Object.keys(await floor.heard('whatsapp')).sort()).toEqual(
      Object.keys(floor.screens)
        .filter((name) => name !== 'neighbour')
        .sort(),
    );
    screen.close();
  });
});
