import type { FlowNode } from '@balcao/domain/flow/document';
import { flow, menu, message, node, question } from '@balcao/domain/flow/flow.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MENU } from './bot.fixture.ts';
import { startFlowServer, type FlowServer } from './flows.fixture.ts';

let service: FlowServer;
beforeAll(async () => {
  service = await startFlowServer();
});
afterAll(() => service.server.stop());
const wait = (id: string, minutes: number) =>
  node(id, 'wait', { until: 'minutes', minutes, onlyInHours: false, hours: 'company', queueId: null, template: null });

describe('a flow starts', () => {
  it('by a phrase, else by the first contact, else by the first message of a ticket [M-275] [M-181]', async () => {
    const bot = await service.createBot();
    await service.publish(bot, flow([message('m', 'Promoção!')]), { phrase: 'quero a promoção' });
    await service.publish(bot, flow([message('m', 'Bem-vinda!')]), { isWelcome: true });
    await service.publish(bot, flow([message('m', 'De novo aqui!')]), { isOther: true });
    const ana = service.createCustomer(bot);
    expect(await ana.send('oi')).toEqual(['Bem-vinda!']);
    expect(await ana.log()).toEqual(['create', 'chatBot welcomeFlow']);
    // The flow is over: the next message gets the menu, a phrase still starts its flow.
    expect(await ana.send('oi?')).toEqual([MENU]);
    expect(await ana.send('Quero a PROMOCAO')).toEqual(['Promoção!']);
    const { id } = await ana.ticket();
    await bot.admin.request('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: false });
    expect(await ana.send('voltei')).toEqual(['De novo aqui!']);
    const runs = await service.runs((await ana.ticket()).id);
    expect(runs).toMatchObject([{ trigger: 'other', end_reason: 'completed', node: 'm', wake_at: null }]);
    expect(await service.path(runs[0]!.id)).toEqual([
      'entered start',
      'left start a',
      'entered m',
      'left m a',
      'ended m',
    ]);
  });

  it('not while it is inactive, and never twice at once', async () => {
    const bot = await service.createBot();
    const id = await service.publish(bot, flow([question('q', 'nome')]), { phrase: 'oi' });
    const ana = service.createCustomer(bot);
    expect(await ana.send('oi')).toEqual(['Qual é nome?']);
    expect(await ana.send('oi')).toEqual([]);
    expect(await service.runs((await ana.ticket()).id)).toMatchObject([{ end_reason: 'completed' }]);
    await service.server.asOwner.query('update flows set is_active = false where id = $1', [id]);
    service.server.modules.flowCatalog.invalidate(bot.companyId);
    expect(await service.createCustomer(bot).send('oi')).toEqual([MENU]);
  });

  it('after the consent, by what was written before it', async () => {
    const bot = await service.createBot({
      settings: { enableLGPD: 'enabled', lgpdMessage: 'Usamos seus dados.', lgpdConsent: 'enabled' },
    });
    await service.publish(bot, flow([message('m', 'Promoção!')]), { phrase: 'promo' });
    const ana = service.createCustomer(bot);
    await ana.send('promo');
    expect(await ana.send('1')).toEqual(['Promoção!']);
  });

  it('when the customer chooses a queue or an option that has one [M-138] [M-141]', async () => {
    const bot = await service.createBot({
      queues: [
        { name: 'Vendas' },
        { name: 'Suporte', chatbots: [{ name: 'Robô', queueType: 'integration', greetingMessage: 'Vamos lá' }] },
      ],
    });
    const [sales, support] = bot.queues;
    const ofQueue = await service.publish(bot, flow([question('q', 'pedido')]));
    const ofOption = await service.publish(bot, flow([message('m', 'Sou o robô')]));
    await service.server.asOwner.query('update queues set flow_id = $1 where id = $2', [ofQueue, sales!.id]);
    await service.server.asOwner.query('update bot_options set to_flow_id = $1 where id = $2', [
      ofOption,
      support!.chatbots[0]!.id,
    ]);
    service.server.modules.botConfig.invalidate(bot.companyId);
    const ana = service.createCustomer(bot);
    await ana.send('oi');
    expect(await ana.send('1')).toEqual(['Aqui é Vendas', 'Qual é pedido?']);
    expect(await ana.send('123')).toEqual([]);
    expect(await ana.ticket()).toMatchObject({ queue_id: sales!.id, status: 'pending' });
    const otto = service.createCustomer(bot);
    await otto.send('oi');
    await otto.send('2');
    expect(await otto.send('1')).toEqual(['Vamos lá', 'Sou o robô']);
  });

  it('is explained by the dry run, which stores nothing', async () => {
    const bot = await service.createBot();
    await service.publish(bot, flow([message('m', 'Promoção!')]), { phrase: 'promo', mode: 'contains' });
    const tried = await bot.admin.request('POST', '/bot/try', {
      whatsappId: bot.connectionId,
      text: 'a promo, por favor',
    });
    expect(tried.json()).toMatchObject({ says: [{ kind: 'text', text: 'Promoção!' }] });
    expect(
      tried.json<{ steps: { step: string; why: string }[] }>().steps.find(({ step }) => step === 'trigger'),
    ).toEqual({
      step: 'trigger',
      outcome: 'answers',
      why: 'phraseMatched',
    });
  });
});

describe('nodes', () => {
  it('talk, ask, branch, tag, fill in fields and hand over to a queue [M-265] [M-269] [M-272]', async () => {
    const bot = await service.createBot({
      settings: { sendQueuePosition: 'enabled', sendQueuePositionMessage: 'Posição' },
    });
    const [sales] = bot.queues;
    const tag = (await bot.admin.request('POST', '/tags', { name: 'Cliente', color: '#112233' })).json<{
      id: number;
    }>();
    await service.publish(
      bot,
      flow(
        [
          menu('menu', ['Comprar', 'Sair']),
          question('q', 'nome'),
          node('t', 'tag', { add: [tag.id], remove: [] }),
          node('d', 'data', {
            entries: [
              { target: 'contact', field: 'email', value: 'ana@example.com' },
              { target: 'extra', key: 'Pedido', value: '{{nome}}' },
            ],
          }),
          node('n', 'note', { text: 'Respondeu {{nome}}' }),
          message('m', 'Obrigada, {{nome}}!'),
          node('f', 'ticket', { queueId: sales!.id }),
          node('c', 'close', { mode: 'farewell' }),
        ],
        ['menu a1 q', 'menu a2 c', 'q a t', 't a d', 'd a n', 'n a m', 'm a f'],
      ),
      { phrase: 'oi' },
    );
    const ana = service.createCustomer(bot);
    expect(await ana.send('oi')).toHaveLength(1);
    expect(await ana.send('9')).not.toEqual([]);
    expect(await ana.send('1')).toEqual(['Qual é nome?']);
    expect(await ana.ticket()).toMatchObject({ uses_integration: true });
    expect(await ana.send('Ana {{name}} $&')).toEqual([
      'Obrigada, Ana {{name}} $&!',
      'Posição *1*',
      'Respondeu Ana {{name}} $&',
    ]);
    const ticket = await ana.ticket();
    expect(ticket).toMatchObject({ queue_id: sales!.id, status: 'pending', is_bot: false, uses_integration: false });
    expect(await ana.log()).toEqual(['create', 'chatBot phraseMatched', 'queue flowMovedQueue']);
    const [contact] = (
      await service.server.asOwner.query(
        `select email, (select value from contact_extra_info x where x.contact_id = c.id) as extra,
                (select count(*)::int from contact_tags g where g.contact_id = c.id) as tags from contacts c where id = $1`,
        [ticket.contact_id],
      )
    ).rows;
    expect(contact).toEqual({ email: 'ana@example.com', extra: 'Ana {{name}} $&', tags: 1 });
    expect(await service.runs(ticket.id)).toMatchObject([{ end_reason: 'handedOver' }]);
    // No menu and no flow any more: an agent is expected.
    expect(await ana.send('oi')).toEqual([]);

    const otto = service.createCustomer(bot);
    await otto.send('oi');
    expect(await otto.send('2')).toEqual(['Até logo!']);
    expect(await otto.ticket()).toMatchObject({ status: 'closed' });
    expect(await service.runs((await otto.ticket()).id)).toMatchObject([{ end_reason: 'closed' }]);
  });

  it('assign an agent, move to a lane, ask for a rating', async () => {
    const bot = await service.createBot({ connection: { ratingMessage: 'De 0 a 10?' } });
    const lane = (await bot.admin.request('POST', '/tags', { name: 'Novo', color: '#445566', kanban: 1 })).json<{
      id: number;
    }>();
    await service.publish(
      bot,
      flow(
        [
          node('l', 'lane', { laneId: lane.id }),
          node('a', 'agent', { to: 'user', userId: bot.admin.user.id, queueId: null }),
        ],
        ['l a a'],
      ),
      { phrase: 'agente' },
    );
    await service.publish(bot, flow([node('c', 'close', { mode: 'rating' })]), { phrase: 'nota' });
    const ana = service.createCustomer(bot);
    await ana.send('agente');
    expect(await ana.ticket()).toMatchObject({ lane_id: lane.id, user_id: bot.admin.user.id, status: 'pending' });
    const otto = service.createCustomer(bot);
    expect(await otto.send('nota')).toEqual(['De 0 a 10?']);
    expect(await otto.ticket()).toMatchObject({ status: 'nps' });
    expect(await otto.send('9')).toEqual(['Até logo!']);
  });

  it('send files, and leave out those that are gone', async () => {
    const bot = await service.createBot();
    const key = `${bot.companyId}/flow/foto`;
    await service.server.asOwner.query(
      `with f as (insert into files (company_id, storage_key, purpose, mime, bytes, sha256) values ($1, $2, 'flow', 'image/png', 3, ''))
       insert into flow_files (company_id, name, storage_key, original_name, mime, bytes) values ($1, 'foto.png', $2, 'Foto.png', 'image/png', 3)`,
      [bot.companyId, key],
    );
    const file = (name: string, caption: string) => ({ file: { name, original: 'Foto.png' }, caption });
    await service.publish(
      bot,
      flow([node('i', 'img', file('foto.png', 'Veja')), node('j', 'img', file('sumiu.png', ''))], ['i a j']),
      {
        phrase: 'foto',
      },
    );
    const ana = service.createCustomer(bot);
    expect(await ana.send('foto')).toEqual(['Veja']);
    const [sent] = (
      await service.server.asOwner.query(
        `select media_key, media_type from messages where company_id = $1 and from_me`,
        [bot.companyId],
      )
    ).rows;
    expect(sent).toMatchObject({ media_key: key });
  });

  it('fall back to the queue with an internal note when nothing is connected [FL-13]', async () => {
    const bot = await service.createBot();
    const [, support] = bot.queues;
    const endless = flow([message('a', 'A'), message('b', 'B')], ['a a b', 'b a a'], { fallbackQueueId: support!.id });
    await service.publish(bot, endless, { phrase: 'roda' });
    const lost = await service.publish(bot, flow([message('x', 'x')]));
    const calls = flow([node('f', 'flow', { flowId: lost, mode: 'call' })], ['f done f'], {
      fallbackQueueId: support!.id,
    });
    await service.publish(bot, calls, { phrase: 'chama' });
    const ana = service.createCustomer(bot);
    const replies = await ana.send('roda');
    expect(replies.length).toBeLessThanOrEqual(23);
    expect(await ana.ticket()).toMatchObject({ queue_id: support!.id, status: 'pending', is_bot: false });
    expect(await service.runs((await ana.ticket()).id)).toMatchObject([{ end_reason: 'tooManySteps' }]);
    expect(await ana.log()).toContain('queue flowFellBack');
    const [note] = (
      await service.server.asOwner.query('select body from messages where company_id = $1 and is_private', [
        bot.companyId,
      ])
    ).rows;
    expect(note).toBeDefined();
    const otto = service.createCustomer(bot);
    await otto.send('chama');
    expect(await service.runs((await otto.ticket()).id)).toMatchObject([{ end_reason: 'tooManySteps' }]);
  });
});

describe('a document that cannot be run', () => {
  const notesIn = async (ticketId: number) =>
    (
      await service.server.asOwner.query<{ body: string }>(
        'select body from messages where ticket_id = $1 and is_private order by id',
        [ticketId],
      )
    ).rows.map(({ body }) => body);

  it('leads to the fallback queue with a note when the engine fails', async () => {
    const bot = await service.createBot();
    const [, support] = bot.queues;
    const damaged = message('m', null as unknown as string);
    const doc = flow([question('q', 'nome'), damaged], ['q a m'], { fallbackQueueId: support!.id });
    await service.publish(bot, doc, { phrase: 'oi' });
    const ana = service.createCustomer(bot);
    await ana.send('oi');
    await ana.send('Ana');
    const ticket = await ana.ticket();
    expect(ticket).toMatchObject({ queue_id: support!.id, status: 'pending', is_bot: false, uses_integration: false });
    expect(await service.runs(ticket.id)).toMatchObject([{ end_reason: 'broken', wake_at: null, node: 'q' }]);
    const [note, ...others] = await notesIn(ticket.id);
    expect([note, others]).toEqual([expect.stringMatching(/^O fluxo parou: .*\nCaminho: .*Pergunta$/s), []]);
  });

  it('leads to a human with a note when it is gone, in the queue of the flow that called it', async () => {
    const bot = await service.createBot();
    const [, support] = bot.queues;
    const inner = await service.publish(bot, flow([question('q', 'nome'), question('r', 'idade')], ['q a r']));
    const calls = flow([node('f', 'flow', { flowId: inner, mode: 'call' })], [], { fallbackQueueId: support!.id });
    await service.publish(bot, calls, { phrase: 'oi' });
    const ana = service.createCustomer(bot);
    await ana.send('oi');
    await ana.send('Ana');
    const { id } = await ana.ticket();
    // As after the removal of the called flow by another node; this one has read its document already.
    await service.server.asOwner.query(
      `update flow_runs set state = jsonb_set(state, '{versionId}', '2147483647') where ticket_id = $1`,
      [id],
    );
    await ana.send('33');
    const ticket = await ana.ticket();
    expect(ticket).toMatchObject({ queue_id: support!.id, status: 'pending', is_bot: false, uses_integration: false });
    expect(await service.runs(ticket.id)).toMatchObject([{ end_reason: 'flowRemoved', wake_at: null }]);
    expect(await notesIn(ticket.id)).toEqual([expect.stringMatching(/^O fluxo parou: .*Respostas:\n- nome: Ana$/s)]);
  });
});

describe('waits', () => {
  it('survive in the database and continue once when they are over [FL-12]', async () => {
    const bot = await service.createBot();
    await service.publish(
      bot,
      flow([message('m', 'Já volto'), wait('w', 60), message('n', 'Voltei')], ['m a w', 'w a n']),
      {
        phrase: 'espera',
      },
    );
    const ana = service.createCustomer(bot);
    expect(await ana.send('espera')).toEqual(['Já volto']);
    const { id } = await ana.ticket();
    expect((await service.runs(id))[0]).toMatchObject({ ended_at: null, node: 'w', wake_at: expect.any(Date) });
    await service.pass(59 * 60_000);
    expect((await ana.thread()).at(-1)).toMatchObject({ body: 'Já volto' });
    await service.pass(2 * 60_000);
    await service.pass(2 * 60_000);
    expect((await ana.thread()).filter(({ body }) => body === 'Voltei')).toHaveLength(1);
    expect(await service.runs(id)).toMatchObject([{ end_reason: 'completed', wake_at: null }]);
  });

  it('of some seconds show the customer that the bot is writing, where the channel can', async () => {
    const bot = await service.createBot();
    await service.publish(bot, flow([node('i', 'interval', { seconds: 30 }), message('n', 'Oi!')], ['i a n']), {
      phrase: 'espera',
    });
    const ana = service.createCustomer(bot);
    await ana.send('espera');
    const { typings } = service.testChannel;
    const [{ wid } = { wid: '' }] = await ana.thread();
    await service.until(
      async () => typings.filter((shown) => shown === wid).length,
      (shown) => shown === 1,
    );
    await service.pass(31_000);
    expect((await ana.thread()).at(-1)).toMatchObject({ body: 'Oi!' });
  });

  it('for an answer end too: the conversation goes to a human', async () => {
    const bot = await service.createBot();
    const [, support] = bot.queues;
    await service.publish(
      bot,
      flow([question('q', 'nome', { timeoutMinutes: 10 })], [], { fallbackQueueId: support!.id }),
      { phrase: 'oi' },
    );
    const ana = service.createCustomer(bot);
    await ana.send('oi');
    await service.pass(11 * 60_000);
    expect(await ana.ticket()).toMatchObject({ queue_id: support!.id, is_bot: false });
    expect(await service.runs((await ana.ticket()).id)).toMatchObject([{ end_reason: 'gaveUp' }]);
  });

  it('end with a ticket that a merge of contacts closes, and go on in one that moves', async () => {
    const bot = await service.createBot();
    await service.publish(bot, flow([wait('w', 60), message('n', 'Voltei')], ['w a n']), { phrase: 'espera' });
    const customers = Array.from({ length: 4 }, () => service.createCustomer(bot));
    for (const customer of customers) await customer.send('espera');
    const [survivor, doubled, closed, moved] = await Promise.all(customers.map((customer) => customer.ticket()));
    await bot.admin.request('PUT', `/tickets/${closed!.id}`, { status: 'closed', sendFarewellMessage: false });
    const merge = async (id: number, otherId: number) =>
      expect(
        (await bot.admin.request('POST', `/contacts/${id}/merge`, { otherId, reason: 'A mesma pessoa' })).statusCode,
      ).toBe(200);
    await merge(survivor!.contact_id, doubled!.contact_id);
    await merge(closed!.contact_id, moved!.contact_id);
    const [ended] = await service.runs(doubled!.id);
    expect(ended).toMatchObject({ end_reason: 'ticketClosed', wake_at: null, state: { ended: 'ticketClosed' } });
    expect((await service.path(ended!.id)).at(-1)).toBe('ended w');
    await service.pass(61 * 60_000);
    for (const [ticket, reason] of [
      [survivor, 'completed'],
      [moved, 'completed'],
      [doubled, 'ticketClosed'],
    ] as const)
      expect(await service.runs(ticket!.id)).toMatchObject([{ end_reason: reason }]);
    const { rows } = await service.server.asOwner.query<{ ticket_id: number }>(
      `select ticket_id from messages where company_id = $1 and body = 'Voltei' order by 1`,
      [bot.companyId],
    );
    expect(rows.map((row) => row.ticket_id)).toEqual([survivor!.id, moved!.id]);
  });

  it('keep a conversation on the version it began with [FL-14]', async () => {
    const bot = await service.createBot();
    const doc = (text: string) => flow([question('q', 'nome'), message('m', text)], ['q a m']);
    const id = await service.publish(bot, doc('Versão um'), { phrase: 'oi' });
    const ana = service.createCustomer(bot);
    await ana.send('oi');
    await service.publishAgain(bot.companyId, id, doc('Versão dois'));
    const otto = service.createCustomer(bot);
    await otto.send('oi');
    expect(await ana.send('Ana')).toEqual(['Versão um']);
    expect(await otto.send('Otto')).toEqual(['Versão dois']);
  });
});

describe('a human takes over', () => {
  async function inQuestion() {
    const bot = await service.createBot();
    await service.publish(
      bot,
      flow([question('q', 'nome', { timeoutMinutes: 5 }), message('m', 'Olá')], ['q a m', 'q timeout m']),
      {
        phrase: 'oi',
      },
    );
    const customer = service.createCustomer(bot);
    await customer.send('oi');
    const ticket = await customer.ticket();
    const put = (change: object) => bot.admin.request('PUT', `/tickets/${ticket.id}`, change);
    return { bot, customer, ticket, put };
  }
  type Taken = Awaited<ReturnType<typeof inQuestion>>;

  it.each<[string, string, (taken: Taken) => Promise<unknown>]>([
    ['accepts', 'takenOver', ({ put, bot }) => put({ status: 'open', userId: bot.admin.user.id })],
    ['transfers to a queue', 'takenOver', ({ put, bot }) => put({ isTransfered: true, queueId: bot.queues[0]!.id })],
    ['sets the queue', 'redirected', ({ put, bot }) => put({ queueId: bot.queues[0]!.id })],
    ['switches the bot off in the ticket [M-146]', 'botOff', ({ put }) => put({ useIntegration: false })],
    ['closes', 'ticketClosed', ({ put }) => put({ status: 'closed', sendFarewellMessage: false })],
    [
      'switches the bot off for the contact [M-146]',
      'botOff',
      ({ bot, ticket }) => bot.admin.request('PUT', `/contacts/${ticket.contact_id}`, { disableBot: true }),
    ],
    [
      'writes without accepting',
      'takenOver',
      ({ bot, ticket }) => bot.admin.request('POST', `/messages/${ticket.id}`, { body: 'Um momento', fromMe: true }),
    ],
    [
      'writes on the phone itself [FL-10]',
      'takenOver',
      async ({ bot, customer, ticket }) => {
        await bot.sendWebhook([bot.customerMessage(customer.number, 'Do celular', { fromMe: true })]);
        await service.until(
          () => service.runs(ticket.id),
          ([run]) => run!.ended_at !== null,
        );
      },
    ],
  ])('who %s: the run ends and the bot is silent', async (_, reason, takeOver) => {
    const taken = await inQuestion();
    await takeOver(taken);
    const [run] = await service.runs(taken.ticket.id);
    expect(run).toMatchObject({ end_reason: reason, wake_at: null });
    expect((await service.path(run!.id)).at(-1)).toBe('ended q');
    const before = (await taken.customer.thread()).filter(({ body }) => body === 'Olá').length;
    await service.pass(10 * 60_000);
    expect((await taken.customer.thread()).filter(({ body }) => body === 'Olá')).toHaveLength(before);
  });

  async function afterQueue(handsOver: (bot: Awaited<ReturnType<FlowServer['createBot']>>) => FlowNode) {
    const bot = await service.createBot();
    const doc = flow([handsOver(bot), wait('w', 120), message('m', 'Ainda aí?')], ['f done w', 'w a m']);
    await service.publish(bot, doc, { phrase: 'oi' });
    const customer = service.createCustomer(bot);
    await customer.send('oi');
    return { bot, customer, ticket: await customer.ticket() };
  }
  const handOvers: [string, Parameters<typeof afterQueue>[0]][] = [
    ['Fila', ({ queues }) => node('f', 'queue', { queueId: queues[0]!.id })],
    ['Ticket', ({ queues }) => node('f', 'ticket', { queueId: queues[0]!.id })],
    ['Atendente', ({ admin }) => node('f', 'agent', { to: 'user', userId: admin.user.id, queueId: null })],
  ];
  const isReminded = async ({ customer }: Awaited<ReturnType<typeof afterQueue>>) => {
    await service.pass(121 * 60_000);
    return (await customer.thread()).some(({ body }) => body === 'Ainda aí?');
  };

  it.each(handOvers)('after %s, by writing without accepting: the flow says nothing more', async (_, handsOver) => {
    const taken = await afterQueue(handsOver);
    expect(taken.ticket).toMatchObject({ is_bot: false, status: 'pending' });
    await taken.bot.admin.request('POST', `/messages/${taken.ticket.id}`, { body: 'Um momento', fromMe: true });
    expect(await service.runs(taken.ticket.id)).toMatchObject([{ end_reason: 'takenOver', wake_at: null }]);
    expect(await taken.customer.ticket()).toMatchObject({ uses_integration: false });
    expect(await isReminded(taken)).toBe(false);
  });

  it.each(handOvers)('after %s, on the phone itself: the flow says nothing more [FL-10]', async (_, handsOver) => {
    const taken = await afterQueue(handsOver);
    const { bot, customer, ticket } = taken;
    await bot.sendWebhook([bot.customerMessage(customer.number, 'Do celular', { fromMe: true })]);
    await service.until(
      () => customer.thread(),
      (thread) => thread.some(({ body }) => body === 'Do celular'),
    );
    expect(await service.runs(ticket.id)).toMatchObject([{ end_reason: 'takenOver', wake_at: null }]);
    expect(await customer.ticket()).toMatchObject({ uses_integration: false });
    expect(await isReminded(taken)).toBe(false);
  });

  it.each(handOvers)('not yet after %s alone, nor by an internal note: the flow goes on', async (_, handsOver) => {
    const waiting = await afterQueue(handsOver);
    const note = { body: 'Cliente antigo', fromMe: true, isPrivate: true };
    await waiting.bot.admin.request('POST', `/messages/${waiting.ticket.id}`, note);
    expect(await isReminded(waiting)).toBe(true);
  });
});

describe('numbers', () => {
  const numbersOf = async (flowId: number) =>
    (
      await service.server.asOwner.query<{ entry: string; n: number }>(
        `select node || ' ' || event || ' ' || port as entry, n from flow_counts where flow_id = $1 order by 1`,
        [flowId],
      )
    ).rows.map(({ entry, n }) => `${entry.trim()} ${n}`);

  it('are added up exactly once from the steps', async () => {
    const bot = await service.createBot();
    const id = await service.publish(bot, flow([menu('menu', ['A', 'B']), message('m', 'ok')], ['menu a1 m']), {
      phrase: 'oi',
    });
    for (const answer of ['1', '1', '2']) {
      const customer = service.createCustomer(bot);
      await customer.send('oi');
      await customer.send(answer);
    }
    // Two nodes may count at once.
    const { flowRuns } = service.server.modules;
    await Promise.all([flowRuns.count(), flowRuns.count()]);
    await flowRuns.count();
    expect(await numbersOf(id)).toEqual([
      'm entered 2',
      'm left a 2',
      'menu entered 3',
      'menu left a1 2',
      'menu left a2 1',
      'start entered 3',
      'start left a 3',
    ]);
  });

  it('do not depend on transaction ids, which begin again where a backup is restored', async () => {
    const { asOwner, modules } = service.server;
    const { rows } = await asOwner.query(
      `select table_name, column_name from information_schema.columns where table_name like 'flow%' and udt_name like 'xid%'`,
    );
    expect(rows).toEqual([]);
    const bot = await service.createBot();
    const id = await service.publish(bot, flow([message('m', 'ok')]), { phrase: 'oi' });
    await service.createCustomer(bot).send('oi');
    await modules.flowRuns.count();
    await service.createCustomer(bot).send('oi');
    // A restore writes all rows anew, counted or not.
    await asOwner.query(
      `with gone as (delete from flow_steps where company_id = $1 returning *) insert into flow_steps select * from gone`,
      [bot.companyId],
    );
    await modules.flowRuns.count();
    expect(await numbersOf(id)).toEqual(['m entered 2', 'm left a 2', 'start entered 2', 'start left a 2']);
  });
});
