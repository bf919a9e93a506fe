import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MENU, startBotServer } from './bot.fixture.ts';

let service: Awaited<ReturnType<typeof startBotServer>>;
beforeAll(async () => {
  service = await startBotServer();
});
afterAll(() => service.server.stop());
/** Who ended the cycles of a ticket, for reports. */
const closers = async (ticketId: number): Promise<string[]> =>
  (
    await service.server.asOwner.query('select closed_by from ticket_tracking where ticket_id = $1 order by id', [
      ticketId,
    ])
  ).rows.map(({ closed_by: closedBy }) => closedBy);

describe('the menu', () => {
  it('is repeated up to its limit, accepts a choice and the exit word, and logs a reason for each step [M-142] [M-144]', async () => {
    const bot = await service.createBot({ connection: { maxUseBotQueues: 3 } });
    const helena = service.createCustomer(bot);
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

    const otto = service.createCustomer(bot);
    await otto.send('oi');
    expect(await otto.send('SAIR')).toEqual(['Até logo!']);
    expect(await otto.ticket()).toMatchObject({ status: 'closed' });
    expect((await otto.log()).at(-1)).toBe('clientClosed customerLeft');
    expect(await closers((await otto.ticket()).id)).toEqual(['customer']);
    expect(await otto.send('oi de novo')).toEqual([MENU]);
    expect(await otto.tickets()).toHaveLength(2);
  });

  it('is sent as a list where the channel supports it, and a tapped row is a choice [M-142]', async () => {
    const bot = await service.createBot({ settings: { chatBotType: 'list' } });
    const helena = service.createCustomer(bot);
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

  it('is sent as buttons where the channel supports them, else or with too many options as a list [M-142]', async () => {
    const bot = await service.createBot({ settings: { chatBotType: 'button' } });
    const { abilities } = service.testChannel;
    const before = abilities.contents;
    const drawn = async () => {
      const customer = service.createCustomer(bot);
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

  it('is not repeated before the configured pause has passed [M-144]', async () => {
    const bot = await service.createBot({ connection: { timeUseBotQueues: '30', maxUseBotQueues: 0 } });
    const helena = service.createCustomer(bot);
    expect(await helena.send('oi')).toEqual([MENU]);
    expect(await helena.send('hein?')).toEqual([]);
    service.server.clock.pass(31 * 60_000);
    expect(await helena.send('hein?')).toEqual([MENU]);
    service.server.clock.pass(-31 * 60_000);
  });

  it('is not sent to a contact with disabled bot, nor after an agent has accepted the ticket [M-146]', async () => {
    const bot = await service.createBot();
    const helena = service.createCustomer(bot);
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

  it('is skipped with a single queue, whose greeting depends on a setting [M-143]', async () => {
    const bot = await service.createBot({ queues: [{ name: 'Única' }] });
    const helena = service.createCustomer(bot);
    expect(await helena.send('oi')).toEqual(['Olá, Helena!']);
    expect(await helena.ticket()).toMatchObject({ queue_id: bot.queues[0]!.id });
    expect(await helena.log()).toEqual(['create', 'queue onlyQueue']);
    await bot.admin.request('PUT', '/companySettings', { column: 'sendGreetingMessageOneQueues', data: 'disabled' });
    expect(await service.createCustomer(bot).send('oi')).toEqual([]);
  });
});

describe('the options of a queue', () => {
  it('lead to sub-options, back to the menu and to the end of the ticket [M-140] [M-141]', async () => {
    const tree = [
      {
        name: 'Impressora',
        greetingMessage: 'O que há?',
        options: [{ name: 'Sem papel', greetingMessage: 'Ponha papel.' }],
      },
      { name: 'Fechar', greetingMessage: 'Feito.', closeTicket: true },
    ];
    const bot = await service.createBot({ queues: [{ name: 'Vendas' }, { name: 'Suporte', chatbots: tree }] });
    const helena = service.createCustomer(bot);
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
    expect(await closers((await helena.ticket()).id)).toEqual(['bot']);
  });

  it('assign the ticket to a queue, or to an agent who has to accept it [M-141]', async () => {
    const bot = await service.createBot();
    const ana = await service.server.createUser(bot.companyId, { queueIds: [bot.queues[0]!.id] });
    const [sales, support] = bot.queues.map(({ id }) => id);
    const saved = await bot.admin.request('PUT', `/queue/${support}`, {
      chatbots: [
        { name: 'Comprar', queueType: 'queue', optQueueId: sales, greetingMessage: 'Já passo.' },
        { name: 'Falar com Ana', queueType: 'attendent', optUserId: ana.userId, optQueueId: sales },
      ],
    });
    expect(saved.json().chatbots[1]).toMatchObject({ user: { id: ana.userId }, queueId: support, chatbotId: null });
    const helena = service.createCustomer(bot);
    await helena.send('oi');
    await helena.send('2');
    expect(await helena.send('1')).toEqual(['Já passo.', 'Aqui é Vendas']);
    expect(await helena.ticket()).toMatchObject({ queue_id: sales, user_id: null });
    const otto = service.createCustomer(bot);
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
