import { randomUUID } from 'node:crypto';
import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { flow, menu, message, node, question } from '@balcao/domain/flow/flow.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTemplate } from '../../../test/channel.ts';
import type { Bot } from './bot.fixture.ts';
import { startFlowServer, type FlowServer } from './flows.fixture.ts';

let service: FlowServer;
beforeAll(async () => {
  service = await startFlowServer();
});
afterAll(() => service.server.stop());

const sql = async <Row extends object>(text: string, values: unknown[]) =>
  (await service.server.asOwner.query<Row>(text, values)).rows;
/** A stored file that nodes can name. */
async function storeFile({ companyId }: Bot, name: string, mime: string) {
  await sql(
    `with f as (insert into files (company_id, storage_key, purpose, mime, bytes, sha256) values ($1, $2, 'flow', $4, 3, ''))
     insert into flow_files (company_id, name, storage_key, original_name, mime, bytes) values ($1, $3, $2, $3, $4, 3)`,
    [companyId, `${companyId}/flow/${name}`, name, mime],
  );
  return { name, original: name };
}
async function storeTemplate({ companyId, connectionId }: Bot, body: string) {
  const name = `modelo_${randomUUID()}`;
  // The first comparison with the channel, after the connection has connected, removes templates that the channel lacks.
  service.testChannel.approved.push(createTemplate(name, { body }));
  const [row] = await sql<{ id: number }>(
    `insert into templates (company_id, connection_id, name, language, status, body)
     values ($1, $2, $3, 'pt_BR', 'approved', $4)
     on conflict (company_id, connection_id, name, language) do update set body = excluded.body returning id`,
    [companyId, connectionId, name, body],
  );
  return row!.id;
}
const create = async (bot: Bot, path: string, body: object) =>
  (await bot.admin.request('POST', path, body)).json<{ id: number }>().id;
/** As after the event of a change: the next turn reads what exists now. */
function forgetCaches({ companyId }: Bot) {
  const { flowCatalog, botConfig, db } = service.server.modules;
  flowCatalog.invalidate(companyId);
  botConfig.invalidate(companyId);
  db.invalidate(companyId);
}
const tables = { '/queue': 'queues', '/tags': 'tags', '/files': 'file_lists', '/users': 'users' } as const;
/** Deletes through the API; some kinds are removed in portions afterwards. */
async function remove(bot: Bot, path: keyof typeof tables, id: number) {
  const answer = await bot.admin.request('DELETE', `${path}/${id}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const left = () => sql(`select id from ${tables[path]} where company_id = $1 and id = $2`, [bot.companyId, id]);
  await service.until(left, (rows) => rows.length === 0);
  forgetCaches(bot);
}

/** Publishes the flow and lets a new customer start it with «oi». */
async function start(bot: Bot, doc: FlowDoc) {
  await service.publish(bot, doc, { phrase: 'oi' });
  const customer = service.createCustomer(bot);
  const replies = await customer.send('oi');
  return { customer, replies };
}
/** The nodes in a row, each left through its first port, and a text at the end. */
const row = (nodes: FlowNode[], port = 'a') =>
  flow(
    [...nodes, message('end', 'fim')],
    nodes.map(({ id }, at) => `${id} ${port} ${nodes[at + 1]?.id ?? 'end'}`),
  );
/** Meanwhile the channel sends no files. */
async function withoutFiles(work: () => Promise<void>) {
  const { abilities } = service.testChannel;
  const { contents } = abilities;
  abilities.contents = contents.filter((kind) => kind !== 'media');
  try {
    await work();
  } finally {
    abilities.contents = contents;
  }
}
const kindsOf = async (customer: ReturnType<FlowServer['createCustomer']>) =>
  (await customer.thread()).filter(({ from_me }) => from_me).map(({ body, media_type }) => `${media_type} ${body}`);
const reasonsOf = async (customer: ReturnType<FlowServer['createCustomer']>) => {
  const [run] = await service.runs((await customer.ticket()).id);
  const steps = await sql<{ reason: string }>(
    `select reason from flow_steps where run_id = $1 and event in ('skipped', 'ended') order by position`,
    [run!.id],
  );
  return steps.map(({ reason }) => reason);
};

describe('nodes that send', () => {
  it('content sends its blocks in order, waits in between and records audio as a voice message', async () => {
    const bot = await service.createBot();
    const { customer, replies } = await start(
      bot,
      row([
        node('c', 'singleBlock', {
          blocks: [
            { id: 'message1', type: 'text', text: 'Oi, {{firstName}}' },
            {
              id: 'img1',
              type: 'image',
              file: await storeFile(bot, 'foto.png', 'image/png'),
              caption: 'Nova vitrine',
            },
            { id: 'interval1', type: 'interval', seconds: 60 },
            { id: 'audio1', type: 'audio', file: await storeFile(bot, 'voz.ogg', 'audio/ogg'), record: true },
            { id: 'video1', type: 'video', file: await storeFile(bot, 'clip.mp4', 'video/mp4'), caption: '' },
          ],
        }),
      ]),
    );
    expect(replies).toEqual(['Oi, Helena', 'Nova vitrine']);
    await service.pass(61_000);
    expect(await kindsOf(customer)).toEqual([
      'conversation Oi, Helena',
      'image Nova vitrine',
      'audio ',
      'video ',
      'conversation fim',
    ]);
    const [sound] = await sql<{ data: { isVoice: boolean } }>(
      `select data from messages where company_id = $1 and media_type = 'audio'`,
      [bot.companyId],
    );
    expect(sound!.data.isVoice).toBe(true);
  });

  it('message, image, audio, video and interval nodes do one part each [M-267]', async () => {
    const bot = await service.createBot();
    const { customer, replies } = await start(
      bot,
      row([
        message('m', 'Um'),
        node('i', 'img', { file: await storeFile(bot, 'foto.png', 'image/png'), caption: 'Dois' }),
        node('t', 'interval', { seconds: 120 }),
        node('a', 'audio', { file: await storeFile(bot, 'som.mp3', 'audio/mpeg'), record: false }),
        node('v', 'video', { file: await storeFile(bot, 'clip.mp4', 'video/mp4'), caption: 'Três' }),
      ]),
    );
    expect(replies).toEqual(['Um', 'Dois']);
    // During the interval a message is kept and not taken for an answer.
    expect(await customer.send('alô?')).toEqual([]);
    await service.pass(121_000);
    expect(await kindsOf(customer)).toEqual([
      'conversation Um',
      'image Dois',
      'audio ',
      'video Três',
      'conversation fim',
    ]);
  });

  it('leave out missing files and go on; a channel without files gets the caption', async () => {
    const bot = await service.createBot();
    const gone = { name: 'sumiu.ogg', original: 'sumiu.ogg' };
    const photo = await storeFile(bot, 'foto.png', 'image/png');
    const { customer, replies } = await start(
      bot,
      row([
        node('a', 'audio', { file: gone, record: true }),
        node('v', 'video', { file: gone, caption: 'Legenda' }),
        node('c', 'singleBlock', { blocks: [{ id: 'img1', type: 'image', file: gone, caption: '' }] }),
        node('i', 'img', { file: photo, caption: 'Foto' }),
      ]),
    );
    expect([replies, await reasonsOf(customer)]).toEqual([
      ['Legenda', 'Foto', 'fim'],
      ['fileMissing', 'fileMissing', 'fileMissing', 'completed'],
    ]);
    await withoutFiles(async () => {
      const other = service.createCustomer(bot);
      expect([await other.send('oi'), (await kindsOf(other))[1]]).toEqual([
        ['Legenda', 'Foto', 'fim'],
        'conversation Foto',
      ]);
      expect(await reasonsOf(other)).toContain('textInstead');
    });
  });

  it('files sends the list, on a channel without files its texts; a deleted list is skipped', async () => {
    const bot = await service.createBot();
    const fileListId = await create(bot, '/files', { name: 'Catálogo', message: 'Segue, {{firstName}}', options: [] });
    await storeFile(bot, 'pagina.png', 'image/png');
    await sql(
      `insert into file_list_items (company_id, list_id, name, position, media_key, media_name, media_mime, media_bytes)
       values ($1, $2, 'Página 1', 1, $3, 'pagina.png', 'image/png', 3)`,
      [bot.companyId, fileListId, `${bot.companyId}/flow/pagina.png`],
    );
    const doc = row([node('f', 'files', { fileListId })]);
    const { customer, replies } = await start(bot, doc);
    expect(replies).toEqual(['Segue, Helena', 'Página 1', 'fim']);
    expect((await kindsOf(customer))[1]).toBe('image Página 1');
    await withoutFiles(async () => {
      const plain = service.createCustomer(bot);
      expect([await plain.send('oi'), (await kindsOf(plain))[1]]).toEqual([
        ['Segue, Helena', 'Página 1', 'fim'],
        'conversation Página 1',
      ]);
      expect(await reasonsOf(plain)).toEqual(['textInstead', 'completed']);
    });
    await remove(bot, '/files', fileListId);
    const other = service.createCustomer(bot);
    expect([await other.send('oi'), await reasonsOf(other)]).toEqual([['fim'], ['fileListMissing', 'completed']]);
  });

  it('template is sent with its values; as text without templates; not at all when it or a value is missing', async () => {
    const bot = await service.createBot();
    const templateId = await storeTemplate(bot, 'Olá {{1}}, pedido {{2}} pronto.');
    const values = { 'body.1': '{{firstName}}', 'body.2': '{{pedido}}' };
    const doc = flow(
      [
        question('q', 'pedido', { kind: 'number', tries: 1 }),
        node('t', 'template', { templateId, values }),
        message('end', 'fim'),
      ],
      ['q a t', 'q failed t', 't a end'],
    );
    const { customer } = await start(bot, doc);
    expect(await customer.send('7731')).toEqual(['Olá Helena, pedido 7731 pronto.', 'fim']);
    expect((await kindsOf(customer))[1]).toBe('templateMessage Olá Helena, pedido 7731 pronto.');
    const { abilities } = service.testChannel;
    const { contents } = abilities;
    abilities.contents = contents.filter((kind) => kind !== 'template');
    try {
      const plain = service.createCustomer(bot);
      await plain.send('oi');
      expect(await plain.send('12')).toEqual(['Olá Helena, pedido 12 pronto.', 'fim']);
      expect((await kindsOf(plain))[1]).toBe('conversation Olá Helena, pedido 12 pronto.');
    } finally {
      abilities.contents = contents;
    }
    const silent = service.createCustomer(bot);
    await silent.send('oi');
    // No number: the variable stays empty.
    expect(await silent.send('não sei')).toEqual(['fim']);
    expect(await reasonsOf(silent)).toEqual(['valueMissing', 'completed']);
    await sql('delete from templates where company_id = $1', [bot.companyId]);
    const late = service.createCustomer(bot);
    await late.send('oi');
    expect([await late.send('9'), await reasonsOf(late)]).toEqual([['fim'], ['templateMissing', 'completed']]);
  });
});

describe('nodes that branch', () => {
  it('condition, randomizer and hours choose a way', async () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const closedAllWeek = days.map((weekdayEn) => ({
      weekday: weekdayEn,
      weekdayEn,
      startTimeA: '',
      endTimeA: '',
      startTimeB: '',
      endTimeB: '',
    }));
    const bot = await service.createBot({ queues: [{ name: 'Vendas', schedules: closedAllWeek }] });
    const doc = flow(
      [
        question('q', 'idade', { kind: 'number' }),
        node('c', 'condition', { match: 'all', rules: [{ subject: 'idade', operator: 'atLeast', value: '18' }] }),
        message('no', 'menor'),
        node('r', 'randomizer', { percent: 100 }),
        message('b', 'B'),
        node('h', 'hours', { of: 'queue', queueId: bot.queues[0]!.id }),
        message('open', 'aberto'),
        message('closed', 'fechado'),
      ],
      ['q a c', 'c a r', 'c b no', 'r a h', 'r b b', 'h open open', 'h closed closed'],
    );
    const { customer } = await start(bot, doc);
    expect(await customer.send('18,5')).toEqual(['fechado']);
    const young = service.createCustomer(bot);
    await young.send('oi');
    expect(await young.send('17')).toEqual(['menor']);
    // Without the queue there are no hours: it counts as open.
    await remove(bot, '/queue', bot.queues[0]!.id);
    const late = service.createCustomer(bot);
    await late.send('oi');
    expect(await late.send('30')).toEqual(['aberto']);
  });

  it('menu takes a number, its keycap, the id of an entry or the title, and gives up to a human', async () => {
    const bot = await service.createBot({ settings: { chatBotType: 'list' } });
    const doc = flow(
      [menu('m', ['Segunda via', 'Falar de preço'], { tries: 2 }), message('x', 'um'), message('y', 'dois')],
      ['m a1 x', 'm a2 y'],
      { fallbackQueueId: bot.queues[1]!.id },
    );
    await service.publish(bot, doc, { phrase: 'oi' });
    for (const answer of ['2', '2️⃣', 'falar de PRECO', { kind: 'choice', id: '2', title: 'Falar de preço' } as const]) {
      const customer = service.createCustomer(bot);
      await customer.send('oi');
      expect(await customer.send(answer), JSON.stringify(answer)).toEqual(['dois']);
    }
    const lost = service.createCustomer(bot);
    await lost.send('oi');
    expect((await lost.send('?'))[0]).toContain('Não encontrei essa opção');
    await lost.send('??');
    expect(await lost.ticket()).toMatchObject({ queue_id: bot.queues[1]!.id, status: 'pending', is_bot: false });
    expect(await reasonsOf(lost)).toEqual(['failed']);
  });

  it('wait can be left by an answer, or ends by itself', async () => {
    const bot = await service.createBot();
    const wait = node('w', 'wait', {
      until: 'minutes',
      minutes: 1440,
      onlyInHours: false,
      hours: 'company',
      queueId: null,
      template: null,
    });
    const doc = flow(
      [wait, message('late', 'Ainda aí?'), message('soon', 'Que bom!')],
      ['w a late', 'w answered soon'],
    );
    const { customer } = await start(bot, doc);
    expect(await customer.send('voltei')).toEqual(['Que bom!']);
    const silent = service.createCustomer(bot);
    await silent.send('oi');
    await service.pass(25 * 3_600_000);
    expect((await silent.thread()).at(-1)).toMatchObject({ body: 'Ainda aí?' });
  });
});

describe('nodes that hand over', () => {
  it.each(['ticket', 'queue'] as const)(
    '%s: to its queue; to the fallback queue when that is deleted [FL-03]',
    async (type) => {
      const bot = await service.createBot();
      const [sales, support] = bot.queues;
      const doc = flow([node('q', type, { queueId: sales!.id })], [], { fallbackQueueId: support!.id });
      const { customer } = await start(bot, doc);
      expect(await customer.ticket()).toMatchObject({ queue_id: sales!.id, status: 'pending', is_bot: false });
      expect(await customer.log()).toContain('queue flowMovedQueue');
      await bot.admin.request('DELETE', `/queue/${sales!.id}`);
      forgetCaches(bot);
      const late = service.createCustomer(bot);
      await late.send('oi');
      expect(await late.ticket()).toMatchObject({ queue_id: support!.id, status: 'pending', is_bot: false });
      expect([await reasonsOf(late), await late.log()]).toEqual([
        ['queueMissing'],
        expect.arrayContaining(['queue flowFellBack']),
      ]);
      expect((await late.thread()).at(-1)!.body).toContain('a fila escolhida não existe mais');
    },
  );

  it('agent: to the user or the account owner; to the queue when there is none', async () => {
    const bot = await service.createBot();
    const [sales] = bot.queues;
    const colleague = await service.server.createAgent(bot.companyId, { queueIds: [sales!.id] });
    const to = (userId: number) => node('a', 'agent', { to: 'user', userId, queueId: sales!.id });
    const { customer } = await start(bot, flow([to(colleague.user.id)]));
    expect(await customer.ticket()).toMatchObject({ user_id: colleague.user.id, status: 'pending' });
    await remove(bot, '/users', colleague.user.id);
    const late = service.createCustomer(bot);
    await late.send('oi');
    expect(await late.ticket()).toMatchObject({ user_id: null, queue_id: sales!.id, status: 'pending' });
    expect(await reasonsOf(late)).toEqual(['userMissing', 'handedOver']);

    const other = await service.createBot();
    const [queue] = other.queues;
    const owned = node('a', 'agent', { to: 'accountOwner', userId: null, queueId: queue!.id });
    await service.publish(other, flow([owned]), { phrase: 'carteira' });
    const known = service.createCustomer(other);
    await known.send('bom dia');
    const { contact_id } = await known.ticket();
    await sql('update contacts set wallet_user_id = $1 where id = $2', [other.admin.user.id, contact_id]);
    await known.send('carteira');
    expect(await known.ticket()).toMatchObject({ user_id: other.admin.user.id, queue_id: queue!.id });
    const unknown = service.createCustomer(other);
    await unknown.send('carteira');
    expect(await unknown.ticket()).toMatchObject({ user_id: null, queue_id: queue!.id });
  });

  it.each([
    ['farewell', ['Até logo!'], 'closed'],
    ['rating', ['De 0 a 10?'], 'nps'],
    ['silent', [], 'closed'],
  ] as const)('close with %s', async (mode, replies, status) => {
    const bot = await service.createBot({ connection: { ratingMessage: 'De 0 a 10?' } });
    const started = await start(bot, flow([node('c', 'close', { mode })]));
    expect([started.replies, (await started.customer.tickets())[0]]).toEqual([
      replies,
      expect.objectContaining({ status }),
    ]);
    expect(await service.runs((await started.customer.ticket()).id)).toMatchObject([{ end_reason: 'closed' }]);
  });

  it('flow: a called flow returns, a jump does not, an inactive one leads to a human', async () => {
    const bot = await service.createBot();
    const called = await service.publish(bot, row([question('q', 'cor')]));
    const doc = (mode: 'call' | 'jump') =>
      flow([node('f', 'flow', { flowId: called, mode }), message('back', 'De volta: {{cor}}')], ['f done back']);
    const { customer } = await start(bot, doc('call'));
    expect(await customer.send('azul')).toEqual(['fim', 'De volta: azul']);
    await service.publish(bot, doc('jump'), { phrase: 'pule' });
    const jumper = service.createCustomer(bot);
    await jumper.send('pule');
    expect(await jumper.send('verde')).toEqual(['fim']);
    await sql('update flows set is_active = false where id = $1', [called]);
    forgetCaches(bot);
    const late = service.createCustomer(bot);
    await late.send('oi');
    expect([await reasonsOf(late), await late.ticket()]).toEqual([
      ['flowMissing'],
      expect.objectContaining({ status: 'pending', is_bot: false }),
    ]);
  });
});

describe('nodes that note something', () => {
  it('tag, lane, data and note change contact and ticket; deleted tags and lanes are skipped', async () => {
    const bot = await service.createBot();
    const [customerTag, curiousTag] = [
      await create(bot, '/tags', { name: 'Cliente', color: '#112233' }),
      await create(bot, '/tags', { name: 'Curioso', color: '#112244' }),
    ];
    const laneId = await create(bot, '/tags', { name: 'Novo', color: '#445566', kanban: 1 });
    const doc = row([
      node('t', 'tag', { add: [customerTag], remove: [curiousTag] }),
      node('l', 'lane', { laneId }),
      node('d', 'data', {
        entries: [
          { target: 'variable', key: 'cidade', value: 'Recife' },
          { target: 'contact', field: 'name', value: '{{name}} ({{cidade}})' },
          { target: 'extra', key: 'Cidade', value: '{{cidade}}' },
        ],
      }),
      node('n', 'note', { text: 'Mora em {{cidade}}' }),
    ]);
    const { customer } = await start(bot, doc);
    const { contact_id, ...ticket } = await customer.ticket();
    expect(ticket).toMatchObject({ lane_id: laneId });
    const contact = async (id: number) =>
      (
        await sql(
          `select name, array(select tag_id from contact_tags g where g.contact_id = c.id) as tags,
                  (select value from contact_extra_info x where x.contact_id = c.id) as city from contacts c where id = $1`,
          [id],
        )
      )[0];
    expect(await contact(contact_id)).toEqual({ name: 'Helena Prado (Recife)', tags: [customerTag], city: 'Recife' });
    const notes = await sql<{ body: string }>(
      'select body from messages where company_id = $1 and is_private order by id',
      [bot.companyId],
    );
    expect(notes).toEqual([{ body: 'Mora em Recife' }]);

    for (const id of [customerTag, laneId]) await remove(bot, '/tags', id);
    const late = service.createCustomer(bot);
    expect(await late.send('oi')).toContain('fim');
    expect(await reasonsOf(late)).toEqual(['tagMissing', 'laneMissing', 'completed']);
    expect(await late.ticket()).toMatchObject({ lane_id: null });
  });
});
