import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Signal } from '../../channels/port.ts';
import type { Caller } from '../../../test/people.ts';
import { aScreen } from '../../../test/screens.ts';
import { aService, person } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

const sql = async (text: string, values: unknown[] = []) => (await service.house.asOwner.query(text, values)).rows;
let numbers = 0;
const aNumber = () => `55009${String(10_000_000 + ++numbers)}`;
type Settings = Parameters<typeof service.aCounter>[0];

/** A counter with two queues, and two agents who stand in the first. */
async function aDesk(settings: Settings = {}) {
  const counter = await service.aCounter({ sendGreetingAccepted: 'disabled', userRating: 'disabled', ...settings });
  const { admin, companyId, connectionId } = counter;
  const queue = async (name: string, color: string) =>
    (await admin.ask('POST', '/queue', { name, color })).json<{ id: number }>().id;
  const [sales, support] = [await queue('Vendas', '#112233'), await queue('Suporte', '#445566')];
  const anAgent = (fields: object = {}) => service.house.anAgent(companyId, { queueIds: [sales], ...fields });

  /** Somebody writes for the first time; the ticket waits in this queue. */
  async function arrives(queueId: number | null = sales, text = 'Bom dia', more: Partial<Signal> = {}, name = 'Rita') {
    const number = aNumber();
    const answer = await counter.ring([
      counter.says(number, text, { peer: person(number, name), ...(more as object) }),
    ]);
    expect(answer.statusCode).toBe(200);
    const find = () =>
      sql(
        `select t.* from tickets t join messages m on m.company_id = t.company_id and m.ticket_id = t.id
          where t.company_id = $1 and m.body = $2 order by t.id desc limit 1`,
        [companyId, text],
      );
    const [ticket] = await service.until(find, (rows) => rows.length === 1);
    await sql('update tickets set queue_id = $1 where id = $2', [queueId, ticket.id]);
    return { id: ticket.id as number, uuid: ticket.uuid as string, contactId: ticket.contact_id as number, number };
  }
  const row = async (id: number) => (await sql('select * from tickets where id = $1', [id]))[0];
  const log = async (id: number): Promise<string[]> =>
    (await sql('select type from ticket_log where ticket_id = $1 order by id', [id])).map((entry) => entry.type);
  const track = (id: number) => sql('select * from ticket_tracking where ticket_id = $1 order by id', [id]);
  const texts = async (id: number): Promise<string[]> =>
    (await sql('select body from messages where ticket_id = $1 and from_me and not is_private order by seq', [id])).map(
      (message) => message.body,
    );
  const connection = (set: string) => sql(`update connections set ${set} where id = $1`, [connectionId]);
  return {
    ...counter,
    sales,
    support,
    anAgent,
    arrives,
    row,
    log,
    track,
    texts,
    connection,
    ana: await anAgent({ name: 'Ana' }),
    bia: await anAgent({ name: 'Bia' }),
  };
}
const put = (who: Caller, id: number, body: object) => who.ask('PUT', `/tickets/${id}`, body);
const accept = async (who: Caller, id: number, more: object = {}) => {
  const answer = await put(who, id, { status: 'open', userId: who.user.id, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
let words = 0;
const someWords = () => `palavras ${process.pid} ${++words}`;

describe('accepting', () => {
  it('makes it open and mine, read, and tracked from now on [M-062] [M-063]', async () => {
    const desk = await aDesk();
    const ticket = await desk.arrives();
    expect(await desk.row(ticket.id)).toMatchObject({ status: 'pending', user_id: null, unread: 1 });
    expect(await accept(desk.ana, ticket.id)).toMatchObject({
      id: ticket.id,
      status: 'open',
      userId: desk.ana.user.id,
      user: { name: 'Ana' },
      queue: { name: 'Vendas' },
      unreadMessages: 0,
      isBot: false,
    });
    expect(await desk.log(ticket.id)).toEqual(['create', 'open']);
    const [tracked, ...more] = await desk.track(ticket.id);
    expect(more).toEqual([]);
    expect(tracked).toMatchObject({ user_id: desk.ana.user.id, queue_id: desk.sales, finished_at: null });
    expect(tracked.started_at).not.toBeNull();
  });

  it('by two at once is won by one; the other is told who has it, and nothing is changed twice [M-063]', async () => {
    const desk = await aDesk();
    for (let round = 0; round < 5; round++) {
      const ticket = await desk.arrives(desk.sales, someWords());
      const answers = await Promise.all(
        [desk.ana, desk.bia].map((agent) => put(agent, ticket.id, { status: 'open', userId: agent.user.id })),
      );
      expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
      const won = answers.find((answer) => answer.statusCode === 200)!.json();
      const { error, code } = answers.find((answer) => answer.statusCode === 409)!.json();
      expect(code).toBe('ERR_OTHER_OPEN_TICKET');
      expect(JSON.parse(error)).toMatchObject({
        id: ticket.id,
        uuid: ticket.uuid,
        status: 'open',
        userId: won.userId,
        user: { id: won.userId, name: won.user.name },
        queue: { name: 'Vendas' },
      });
      expect(await desk.log(ticket.id)).toEqual(['create', 'open']);
      expect((await desk.row(ticket.id)).user_id).toBe(won.userId);
    }
  });

  it('what stands in another queue is not known to me, and a queue can be chosen on the way [M-064]', async () => {
    const desk = await aDesk();
    const others = await desk.arrives(desk.support, someWords());
    expect((await put(desk.ana, others.id, { status: 'open' })).json().error).toBe('ERR_NO_TICKET_FOUND');
    const free = await desk.arrives(null, someWords());
    const helper = await desk.anAgent({ allTicket: 'enabled' });
    expect((await put(helper, free.id, { status: 'open', queueId: 2_000_000_000 })).json().error).toBe(
      'ERR_QUEUE_NOT_FOUND',
    );
    expect(await accept(helper, free.id, { queueId: desk.sales })).toMatchObject({ queue: { name: 'Vendas' } });
  });

  it('greets when the company wants it, in groups only where groups are tickets [M-065]', async () => {
    const desk = await aDesk({ sendGreetingAccepted: 'enabled', greetingAcceptedMessage: 'Oi, {{firstName}}!' });
    const ticket = await desk.arrives();
    await accept(desk.ana, ticket.id);
    expect(await desk.texts(ticket.id)).toEqual(['Oi, Rita!']);
    await service.until(
      async () => service.phone.texts(),
      (texts) => texts.includes('Oi, Rita!'),
    );

    await desk.connection('allow_group = true, group_as_ticket = true');
    const inGroup = (value: string) => ({
      peer: { identities: [{ kind: 'group' as const, value }], isGroup: true, name: 'Turma' },
      author: person(aNumber()),
    });
    const group = await desk.arrives(desk.sales, someWords(), inGroup(`g${aNumber()}`));
    expect(await accept(desk.admin, group.id)).toMatchObject({ status: 'group', isGroup: true });
    expect(await desk.texts(group.id)).toEqual(['Oi, Turma!']);
    const quiet = await desk.arrives(desk.sales, someWords(), inGroup(`g${aNumber()}`));
    await desk.connection('group_as_ticket = false');
    await accept(desk.admin, quiet.id);
    expect(await desk.texts(quiet.id)).toEqual([]);
  });
});

describe('letting go', () => {
  it('returns it to its queue without an attendant [M-066]', async () => {
    const desk = await aDesk();
    const ticket = await desk.arrives();
    await accept(desk.ana, ticket.id);
    expect((await put(desk.ana, ticket.id, { status: 'pending', userId: null })).json()).toMatchObject({
      status: 'pending',
      userId: null,
      user: null,
      queueId: desk.sales,
    });
    expect(await desk.log(ticket.id)).toEqual(['create', 'open', 'pending']);
    expect((await desk.track(ticket.id))[0]).toMatchObject({ started_at: null, user_id: null, finished_at: null });
    await accept(desk.bia, ticket.id);
  });

  it('of somebody who leaves the company lets it wait again, where it was [PB-02]', async () => {
    const desk = await aDesk();
    const ticket = await desk.arrives();
    const leaver = await desk.anAgent();
    await accept(leaver, ticket.id);
    expect((await desk.admin.ask('DELETE', `/users/${leaver.user.id}`)).statusCode).toBe(200);
    expect(await desk.row(ticket.id)).toMatchObject({ status: 'pending', user_id: null, queue_id: desk.sales });
    expect(await desk.log(ticket.id)).toEqual(['create', 'open', 'pending']);
  });

  it('closes with the farewell that was chosen: the attendant’s own, the connection’s, or none [M-067]', async () => {
    const desk = await aDesk();
    await desk.connection(`farewell_message = 'Até logo!'`);
    const own = await desk.anAgent({ farewellMessage: 'Tchau, {{name}}' });
    const close = async (who: Caller, more: object) => {
      const ticket = await desk.arrives(desk.sales, someWords());
      await accept(who, ticket.id);
      expect((await put(who, ticket.id, { status: 'closed', ...more })).json().status).toBe('closed');
      expect(await desk.log(ticket.id)).toEqual(['create', 'open', 'closed']);
      expect((await desk.track(ticket.id))[0].finished_at).not.toBeNull();
      return desk.texts(ticket.id);
    };
    expect(await close(desk.ana, {})).toEqual(['Até logo!']);
    expect(await close(own, { sendFarewellMessage: true })).toEqual(['Tchau, Rita']);
    expect(await close(desk.ana, { sendFarewellMessage: false })).toEqual([]);
  });

  it('needs a tag of the contact where the company requires one [M-068]', async () => {
    const desk = await aDesk({ requiredTag: 'enabled' });
    const ticket = await desk.arrives();
    await accept(desk.ana, ticket.id);
    const before = await desk.row(ticket.id);
    const refused = await put(desk.ana, ticket.id, { status: 'closed' });
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'ERR_TICKET_NEEDS_TAG']);
    expect(await desk.row(ticket.id)).toEqual(before);
    const tag = (await desk.admin.ask('POST', '/tags', { name: 'Cliente' })).json();
    await desk.ana.ask('POST', '/tags/sync', { contactId: ticket.contactId, tags: [{ id: tag.id }] });
    expect((await put(desk.ana, ticket.id, { status: 'closed' })).json().status).toBe('closed');
  });

  it('ignores what waits, silently, for those who may; closing it with a farewell needs the same right [M-069] [M-169]', async () => {
    const desk = await aDesk({ sendFarewellWaitingTicket: 'enabled' });
    await desk.connection(`farewell_message = 'Até logo!'`);
    const ignore = { status: 'closed', userId: null, sendFarewellMessage: false, amountUsedBotQueues: 0 };
    const may = await desk.anAgent({ userClosePendingTicket: 'enabled' });
    const mayNot = await desk.anAgent({ userClosePendingTicket: 'disabled' });

    const first = await desk.arrives(desk.sales, someWords());
    await sql('update tickets set bot_turns = 3 where id = $1', [first.id]);
    const before = await desk.row(first.id);
    for (const body of [ignore, { status: 'closed' }])
      expect((await put(mayNot, first.id, body)).json().error).toBe('ERR_NO_PERMISSION');
    expect(await desk.row(first.id)).toEqual(before);
    expect((await put(may, first.id, ignore)).json()).toMatchObject({ status: 'closed', amountUsedBotQueues: 0 });
    expect(await desk.texts(first.id)).toEqual([]);
    expect(await desk.log(first.id)).toEqual(['create', 'closed']);

    const second = await desk.arrives(desk.sales, someWords());
    await sql(`update tickets set status = 'lgpd' where id = $1`, [second.id]);
    expect((await put(desk.admin, second.id, ignore)).json().status).toBe('closed');
    const third = await desk.arrives(desk.sales, someWords());
    await put(desk.admin, third.id, { status: 'closed' });
    expect(await desk.texts(third.id)).toEqual(['Até logo!']);
    const off = { column: 'sendFarewellWaitingTicket', data: 'disabled' };
    expect((await desk.admin.ask('PUT', '/companySettings', off)).statusCode).toBe(200);
    const fourth = await desk.arrives(desk.sales, someWords());
    await put(desk.admin, fourth.id, { status: 'closed' });
    expect(await desk.texts(fourth.id)).toEqual([]);
  });

  it('asks for a rating first, where it is wanted and somebody attended; the ticket waits as nps', async () => {
    const desk = await aDesk({ userRating: 'enabled' });
    await desk.connection(`rating_message = 'De 0 a 10?', farewell_message = 'Até logo!'`);
    const ticket = await desk.arrives();
    await accept(desk.ana, ticket.id);
    expect((await put(desk.ana, ticket.id, { status: 'closed' })).json().status).toBe('nps');
    expect(await desk.texts(ticket.id)).toEqual(['De 0 a 10?']);
    expect(await desk.log(ticket.id)).toEqual(['create', 'open', 'nps']);
    const [asked] = await desk.track(ticket.id);
    expect(asked).toMatchObject({ finished_at: null, user_id: desk.ana.user.id });
    expect(asked.closed_at).not.toBeNull();
    // Whoever starts a new conversation does not wait for the rating.
    const again = await desk.ana.ask('POST', '/tickets', { contactId: ticket.contactId, queueId: desk.sales });
    expect([again.statusCode, again.json().status]).toEqual([200, 'open']);
    expect(await desk.row(ticket.id)).toMatchObject({ status: 'closed', rating: null });
    const quiet = await desk.arrives(desk.sales, someWords());
    await accept(desk.ana, quiet.id);
    const closed = await put(desk.ana, quiet.id, { status: 'closed', sendFarewellMessage: false });
    expect(closed.json().status).toBe('closed');
  });

  it('cannot be asked to wait for a rating or a consent [M-062]', async () => {
    const desk = await aDesk();
    const ticket = await desk.arrives();
    for (const status of ['nps', 'lgpd', 'x'])
      expect((await put(desk.admin, ticket.id, { status })).statusCode).toBe(400);
    expect((await desk.row(ticket.id)).status).toBe('pending');
  });
});

describe('reopening', () => {
  it('gives a closed one to whoever reopens it [M-070]', async () => {
    const desk = await aDesk();
    const ticket = await desk.arrives();
    await accept(desk.ana, ticket.id);
    await put(desk.ana, ticket.id, { status: 'closed' });
    expect(await desk.row(ticket.id)).toMatchObject({ is_newest_closed: true });
    expect(await accept(desk.admin, ticket.id)).toMatchObject({ status: 'open', userId: desk.admin.user.id });
    expect(await desk.row(ticket.id)).toMatchObject({ is_newest_closed: false, closed_at: null });
    expect(await desk.log(ticket.id)).toEqual(['create', 'open', 'closed', 'reopen']);
    expect((await desk.track(ticket.id)).map((row) => row.finished_at === null)).toEqual([false, true]);
  });

  it('beside a live one answers with the live one and its owner [M-070] [M-072]', async () => {
    const desk = await aDesk();
    const old = await desk.arrives();
    await accept(desk.ana, old.id);
    await put(desk.ana, old.id, { status: 'closed' });
    const newer = (
      await desk.bia.ask('POST', '/tickets', {
        contactId: old.contactId,
        queueId: desk.support,
        whatsappId: desk.connectionId,
      })
    ).json();
    expect(await accept(desk.ana, old.id)).toMatchObject({
      id: newer.id,
      userId: desk.bia.user.id,
      user: { name: 'Bia' },
      queue: { name: 'Suporte' },
    });
    expect((await desk.row(old.id)).status).toBe('closed');
  });

  it('of two of one contact at once leaves one live [SR8]', async () => {
    const desk = await aDesk();
    const first = await desk.arrives();
    await put(desk.admin, first.id, { status: 'closed', sendFarewellMessage: false });
    const second = (await desk.admin.ask('POST', '/tickets', { contactId: first.contactId })).json();
    await put(desk.admin, second.id, { status: 'closed', sendFarewellMessage: false });
    const answers = await Promise.all([first.id, second.id].map((id) => put(desk.admin, id, { status: 'open' })));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(
      await sql(`select id from tickets where contact_id = $1 and status <> 'closed'`, [first.contactId]),
    ).toHaveLength(1);
  });

  it('happens by itself when the customer writes again inside the window [M-163]', async () => {
    const desk = await aDesk();
    await desk.connection('reopen_minutes = 60');
    for (const [minutes, isSame] of [
      [59, true],
      [61, false],
    ] as const) {
      const ticket = await desk.arrives(desk.sales, someWords());
      await accept(desk.ana, ticket.id);
      await put(desk.ana, ticket.id, { status: 'closed' });
      await sql('update tickets set updated_at = now() - make_interval(mins => $1) where id = $2', [
        minutes,
        ticket.id,
      ]);
      const text = someWords();
      await desk.ring([desk.says(ticket.number, text)]);
      const look = () => sql('select ticket_id from messages where body = $1', [text]);
      const [message] = await service.until(look, (rows) => rows.length === 1);
      expect(message.ticket_id === ticket.id).toBe(isSame);
      const live = await desk.row(message.ticket_id);
      expect(live).toMatchObject({
        status: 'pending',
        queue_id: isSame ? desk.sales : null,
        user_id: isSame ? desk.ana.user.id : null,
      });
    }
  });
});

describe('transferring', () => {
  it('to a person makes it theirs and open, with a note that never leaves [M-071] [M-072] [M-078]', async () => {
    const desk = await aDesk({ sendMsgTransfTicket: 'disabled' });
    const ticket = await desk.arrives();
    await accept(desk.ana, ticket.id);
    const sent = service.phone.sent.length;
    const answer = await put(desk.ana, ticket.id, {
      status: 'open',
      userId: desk.bia.user.id,
      queueId: desk.support,
      msgTransfer: 'Cliente antiga, trate bem',
      isTransfered: true,
    });
    expect(answer.json()).toMatchObject({
      id: ticket.id,
      uuid: ticket.uuid,
      status: 'open',
      userId: desk.bia.user.id,
      user: { id: desk.bia.user.id, name: 'Bia' },
      queue: { name: 'Suporte' },
    });
    const [note] = await sql('select * from messages where ticket_id = $1 and is_private', [ticket.id]);
    expect(note).toMatchObject({ body: 'Cliente antiga, trate bem', delivery: 'note', user_id: desk.ana.user.id });
    expect(await sql('select id from outbox where message_id = $1', [note.id])).toEqual([]);
    expect(service.phone.sent.length).toBe(sent);
    const entries = await sql('select type, user_id, queue_id from ticket_log where ticket_id = $1 order by id', [
      ticket.id,
    ]);
    expect(entries.slice(2)).toEqual([
      { type: 'transfered', user_id: desk.ana.user.id, queue_id: desk.sales },
      { type: 'receivedTransfer', user_id: desk.bia.user.id, queue_id: desk.support },
    ]);
  });

  it('to a queue lets it wait there; a queue is required, and both must be known [M-071]', async () => {
    const desk = await aDesk({ sendMsgTransfTicket: 'disabled' });
    const ticket = await desk.arrives();
    await accept(desk.ana, ticket.id);
    const refusals = [
      { isTransfered: true, userId: 2_000_000_000, queueId: desk.support },
      { isTransfered: true, userId: null, queueId: 2_000_000_000 },
    ];
    for (const body of refusals) expect((await put(desk.ana, ticket.id, body)).statusCode).toBeGreaterThanOrEqual(400);
    expect(
      (await put(desk.ana, ticket.id, { isTransfered: true, userId: null, queueId: desk.support })).json(),
    ).toMatchObject({ status: 'pending', userId: null, queueId: desk.support });
    const free = await desk.arrives(null, someWords());
    expect((await put(desk.admin, free.id, { isTransfered: true, userId: desk.ana.user.id })).json()).toMatchObject({
      error: 'ERR_VALIDATION',
    });
  });

  it('tells the customer when the company wants it [M-073]', async () => {
    const desk = await aDesk({ sendMsgTransfTicket: 'enabled', transferMessage: 'Você vai para ${queue.name}.' });
    const ticket = await desk.arrives();
    await accept(desk.ana, ticket.id);
    await put(desk.ana, ticket.id, { isTransfered: true, userId: null, queueId: desk.support, msgTransfer: 'nota' });
    expect(await desk.texts(ticket.id)).toEqual(['Você vai para Suporte.']);
    await service.until(
      async () => service.phone.texts(),
      (texts) => texts.includes('Você vai para Suporte.'),
    );
    expect(service.phone.texts()).not.toContain('nota');
  });

  it('to another queue goes on in a new ticket where the company wants it so [M-074]', async () => {
    const desk = await aDesk({ closeTicketOnTransfer: true, sendMsgTransfTicket: 'disabled' });
    const ticket = await desk.arrives(desk.sales, 'Quero falar com o suporte');
    await accept(desk.ana, ticket.id);
    const next = (
      await put(desk.ana, ticket.id, {
        isTransfered: true,
        userId: desk.bia.user.id,
        queueId: desk.support,
        msgTransfer: 'veja acima',
      })
    ).json();
    expect(next).toMatchObject({ status: 'open', userId: desk.bia.user.id, queueId: desk.support });
    expect(next).toMatchObject({ contactId: ticket.contactId, lastMessage: 'Quero falar com o suporte' });
    expect(next.id).not.toBe(ticket.id);
    expect(await desk.row(ticket.id)).toMatchObject({ status: 'closed', is_newest_closed: true });
    expect(+(await desk.row(next.id)).last_inbound_at).toBe(+(await desk.row(ticket.id)).last_inbound_at);
    expect([await desk.log(ticket.id), await desk.log(next.id)]).toEqual([
      ['create', 'open', 'transfered'],
      ['receivedTransfer'],
    ]);
    expect(await sql('select body from messages where ticket_id = $1', [next.id])).toEqual([{ body: 'veja acima' }]);
    expect((await desk.track(ticket.id))[0].finished_at).not.toBeNull();
    // Within the queue it stays the same ticket.
    const same = await put(desk.bia, next.id, { isTransfered: true, userId: desk.ana.user.id, queueId: desk.support });
    expect(same.json().id).toBe(next.id);
  });

  it('a new queue alone is kept, logged and tracked; the bot’s turns can be set to 0 [M-078]', async () => {
    const desk = await aDesk();
    const ticket = await desk.arrives();
    await sql('update tickets set bot_turns = 4 where id = $1', [ticket.id]);
    expect(
      (
        await put(desk.admin, ticket.id, { queueId: desk.support, amountUsedBotQueues: 0, useIntegration: true })
      ).json(),
    ).toMatchObject({ queueId: desk.support, amountUsedBotQueues: 0, useIntegration: true, status: 'pending' });
    expect(await desk.log(ticket.id)).toEqual(['create', 'queue']);
    expect((await desk.track(ticket.id))[0].queue_id).toBe(desk.support);
    expect(await accept(desk.admin, ticket.id, { useIntegration: false })).toMatchObject({ useIntegration: false });
  });
});

describe('removing and clearing', () => {
  it('a ticket is removed by admins only, with all that was said, and screens hear it [M-075]', async () => {
    const desk = await aDesk();
    const older = await desk.arrives();
    await put(desk.admin, older.id, { status: 'closed', sendFarewellMessage: false });
    const ticket = (await desk.admin.ask('POST', '/tickets', { contactId: older.contactId })).json();
    await put(desk.admin, ticket.id, { status: 'closed', sendFarewellMessage: false });
    expect((await desk.ana.ask('DELETE', `/tickets/${ticket.id}`)).json().error).toBe('ERR_NO_PERMISSION');
    const screen = await aScreen(service.house, desk.admin);
    expect((await desk.admin.ask('DELETE', `/tickets/${ticket.id}`)).statusCode).toBe(200);
    await screen.hears('ticket', (told) => told.action === 'delete' && told.ticketId === ticket.id);
    screen.close();
    expect((await desk.admin.ask('GET', `/tickets/${ticket.id}`)).json().error).toBe('ERR_NO_TICKET_FOUND');
    expect((await desk.admin.ask('DELETE', `/tickets/${ticket.id}`)).statusCode).toBe(404);
    expect(await desk.row(older.id)).toMatchObject({ is_newest_closed: true });
    const [audited] = await sql(`select data from audit_log where company_id = $1 and act = 'ticket.removed'`, [
      desk.companyId,
    ]);
    expect(audited.data).toEqual({ contactId: older.contactId });
  });

  it('closes all of a tab and of the chosen queues, silently, for admins [M-076]', async () => {
    const desk = await aDesk({ requiredTag: 'enabled', userRating: 'enabled' });
    await desk.connection(`farewell_message = 'Até logo!', rating_message = 'Nota?'`);
    const [sold, helped, mine] = [
      await desk.arrives(desk.sales, someWords()),
      await desk.arrives(desk.support, someWords()),
      await desk.arrives(desk.sales, someWords()),
    ];
    await accept(desk.ana, mine.id);
    const all = { status: 'pending', selectedQueueIds: [desk.sales] };
    expect((await desk.ana.ask('POST', '/tickets/closeAll', all)).statusCode).toBe(403);
    expect((await desk.admin.ask('POST', '/tickets/closeAll', all)).statusCode).toBe(200);
    const statuses = async () =>
      Promise.all([sold, helped, mine].map(async ({ id }) => (await desk.row(id)).status as string));
    expect(await statuses()).toEqual(['closed', 'pending', 'open']);
    await desk.admin.ask('POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [desk.sales] });
    expect(await statuses()).toEqual(['closed', 'pending', 'closed']);
    expect(await desk.texts(mine.id)).toEqual([]);
    expect(await desk.row(mine.id)).toMatchObject({ user_id: desk.ana.user.id, queue_id: desk.sales, unread: 0 });
    expect(await desk.log(mine.id)).toEqual(['create', 'open', 'closed']);
  });
});

describe('starting a conversation', () => {
  it('opens it for me; a second one is refused with the owner of the first, whatever the connection [M-077]', async () => {
    const desk = await aDesk();
    const contact = (await desk.ana.ask('POST', '/contacts', { name: 'Rita Lima', number: aNumber() })).json();
    const made = await desk.ana.ask('POST', '/tickets', {
      contactId: contact.id,
      queueId: desk.sales,
      whatsappId: desk.connectionId,
      userId: desk.ana.user.id,
      status: 'pending',
      companyId: 1,
    });
    expect(made.json()).toMatchObject({ status: 'open', userId: desk.ana.user.id, isActiveDemand: true });
    expect(await desk.log(made.json().id)).toEqual(['create']);
    const other = await desk.admin.ask('POST', '/whatsapp', {
      name: 'Filial',
      channel: 'whatsapp',
      provider: 'sandbox',
    });
    for (const whatsappId of [desk.connectionId, other.json().id]) {
      const refused = await desk.bia.ask('POST', '/tickets', {
        contactId: contact.id,
        queueId: desk.sales,
        whatsappId,
      });
      expect(refused.statusCode).toBe(409);
      expect(JSON.parse(refused.json().error)).toEqual({
        id: made.json().id,
        uuid: made.json().uuid,
        userId: desk.ana.user.id,
        user: { id: desk.ana.user.id, name: 'Ana' },
        queue: { id: desk.sales, name: 'Vendas', color: '#112233' },
        status: 'open',
      });
    }
  });

  it('by two at once, on two connections, makes one [M-077]', async () => {
    const desk = await aDesk();
    const other = (
      await desk.admin.ask('POST', '/whatsapp', { name: 'Filial', channel: 'whatsapp', provider: 'sandbox' })
    ).json();
    for (let round = 0; round < 4; round++) {
      const contact = (await desk.ana.ask('POST', '/contacts', { name: 'Rita Lima', number: aNumber() })).json();
      const start = (who: Caller, whatsappId: number) =>
        who.ask('POST', '/tickets', { contactId: contact.id, whatsappId });
      const answers = await Promise.all([
        start(desk.ana, desk.connectionId),
        start(desk.bia, other.id),
        start(desk.admin, desk.connectionId),
      ]);
      expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(await sql('select id from tickets where contact_id = $1', [contact.id])).toHaveLength(1);
    }
  });

  it('goes out through the connection that the person writes through first [M-194]', async () => {
    const desk = await aDesk();
    const second = (
      await desk.admin.ask('POST', '/whatsapp', { name: 'Filial', channel: 'whatsapp', provider: 'sandbox' })
    ).json<{ id: number }>().id;
    await sql(`update connections set status = 'CONNECTED' where id = $1`, [second]);
    const agent = await desk.anAgent({ whatsappId: second });
    const contact = (await desk.admin.ask('POST', '/contacts', { name: 'Nova', number: aNumber() })).json<{
      id: number;
    }>();
    const made = await agent.ask('POST', '/tickets', { contactId: contact.id, queueId: desk.sales });
    expect(made.json()).toMatchObject({ whatsappId: second, status: 'open', userId: agent.user.id });
  });

  it('needs somebody who is not blocked, and a connection that works [M-077] [M-118]', async () => {
    const desk = await aDesk();
    const contact = (await desk.ana.ask('POST', '/contacts', { name: 'Rita Lima', number: aNumber() })).json();
    const start = async (more: object = {}) =>
      (await desk.ana.ask('POST', '/tickets', { contactId: contact.id, ...more })).json().error;
    await desk.ana.ask('PUT', `/contacts/block/${contact.id}`, { active: false });
    expect(await start()).toBe('ERR_CONTACT_BLOCKED');
    await desk.ana.ask('PUT', `/contacts/block/${contact.id}`, { active: true });
    await desk.connection(`status = 'DISCONNECTED'`);
    expect(await start()).toBe('ERR_NO_DEF_WAPP_FOUND');
    expect(await start({ queueId: 2_000_000_000 })).toBe('ERR_QUEUE_NOT_FOUND');
    expect(await start({ userId: 2_000_000_000 })).toBe('ERR_NO_USER_FOUND');
    expect(await start({ contactId: 2_000_000_000 })).toBe('ERR_NO_CONTACT_FOUND');
  });
});

describe('looking', () => {
  it('is logged once in a while and marks read what is attended, not what waits [M-079]', async () => {
    const desk = await aDesk();
    const ticket = await desk.arrives();
    const look = (who: Caller) => who.ask('POST', `/tickets/${ticket.id}/seen`);
    expect((await look(desk.ana)).json()).toMatchObject({ status: 'pending', unreadMessages: 1 });
    await accept(desk.ana, ticket.id);
    await desk.ring([desk.says(ticket.number, 'Alguém aí?')]);
    await service.until(
      () => desk.row(ticket.id),
      (row) => row.unread === 1,
    );
    await desk.connection(`status = 'DISCONNECTED'`);
    expect((await look(desk.ana)).json().unreadMessages).toBe(1);
    await desk.connection(`status = 'CONNECTED'`);
    const screen = await aScreen(service.house, desk.ana);
    expect((await look(desk.ana)).json().unreadMessages).toBe(0);
    await screen.hears('ticket', (told) => told.action === 'updateUnread' && told.ticketId === ticket.id);
    screen.close();
    expect(await sql('select id from messages where ticket_id = $1 and not is_read', [ticket.id])).toEqual([]);
    await look(desk.admin);
    const entries = (await desk.ana.ask('GET', `/tickets-log/${ticket.id}`)).json();
    expect(entries.map((entry: { type: string }) => entry.type)).toEqual(['access', 'open', 'access', 'create']);
    expect(entries[1]).toMatchObject({
      ticketId: ticket.id,
      user: { id: desk.ana.user.id, name: 'Ana' },
      queue: { id: desk.sales, name: 'Vendas' },
    });
    expect(new Date(entries[0].createdAt) >= new Date(entries[1].createdAt)).toBe(true);
    expect((await desk.bia.ask('GET', `/tickets-log/${ticket.id}`)).json().error).toBe('ERR_NO_TICKET_FOUND');
  });

  it('a reading of it by id or uuid tells everything a list and header show, and writes nothing [M-318]', async () => {
    const desk = await aDesk();
    const ticket = await desk.arrives();
    const lane = (await desk.admin.ask('POST', '/tags', { name: 'Proposta', kanban: 1, color: '#00ff00' })).json();
    const tag = (await desk.admin.ask('POST', '/tags', { name: 'VIP', color: '#ff0000' })).json();
    await desk.admin.ask('POST', '/tags/sync', { contactId: ticket.contactId, tags: [{ id: tag.id }] });
    await sql('insert into ticket_tags (company_id, ticket_id, tag_id) values ($1, $2, $3)', [
      desk.companyId,
      ticket.id,
      lane.id,
    ]);
    await accept(desk.ana, ticket.id);
    await sql('update tickets set rating = 8 where id = $1', [ticket.id]);
    const log = await desk.log(ticket.id);
    const shown = (await desk.ana.ask('GET', `/tickets/u/${ticket.uuid}`)).json();
    expect(shown).toMatchObject({
      id: ticket.id,
      uuid: ticket.uuid,
      status: 'open',
      channel: 'whatsapp',
      isGroup: false,
      isBot: false,
      useIntegration: false,
      lastMessage: 'Bom dia',
      unreadMessages: 0,
      companyId: desk.companyId,
      whatsappId: desk.connectionId,
      user: { id: desk.ana.user.id, name: 'Ana', color: expect.stringMatching(/^#[0-9A-F]{6}$/) },
      contact: {
        id: ticket.contactId,
        name: 'Rita',
        number: ticket.number,
        email: '',
        urlPicture: expect.any(String),
        tags: [{ id: tag.id, name: 'VIP', color: '#ff0000' }],
      },
      queue: { id: desk.sales, name: 'Vendas', color: '#112233' },
      whatsapp: { id: desk.connectionId, name: 'Matriz', groupAsTicket: 'disabled' },
      tags: [{ id: lane.id, name: 'Proposta', color: '#00ff00' }],
      userRating: { rate: 4 },
      windowEndsAt: null,
    });
    expect((await desk.ana.ask('GET', `/tickets/${ticket.id}`)).json()).toEqual(shown);
    expect(await desk.log(ticket.id)).toEqual(log);
    expect(JSON.stringify(shown)).not.toMatch(/token|secret/i);
  });
});

it('the window for free text ends when its channel says so, and never where it has none', async () => {
  const desk = await aDesk();
  const ticket = await desk.arrives();
  const ends = async () => (await desk.admin.ask('GET', `/tickets/${ticket.id}`)).json().windowEndsAt as string | null;
  expect(await ends()).toBeNull();
  service.phone.abilities.replyWindowHours = 7;
  try {
    const { last_inbound_at } = await desk.row(ticket.id);
    expect(await ends()).toBe(new Date(+last_inbound_at + 7 * 3_600_000).toISOString());
  } finally {
    service.phone.abilities.replyWindowHours = null;
  }
});

describe('what happens at the same moment', () => {
  it('a customer who writes while it is accepted, greeted and closed is neither lost nor doubled [IN-07] [PB-06]', async () => {
    const desk = await aDesk({ sendGreetingAccepted: 'enabled', greetingAcceptedMessage: 'Oi!' });
    await desk.connection(`farewell_message = 'Até logo!'`);
    for (let round = 0; round < 6; round++) {
      const ticket = await desk.arrives(desk.sales, someWords());
      const texts = [someWords(), someWords()];
      const say = (text: string) => desk.ring([desk.says(ticket.number, text)]);
      const [taken] = await Promise.all([put(desk.ana, ticket.id, { status: 'open' }), say(texts[0]!)]);
      expect(taken.statusCode, taken.body).toBe(200);
      const [closed] = await Promise.all([put(desk.ana, ticket.id, { status: 'closed' }), say(texts[1]!)]);
      expect(closed.statusCode, closed.body).toBe(200);
      const look = () => sql('select ticket_id, body from messages where body = any($1)', [texts]);
      await service.until(look, (rows) => rows.length === 2);
      const live = await sql(`select id from tickets where contact_id = $1 and status <> 'closed'`, [ticket.contactId]);
      expect(live.length).toBeLessThanOrEqual(1);
      expect((await desk.texts(ticket.id)).filter((text) => text === 'Oi!')).toHaveLength(1);
    }
  });
});
