import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../channels/port.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;
let numbers = 0;
const aNumber = () => `55009${String(10_000_000 + ++numbers)}`;
type Settings = Parameters<typeof service.createConnectedCompany>[0];

/** A counter with two queues, and two agents who stand in the first. */
async function createFixture(settings: Settings = {}) {
  const counter = await service.createConnectedCompany({
    sendGreetingAccepted: 'disabled',
    userRating: 'disabled',
    ...settings,
  });
  const { admin, companyId, connectionId } = counter;
  const queue = async (name: string, color: string) =>
    (await admin.request('POST', '/queue', { name, color })).json<{ id: number }>().id;
  const [sales, support] = [await queue('Vendas', '#112233'), await queue('Suporte', '#445566')];
  const anAgent = (fields: object = {}) => service.server.createAgent(companyId, { queueIds: [sales], ...fields });

  /** Somebody writes for the first time; the ticket waits in this queue. */
  async function arrives(
    queueId: number | null = sales,
    text = 'Bom dia',
    more: Partial<ChannelEvent> = {},
    name = 'Rita',
  ) {
    const number = aNumber();
    const answer = await counter.sendWebhook([
      counter.customerMessage(number, text, { peer: createPeer(number, name), ...(more as object) }),
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
const put = (caller: Caller, id: number, body: object) => caller.request('PUT', `/tickets/${id}`, body);
const accept = async (caller: Caller, id: number, more: object = {}) => {
  const answer = await put(caller, id, { status: 'open', userId: caller.user.id, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
let textCount = 0;
const uniqueText = () => `palavras ${process.pid} ${++textCount}`;

describe('accepting', () => {
  it('makes it open and mine, read, and tracked from now on [M-062] [M-063]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.arrives();
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'pending', user_id: null, unread: 1 });
    expect(await accept(fixture.ana, ticket.id)).toMatchObject({
      id: ticket.id,
      status: 'open',
      userId: fixture.ana.user.id,
      user: { name: 'Ana' },
      queue: { name: 'Vendas' },
      unreadMessages: 0,
      isBot: false,
    });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open']);
    const [tracked, ...more] = await fixture.track(ticket.id);
    expect(more).toEqual([]);
    expect(tracked).toMatchObject({ user_id: fixture.ana.user.id, queue_id: fixture.sales, finished_at: null });
    expect(tracked.started_at).not.toBeNull();
  });

  it('by two at once is won by one; the other is told who has it, and nothing is changed twice [M-063]', async () => {
    const fixture = await createFixture();
    for (let attempt = 0; attempt < 5; attempt++) {
      const ticket = await fixture.arrives(fixture.sales, uniqueText());
      const answers = await Promise.all(
        [fixture.ana, fixture.bia].map((agent) => put(agent, ticket.id, { status: 'open', userId: agent.user.id })),
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
      expect(await fixture.log(ticket.id)).toEqual(['create', 'open']);
      expect((await fixture.row(ticket.id)).user_id).toBe(won.userId);
    }
  });

  it('what stands in another queue is not known to me, and a queue can be chosen on the way [M-064]', async () => {
    const fixture = await createFixture();
    const others = await fixture.arrives(fixture.support, uniqueText());
    expect((await put(fixture.ana, others.id, { status: 'open' })).json().error).toBe('ERR_NO_TICKET_FOUND');
    const free = await fixture.arrives(null, uniqueText());
    const helper = await fixture.anAgent({ allTicket: 'enabled' });
    expect((await put(helper, free.id, { status: 'open', queueId: 2_000_000_000 })).json().error).toBe(
      'ERR_QUEUE_NOT_FOUND',
    );
    expect(await accept(helper, free.id, { queueId: fixture.sales })).toMatchObject({ queue: { name: 'Vendas' } });
  });

  it('greets when the company wants it, in groups only where groups are tickets [M-065]', async () => {
    const fixture = await createFixture({
      sendGreetingAccepted: 'enabled',
      greetingAcceptedMessage: 'Oi, {{firstName}}!',
    });
    const ticket = await fixture.arrives();
    await accept(fixture.ana, ticket.id);
    expect(await fixture.texts(ticket.id)).toEqual(['Oi, Rita!']);
    await service.until(
      async () => service.testChannel.texts(),
      (texts) => texts.includes('Oi, Rita!'),
    );

    await fixture.connection('allow_group = true, group_as_ticket = true');
    const inGroup = (value: string) => ({
      peer: { identities: [{ kind: 'group' as const, value }], isGroup: true, name: 'Turma' },
      author: createPeer(aNumber()),
    });
    const group = await fixture.arrives(fixture.sales, uniqueText(), inGroup(`g${aNumber()}`));
    expect(await accept(fixture.admin, group.id)).toMatchObject({ status: 'group', isGroup: true });
    expect(await fixture.texts(group.id)).toEqual(['Oi, Turma!']);
    const quiet = await fixture.arrives(fixture.sales, uniqueText(), inGroup(`g${aNumber()}`));
    await fixture.connection('group_as_ticket = false');
    await accept(fixture.admin, quiet.id);
    expect(await fixture.texts(quiet.id)).toEqual([]);
  });
});

describe('letting go', () => {
  it('returns it to its queue without an attendant [M-066]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.arrives();
    await accept(fixture.ana, ticket.id);
    expect((await put(fixture.ana, ticket.id, { status: 'pending', userId: null })).json()).toMatchObject({
      status: 'pending',
      userId: null,
      user: null,
      queueId: fixture.sales,
    });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'pending']);
    expect((await fixture.track(ticket.id))[0]).toMatchObject({ started_at: null, user_id: null, finished_at: null });
    await accept(fixture.bia, ticket.id);
  });

  it('of somebody who leaves the company lets it wait again, where it was [PB-02]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.arrives();
    const leaver = await fixture.anAgent();
    await accept(leaver, ticket.id);
    expect((await fixture.admin.request('DELETE', `/users/${leaver.user.id}`)).statusCode).toBe(200);
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'pending', user_id: null, queue_id: fixture.sales });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'pending']);
  });

  it('closes with the farewell that was chosen: the attendant’s own, the connection’s, or none [M-067]', async () => {
    const fixture = await createFixture();
    await fixture.connection(`farewell_message = 'Até logo!'`);
    const own = await fixture.anAgent({ farewellMessage: 'Tchau, {{name}}' });
    const close = async (caller: Caller, more: object) => {
      const ticket = await fixture.arrives(fixture.sales, uniqueText());
      await accept(caller, ticket.id);
      expect((await put(caller, ticket.id, { status: 'closed', ...more })).json().status).toBe('closed');
      expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'closed']);
      expect((await fixture.track(ticket.id))[0].finished_at).not.toBeNull();
      return fixture.texts(ticket.id);
    };
    expect(await close(fixture.ana, {})).toEqual(['Até logo!']);
    expect(await close(own, { sendFarewellMessage: true })).toEqual(['Tchau, Rita']);
    expect(await close(fixture.ana, { sendFarewellMessage: false })).toEqual([]);
  });

  it('needs a tag of the contact where the company requires one [M-068]', async () => {
    const fixture = await createFixture({ requiredTag: 'enabled' });
    const ticket = await fixture.arrives();
    await accept(fixture.ana, ticket.id);
    const before = await fixture.row(ticket.id);
    const refused = await put(fixture.ana, ticket.id, { status: 'closed' });
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'ERR_TICKET_NEEDS_TAG']);
    expect(await fixture.row(ticket.id)).toEqual(before);
    const tag = (await fixture.admin.request('POST', '/tags', { name: 'Cliente' })).json();
    await fixture.ana.request('POST', '/tags/sync', { contactId: ticket.contactId, tags: [{ id: tag.id }] });
    expect((await put(fixture.ana, ticket.id, { status: 'closed' })).json().status).toBe('closed');
  });

  it('ignores what waits, silently, for those who may; closing it with a farewell needs the same right [M-069] [M-169]', async () => {
    const fixture = await createFixture({ sendFarewellWaitingTicket: 'enabled' });
    await fixture.connection(`farewell_message = 'Até logo!'`);
    const ignore = { status: 'closed', userId: null, sendFarewellMessage: false, amountUsedBotQueues: 0 };
    const may = await fixture.anAgent({ userClosePendingTicket: 'enabled' });
    const mayNot = await fixture.anAgent({ userClosePendingTicket: 'disabled' });

    const first = await fixture.arrives(fixture.sales, uniqueText());
    await sql('update tickets set bot_turns = 3 where id = $1', [first.id]);
    const before = await fixture.row(first.id);
    for (const body of [ignore, { status: 'closed' }])
      expect((await put(mayNot, first.id, body)).json().error).toBe('ERR_NO_PERMISSION');
    expect(await fixture.row(first.id)).toEqual(before);
    expect((await put(may, first.id, ignore)).json()).toMatchObject({ status: 'closed', amountUsedBotQueues: 0 });
    expect(await fixture.texts(first.id)).toEqual([]);
    expect(await fixture.log(first.id)).toEqual(['create', 'closed']);

    const second = await fixture.arrives(fixture.sales, uniqueText());
    await sql(`update tickets set status = 'lgpd' where id = $1`, [second.id]);
    expect((await put(fixture.admin, second.id, ignore)).json().status).toBe('closed');
    const third = await fixture.arrives(fixture.sales, uniqueText());
    await put(fixture.admin, third.id, { status: 'closed' });
    expect(await fixture.texts(third.id)).toEqual(['Até logo!']);
    const off = { column: 'sendFarewellWaitingTicket', data: 'disabled' };
    expect((await fixture.admin.request('PUT', '/companySettings', off)).statusCode).toBe(200);
    const fourth = await fixture.arrives(fixture.sales, uniqueText());
    await put(fixture.admin, fourth.id, { status: 'closed' });
    expect(await fixture.texts(fourth.id)).toEqual([]);
  });

  it('asks for a rating first, where it is wanted and somebody attended; the ticket waits as nps', async () => {
    const fixture = await createFixture({ userRating: 'enabled' });
    await fixture.connection(`rating_message = 'De 0 a 10?', farewell_message = 'Até logo!'`);
    const ticket = await fixture.arrives();
    await accept(fixture.ana, ticket.id);
    expect((await put(fixture.ana, ticket.id, { status: 'closed' })).json().status).toBe('nps');
    expect(await fixture.texts(ticket.id)).toEqual(['De 0 a 10?']);
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'nps']);
    const [tracking] = await fixture.track(ticket.id);
    expect(tracking).toMatchObject({ finished_at: null, user_id: fixture.ana.user.id });
    expect(tracking.closed_at).not.toBeNull();
    // Whoever starts a new conversation does not wait for the rating.
    const again = await fixture.ana.request('POST', '/tickets', {
      contactId: ticket.contactId,
      queueId: fixture.sales,
    });
    expect([again.statusCode, again.json().status]).toEqual([200, 'open']);
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'closed', rating: null });
    const quiet = await fixture.arrives(fixture.sales, uniqueText());
    await accept(fixture.ana, quiet.id);
    const closed = await put(fixture.ana, quiet.id, { status: 'closed', sendFarewellMessage: false });
    expect(closed.json().status).toBe('closed');
  });

  it('cannot be asked to wait for a rating or a consent [M-062]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.arrives();
    for (const status of ['nps', 'lgpd', 'x'])
      expect((await put(fixture.admin, ticket.id, { status })).statusCode).toBe(400);
    expect((await fixture.row(ticket.id)).status).toBe('pending');
  });
});

describe('reopening', () => {
  it('gives a closed one to whoever reopens it [M-070]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.arrives();
    await accept(fixture.ana, ticket.id);
    await put(fixture.ana, ticket.id, { status: 'closed' });
    expect(await fixture.row(ticket.id)).toMatchObject({ is_newest_closed: true });
    expect(await accept(fixture.admin, ticket.id)).toMatchObject({ status: 'open', userId: fixture.admin.user.id });
    expect(await fixture.row(ticket.id)).toMatchObject({ is_newest_closed: false, closed_at: null });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'closed', 'reopen']);
    expect((await fixture.track(ticket.id)).map((row) => row.finished_at === null)).toEqual([false, true]);
  });

  it('beside a live one answers with the live one and its owner [M-070] [M-072]', async () => {
    const fixture = await createFixture();
    const old = await fixture.arrives();
    await accept(fixture.ana, old.id);
    await put(fixture.ana, old.id, { status: 'closed' });
    const newer = (
      await fixture.bia.request('POST', '/tickets', {
        contactId: old.contactId,
        queueId: fixture.support,
        whatsappId: fixture.connectionId,
      })
    ).json();
    expect(await accept(fixture.ana, old.id)).toMatchObject({
      id: newer.id,
      userId: fixture.bia.user.id,
      user: { name: 'Bia' },
      queue: { name: 'Suporte' },
    });
    expect((await fixture.row(old.id)).status).toBe('closed');
  });

  it('of two of one contact at once leaves one live [SR8]', async () => {
    const fixture = await createFixture();
    const first = await fixture.arrives();
    await put(fixture.admin, first.id, { status: 'closed', sendFarewellMessage: false });
    const second = (await fixture.admin.request('POST', '/tickets', { contactId: first.contactId })).json();
    await put(fixture.admin, second.id, { status: 'closed', sendFarewellMessage: false });
    const answers = await Promise.all([first.id, second.id].map((id) => put(fixture.admin, id, { status: 'open' })));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(
      await sql(`select id from tickets where contact_id = $1 and status <> 'closed'`, [first.contactId]),
    ).toHaveLength(1);
  });

  it('happens by itself when the customer writes again inside the window [M-163]', async () => {
    const fixture = await createFixture();
    await fixture.connection('reopen_minutes = 60');
    for (const [minutes, isSame] of [
      [59, true],
      [61, false],
    ] as const) {
      const ticket = await fixture.arrives(fixture.sales, uniqueText());
      await accept(fixture.ana, ticket.id);
      await put(fixture.ana, ticket.id, { status: 'closed' });
      await sql('update tickets set updated_at = now() - make_interval(mins => $1) where id = $2', [
        minutes,
        ticket.id,
      ]);
      const text = uniqueText();
      await fixture.sendWebhook([fixture.customerMessage(ticket.number, text)]);
      const findMessages = () => sql('select ticket_id from messages where body = $1', [text]);
      const [message] = await service.until(findMessages, (rows) => rows.length === 1);
      expect(message.ticket_id === ticket.id).toBe(isSame);
      const live = await fixture.row(message.ticket_id);
      expect(live).toMatchObject({
        status: 'pending',
        queue_id: isSame ? fixture.sales : null,
        user_id: isSame ? fixture.ana.user.id : null,
      });
    }
  });
});

describe('transferring', () => {
  it('to a person makes it theirs and open, with a note that never leaves [M-071] [M-072] [M-078]', async () => {
    const fixture = await createFixture({ sendMsgTransfTicket: 'disabled' });
    const ticket = await fixture.arrives();
    await accept(fixture.ana, ticket.id);
    const sent = service.testChannel.sent.length;
    const answer = await put(fixture.ana, ticket.id, {
      status: 'open',
      userId: fixture.bia.user.id,
      queueId: fixture.support,
      msgTransfer: 'Cliente antiga, trate bem',
      isTransfered: true,
    });
    expect(answer.json()).toMatchObject({
      id: ticket.id,
      uuid: ticket.uuid,
      status: 'open',
      userId: fixture.bia.user.id,
      user: { id: fixture.bia.user.id, name: 'Bia' },
      queue: { name: 'Suporte' },
    });
    const [note] = await sql('select * from messages where ticket_id = $1 and is_private', [ticket.id]);
    expect(note).toMatchObject({ body: 'Cliente antiga, trate bem', delivery: 'note', user_id: fixture.ana.user.id });
    expect(await sql('select id from outbox where message_id = $1', [note.id])).toEqual([]);
    expect(service.testChannel.sent.length).toBe(sent);
    const entries = await sql('select type, user_id, queue_id from ticket_log where ticket_id = $1 order by id', [
      ticket.id,
    ]);
    expect(entries.slice(2)).toEqual([
      { type: 'transfered', user_id: fixture.ana.user.id, queue_id: fixture.sales },
      { type: 'receivedTransfer', user_id: fixture.bia.user.id, queue_id: fixture.support },
    ]);
  });

  it('to a queue lets it wait there; a queue is required, and both must be known [M-071]', async () => {
    const fixture = await createFixture({ sendMsgTransfTicket: 'disabled' });
    const ticket = await fixture.arrives();
    await accept(fixture.ana, ticket.id);
    const invalidTransfers = [
      { isTransfered: true, userId: 2_000_000_000, queueId: fixture.support },
      { isTransfered: true, userId: null, queueId: 2_000_000_000 },
    ];
    for (const body of invalidTransfers)
      expect((await put(fixture.ana, ticket.id, body)).statusCode).toBeGreaterThanOrEqual(400);
    expect(
      (await put(fixture.ana, ticket.id, { isTransfered: true, userId: null, queueId: fixture.support })).json(),
    ).toMatchObject({ status: 'pending', userId: null, queueId: fixture.support });
    const free = await fixture.arrives(null, uniqueText());
    expect(
      (await put(fixture.admin, free.id, { isTransfered: true, userId: fixture.ana.user.id })).json(),
    ).toMatchObject({
      error: 'ERR_VALIDATION',
    });
  });

  it('tells the customer when the company wants it [M-073]', async () => {
    const fixture = await createFixture({
      sendMsgTransfTicket: 'enabled',
      transferMessage: 'Você vai para ${queue.name}.',
    });
    const ticket = await fixture.arrives();
    await accept(fixture.ana, ticket.id);
    await put(fixture.ana, ticket.id, {
      isTransfered: true,
      userId: null,
      queueId: fixture.support,
      msgTransfer: 'nota',
    });
    expect(await fixture.texts(ticket.id)).toEqual(['Você vai para Suporte.']);
    await service.until(
      async () => service.testChannel.texts(),
      (texts) => texts.includes('Você vai para Suporte.'),
    );
    expect(service.testChannel.texts()).not.toContain('nota');
  });

  it('to another queue goes on in a new ticket where the company wants it so [M-074]', async () => {
    const fixture = await createFixture({ closeTicketOnTransfer: true, sendMsgTransfTicket: 'disabled' });
    const ticket = await fixture.arrives(fixture.sales, 'Quero falar com o suporte');
    await accept(fixture.ana, ticket.id);
    const next = (
      await put(fixture.ana, ticket.id, {
        isTransfered: true,
        userId: fixture.bia.user.id,
        queueId: fixture.support,
        msgTransfer: 'veja acima',
      })
    ).json();
    expect(next).toMatchObject({ status: 'open', userId: fixture.bia.user.id, queueId: fixture.support });
    expect(next).toMatchObject({ contactId: ticket.contactId, lastMessage: 'Quero falar com o suporte' });
    expect(next.id).not.toBe(ticket.id);
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'closed', is_newest_closed: true });
    expect(+(await fixture.row(next.id)).last_inbound_at).toBe(+(await fixture.row(ticket.id)).last_inbound_at);
    expect([await fixture.log(ticket.id), await fixture.log(next.id)]).toEqual([
      ['create', 'open', 'transfered'],
      ['receivedTransfer'],
    ]);
    expect(await sql('select body from messages where ticket_id = $1', [next.id])).toEqual([{ body: 'veja acima' }]);
    expect((await fixture.track(ticket.id))[0].finished_at).not.toBeNull();
    // Within the queue it stays the same ticket.
    const same = await put(fixture.bia, next.id, {
      isTransfered: true,
      userId: fixture.ana.user.id,
      queueId: fixture.support,
    });
    expect(same.json().id).toBe(next.id);
  });

  it('a new queue alone is kept, logged and tracked; the bot’s turns can be set to 0 [M-078]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.arrives();
    await sql('update tickets set bot_turns = 4 where id = $1', [ticket.id]);
    expect(
      (
        await put(fixture.admin, ticket.id, { queueId: fixture.support, amountUsedBotQueues: 0, useIntegration: true })
      ).json(),
    ).toMatchObject({ queueId: fixture.support, amountUsedBotQueues: 0, useIntegration: true, status: 'pending' });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'queue']);
    expect((await fixture.track(ticket.id))[0].queue_id).toBe(fixture.support);
    expect(await accept(fixture.admin, ticket.id, { useIntegration: false })).toMatchObject({ useIntegration: false });
  });
});

describe('removing and clearing', () => {
  it('a ticket is removed by admins only, with all that was said, and screens hear it [M-075]', async () => {
    const fixture = await createFixture();
    const older = await fixture.arrives();
    await put(fixture.admin, older.id, { status: 'closed', sendFarewellMessage: false });
    const ticket = (await fixture.admin.request('POST', '/tickets', { contactId: older.contactId })).json();
    await put(fixture.admin, ticket.id, { status: 'closed', sendFarewellMessage: false });
    expect((await fixture.ana.request('DELETE', `/tickets/${ticket.id}`)).json().error).toBe('ERR_NO_PERMISSION');
    const screen = await openSocket(service.server, fixture.admin);
    expect((await fixture.admin.request('DELETE', `/tickets/${ticket.id}`)).statusCode).toBe(200);
    await screen.waitFor('ticket', (payload) => payload.action === 'delete' && payload.ticketId === ticket.id);
    screen.close();
    expect((await fixture.admin.request('GET', `/tickets/${ticket.id}`)).json().error).toBe('ERR_NO_TICKET_FOUND');
    expect((await fixture.admin.request('DELETE', `/tickets/${ticket.id}`)).statusCode).toBe(404);
    expect(await fixture.row(older.id)).toMatchObject({ is_newest_closed: true });
    const [audited] = await sql(`select data from audit_log where company_id = $1 and act = 'ticket.removed'`, [
      fixture.companyId,
    ]);
    expect(audited.data).toEqual({ contactId: older.contactId });
  });

  it('closes all of a tab and of the chosen queues, silently, for admins [M-076]', async () => {
    const fixture = await createFixture({ requiredTag: 'enabled', userRating: 'enabled' });
    await fixture.connection(`farewell_message = 'Até logo!', rating_message = 'Nota?'`);
    const [sold, helped, ownTicket] = [
      await fixture.arrives(fixture.sales, uniqueText()),
      await fixture.arrives(fixture.support, uniqueText()),
      await fixture.arrives(fixture.sales, uniqueText()),
    ];
    await accept(fixture.ana, ownTicket.id);
    const all = { status: 'pending', selectedQueueIds: [fixture.sales] };
    expect((await fixture.ana.request('POST', '/tickets/closeAll', all)).statusCode).toBe(403);
    expect((await fixture.admin.request('POST', '/tickets/closeAll', all)).statusCode).toBe(200);
    const statuses = async () =>
      Promise.all([sold, helped, ownTicket].map(async ({ id }) => (await fixture.row(id)).status as string));
    expect(await statuses()).toEqual(['closed', 'pending', 'open']);
    await fixture.admin.request('POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [fixture.sales] });
    expect(await statuses()).toEqual(['closed', 'pending', 'closed']);
    expect(await fixture.texts(ownTicket.id)).toEqual([]);
    expect(await fixture.row(ownTicket.id)).toMatchObject({
      user_id: fixture.ana.user.id,
      queue_id: fixture.sales,
      unread: 0,
    });
    expect(await fixture.log(ownTicket.id)).toEqual(['create', 'open', 'closed']);
  });
});

describe('starting a conversation', () => {
  it('opens it for me; a second one is refused with the owner of the first, whatever the connection [M-077]', async () => {
    const fixture = await createFixture();
    const contact = (await fixture.ana.request('POST', '/contacts', { name: 'Rita Lima', number: aNumber() })).json();
    const created = await fixture.ana.request('POST', '/tickets', {
      contactId: contact.id,
      queueId: fixture.sales,
      whatsappId: fixture.connectionId,
      userId: fixture.ana.user.id,
      status: 'pending',
      companyId: 1,
    });
    expect(created.json()).toMatchObject({ status: 'open', userId: fixture.ana.user.id, isActiveDemand: true });
    expect(await fixture.log(created.json().id)).toEqual(['create']);
    const other = await fixture.admin.request('POST', '/whatsapp', {
      name: 'Filial',
      channel: 'whatsapp',
      provider: 'sandbox',
    });
    for (const whatsappId of [fixture.connectionId, other.json().id]) {
      const refused = await fixture.bia.request('POST', '/tickets', {
        contactId: contact.id,
        queueId: fixture.sales,
        whatsappId,
      });
      expect(refused.statusCode).toBe(409);
      expect(JSON.parse(refused.json().error)).toEqual({
        id: created.json().id,
        uuid: created.json().uuid,
        userId: fixture.ana.user.id,
        user: { id: fixture.ana.user.id, name: 'Ana' },
        queue: { id: fixture.sales, name: 'Vendas', color: '#112233' },
        status: 'open',
      });
    }
  });

  it('by two at once, on two connections, makes one [M-077]', async () => {
    const fixture = await createFixture();
    const other = (
      await fixture.admin.request('POST', '/whatsapp', { name: 'Filial', channel: 'whatsapp', provider: 'sandbox' })
    ).json();
    for (let attempt = 0; attempt < 4; attempt++) {
      const contact = (await fixture.ana.request('POST', '/contacts', { name: 'Rita Lima', number: aNumber() })).json();
      const start = (caller: Caller, whatsappId: number) =>
        caller.request('POST', '/tickets', { contactId: contact.id, whatsappId });
      const answers = await Promise.all([
        start(fixture.ana, fixture.connectionId),
        start(fixture.bia, other.id),
        start(fixture.admin, fixture.connectionId),
      ]);
      expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(await sql('select id from tickets where contact_id = $1', [contact.id])).toHaveLength(1);
    }
  });

  it('goes out through the connection that the person writes through first [M-194]', async () => {
    const fixture = await createFixture();
    const second = (
      await fixture.admin.request('POST', '/whatsapp', { name: 'Filial', channel: 'whatsapp', provider: 'sandbox' })
    ).json<{ id: number }>().id;
    await sql(`update connections set status = 'CONNECTED' where id = $1`, [second]);
    const agent = await fixture.anAgent({ whatsappId: second });
    const contact = (await fixture.admin.request('POST', '/contacts', { name: 'Nova', number: aNumber() })).json<{
      id: number;
    }>();
    const created = await agent.request('POST', '/tickets', { contactId: contact.id, queueId: fixture.sales });
    expect(created.json()).toMatchObject({ whatsappId: second, status: 'open', userId: agent.user.id });
  });

  it('needs somebody who is not blocked, and a connection that works [M-077] [M-118]', async () => {
    const fixture = await createFixture();
    const contact = (await fixture.ana.request('POST', '/contacts', { name: 'Rita Lima', number: aNumber() })).json();
    const start = async (more: object = {}) =>
      (await fixture.ana.request('POST', '/tickets', { contactId: contact.id, ...more })).json().error;
    await fixture.ana.request('PUT', `/contacts/block/${contact.id}`, { active: false });
    expect(await start()).toBe('ERR_CONTACT_BLOCKED');
    await fixture.ana.request('PUT', `/contacts/block/${contact.id}`, { active: true });
    await fixture.connection(`status = 'DISCONNECTED'`);
    expect(await start()).toBe('ERR_NO_DEF_WAPP_FOUND');
    expect(await start({ queueId: 2_000_000_000 })).toBe('ERR_QUEUE_NOT_FOUND');
    expect(await start({ userId: 2_000_000_000 })).toBe('ERR_NO_USER_FOUND');
    expect(await start({ contactId: 2_000_000_000 })).toBe('ERR_NO_CONTACT_FOUND');
  });
});

describe('looking', () => {
  it('is logged once in a while and marks read what is attended, not what waits [M-079]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.arrives();
    const markSeen = (caller: Caller) => caller.request('POST', `/tickets/${ticket.id}/seen`);
    expect((await markSeen(fixture.ana)).json()).toMatchObject({ status: 'pending', unreadMessages: 1 });
    await accept(fixture.ana, ticket.id);
    await fixture.sendWebhook([fixture.customerMessage(ticket.number, 'Alguém aí?')]);
    await service.until(
      () => fixture.row(ticket.id),
      (row) => row.unread === 1,
    );
    await fixture.connection(`status = 'DISCONNECTED'`);
    expect((await markSeen(fixture.ana)).json().unreadMessages).toBe(1);
    await fixture.connection(`status = 'CONNECTED'`);
    const screen = await openSocket(service.server, fixture.ana);
    expect((await markSeen(fixture.ana)).json().unreadMessages).toBe(0);
    await screen.waitFor('ticket', (payload) => payload.action === 'updateUnread' && payload.ticketId === ticket.id);
    screen.close();
    expect(await sql('select id from messages where ticket_id = $1 and not is_read', [ticket.id])).toEqual([]);
    await markSeen(fixture.admin);
    const entries = (await fixture.ana.request('GET', `/tickets-log/${ticket.id}`)).json();
    expect(entries.map((entry: { type: string }) => entry.type)).toEqual(['access', 'open', 'access', 'create']);
    expect(entries[1]).toMatchObject({
      ticketId: ticket.id,
      user: { id: fixture.ana.user.id, name: 'Ana' },
      queue: { id: fixture.sales, name: 'Vendas' },
    });
    expect(new Date(entries[0].createdAt) >= new Date(entries[1].createdAt)).toBe(true);
    expect((await fixture.bia.request('GET', `/tickets-log/${ticket.id}`)).json().error).toBe('ERR_NO_TICKET_FOUND');
  });

  it('a reading of it by id or uuid tells everything a list and header show, and writes nothing [M-318]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.arrives();
    const lane = (
      await fixture.admin.request('POST', '/tags', { name: 'Proposta', kanban: 1, color: '#00ff00' })
    ).json();
    const tag = (await fixture.admin.request('POST', '/tags', { name: 'VIP', color: '#ff0000' })).json();
    await fixture.admin.request('POST', '/tags/sync', { contactId: ticket.contactId, tags: [{ id: tag.id }] });
    await sql('insert into ticket_tags (company_id, ticket_id, tag_id) values ($1, $2, $3)', [
      fixture.companyId,
      ticket.id,
      lane.id,
    ]);
    await accept(fixture.ana, ticket.id);
    await sql('update tickets set rating = 8 where id = $1', [ticket.id]);
    const log = await fixture.log(ticket.id);
    const ticketResponse = (await fixture.ana.request('GET', `/tickets/u/${ticket.uuid}`)).json();
    expect(ticketResponse).toMatchObject({
      id: ticket.id,
      uuid: ticket.uuid,
      status: 'open',
      channel: 'whatsapp',
      isGroup: false,
      isBot: false,
      useIntegration: false,
      lastMessage: 'Bom dia',
      unreadMessages: 0,
      companyId: fixture.companyId,
      whatsappId: fixture.connectionId,
      user: { id: fixture.ana.user.id, name: 'Ana', color: expect.stringMatching(/^#[0-9A-F]{6}$/) },
      contact: {
        id: ticket.contactId,
        name: 'Rita',
        number: ticket.number,
        email: '',
        urlPicture: expect.any(String),
        tags: [{ id: tag.id, name: 'VIP', color: '#ff0000' }],
      },
      queue: { id: fixture.sales, name: 'Vendas', color: '#112233' },
      whatsapp: { id: fixture.connectionId, name: 'Matriz', groupAsTicket: 'disabled' },
      tags: [{ id: lane.id, name: 'Proposta', color: '#00ff00' }],
      userRating: { rate: 4 },
      windowEndsAt: null,
    });
    expect((await fixture.ana.request('GET', `/tickets/${ticket.id}`)).json()).toEqual(ticketResponse);
    expect(await fixture.log(ticket.id)).toEqual(log);
    expect(JSON.stringify(ticketResponse)).not.toMatch(/token|secret/i);
  });
});

it('the window for free text ends when its channel says so, and never where it has none', async () => {
  const fixture = await createFixture();
  const ticket = await fixture.arrives();
  const ends = async () =>
    (await fixture.admin.request('GET', `/tickets/${ticket.id}`)).json().windowEndsAt as string | null;
  expect(await ends()).toBeNull();
  service.testChannel.abilities.replyWindowHours = 7;
  try {
    const { last_inbound_at } = await fixture.row(ticket.id);
    expect(await ends()).toBe(new Date(+last_inbound_at + 7 * 3_600_000).toISOString());
  } finally {
    service.testChannel.abilities.replyWindowHours = null;
  }
});

describe('what happens at the same moment', () => {
  it('a customer who writes while it is accepted, greeted and closed is neither lost nor doubled [IN-07] [PB-06]', async () => {
    const fixture = await createFixture({ sendGreetingAccepted: 'enabled', greetingAcceptedMessage: 'Oi!' });
    await fixture.connection(`farewell_message = 'Até logo!'`);
    for (let attempt = 0; attempt < 6; attempt++) {
      const ticket = await fixture.arrives(fixture.sales, uniqueText());
      const texts = [uniqueText(), uniqueText()];
      const send = (text: string) => fixture.sendWebhook([fixture.customerMessage(ticket.number, text)]);
      const [accepted] = await Promise.all([put(fixture.ana, ticket.id, { status: 'open' }), send(texts[0]!)]);
      expect(accepted.statusCode, accepted.body).toBe(200);
      const [closed] = await Promise.all([put(fixture.ana, ticket.id, { status: 'closed' }), send(texts[1]!)]);
      expect(closed.statusCode, closed.body).toBe(200);
      const findMessages = () => sql('select ticket_id, body from messages where body = any($1)', [texts]);
      await service.until(findMessages, (rows) => rows.length === 2);
      const live = await sql(`select id from tickets where contact_id = $1 and status <> 'closed'`, [ticket.contactId]);
      expect(live.length).toBeLessThanOrEqual(1);
      expect((await fixture.texts(ticket.id)).filter((text) => text === 'Oi!')).toHaveLength(1);
    }
  });
});
