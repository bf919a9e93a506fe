import type { Presence } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import { aScreen, calm, type Screen } from '../../../test/screens.ts';
import { maker } from '../../../test/world/tenants.ts';
import { aChannel } from '../../../test/channel.ts';

let here: TestHouse;
let there: TestHouse;
const channels = () => ({ of: () => aChannel().channel, close: async () => {} });
beforeAll(async () => {
  here = await aHouse({ open: true, channels: channels() });
  there = await aHouse({ ownerUrl: here.ownerUrl, open: true, channels: channels() });
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

const seen = (screen: Screen) =>
  screen.heard.filter(({ name }) => name === 'presence').map(({ told }) => told as Presence);
/** As soon as this screen was told exactly this, last: names, and a star for who is writing. */
async function sees(screen: Screen, ...people: string[]) {
  const last = () =>
    seen(screen)
      .at(-1)
      ?.people.map((one) => `${one.name}${one.isWriting ? '*' : ''}`);
  await expect.poll(last, { timeout: 8_000, interval: 20 }).toEqual(people);
}

/** A company with a waiting ticket in a queue of two agents, and a colleague of another queue. */
async function anOffice() {
  const admin = await here.anAdmin();
  const make = maker(here, admin.companyId);
  const [queueId, other] = [await make.queue(), await make.queue()];
  const [ana, bia, eva] = [
    await here.anAgent(admin.companyId, { name: 'Ana', queueIds: [queueId] }),
    await here.anAgent(admin.companyId, { name: 'Bia', queueIds: [queueId] }),
    await here.anAgent(admin.companyId, { name: 'Eva', queueIds: [other] }),
  ];
  const ticketId = await make.ticketIn(queueId);
  return { admin, make, ana, bia, eva, queueId, other, ticketId, uuid: await make.uuidOf(ticketId) };
}
const looks = async (who: Caller, ticket: string | number, house: TestHouse = here) => {
  const screen = await aScreen(house, who);
  return { screen, answer: await screen.says('joinChatBox', String(ticket)) };
};

describe('who looks at a conversation', () => {
  it('is told to everyone who does, by its id or its uuid: two screens of one person are one person', async () => {
    const { ana, bia, ticketId, uuid } = await anOffice();
    const { screen: first, answer } = await looks(ana, ticketId);
    expect(answer).toBeNull();
    await sees(first, 'Ana');
    const { screen: second } = await looks(ana, uuid);
    await sees(second, 'Ana');
    const { screen: other } = await looks(bia, uuid);
    for (const screen of [first, second, other]) await sees(screen, 'Ana', 'Bia');
    expect(seen(other).at(-1)).toEqual({
      ticketId,
      people: [
        { id: ana.user.id, name: 'Ana', isWriting: false },
        { id: bia.user.id, name: 'Bia', isWriting: false },
      ],
    });
    first.close();
    expect(await second.says('joinChatBoxLeave', uuid)).toBeNull();
    await sees(other, 'Bia');
    second.close();
    other.close();
  });

  it('tells who is writing, until it is told otherwise or nothing is said for some seconds', async () => {
    const { ana, bia, ticketId } = await anOffice();
    const [{ screen: writes }, { screen: reads }] = [await looks(ana, ticketId), await looks(bia, ticketId)];
    await sees(reads, 'Ana', 'Bia');
    writes.socket.emit('writing', String(ticketId), true);
    await sees(reads, 'Ana*', 'Bia');
    writes.socket.emit('writing', String(ticketId), false);
    await sees(reads, 'Ana', 'Bia');
    const told = seen(reads).length;
    // Repeated, it tells nothing new.
    for (let n = 0; n < 5; n++) writes.socket.emit('writing', String(ticketId), true);
    await sees(reads, 'Ana*', 'Bia');
    expect(seen(reads)).toHaveLength(told + 1);
    here.clock.pass(7_000);
    await sees(reads, 'Ana', 'Bia');
    writes.close();
    reads.close();
  });

  it('is nobody without sight of it: they get no answer but the one for a ticket that is not there, and no word [SK-03]', async () => {
    const { admin, ana, eva, ticketId, uuid } = await anOffice();
    const stranger = await here.anAdmin();
    const { screen } = await looks(ana, ticketId);
    const outside = [await aScreen(here, eva), await aScreen(here, stranger)];
    for (const one of outside) {
      for (const name of [String(ticketId), uuid, '2147483647', '9999999999', 'admins', ''])
        expect(await one.says('joinChatBox', name)).toBe('ERR_NO_TICKET_FOUND');
      one.socket.emit('writing', String(ticketId), true);
    }
    screen.socket.emit('writing', uuid, true);
    await sees(screen, 'Ana*');
    await calm(admin, screen, outside[0]!);
    await calm(stranger, outside[1]!);
    for (const one of outside) expect(one.frames.join()).not.toContain('presence');
    expect(seen(screen).flatMap(({ people }) => people.map(({ name }) => name))).not.toContain('Eva');
    for (const one of [screen, ...outside]) one.close();
  });

  it('changes when a right is taken: the room is left at once, and what comes later is not heard [SK-06]', async () => {
    const { admin, ana, bia, ticketId } = await anOffice();
    const [{ screen: stays }, { screen: goes }] = [await looks(ana, ticketId), await looks(bia, ticketId)];
    await sees(stays, 'Ana', 'Bia');
    await admin.ask('PUT', `/users/${bia.user.id}`, { queueIds: [] });
    await sees(stays, 'Ana');
    await calm(admin, goes);
    stays.socket.emit('writing', String(ticketId), true);
    await sees(stays, 'Ana*');
    await calm(admin, goes);
    expect(seen(goes)).toEqual([]);
    expect(await goes.says('joinChatBox', String(ticketId))).toBe('ERR_NO_TICKET_FOUND');
    stays.close();
    goes.close();
  });

  it('changes when the ticket moves out of sight, to another hand or another queue [SK-06]', async () => {
    const { admin, ana, bia, other, ticketId } = await anOffice();
    const [{ screen: boss }, { screen: first }, { screen: second }] = [
      await looks(admin, ticketId),
      await looks(ana, ticketId),
      await looks(bia, ticketId),
    ];
    const bossName = admin.user.name;
    await sees(boss, bossName, 'Ana', 'Bia');
    expect((await ana.ask('PUT', `/tickets/${ticketId}`, { status: 'open', userId: ana.user.id })).statusCode).toBe(
      200,
    );
    await sees(boss, bossName, 'Ana');
    await ana.ask('PUT', `/tickets/${ticketId}`, { isTransfered: true, queueId: other });
    await sees(boss, bossName);
    await admin.ask('DELETE', `/tickets/${ticketId}`);
    await calm(admin, boss);
    expect(await boss.says('joinChatBox', String(ticketId))).toBe('ERR_NO_TICKET_FOUND');
    for (const screen of [boss, first, second]) screen.close();
  });

  it('is asked for only so often: whoever goes on is counted as speaking strangely, and sent away', async () => {
    const { ana, ticketId } = await anOffice();
    const { screen } = await looks(ana, ticketId);
    for (let n = 0; n < 100; n++) screen.socket.emit('writing', String(ticketId), n % 2 === 0);
    await screen.closes();
  });
});

describe('what is told late', () => {
  it('names a place that the ticket has left since: nobody who sees it where it stands now is sent away', async () => {
    const { ana, ticketId, queueId, other } = await anOffice();
    const { screen } = await looks(ana, ticketId);
    await sees(screen, 'Ana');
    const at = (queue: number) => ({ status: 'pending', userId: null, queueId: queue, isGroup: false }) as const;
    const events = [
      { is: 'ticket.changed', ticketId, from: at(queueId), to: at(other) },
      { is: 'ticket.changed', ticketId, from: at(other), to: at(queueId) },
    ] as const;
    await here.db.inCompany(ana.companyId, async (tx) => events.forEach((event) => tx.emit(event)));
    await screen.hears('ticket', ({ action }) => action === 'update');
    expect(
      seen(screen)
        .at(-1)
        ?.people.map(({ name }) => name),
    ).toEqual(['Ana']);
    const { screen: second } = await looks(ana, ticketId);
    screen.socket.emit('writing', String(ticketId), true);
    await sees(second, 'Ana*');
    screen.close();
    second.close();
  });
});

describe('two nodes', () => {
  it('tell each other who looks and who writes, and that they have gone', async () => {
    const { ana, bia, ticketId } = await anOffice();
    const { screen: near } = await looks(ana, ticketId);
    await sees(near, 'Ana');
    const { screen: far } = await looks(bia, ticketId, there);
    for (const screen of [near, far]) await sees(screen, 'Ana', 'Bia');
    far.socket.emit('writing', String(ticketId), true);
    await sees(near, 'Ana', 'Bia*');
    far.close();
    await sees(near, 'Ana');
    near.close();
  });

  it('forget the people of one that was killed', async () => {
    const { ana, bia, ticketId } = await anOffice();
    const { screen } = await looks(ana, ticketId);
    const lastWord = { from: 'killed', places: [[ana.companyId, ticketId, [[bia.user.id, 'Bia', 1]]]] };
    await here.asOwner.query('select pg_notify($1, $2)', ['balcao_presence', JSON.stringify(lastWord)]);
    await sees(screen, 'Ana', 'Bia*');
    here.clock.pass(26_000);
    await sees(screen, 'Ana');
    screen.close();
  });

  it('keep nothing of it in the database, and read no nonsense', async () => {
    const { ana, ticketId } = await anOffice();
    const { screen } = await looks(ana, ticketId);
    await sees(screen, 'Ana');
    const state = async () =>
      (
        await here.asOwner.query(
          'select (select count(*) from event_log) as events, (select max(xid) from event_log) as last',
        )
      ).rows;
    const before = await state();
    for (const word of ['', '{', '[]', '{"from":"x","places":[[0,0,[]]]}'])
      await here.asOwner.query('select pg_notify($1, $2)', ['balcao_presence', word]);
    screen.socket.emit('writing', String(ticketId), true);
    await sees(screen, 'Ana*');
    expect(await state()).toEqual(before);
    screen.close();
  });
});
