import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeer } from '../../../test/connected-server.ts';
import { setDaysLeft } from '../../../test/subscriptions.ts';
import { MENU, officeHours, startBotServer } from './bot.fixture.ts';

/** São Paulo is three hours behind. */
const FRIDAY_EVENING = new Date('2026-11-13T21:05:00Z');
const FRIDAY_MORNING = new Date('2026-11-13T13:00:00Z');

let service: Awaited<ReturnType<typeof startBotServer>>;
beforeAll(async () => {
  service = await startBotServer();
});
afterAll(() => service.server.stop());

describe('business hours and vacation', () => {
  it('applies the hours of the company, the connection or the queue, as the setting says [M-147] [M-150]', async () => {
    const bot = await service.createBot({
      queues: [
        { name: 'Vendas', schedules: officeHours, outOfHoursMessage: 'Vendas fechou.' },
        { name: 'Suporte', outOfHoursMessage: 'Suporte fechou.' },
      ],
      connection: { schedules: officeHours, outOfHoursMessage: 'Fechado agora.', maxUseBotQueues: 2 },
    });
    await bot.admin.request('PUT', `/companies/${bot.companyId}/schedules`, { schedules: officeHours });
    const hoursOf = async (data: string) => {
      service.server.clock.set(new Date());
      await bot.admin.request('PUT', '/companySettings', { column: 'scheduleType', data });
      service.server.clock.set(FRIDAY_EVENING);
      return service.createCustomer(bot);
    };
    try {
      const helena = await hoursOf('company');
      expect([await helena.send('oi'), await helena.send('oi?'), await helena.send('oi??')]).toEqual([
        ['Fechado agora.'],
        ['Fechado agora.'],
        [],
      ]);
      expect(await helena.log()).toEqual(['create', 'chatBot outsideHours', 'chatBot turnsUsedUp']);
      expect(await (await hoursOf('connection')).send('oi')).toEqual(['Fechado agora.']);
      const otto = await hoursOf('queue');
      expect([await otto.send('oi'), await otto.send('1'), await otto.send('alô')]).toEqual([
        [MENU],
        ['Vendas fechou.'],
        ['Vendas fechou.'],
      ]);
      expect(await otto.ticket()).toMatchObject({ queue_id: bot.queues[0]!.id });
      expect(await (await hoursOf('disabled')).send('oi')).toEqual([MENU]);
      const rosa = await hoursOf('company');
      service.server.clock.set(FRIDAY_MORNING);
      expect(await rosa.send('oi')).toEqual([MENU]);
    } finally {
      service.server.clock.set(new Date());
    }
  });

  it('sends only the vacation message until the end of the last vacation day [M-151]', async () => {
    const bot = await service.createBot({
      connection: {
        collectiveVacationMessage: 'Estamos de férias.',
        collectiveVacationStart: '2096-12-20',
        collectiveVacationEnd: '2096-12-24',
      },
    });
    const helena = service.createCustomer(bot);
    try {
      service.server.clock.set(new Date('2096-12-25T02:59:00Z'));
      expect(await helena.send('oi')).toEqual(['Estamos de férias.']);
      service.server.clock.set(new Date('2096-12-25T03:00:00Z'));
      expect(await helena.send('oi')).toEqual([MENU]);
    } finally {
      service.server.clock.set(new Date());
    }
  });
});

describe('groups as tickets', () => {
  it('wait in the only queue of the connection and are greeted once [F-G8]', async () => {
    const company = await service.createConnectedCompany({ sendGreetingMessageOneQueues: 'enabled' });
    const queue = (await company.admin.request('POST', '/queue', { name: 'Vendas', color: '#0EA5E9' })).json<{
      id: number;
    }>();
    const change = await company.admin.request('PUT', `/whatsapp/${company.connectionId}`, {
      allowGroup: true,
      groupAsTicket: 'enabled',
      greetingMessage: 'Bem-vindos!',
      queueIds: [queue.id],
    });
    expect(change.statusCode, change.body).toBe(200);
    const peer = { identities: [{ kind: 'group' as const, value: '1203630252461' }], name: 'Turma', isGroup: true };
    const author = createPeer('5500990007001');
    for (const text of ['oi', 'alguém?']) {
      await company.sendWebhook([company.customerMessage('1', text, { peer, author })]);
      await service.until(company.messages, (rows) => rows.some((row) => row.body === text));
    }
    const [ticket] = await company.tickets();
    expect([ticket.status, ticket.queue_id, ticket.is_group]).toEqual(['pending', queue.id, true]);
    const rows = await service.until(company.messages, (seen) => seen.some((row) => row.from_me));
    expect(rows.filter((row) => row.from_me).map((row) => row.body)).toEqual(['Bem-vindos!']);
  });
});

describe('consent', () => {
  const lgpd = { enableLGPD: 'enabled', lgpdMessage: 'Usamos seus dados.', lgpdLink: 'https://example.com/lgpd' };
  const question = [lgpd.lgpdMessage, lgpd.lgpdLink, expect.stringContaining('*1* – Sim')];
  it('is asked first; yes continues with the menu, no closes the ticket, other answers repeat the question [M-158] [LG-03]', async () => {
    const bot = await service.createBot({ settings: lgpd, connection: { maxUseBotQueues: 2 } });
    const helena = service.createCustomer(bot);
    expect(await helena.send('oi')).toEqual(question);
    expect(await helena.ticket()).toMatchObject({ status: 'lgpd', queue_id: null });
    // Until the answer no agent sees the conversation or what was written in it.
    const agent = await service.server.createAgent(bot.companyId, {
      allTicket: 'enabled',
      queueIds: bot.queues.map(({ id }) => id),
    });
    const listed = async () => {
      const lists = await Promise.all(
        ['pending', 'open', 'closed'].map((status) => agent.request('GET', `/tickets?status=${status}&showAll=true`)),
      );
      return lists.map((answer) => answer.json<{ count: number }>().count);
    };
    expect(await listed()).toEqual([0, 0, 0]);
    expect(await helena.send('como?')).toEqual(question);
    expect(await helena.send('como?')).toEqual([]);
    // A later change of the question must not change what the first customer was asked.
    await bot.admin.request('PUT', '/companySettings', { column: 'lgpdMessage', data: 'Outro texto.' });
    expect(await helena.send('1')).toEqual([MENU]);
    const ticket = await helena.ticket();
    expect(ticket).toMatchObject({ status: 'pending', consented_at: expect.any(Date) });
    expect(await listed()).toEqual([1, 0, 0]);
    const contact = await bot.admin.request('GET', `/contacts/${ticket.contact_id}`);
    expect(contact.json().lgpdAcceptedAt).not.toBeNull();
    expect(await helena.log()).toEqual([
      'lgpd',
      'chatBot consentAsked',
      'chatBot consentNotUnderstood',
      'chatBot turnsUsedUp',
      'lgpd consentGiven',
      'chatBot menuShown',
    ]);
    const consents = await service.server.asOwner.query(
      'select act, answer_text, asked_text, message_id, at from consents where company_id = $1',
      [bot.companyId],
    );
    expect(consents.rows).toMatchObject([{ act: 'given', answer_text: '1', asked_text: lgpd.lgpdMessage }]);
    expect(consents.rows[0].message_id).not.toBeNull();
    expect(+consents.rows[0].at).toBeGreaterThan(Date.now() - 60_000);

    const otto = service.createCustomer(bot);
    await otto.send('oi');
    expect(await otto.send('2')).toEqual(['Até logo!']);
    expect(await otto.ticket()).toMatchObject({ status: 'closed', consented_at: null });
    expect((await otto.log()).at(-1)).toBe('clientClosed consentRefused');
    await helena.send('sair');
    expect(await helena.send('voltei')).toEqual([MENU]);
  });

  it('is asked again in every conversation if the company wants it, also after a yes [M-158] [LG-03] [F-E4]', async () => {
    const bot = await service.createBot({ settings: { ...lgpd, lgpdConsent: 'enabled' } });
    const helena = service.createCustomer(bot);
    for (const text of ['oi', 'voltei', 'de novo']) {
      expect(await helena.send(text)).toEqual(question);
      expect(await helena.ticket()).toMatchObject({ status: 'lgpd' });
      expect(await helena.send('1')).toEqual([MENU]);
      const ticket = await helena.ticket();
      expect(ticket).toMatchObject({ status: 'pending' });
      const contact = await bot.admin.request('GET', `/contacts/${ticket.contact_id}`);
      expect(contact.json().lgpdAcceptedAt).not.toBeNull();
      await helena.send('sair');
      expect(await helena.ticket()).toMatchObject({ status: 'closed' });
    }
  });
});

describe('rating', () => {
  it('asks again for an invalid score, stores a valid one unchanged and closes the ticket [M-154] [M-155]', async () => {
    const bot = await service.createBot({
      settings: { userRating: 'enabled' },
      connection: { ratingMessage: 'De 0 a 10?', expiresTicketNPS: 60, maxUseBotQueuesNPS: 3 },
    });
    const helena = service.createCustomer(bot);
    await helena.send('oi');
    const { id } = await helena.ticket();
    await bot.admin.request('PUT', `/tickets/${id}`, {
      status: 'open',
      userId: bot.admin.user.id,
      queueId: bot.queues[0]!.id,
    });
    await bot.admin.request('PUT', `/tickets/${id}`, { status: 'closed' });
    expect(await helena.ticket()).toMatchObject({ status: 'nps', rating_turns: 1 });
    const again = [expect.stringContaining('0 a 10'), 'De 0 a 10?'];
    expect([await helena.send('12'), await helena.send('abc'), await helena.send('ruim')]).toEqual([again, again, []]);
    expect(await helena.send('9')).toEqual(['Até logo!']);
    expect(await helena.ticket()).toMatchObject({ id, status: 'closed', rating: 9 });
    expect((await helena.log()).at(-1)).toBe('closed rated');
    const ticketResponse = await bot.admin.request('GET', `/tickets/${id}`);
    expect(ticketResponse.json().userRating).toEqual({ rate: 5, score: 9 });
    const { rows } = await service.server.asOwner.query(
      `select r.user_id, r.rate, k.is_rated, k.rating_at is not null as at, k.finished_at is not null as over
         from user_ratings r join ticket_tracking k on k.ticket_id = r.ticket_id where r.ticket_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ user_id: bot.admin.user.id, rate: 9, is_rated: true, at: true, over: true }]);
  });
});

describe('assignment', () => {
  it('sends the position in the queue after the greeting of the queue [M-145]', async () => {
    const bot = await service.createBot({
      settings: { sendQueuePosition: 'enabled', sendQueuePositionMessage: '{{firstName}}, você é {{position}}º.' },
    });
    for (const position of [1, 2]) {
      const customer = service.createCustomer(bot);
      await customer.send('oi');
      expect(await customer.send('1')).toEqual(['Aqui é Vendas', `Helena, você é ${position}º.`]);
    }
  });

  it('assigns an agent of the queue who is online [M-167]', async () => {
    const bot = await service.createBot({ settings: { userRandom: 'enabled' } });
    // The author of the queues is in them and online.
    await bot.admin.request('PUT', `/users/${bot.admin.user.id}`, { queueIds: [] });
    const away = await service.server.createUser(bot.companyId, { queueIds: [bot.queues[0]!.id] });
    const helena = service.createCustomer(bot);
    await helena.send('oi');
    await helena.send('1');
    expect(await helena.ticket()).toMatchObject({ user_id: null, status: 'pending' });
    const onlineAgent = await service.server.createAgent(bot.companyId, { queueIds: [bot.queues[0]!.id] });
    const otto = service.createCustomer(bot);
    await otto.send('oi');
    await otto.send('1');
    expect(away.userId).not.toBe(onlineAgent.user.id);
    expect(await otto.ticket()).toMatchObject({ user_id: onlineAgent.user.id, status: 'pending' });
    expect((await otto.log()).slice(-2)).toEqual(['queue queueChosen', 'queue chosenAtRandom']);
  });

  it('assigns the account owner without a menu, also while the owner is offline [M-168]', async () => {
    const bot = await service.createBot({ settings: { DirectTicketsToWallets: 'enabled' } });
    const ana = await service.server.createAgent(bot.companyId, { queueIds: [bot.queues[1]!.id] });
    const helena = service.createCustomer(bot);
    await helena.send('oi');
    const { contact_id } = await helena.ticket();
    await helena.send('sair');
    const set = { walletUserId: ana.user.id, walletQueueId: bot.queues[1]!.id };
    expect((await bot.admin.request('PUT', `/contacts/${contact_id}`, set)).statusCode).toBe(200);
    expect(await helena.send('voltei')).toEqual([]);
    expect(await helena.ticket()).toMatchObject({
      status: 'pending',
      user_id: ana.user.id,
      queue_id: bot.queues[1]!.id,
      is_bot: false,
    });
    expect(await helena.log()).toEqual(['create', 'queue wallet']);
    // An offline owner is assigned too; the log entry names the reason.
    await bot.admin.request('PUT', `/tickets/${(await helena.ticket()).id}`, { status: 'closed' });
    await service.server.asOwner.query('update users set is_online = false where id = $1', [ana.user.id]);
    expect(await helena.send('e agora?')).toEqual([]);
    expect(await helena.ticket()).toMatchObject({ status: 'pending', user_id: ana.user.id });
    expect((await helena.log()).at(-1)).toBe('queue walletAway');
  });
});

describe('an expired subscription', () => {
  it('silences the bot: messages are stored and wait for an agent until the company has paid', async () => {
    const bot = await service.createBot();
    const helena = service.createCustomer(bot);
    await setDaysLeft(service.server, bot.companyId, -1);
    expect(await helena.send('oi')).toEqual([]);
    expect(await helena.ticket()).toMatchObject({ status: 'pending', queue_id: null });
    expect((await helena.thread()).map(({ body }) => body)).toEqual(['oi']);
    await setDaysLeft(service.server, bot.companyId, 30);
    expect(await helena.send('alguém aí?')).toEqual([MENU]);
  });

  it('and so does an inactive company: no message is sent on its own', async () => {
    const bot = await service.createBot();
    const helena = service.createCustomer(bot);
    const setActive = (isActive: boolean) =>
      service.server.db.inCompany(bot.companyId, (tx) => service.server.modules.companies.change(tx, { isActive }));
    await setActive(false);
    expect(await helena.send('oi')).toEqual([]);
    expect(await helena.ticket()).toMatchObject({ status: 'pending', queue_id: null });
    expect((await helena.thread()).map(({ body }) => body)).toEqual(['oi']);
    await setActive(true);
    expect(await helena.send('alguém aí?')).toEqual([MENU]);
  });
});
