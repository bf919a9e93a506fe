import type { BotTried } from '@balcao/contract/endpoints/chatbots';
import type { Content } from '../../channels/port.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';

type Service = Awaited<ReturnType<typeof startConnectedServer>>;
type Counter = Awaited<ReturnType<Service['createConnectedCompany']>>;
let service: Service;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const plainSettings = { DirectTicketsToWallets: 'disabled', userRandom: 'disabled', sendQueuePosition: 'disabled' };
let numbers = 0;
const aNumber = () => `550098${String(++numbers).padStart(7, '0')}`;
const office = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((weekdayEn) => ({
  weekday: weekdayEn,
  weekdayEn,
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));
/** São Paulo is three hours behind. */
const FRIDAY_EVENING = new Date('2026-11-13T21:05:00Z');
const FRIDAY_MORNING = new Date('2026-11-13T13:00:00Z');

interface BotSetup {
  settings?: Record<string, string | boolean>;
  connection?: Record<string, unknown>;
  queues?: Record<string, unknown>[];
}
/** A counter with a bot: two queues unless told, a greeting, a farewell. */
async function aBot({ settings = {}, connection = {}, queues }: BotSetup = {}) {
  const counter = await service.createConnectedCompany({ ...plainSettings, ...settings });
  const { admin, connectionId } = counter;
  const createdQueues = [];
  for (const [n, queue] of (queues ?? [{ name: 'Vendas' }, { name: 'Suporte' }]).entries()) {
    const color = `#0000${n}0`;
    const answer = await admin.request('POST', '/queue', {
      color,
      orderQueue: n,
      greetingMessage: `Aqui é ${queue['name']}`,
      ...queue,
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    createdQueues.push(answer.json<{ id: number; chatbots: { id: number }[] }>());
  }
  const saved = await admin.request('PUT', `/whatsapp/${connectionId}`, {
    greetingMessage: 'Olá, {{firstName}}!',
    complationMessage: 'Até logo!',
    queueIds: createdQueues.map(({ id }) => id),
    ...connection,
  });
  if (saved.statusCode !== 200) throw new Error(saved.body);
  return { ...counter, queues: createdQueues };
}
type Bot = Awaited<ReturnType<typeof aBot>>;

/** One customer of that counter: what is said, and what is answered in the same breath. */
function aCustomer(counter: Counter, number = aNumber()) {
  const queryRows = async <Row extends object>(text: string) =>
    (await service.server.asOwner.query<Row>(text, [counter.companyId, number])).rows;
  const thread = () =>
    queryRows<{ wid: string; from_me: boolean; body: string; media_type: string }>(
      `select m.wid, m.from_me, m.body, m.media_type from contact_identities i
         join messages m on m.company_id = i.company_id and m.contact_id = i.contact_id
        where i.company_id = $1 and i.value = $2 order by m.ticket_id, m.seq`,
    );
  const tickets = () =>
    queryRows<{
      id: number;
      contact_id: number;
    }>(`select t.* from contact_identities i join tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id
          where i.company_id = $1 and i.value = $2 order by t.id`);
  /** An answer is kept with what it answers: when the one is there, so is the other. */
  async function send(content: string | Content): Promise<string[]> {
    const event = counter.customerMessage(number, content);
    const { wid } = event as { wid: string };
    await counter.sendWebhook([event]);
    const rows = await service.until(thread, (messages) => messages.some((row) => row.wid === wid));
    return rows.slice(rows.findIndex((row) => row.wid === wid) + 1).map(({ body }) => body);
  }
  /** What reached the phone. */
  const sentTo = () =>
    service.testChannel.sent
      .filter(({ to }) => to.identities.some(({ value }) => value === number))
      .map(({ content }) => content);
  /** The lines of the conversation's history, each with why it happened by itself. */
  const log = async () => {
    const { rows } = await service.server.asOwner.query<{ line: string }>(
      `select type || coalesce(' ' || why, '') as line from ticket_log where ticket_id = $1 order by id`,
      [(await tickets()).at(-1)!.id],
    );
    return rows.map(({ line }) => line);
  };
  return { number, send, sentTo, thread, tickets, ticket: async () => (await tickets()).at(-1)!, log };
}
const MENU = 'Olá, Helena!\n\n*1* – Vendas\n*2* – Suporte\n*sair* – Encerrar a conversa';

describe('the menu', () => {
  it('is shown, understood and left; each step says why in the conversation [M-142] [M-144]', async () => {
    const bot = await aBot({ connection: { maxUseBotQueues: 3 } });
    const helena = aCustomer(bot);
    expect(await helena.send('oi')).toEqual([MENU]);
    expect(await helena.send('banana')).toEqual([MENU]);
    expect(await helena.send('7')).toEqual([MENU]);
    expect(await helena.send('outra')).toEqual([]);
    expect(await helena.log()).toEqual([
      'create',
      'chatBot menuShown',
      'chatBot menuNotUnderstood',
      'chatBot turnsUsedUp',
    ]);
    expect(await helena.ticket()).toMatchObject({ status: 'pending', queue_id: null, bot_turns: 3 });
    expect(await helena.send('2')).toEqual(['Aqui é Suporte']);
    expect(await helena.ticket()).toMatchObject({ queue_id: bot.queues[1]!.id, user_id: null, bot_turns: 0 });
    expect((await helena.log()).at(-1)).toBe('queue queueChosen');
    expect(await helena.send('alguém?')).toEqual([]);

    const otto = aCustomer(bot);
    await otto.send('oi');
    expect(await otto.send('SAIR')).toEqual(['Até logo!']);
    expect(await otto.ticket()).toMatchObject({ status: 'closed' });
    expect((await otto.log()).at(-1)).toBe('clientClosed customerLeft');
    expect(await otto.send('oi de novo')).toEqual([MENU]);
    expect(await otto.tickets()).toHaveLength(2);
  });

  it('comes as a list where the channel draws one, and its row is an answer [M-142]', async () => {
    const bot = await aBot({ settings: { chatBotType: 'list' } });
    const helena = aCustomer(bot);
    expect(await helena.send('oi')).toEqual(['Olá, Helena!']);
    await service.until(
      async () => helena.sentTo().length,
      (n) => n > 0,
    );
    expect(helena.sentTo()[0]).toMatchObject({
      kind: 'list',
      text: 'Olá, Helena!',
      sections: [{ rows: [{ id: '1', title: 'Vendas' }, { id: '2', title: 'Suporte' }, { id: 'sair' }] }],
    });
    expect(await helena.send({ kind: 'choice', id: '1', title: 'Vendas' })).toEqual(['Aqui é Vendas']);
    expect(await helena.ticket()).toMatchObject({ queue_id: bot.queues[0]!.id });
  });

  it('comes as buttons where the channel has them, as a list where it has not or where they are too many [M-142]', async () => {
    const bot = await aBot({ settings: { chatBotType: 'button' } });
    const { abilities } = service.testChannel;
    const before = abilities.contents;
    const drawn = async () => {
      const customer = aCustomer(bot);
      expect(await customer.send('oi')).toEqual(['Olá, Helena!']);
      const sent = await service.until(
        async () => customer.sentTo(),
        (contents) => contents.length > 0,
      );
      return { customer, first: sent[0]! };
    };
    expect((await drawn()).first).toMatchObject({ kind: 'list' });
    abilities.contents = [...before, 'buttons'];
    try {
      const { customer, first } = await drawn();
      expect(first).toEqual({
        kind: 'buttons',
        title: '',
        text: 'Olá, Helena!',
        choices: [
          { id: '1', title: 'Vendas' },
          { id: '2', title: 'Suporte' },
          { id: 'sair', title: 'Encerrar a conversa' },
        ],
      });
      expect((await customer.thread())[1]).toMatchObject({ media_type: 'buttonsMessage' });
      expect(await customer.send({ kind: 'choice', id: '2', title: 'Suporte' })).toEqual(['Aqui é Suporte']);
      expect(await customer.ticket()).toMatchObject({ queue_id: bot.queues[1]!.id });
      const more = await bot.admin.request('POST', '/queue', {
        name: 'Financeiro',
        color: '#000099',
        greetingMessage: 'x',
      });
      const queueIds = [...bot.queues.map(({ id }) => id), more.json().id];
      await bot.admin.request('PUT', `/whatsapp/${bot.connectionId}`, { queueIds });
      expect((await drawn()).first).toMatchObject({ kind: 'list' });
    } finally {
      abilities.contents = before;
    }
  });

  it('waits as long as it was told between two of them [M-144]', async () => {
    const bot = await aBot({ connection: { timeUseBotQueues: '30', maxUseBotQueues: 0 } });
    const helena = aCustomer(bot);
    expect(await helena.send('oi')).toEqual([MENU]);
    expect(await helena.send('hein?')).toEqual([]);
    service.server.clock.pass(31 * 60_000);
    expect(await helena.send('hein?')).toEqual([MENU]);
    service.server.clock.pass(-31 * 60_000);
  });

  it('is nothing for a contact without a bot, nor for what a human has [M-146]', async () => {
    const bot = await aBot();
    const helena = aCustomer(bot);
    await helena.send('oi');
    const { id, contact_id } = await helena.ticket();
    await bot.admin.request('PUT', `/contacts/toggleDisableBot/${contact_id}`);
    expect(await helena.send('x')).toEqual([]);
    await bot.admin.request('PUT', `/contacts/toggleDisableBot/${contact_id}`);
    expect(await helena.send('x')).toEqual([MENU]);
    await bot.admin.request('PUT', `/tickets/${id}`, { status: 'open', userId: bot.admin.user.id });
    expect(await helena.send('x')).toEqual([]);
    await bot.admin.request('PUT', `/tickets/${id}`, { status: 'pending', userId: null });
    expect(await helena.send('x')).toEqual([]);
    expect((await service.server.asOwner.query('select 1 from bot_dialogs where ticket_id = $1', [id])).rows).toEqual(
      [],
    );
  });

  it('one queue needs none, and greets only if so decided [M-143]', async () => {
    const bot = await aBot({ queues: [{ name: 'Única' }] });
    const helena = aCustomer(bot);
    expect(await helena.send('oi')).toEqual(['Olá, Helena!']);
    expect(await helena.ticket()).toMatchObject({ queue_id: bot.queues[0]!.id });
    expect(await helena.log()).toEqual(['create', 'queue onlyQueue']);
    await bot.admin.request('PUT', '/companySettings', { column: 'sendGreetingMessageOneQueues', data: 'disabled' });
    expect(await aCustomer(bot).send('oi')).toEqual([]);
  });
});

describe('the options of a queue', () => {
  it('lead down, back and out, and are given whole [M-140] [M-141]', async () => {
    const tree = [
      {
        name: 'Impressora',
        greetingMessage: 'O que há?',
        options: [{ name: 'Sem papel', greetingMessage: 'Ponha papel.' }],
      },
      { name: 'Fechar', greetingMessage: 'Feito.', closeTicket: true },
    ];
    const bot = await aBot({ queues: [{ name: 'Vendas' }, { name: 'Suporte', chatbots: tree }] });
    const helena = aCustomer(bot);
    const end = '\n*#* – Voltar ao menu\n*sair* – Encerrar a conversa';
    await helena.send('oi');
    expect(await helena.send('2')).toEqual([`Aqui é Suporte\n\n*1* – Impressora\n*2* – Fechar${end}`]);
    expect(await helena.send('9')).toEqual([expect.stringContaining('*1* – Impressora')]);
    expect(await helena.send('1')).toEqual([`O que há?\n\n*1* – Sem papel${end}`]);
    expect(await helena.send('1')).toEqual([`Ponha papel.\n${end}`]);
    expect(await helena.send('#')).toEqual([MENU]);
    expect(await helena.ticket()).toMatchObject({ queue_id: null });
    await helena.send('2');
    expect(await helena.send('2')).toEqual(['Feito.']);
    expect(await helena.ticket()).toMatchObject({ status: 'closed' });
    expect((await helena.log()).slice(-2)).toEqual(['chatBot optionChosen', 'closed closedByOption']);
  });

  it('hand over to a queue and to an attendant, who is asked to accept [M-141]', async () => {
    const bot = await aBot();
    const ana = await service.server.createUser(bot.companyId, { queueIds: [bot.queues[0]!.id] });
    const [sales, support] = bot.queues.map(({ id }) => id);
    const saved = await bot.admin.request('PUT', `/queue/${support}`, {
      chatbots: [
        { name: 'Comprar', queueType: 'queue', optQueueId: sales, greetingMessage: 'Já passo.' },
        { name: 'Falar com Ana', queueType: 'attendent', optUserId: ana.userId, optQueueId: sales },
      ],
    });
    expect(saved.json().chatbots[1]).toMatchObject({ user: { id: ana.userId }, queueId: support, chatbotId: null });
    const helena = aCustomer(bot);
    await helena.send('oi');
    await helena.send('2');
    expect(await helena.send('1')).toEqual(['Já passo.', 'Aqui é Vendas']);
    expect(await helena.ticket()).toMatchObject({ queue_id: sales, user_id: null });
    const otto = aCustomer(bot);
    await otto.send('oi');
    await otto.send('2');
    await otto.send('2');
    expect(await otto.ticket()).toMatchObject({ queue_id: sales, user_id: ana.userId, status: 'pending' });
    const logResponse = await bot.admin.request('GET', `/tickets-log/${(await otto.ticket()).id}`);
    expect(logResponse.json()[0]).toMatchObject({
      type: 'queue',
      why: 'optionGaveAttendant',
      user: { id: ana.userId },
    });
  });
});

describe('hours and absences', () => {
  it('on Friday at 18:05 each kind of hours answers in its own place [M-147] [M-150]', async () => {
    const bot = await aBot({
      queues: [
        { name: 'Vendas', schedules: office, outOfHoursMessage: 'Vendas fechou.' },
        { name: 'Suporte', outOfHoursMessage: 'Suporte fechou.' },
      ],
      connection: { schedules: office, outOfHoursMessage: 'Fechado agora.', maxUseBotQueues: 2 },
    });
    await bot.admin.request('PUT', `/companies/${bot.companyId}/schedules`, { schedules: office });
    const hoursOf = async (data: string) => {
      service.server.clock.set(new Date());
      await bot.admin.request('PUT', '/companySettings', { column: 'scheduleType', data });
      service.server.clock.set(FRIDAY_EVENING);
      return aCustomer(bot);
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

  it('in the holidays nothing else is said, to the last day [M-151]', async () => {
    const bot = await aBot({
      connection: {
        collectiveVacationMessage: 'Estamos de férias.',
        collectiveVacationStart: '2096-12-20',
        collectiveVacationEnd: '2096-12-24',
      },
    });
    const helena = aCustomer(bot);
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

describe('consent', () => {
  const lgpd = { enableLGPD: 'enabled', lgpdMessage: 'Usamos seus dados.', lgpdLink: 'https://example.com/lgpd' };
  const question = [lgpd.lgpdMessage, lgpd.lgpdLink, expect.stringContaining('*1* – Sim')];
  it('comes first; yes goes on to the menu, no ends it, else it is asked again [M-158]', async () => {
    const bot = await aBot({ settings: lgpd, connection: { maxUseBotQueues: 2 } });
    const helena = aCustomer(bot);
    expect(await helena.send('oi')).toEqual(question);
    expect(await helena.ticket()).toMatchObject({ status: 'lgpd', queue_id: null });
    expect(await helena.send('como?')).toEqual(question);
    expect(await helena.send('como?')).toEqual([]);
    // What is asked from now on is not what Helena was asked.
    await bot.admin.request('PUT', '/companySettings', { column: 'lgpdMessage', data: 'Outro texto.' });
    expect(await helena.send('1')).toEqual([MENU]);
    const ticket = await helena.ticket();
    expect(ticket).toMatchObject({ status: 'pending', consented_at: expect.any(Date) });
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
      'select act, answer_text, asked_text, message_id from consents where company_id = $1',
      [bot.companyId],
    );
    expect(consents.rows).toMatchObject([{ act: 'given', answer_text: '1', asked_text: lgpd.lgpdMessage }]);
    expect(consents.rows[0].message_id).not.toBeNull();

    const otto = aCustomer(bot);
    await otto.send('oi');
    expect(await otto.send('2')).toEqual(['Até logo!']);
    expect(await otto.ticket()).toMatchObject({ status: 'closed', consented_at: null });
    expect((await otto.log()).at(-1)).toBe('clientClosed consentRefused');
    await helena.send('sair');
    expect(await helena.send('voltei')).toEqual([MENU]);
  });
});

describe('a rating', () => {
  it('12 and «abc» are asked for again, 9 is kept raw and thanked for [M-154] [M-155]', async () => {
    const bot = await aBot({
      settings: { userRating: 'enabled' },
      connection: { ratingMessage: 'De 0 a 10?', expiresTicketNPS: 60, maxUseBotQueuesNPS: 3 },
    });
    const helena = aCustomer(bot);
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
    expect(ticketResponse.json().userRating).toEqual({ rate: 5 });
    const { rows } = await service.server.asOwner.query(
      `select r.user_id, r.rate, k.is_rated, k.rating_at is not null as at, k.finished_at is not null as over
         from user_ratings r join ticket_tracking k on k.ticket_id = r.ticket_id where r.ticket_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ user_id: bot.admin.user.id, rate: 9, is_rated: true, at: true, over: true }]);
  });
});

describe('who gets it', () => {
  it('the place in the line is told after the greeting of the queue [M-145]', async () => {
    const bot = await aBot({
      settings: { sendQueuePosition: 'enabled', sendQueuePositionMessage: '{{firstName}}, você é {{position}}º.' },
    });
    for (const position of [1, 2]) {
      const customer = aCustomer(bot);
      await customer.send('oi');
      expect(await customer.send('1')).toEqual(['Aqui é Vendas', `Helena, você é ${position}º.`]);
    }
  });

  it('somebody of the queue who is online is asked to accept it [M-167]', async () => {
    const bot = await aBot({ settings: { userRandom: 'enabled' } });
    const away = await service.server.createUser(bot.companyId, { queueIds: [bot.queues[0]!.id] });
    const helena = aCustomer(bot);
    await helena.send('oi');
    await helena.send('1');
    expect(await helena.ticket()).toMatchObject({ user_id: null, status: 'pending' });
    const onlineAgent = await service.server.createAgent(bot.companyId, { queueIds: [bot.queues[0]!.id] });
    const otto = aCustomer(bot);
    await otto.send('oi');
    await otto.send('1');
    expect(away.userId).not.toBe(onlineAgent.user.id);
    expect(await otto.ticket()).toMatchObject({ user_id: onlineAgent.user.id, status: 'pending' });
    expect((await otto.log()).slice(-2)).toEqual(['queue queueChosen', 'queue chosenAtRandom']);
  });

  it('a customer of somebody’s own waits for that one, and no menu is shown [M-168]', async () => {
    const bot = await aBot({ settings: { DirectTicketsToWallets: 'enabled' } });
    const ana = await service.server.createAgent(bot.companyId, { queueIds: [bot.queues[1]!.id] });
    const helena = aCustomer(bot);
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
    // Once she is away she gets it all the same, and whoever reads it knows why nobody answers.
    await bot.admin.request('PUT', `/tickets/${(await helena.ticket()).id}`, { status: 'closed' });
    await service.server.asOwner.query('update users set is_online = false where id = $1', [ana.user.id]);
    expect(await helena.send('e agora?')).toEqual([]);
    expect(await helena.ticket()).toMatchObject({ status: 'pending', user_id: ana.user.id });
    expect((await helena.log()).at(-1)).toBe('queue walletAway');
  });
});

describe('after a crash', () => {
  it('the same message delivered and worked off again is answered once [FL-04]', async () => {
    const bot = await aBot();
    const helena = aCustomer(bot);
    const first = bot.customerMessage(helena.number, 'oi');
    await bot.sendWebhook([first]);
    await service.until(helena.thread, (rows) => rows.length >= 2);
    await bot.sendWebhook([first, bot.customerMessage(helena.number, '1')]);
    const messages = await service.until(helena.thread, (rows) => rows.length >= 4);
    expect(messages.map((row) => row.body)).toEqual(['oi', MENU, '1', 'Aqui é Vendas']);
    await service.until(
      async () => helena.sentTo().length,
      (n) => n >= 2,
    );
    expect(helena.sentTo()).toMatchObject([{ text: MENU }, { text: 'Aqui é Vendas' }]);
  });

  it('several messages of one page are answered each, in their order, and what fails is done again whole', async () => {
    const bot = await aBot();
    const [helena, otto] = [aCustomer(bot), aCustomer(bot)];
    // Whatever the house writes into the outbox now fails once: nothing of the page may stay.
    await service.server.asOwner.query(`
      create function once() returns trigger language plpgsql as $$ begin
        if nextval('once_tried') = 1 then raise exception 'power cut'; end if; return new; end $$;
      create sequence once_tried; grant usage on sequence once_tried to balcao_app;
      create trigger once before insert on outbox for each row when (new.company_id = ${bot.companyId}) execute function once()`);
    await bot.sendWebhook([
      bot.customerMessage(helena.number, 'oi'),
      bot.customerMessage(otto.number, 'olá'),
      bot.customerMessage(helena.number, '2'),
      bot.customerMessage(otto.number, 'quê?'),
    ]);
    await service.until(bot.messages, (rows) => rows.length >= 8);
    await service.server.asOwner.query('drop trigger once on outbox; drop function once(); drop sequence once_tried');
    const bodiesOf = async ({ thread }: typeof helena) => (await thread()).map(({ body }) => body);
    expect(await bodiesOf(helena)).toEqual(['oi', MENU, '2', 'Aqui é Suporte']);
    expect(await bodiesOf(otto)).toEqual(['olá', MENU, 'quê?', MENU]);
    expect(await helena.ticket()).toMatchObject({ message_seq: '4', unread: 2, last_from_me: true });
  });
});

describe('what would happen', () => {
  const dryRun = async (bot: Bot, request: object) => {
    const answer = await bot.admin.request('POST', '/bot/try', { whatsappId: bot.connectionId, ...request });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<BotTried>();
  };
  it('is what does happen, and nothing is kept or sent by asking', async () => {
    const bot = await aBot({
      queues: [{ name: 'Vendas' }, { name: 'Suporte', chatbots: [{ name: 'Impressora', greetingMessage: 'Ligue.' }] }],
    });
    const before = await service.server.asOwner.query('select count(*) from messages where company_id = $1', [
      bot.companyId,
    ]);
    const first = await dryRun(bot, { text: 'oi' });
    const menu = await dryRun(bot, { text: '2', isNew: false });
    const [, support] = bot.queues;
    const option = await dryRun(bot, { text: '1', isNew: false, queueId: support!.id });
    expect(
      (await service.server.asOwner.query('select count(*) from messages where company_id = $1', [bot.companyId])).rows,
    ).toEqual(before.rows);
    const helena = aCustomer(bot);
    const real = [await helena.send('oi'), await helena.send('2'), await helena.send('1')];
    const simulated = [first, menu, option].map(({ says }) => says.map(({ text }) => text.replace('Maria', 'Helena')));
    expect(simulated).toEqual(real);
    expect([first.answeredBy, menu.answeredBy, option.answeredBy]).toEqual(['menu', 'options', 'options']);
    expect(menu.place).toMatchObject({ queueId: support!.id, queueName: 'Suporte', status: 'pending', closes: false });
    expect(option.place.optionId).toBe(support!.chatbots[0]!.id);
  });

  it('takes what is not saved yet, and any hour', async () => {
    const bot = await aBot();
    await bot.admin.request('PUT', '/companySettings', { column: 'scheduleType', data: 'company' });
    const drafts = { company: { schedules: office }, connection: { outOfHoursMessage: 'Fechado.' } };
    const evening = await dryRun(bot, { text: 'oi', at: '2026-11-13T18:05', drafts });
    expect(evening).toMatchObject({ answeredBy: 'hours', says: [{ kind: 'text', text: 'Fechado.' }] });
    expect(evening.steps.find(({ step }) => step === 'hours')).toEqual({
      step: 'hours',
      outcome: 'answers',
      why: 'outsideHours',
    });
    expect((await dryRun(bot, { text: 'oi', at: '2026-11-13T18:00', drafts })).answeredBy).toBe('menu');
    const unsaved = { queue: { name: 'Nova', greetingMessage: 'Sou nova', chatbots: [{ name: 'Primeira' }] } };
    const menu = await dryRun(bot, { text: 'oi', drafts: unsaved, at: '2026-11-13T10:00' });
    expect(menu.says[0]!.text).toContain('*3* – Nova');
    const inside = await dryRun(bot, { text: '3', isNew: false, drafts: unsaved, at: '2026-11-13T10:00' });
    expect(inside).toMatchObject({
      says: [{ text: expect.stringContaining('*1* – Primeira') }],
      place: { queueId: null, queueName: 'Nova' },
    });
    expect(await dryRun(bot, { text: '12', waitsFor: 'rating' })).toMatchObject({ answeredBy: null });
  });
});
