import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockTable, retryOnTimeout } from '../../../test/table-lock.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
const monday = {
  weekday: 'Segunda-feira',
  weekdayEn: 'monday',
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
};

describe('queues', () => {
  it('save these fields, with defaults [M-137] [M-138]', async () => {
    const admin = await server.createAdmin();
    const created = await admin.request('POST', '/queue', { name: 'Suporte', color: '#0EA5E9' });
    expect(created.statusCode).toBe(200);
    const plain = {
      id: expect.any(Number),
      name: 'Suporte',
      color: '#0EA5E9',
      greetingMessage: '',
      outOfHoursMessage: '',
      orderQueue: null,
      ativarRoteador: false,
      tempoRoteador: 0,
      targetMinutes: null,
      integrationId: null,
      fileListId: null,
      flowId: null,
      closeTicket: false,
      schedules: [],
      companyId: admin.companyId,
      chatbots: [],
    };
    expect(created.json()).toEqual(plain);
    const { id } = created.json();
    expect((await admin.request('GET', `/queue/${id}`)).json()).toEqual(plain);

    const more = {
      greetingMessage: 'Olá!',
      outOfHoursMessage: 'Voltamos às 8h',
      orderQueue: 3,
      ativarRoteador: true,
      tempoRoteador: 5,
      closeTicket: true,
      schedules: [monday],
    };
    const changed = await admin.request('PUT', `/queue/${id}`, more);
    expect([changed.statusCode, changed.json()]).toEqual([201, { ...plain, ...more }]);
    expect((await admin.request('PUT', `/queue/${id}`, { name: 'Ajuda' })).json()).toEqual({
      ...plain,
      ...more,
      name: 'Ajuda',
    });
  });

  it('accept the empty strings that forms send for numbers and ids [M-138]', async () => {
    const admin = await server.createAdmin();
    const empty = { orderQueue: '', tempoRoteador: '', integrationId: '', fileListId: '' };
    const created = await admin.request('POST', '/queue', { name: 'Vazia', color: '#ABC', ...empty });
    expect(created.json()).toMatchObject({ orderQueue: null, tempoRoteador: 0, integrationId: null, fileListId: null });
    const full = await admin.request('PUT', `/queue/${created.json().id}`, { orderQueue: 2, tempoRoteador: 10 });
    expect(full.json()).toMatchObject({ orderQueue: 2, tempoRoteador: 10 });
    expect((await admin.request('PUT', `/queue/${created.json().id}`, empty)).json()).toMatchObject({
      orderQueue: null,
      tempoRoteador: 0,
    });
  });

  it('are listed by position, then by name; queues without a position last [M-137]', async () => {
    const admin = await server.createAdmin();
    const queues = [
      ['Zebra', 1],
      ['Beta', 2],
      ['Alfa', 2],
      ['Casa', null],
      ['Ábaco', 0],
    ] as const;
    for (const [index, [name, orderQueue]] of queues.entries())
      await admin.request('POST', '/queue', { name, orderQueue, color: `#00000${index}` });
    const names = (await (await server.createAgent(admin.companyId)).request('GET', '/queue'))
      .json()
      .map((queue: { name: string }) => queue.name);
    expect(names).toEqual(['Ábaco', 'Zebra', 'Alfa', 'Beta', 'Casa']);
  });

  it('refuse invalid fields; names have 2 to 50 characters, colors 3 to 9 [M-139]', async () => {
    const admin = await server.createAdmin();
    const good = { name: 'Fila boa', color: '#123456' };
    const wrong: [object, string, string][] = [
      [{ name: 'x' }, 'name', 'tooShort'],
      [{ name: '' }, 'name', 'required'],
      [{ name: ' x ' }, 'name', 'tooShort'],
      [{ name: 'x'.repeat(51) }, 'name', 'tooLong'],
      [{ name: undefined }, 'name', 'required'],
      [{ color: undefined }, 'color', 'required'],
      [{ color: '' }, 'color', 'required'],
      [{ color: '#1' }, 'color', 'colour'],
      [{ color: '#1234567890' }, 'color', 'colour'],
      [{ color: 'red' }, 'color', 'colour'],
      [{ orderQueue: -1 }, 'orderQueue', 'tooSmall'],
      [{ tempoRoteador: 1441 }, 'tempoRoteador', 'tooLarge'],
      [{ integrationId: 1 }, 'integrationId', 'unknown'],
      [{ fileListId: 1 }, 'fileListId', 'unknown'],
      [{ schedules: [{ ...monday, startTimeA: '24:00' }] }, 'schedules.0.startTimeA', 'time'],
      [{ schedules: Array.from({ length: 8 }, () => monday) }, 'schedules', 'tooLong'],
    ];
    for (const [change, field, rule] of wrong) {
      const answer = await admin.request('POST', '/queue', { ...good, ...change });
      expect([answer.statusCode, answer.json().fields?.[0]], JSON.stringify(change)).toEqual([
        400,
        expect.objectContaining({ field, rule }),
      ]);
    }
    expect((await admin.request('GET', '/queue')).json()).toEqual([]);
    for (const [index, color] of ['#abc', '#aabbcc', '#aabbccdd'].entries()) {
      expect((await admin.request('POST', '/queue', { name: `F${index}`, color })).statusCode).toBe(200);
    }
  });

  it('have unique names and colors within the company, ignoring case [M-139]', async () => {
    const admin = await server.createAdmin();
    const otherCompanyAdmin = await server.createAdmin();
    const first = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#00AAFF' })).json();
    const second = (await admin.request('POST', '/queue', { name: 'Outra', color: '#FFAA00' })).json();
    const sameColor = {
      error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      message: 'Esta cor já está em uso em outra fila.',
      fields: [{ field: 'color', rule: 'taken', message: 'Já está em uso' }],
    };
    const sameName = expect.objectContaining({
      error: 'ERR_QUEUE_NAME_ALREADY_EXISTS',
      fields: [expect.objectContaining({ field: 'name', rule: 'taken' })],
    });
    expect((await admin.request('POST', '/queue', { name: 'Nova', color: '#00aaff' })).json()).toEqual(sameColor);
    expect((await admin.request('PUT', `/queue/${second.id}`, { color: '#00aaFF' })).json()).toEqual(sameColor);
    expect((await admin.request('POST', '/queue', { name: 'VENDAS', color: '#111111' })).json()).toEqual(sameName);
    expect((await admin.request('PUT', `/queue/${second.id}`, { name: 'vendas' })).json()).toEqual(sameName);
    expect((await admin.request('PUT', `/queue/${first.id}`, { name: 'VENDAS', color: '#00aaff' })).statusCode).toBe(
      201,
    );
    expect((await otherCompanyAdmin.request('POST', '/queue', { name: 'Vendas', color: '#00AAFF' })).statusCode).toBe(
      200,
    );
  });

  it('need an out-of-hours message if business hours are set per queue [M-139]', async () => {
    const admin = await server.createAdmin();
    const before = (await admin.request('POST', '/queue', { name: 'Antes', color: '#222222' })).json();
    await admin.request('PUT', '/companySettings', { column: 'scheduleType', data: 'queue' });
    const missing = [400, 'ERR_VALIDATION'];
    for (const answer of [
      await admin.request('POST', '/queue', { name: 'Depois', color: '#333333' }),
      await admin.request('POST', '/queue', { name: 'Depois', color: '#333333', outOfHoursMessage: '   ' }),
      await admin.request('PUT', `/queue/${before.id}`, { name: 'Ainda sem' }),
    ]) {
      expect(errorOf(answer)).toEqual(missing);
      expect(answer.json().fields).toEqual([{ field: 'outOfHoursMessage', rule: 'required', message: 'Obrigatório' }]);
    }
    expect((await admin.request('GET', `/queue/${before.id}`)).json().name).toBe('Antes');
    expect(
      (await admin.request('POST', '/queue', { name: 'Depois', color: '#333333', outOfHoursMessage: 'Fechado' }))
        .statusCode,
    ).toBe(200);
    await admin.request('PUT', '/companySettings', { column: 'scheduleType', data: 'company' });
    expect((await admin.request('POST', '/queue', { name: 'Livre', color: '#444444' })).statusCode).toBe(200);
  });

  it('respect the limit of the plan, also for concurrent requests', async () => {
    const { admin, answers } = await retryOnTimeout(async () => {
      const admin = await server.createAdmin({ plan: { queues: 2 } });
      await admin.request('POST', '/queue', { name: 'Primeira', color: '#100000' });
      // Both requests wait for the lock before the first one inserts.
      const lock = await lockTable(server, 'queues', 'share row exclusive');
      const requests = Promise.all(
        [1, 2].map((n) => admin.request('POST', '/queue', { name: `Fila ${n}`, color: `#20000${n}` })),
      );
      await lock.waiting(2).finally(lock.release);
      return { admin, answers: await requests };
    });
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter((response) => response.statusCode !== 200))
      expect(errorOf(answer)).toEqual([400, 'ERR_QUEUE_LIMIT_REACHED']);
    expect((await admin.request('GET', '/queue')).json()).toHaveLength(2);
  });

  it('are created, updated and removed by administrators of their company only [M-018]', async () => {
    const ownAdmin = await server.createAdmin();
    const agent = await server.createAgent(ownAdmin.companyId, { allTicket: 'enabled', showDashboard: 'enabled' });
    const otherCompanyAdmin = await server.createAdmin();
    const { id } = (await ownAdmin.request('POST', '/queue', { name: 'Nossa', color: '#515151' })).json();
    for (const [caller, answer] of [
      [agent, [403, 'ERR_NO_PERMISSION']],
      [otherCompanyAdmin, [404, 'ERR_QUEUE_NOT_FOUND']],
    ] as const) {
      expect(errorOf(await caller.request('PUT', `/queue/${id}`, { name: 'Tomada' }))).toEqual(answer);
      expect(errorOf(await caller.request('DELETE', `/queue/${id}`))).toEqual(answer);
    }
    expect(errorOf(await agent.request('POST', '/queue', { name: 'Minha', color: '#616161' }))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ]);
    expect(errorOf(await otherCompanyAdmin.request('GET', `/queue/${id}`))).toEqual([404, 'ERR_QUEUE_NOT_FOUND']);
    expect((await agent.request('GET', `/queue/${id}`)).json().name).toBe('Nossa');
  });

  it('are published; removal takes the queue from its users [M-137]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const socket = await openSocket(server, agent);
    const { id } = (await admin.request('POST', '/queue', { name: 'Passageira', color: '#717171' })).json();
    expect(await socket.waitFor('queue', (payload) => payload.action === 'create')).toMatchObject({
      queue: { id, name: 'Passageira' },
    });
    await admin.request('PUT', `/users/${agent.user.id}`, { queueIds: [id] });
    expect((await agent.request('GET', '/auth/me')).json().user.queues).toHaveLength(1);
    await admin.request('PUT', `/queue/${id}`, { name: 'Outro nome' });
    expect(await socket.waitFor('queue', (payload) => payload.action === 'update')).toMatchObject({
      queue: { id, name: 'Outro nome' },
    });

    const removed = await admin.request('DELETE', `/queue/${id}`);
    expect([removed.statusCode, await socket.waitFor('queue', (payload) => payload.action === 'delete')]).toEqual([
      200,
      { action: 'delete', queueId: id },
    ]);
    expect((await agent.request('GET', '/auth/me')).json().user.queues).toEqual([]);
    expect(errorOf(await admin.request('DELETE', `/queue/${id}`))).toEqual([404, 'ERR_QUEUE_NOT_FOUND']);
    socket.close();
  });
});

describe('options of a queue', () => {
  interface OptionNode {
    id: number;
    name: string;
    options: OptionNode[];
  }
  const names = (tree: OptionNode[]): unknown[] =>
    tree.map(({ name, options }) => (options.length === 0 ? name : [name, ...names(options)]));
  const createQueue = async (admin: Caller, chatbots: object[]) =>
    (
      await admin.request('POST', '/queue', {
        name: `Fila ${++queueCount}`,
        color: `#${String(queueCount).padStart(6, '0')}`,
        chatbots,
      })
    ).json<{
      id: number;
      chatbots: OptionNode[];
    }>();
  let queueCount = 0;

  it('are replaced as a tree: options with an id are updated and moved, missing ones removed [M-140]', async () => {
    const admin = await server.createAdmin();
    const queue = await createQueue(admin, [
      { name: 'Boletos', options: [{ name: 'Vencidos' }, { name: 'A vencer' }] },
      { name: 'Entregas' },
    ]);
    expect(names(queue.chatbots)).toEqual([['Boletos', 'Vencidos', 'A vencer'], 'Entregas']);
    const [bills, deliveries] = queue.chatbots as [OptionNode, OptionNode];
    const put = await admin.request('PUT', `/queue/${queue.id}`, {
      chatbots: [
        { id: deliveries.id, name: 'Entregas e prazos', options: [{ name: 'Atrasadas' }] },
        { id: bills.id, name: 'Boletos', options: [{ id: bills.options[1]!.id, name: 'A vencer' }] },
      ],
    });
    expect([put.statusCode, names(put.json().chatbots)]).toEqual([
      201,
      [
        ['Entregas e prazos', 'Atrasadas'],
        ['Boletos', 'A vencer'],
      ],
    ]);
    expect(put.json().chatbots[1].options[0].id).toBe(bills.options[1]!.id);
    expect(errorOf(await admin.request('GET', `/chatbot/${bills.options[0]!.id}`))).toEqual([
      404,
      'ERR_CHATBOT_NOT_FOUND',
    ]);
    // Without `chatbots` the options stay; an empty list removes all.
    expect(names((await admin.request('PUT', `/queue/${queue.id}`, { name: 'Outro' })).json().chatbots)).toHaveLength(
      2,
    );
    expect((await admin.request('PUT', `/queue/${queue.id}`, { chatbots: [] })).json().chatbots).toEqual([]);
  });

  it('refuse short names, too many levels, too many options and unknown ids [M-140]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createQueue(admin, []);
    const put = async (chatbots: object[]) => (await admin.request('PUT', `/queue/${id}`, { chatbots })).json();
    const deep = (n: number): object[] => (n === 0 ? [] : [{ name: 'Nível', options: deep(n - 1) }]);
    expect((await put([{ name: 'abc' }])).fields[0]).toMatchObject({ field: 'chatbots.0.name', rule: 'tooShort' });
    expect((await put([{ name: 'Certo', options: [{ name: '' }] }])).error).toBe('ERR_VALIDATION');
    expect((await put(deep(6))).error).toBe('ERR_VALIDATION');
    expect(
      (await put([{ name: 'Muitas', options: Array.from({ length: 200 }, () => ({ name: 'Opção' })) }])).error,
    ).toBe('ERR_VALIDATION');
    expect((await put(deep(5))).chatbots).toHaveLength(1);
    expect((await put([{ name: 'Nova', optUserId: 2_147_483_647 }])).error).toBe('ERR_NO_USER_FOUND');
    expect((await put([{ name: 'Nova', id: 2_147_483_647 }])).error).toBe('ERR_CHATBOT_NOT_FOUND');
  });

  it('can be created, read, updated and removed one by one, and are published [M-140] [M-141]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const queue = await createQueue(admin, []);
    const option = { name: 'Falar com gente', queueType: 'attendent', optUserId: agent.user.id, optQueueId: queue.id };
    const created = (await admin.request('POST', '/chatbot', { queueId: queue.id, ...option })).json();
    expect(created).toMatchObject({
      ...option,
      closeTicket: false,
      user: { id: agent.user.id },
      options: [],
      mainChatbot: null,
    });
    const child = (await admin.request('POST', '/chatbot', { chatbotId: created.id, name: 'Agora mesmo' })).json();
    expect(child).toMatchObject({
      queueId: null,
      chatbotId: created.id,
      mainChatbot: { id: created.id, name: 'Falar com gente' },
    });

    const socket = await openSocket(server, agent);
    const changed = await admin.request('PUT', `/chatbot/${created.id}`, {
      closeTicket: true,
      options: [{ name: 'Depois' }],
    });
    expect([changed.statusCode, changed.json()]).toEqual([
      201,
      expect.objectContaining({ ...option, closeTicket: true }),
    ]);
    expect(names(changed.json().options)).toEqual(['Depois']);
    expect(await socket.waitFor('queue', (payload) => payload.action === 'update')).toMatchObject({
      queue: { id: queue.id },
    });
    socket.close();
    expect(names([(await agent.request('GET', `/chatbot/${created.id}`)).json()])).toEqual([
      ['Falar com gente', 'Depois'],
    ]);

    for (const [caller, answer] of [
      [agent, [403, 'ERR_NO_PERMISSION']],
      [otherCompanyAdmin, [404, 'ERR_CHATBOT_NOT_FOUND']],
    ] as const) {
      expect(errorOf(await caller.request('PUT', `/chatbot/${created.id}`, { name: 'Tomada' }))).toEqual(answer);
      expect(errorOf(await caller.request('DELETE', `/chatbot/${created.id}`))).toEqual(answer);
    }
    expect((await admin.request('DELETE', `/chatbot/${created.id}`)).statusCode).toBe(200);
    expect((await admin.request('GET', `/queue/${queue.id}`)).json().chatbots).toEqual([]);
  });
});
