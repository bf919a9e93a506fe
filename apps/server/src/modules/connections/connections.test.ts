import { createHmac, randomUUID } from 'node:crypto';
import type { Connection } from '@balcao/contract/endpoints/connections';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestChannel } from '../../../test/channel.ts';
import { createForm } from '../../../test/form.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import { createPeer } from '../../../test/connected-server.ts';
import { onePixelPicture } from '../../../test/fixtures/tenants.ts';
import type { ChannelEvent } from '../../channels/port.ts';

const { channel } = createTestChannel();
const closed: { connectionId: number; forGood: boolean }[] = [];
channel.session = {
  open: async () => {},
  close: async ({ connectionId }, forGood) => void closed.push({ connectionId, forGood }),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true, channels: { of: () => channel, close: async () => {} } });
  await server.work();
});
afterAll(() => server.stop());

type CreatedConnection = Connection & { token: string };
interface Answer {
  statusCode: number;
  json(): { error: string; fields?: { field: string; rule: string }[] };
}
const errorOf = (answer: Answer) => [answer.statusCode, answer.json().error];
const fieldErrors = (answer: Answer) => answer.json().fields?.map(({ field, rule }) => [field, rule]);

async function createConnection(admin: Caller, draft: object = {}): Promise<CreatedConnection> {
  const answer = await admin.request('POST', '/whatsapp', { name: 'Matriz', ...draft });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<CreatedConnection>();
}
const read = async (admin: Caller, id: number) =>
  (await admin.request('GET', `/whatsapp/${id}?session=0`)).json<Connection>();
const list = async (caller: Caller) => (await caller.request('GET', '/whatsapp')).json<Connection[]>();
const change = (admin: Caller, id: number, body: object) => admin.request('PUT', `/whatsapp/${id}`, body);
let colorCount = 0;
const aQueue = async (admin: Caller, name: string) =>
  (await admin.request('POST', '/queue', { name, color: `#${(0x100000 + ++colorCount).toString(16)}` })).json<{
    id: number;
  }>().id;
const defaults = async (admin: Caller) =>
  (await list(admin)).filter((connection) => connection.isDefault).map(({ name }) => name);

describe('a connection', () => {
  it('starts with these values, in the words and kinds of the wire [M-176] [M-178] [M-180] [M-183]', async () => {
    const admin = await server.createAdmin();
    const created = await createConnection(admin);
    const { token, ...connection } = created;
    expect(connection).toEqual({
      id: expect.any(Number),
      companyId: admin.companyId,
      name: 'Matriz',
      channel: 'whatsapp',
      provider: 'beta',
      status: 'OPENING',
      number: '',
      qrcode: '',
      isDefault: true,
      tokenLast4: token.slice(-4),
      greetingMessage: '',
      complationMessage: '',
      outOfHoursMessage: '',
      ratingMessage: '',
      inactiveMessage: '',
      expiresInactiveMessage: '',
      collectiveVacationMessage: '',
      collectiveVacationStart: null,
      collectiveVacationEnd: null,
      allowGroup: false,
      groupAsTicket: 'disabled',
      maxUseBotQueues: 0,
      timeUseBotQueues: '0',
      timeSendQueue: 0,
      sendIdQueue: null,
      expiresTicket: '0',
      whenExpiresTicket: '0',
      timeInactiveMessage: '0',
      expiresTicketNPS: 0,
      maxUseBotQueuesNPS: 0,
      timeCreateNewTicket: 0,
      greetingMediaAttachment: null,
      integrationId: null,
      promptId: null,
      flowIdWelcome: null,
      flowIdNotPhrase: null,
      importOldMessages: null,
      importRecentMessages: null,
      importOldMessagesGroups: false,
      closedTicketsPostImported: false,
      queueIdImportMessages: null,
      statusImportMessages: null,
      schedules: [],
      queueIds: [],
      queues: [],
      pairingCode: '',
      pausedBecause: '',
      health: { light: 'grey', reasons: [{ why: 'disconnected', value: null, detail: '' }] },
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(await read(admin, created.id)).toEqual({ ...connection, updatedAt: expect.any(String) });
  });

  it('keeps what it is given, and only that changes: texts stay texts, numbers numbers [M-176] [M-178] [M-180]', async () => {
    const admin = await server.createAdmin();
    const { id, token: _, ...before } = await createConnection(admin);
    const queueId = await aQueue(admin, 'Vendas');
    const monday = {
      weekday: 'Segunda-feira',
      weekdayEn: 'monday',
      startTimeA: '08:00',
      endTimeA: '12:00',
      startTimeB: '',
      endTimeB: '',
    };
    const draft = {
      greetingMessage: 'Olá!\n  Como podemos ajudar? 😀',
      complationMessage: 'Até logo',
      outOfHoursMessage: 'Voltamos às 8h',
      ratingMessage: 'De 0 a 10?',
      inactiveMessage: 'Ainda está aí?',
      expiresInactiveMessage: 'Encerramos por aqui',
      collectiveVacationMessage: 'Férias',
      collectiveVacationStart: '2096-12-20',
      collectiveVacationEnd: '2097-01-04',
      allowGroup: true,
      groupAsTicket: 'enabled',
      maxUseBotQueues: 3,
      timeUseBotQueues: '15',
      timeSendQueue: 10,
      sendIdQueue: queueId,
      expiresTicket: '120',
      whenExpiresTicket: '1',
      timeInactiveMessage: '30',
      expiresTicketNPS: 5,
      maxUseBotQueuesNPS: 2,
      timeCreateNewTicket: 60,
      schedules: [monday],
    };
    const answer = await change(admin, id, draft);
    expect(answer.statusCode, answer.body).toBe(200);
    const saved = { ...before, id, ...draft, updatedAt: expect.any(String), status: expect.any(String) };
    expect(answer.json()).toEqual(saved);
    expect((await change(admin, id, { name: ' Filial ' })).json()).toEqual({ ...saved, name: 'Filial' });
    // What a form sends for a number may be a text, and the other way round: the answer is the same.
    const swapped = {
      timeUseBotQueues: 16,
      expiresTicket: 0,
      whenExpiresTicket: 0,
      timeSendQueue: '11',
      expiresTicketNPS: '',
    };
    expect((await change(admin, id, swapped)).json()).toMatchObject({
      timeUseBotQueues: '16',
      expiresTicket: '0',
      whenExpiresTicket: '0',
      timeSendQueue: 11,
      expiresTicketNPS: 0,
    });
    const cleared = { timeSendQueue: '', sendIdQueue: '', collectiveVacationMessage: '', collectiveVacationStart: '' };
    expect((await change(admin, id, cleared)).json()).toMatchObject({
      timeSendQueue: 0,
      sendIdQueue: null,
      collectiveVacationStart: null,
      collectiveVacationEnd: '2097-01-04',
    });
  });

  it('cannot be given what only the server and the channel know', async () => {
    const admin = await server.createAdmin();
    const own = {
      status: 'CONNECTED',
      number: '5511',
      qrcode: 'x',
      tokenLast4: 'abcd',
      token: 'a'.repeat(30),
      companyId: 1,
    };
    const created = await createConnection(admin, own);
    const expectedOwn = { status: 'OPENING', number: '', qrcode: '', companyId: admin.companyId };
    expect(created).toMatchObject(expectedOwn);
    expect([created.tokenLast4, created.token]).not.toContain(own.token.slice(-4));
    const answer = await change(admin, created.id, { ...own, channel: 'facebook', provider: 'official' });
    expect(answer.json()).toMatchObject({
      ...expectedOwn,
      channel: 'whatsapp',
      provider: 'beta',
      tokenLast4: created.tokenLast4,
    });
  });

  it('is listed by name, in full for those who manage and in brief for the others [M-170] [M-171] [M-176]', async () => {
    const admin = await server.createAdmin();
    for (const name of ['Zona sul', 'Centro']) await createConnection(admin, { name });
    await createConnection(await server.createAdmin(), { name: 'Do vizinho' });
    const connector = await server.createAgent(admin.companyId, { allowConnections: 'enabled' });
    const plain = await server.createAgent(admin.companyId);
    for (const path of [
      '/whatsapp',
      '/whatsapp/',
      '/whatsapp/?session=0',
      `/whatsapp?session=0&companyId=${admin.companyId}`,
    ]) {
      const answer = await admin.request('GET', path);
      expect(
        answer.json<Connection[]>().map(({ name }) => name),
        path,
      ).toEqual(['Centro', 'Zona sul']);
    }
    expect(await list(connector)).toEqual(await list(admin));
    expect((await list(admin))[0]).toHaveProperty('greetingMessage');
    expect(Object.keys((await list(plain))[0]!).toSorted()).toEqual([
      'channel',
      'groupAsTicket',
      'id',
      'isDefault',
      'name',
      'provider',
      'status',
    ]);
  });

  it('is managed by admins and by those with allowConnections; by nobody else, and by no neighbour [M-171]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const plain = await server.createAgent(admin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const connector = await server.createAgent(admin.companyId, { allowConnections: 'enabled' });
    const calls = [
      ['GET', `/whatsapp/${id}`],
      ['PUT', `/whatsapp/${id}`, { name: 'Tomada' }],
      ['POST', `/whatsapp/${id}/token`],
      ['DELETE', `/whatsapp/${id}/media-upload`],
      ['DELETE', `/whatsapp/${id}`],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await plain.request(method, path, body)).statusCode, `${method} ${path}`).toBe(403);
      expect(errorOf(await otherCompanyAdmin.request(method, path, body)), `${method} ${path}`).toEqual([
        404,
        'ERR_NO_WAPP_FOUND',
      ]);
    }
    expect((await plain.request('POST', '/whatsapp', { name: 'Minha' })).statusCode).toBe(403);
    expect(await read(admin, id)).toMatchObject({ name: 'Matriz' });
    await createConnection(connector, { name: 'De quem conecta' });
    for (const [method, path, body] of calls)
      expect((await connector.request(method, path, body)).statusCode, `${method} ${path}`).toBe(200);
  });

  it('is closed to a company whose subscription has run out [M-186]', async () => {
    const admin = await server.createAdmin({ dueDate: new Date(Date.now() - 1000) });
    expect(errorOf(await admin.request('GET', '/whatsapp'))).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED']);
    expect(errorOf(await admin.request('POST', '/whatsapp', { name: 'Nova' }))).toEqual([
      402,
      'ERR_SUBSCRIPTION_EXPIRED',
    ]);
  });
});

describe('the rules of a connection', () => {
  it('a name of 2 to 50 letters, free on its channel [M-177]', async () => {
    const admin = await server.createAdmin();
    const wrong: [object, string][] = [
      [{}, 'required'],
      [{ name: '' }, 'required'],
      [{ name: ' x ' }, 'tooShort'],
      [{ name: 'x'.repeat(51) }, 'tooLong'],
    ];
    for (const [draft, rule] of wrong) {
      const answer = await admin.request('POST', '/whatsapp', draft);
      expect([answer.statusCode, fieldErrors(answer)], JSON.stringify(draft)).toEqual([400, [['name', rule]]]);
    }
    const { id } = await createConnection(admin, { name: 'ab' });
    await createConnection(admin, { name: 'x'.repeat(50) });
    const duplicate = await admin.request('POST', '/whatsapp', { name: 'AB' });
    expect([errorOf(duplicate)[1], fieldErrors(duplicate)]).toEqual(['ERR_WAPP_NAME_TAKEN', [['name', 'taken']]]);
    expect(errorOf(await change(admin, id, { name: 'x'.repeat(50) }))[1]).toBe('ERR_WAPP_NAME_TAKEN');
    await createConnection(admin, { name: 'ab', channel: 'facebook' });
    await createConnection(await server.createAdmin(), { name: 'ab' });
    expect(await list(admin)).toHaveLength(3);
  });

  it('more than one queue needs a greeting, before as after [M-178]', async () => {
    const admin = await server.createAdmin();
    const [sales, help] = [await aQueue(admin, 'Vendas'), await aQueue(admin, 'Ajuda')];
    const queueIds = [sales, help];
    const refused = [400, 'ERR_WAPP_GREETING_REQUIRED'];
    expect(errorOf(await admin.request('POST', '/whatsapp', { name: 'Sem saudação', queueIds }))).toEqual(refused);
    expect(
      errorOf(await admin.request('POST', '/whatsapp', { name: 'Branco', queueIds, greetingMessage: ' \n' })),
    ).toEqual(refused);
    expect(await list(admin)).toEqual([]);
    const { id } = await createConnection(admin, { queueIds, greetingMessage: 'Escolha:' });
    expect(errorOf(await change(admin, id, { greetingMessage: '' }))).toEqual(refused);
    expect(await read(admin, id)).toMatchObject({
      greetingMessage: 'Escolha:',
      queueIds: expect.arrayContaining(queueIds),
    });
    expect((await change(admin, id, { greetingMessage: '', queueIds: [help] })).statusCode).toBe(200);
    expect(errorOf(await change(admin, id, { queueIds }))).toEqual(refused);
  });

  it('its queues are of the own company, each once, and go when the queue goes', async () => {
    const admin = await server.createAdmin();
    const [sales, help] = [await aQueue(admin, 'Vendas'), await aQueue(admin, 'Ajuda')];
    const foreign = await aQueue(await server.createAdmin(), 'Do vizinho');
    const { id } = await createConnection(admin, { queueIds: [sales, help, sales], greetingMessage: 'Oi' });
    const connection = await read(admin, id);
    expect(connection.queueIds).toEqual([help, sales]);
    expect(connection.queues).toMatchObject([{ id: help, name: 'Ajuda', color: expect.any(String) }, { id: sales }]);
    for (const queueIds of [[foreign], [sales, 2_000_000_000]]) {
      const answer = await change(admin, id, { queueIds });
      expect([errorOf(answer)[1], fieldErrors(answer)]).toEqual(['ERR_QUEUE_NOT_FOUND', [['queueIds', 'unknown']]]);
    }
    await admin.request('DELETE', `/queue/${sales}`);
    expect((await read(admin, id)).queueIds).toEqual([help]);
    expect((await change(admin, id, { queueIds: [] })).json()).toMatchObject({ queueIds: [], queues: [] });
  });

  it('a redirect has both a time and a queue, or neither; it ends with its queue', async () => {
    const admin = await server.createAdmin();
    const sales = await aQueue(admin, 'Vendas');
    const foreign = await aQueue(await server.createAdmin(), 'Do vizinho');
    const { id } = await createConnection(admin);
    expect(fieldErrors(await change(admin, id, { timeSendQueue: 5 }))).toEqual([['sendIdQueue', 'required']]);
    expect(fieldErrors(await change(admin, id, { sendIdQueue: sales }))).toEqual([['timeSendQueue', 'required']]);
    expect(fieldErrors(await change(admin, id, { timeSendQueue: 5, sendIdQueue: foreign }))).toEqual([
      ['sendIdQueue', 'unknown'],
    ]);
    const both = { timeSendQueue: 5, sendIdQueue: sales };
    expect((await change(admin, id, both)).json()).toMatchObject(both);
    await admin.request('DELETE', `/queue/${sales}`);
    const neither = { timeSendQueue: 0, sendIdQueue: null };
    expect(await read(admin, id)).toMatchObject(neither);
    expect((await change(admin, id, { name: 'Sem redirecionar' })).json()).toMatchObject({
      ...neither,
      name: 'Sem redirecionar',
    });
  });

  it('a vacation text has a beginning and an end in this order, of ten days ago at most; a rating asked for has its text and time [M-151] [M-153]', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const admin = await server.createAdmin({ settings: { userRating: 'enabled' } });
    const { id } = await createConnection(admin);
    const wrong: [object, unknown][] = [
      [
        { collectiveVacationMessage: 'Férias' },
        [
          ['collectiveVacationStart', 'required'],
          ['collectiveVacationEnd', 'required'],
        ],
      ],
      [
        { collectiveVacationStart: '2096-12-20', collectiveVacationEnd: '2096-12-19' },
        [['collectiveVacationEnd', 'invalid']],
      ],
      [
        { collectiveVacationStart: daysAgo(12), collectiveVacationEnd: daysAgo(12) },
        [
          ['collectiveVacationStart', 'tooSmall'],
          ['collectiveVacationEnd', 'tooSmall'],
        ],
      ],
      [{ ratingMessage: 'De 0 a 10?' }, [['expiresTicketNPS', 'required']]],
      [{ ratingMessage: '' }, [['ratingMessage', 'required']]],
    ];
    for (const [body, faults] of wrong)
      expect(fieldErrors(await change(admin, id, body)), JSON.stringify(body)).toEqual(faults);
    expect((await change(admin, id, { ratingMessage: 'De 0 a 10?', expiresTicketNPS: 5 })).statusCode).toBe(200);
    const vacation = { collectiveVacationMessage: 'Férias', collectiveVacationEnd: daysAgo(-3) };
    expect((await change(admin, id, { ...vacation, collectiveVacationStart: daysAgo(9) })).statusCode).toBe(200);
    // What was kept may grow old.
    await server.asOwner.query(`update connections set vacation_start = '2020-01-01' where id = $1`, [id]);
    expect((await change(admin, id, { ...vacation, collectiveVacationStart: '2020-01-01' })).statusCode).toBe(200);
    const without = await server.createAdmin({ settings: { userRating: 'disabled' } });
    await createConnection(without, { ratingMessage: 'De 0 a 10?' });
  });

  it.each(['flowIdWelcome', 'flowIdNotPhrase', 'integrationId', 'promptId'])(
    '%s names nothing that exists yet: an id is unknown, and an empty choice is none',
    async (field) => {
      const admin = await server.createAdmin();
      const refused = await admin.request('POST', '/whatsapp', { name: 'Com fluxo', [field]: 1 });
      expect([refused.statusCode, fieldErrors(refused)]).toEqual([400, [[field, 'unknown']]]);
      const { id } = await createConnection(admin, { [field]: '' });
      expect(fieldErrors(await change(admin, id, { [field]: '7' }))).toEqual([[field, 'unknown']]);
      expect((await change(admin, id, { [field]: null })).json()).toMatchObject({ [field]: null });
    },
  );

  it('of what does not fit nothing is kept', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const wrong = [
      { expiresTicket: '-1' },
      { expiresTicket: '1.5' },
      { expiresTicket: 525_601 },
      { whenExpiresTicket: '2' },
      { collectiveVacationStart: '20/12/2026' },
      { greetingMessage: 'x'.repeat(4097) },
      { allowGroup: 'sim' },
      { schedules: [{ weekday: 'Segunda', weekdayEn: 'lundi' }] },
    ];
    for (const body of wrong) {
      const answer = await change(admin, id, { name: 'Mudada', ...body });
      expect([answer.statusCode, answer.json().error], JSON.stringify(body)).toEqual([400, 'ERR_VALIDATION']);
    }
    expect((await read(admin, id)).name).toBe('Matriz');
    for (const draft of [{ channel: 'telegram' }, { provider: 'outro' }])
      expect((await admin.request('POST', '/whatsapp', { name: 'Nova', ...draft })).statusCode).toBe(400);
  });
});

describe('the plan', () => {
  it('says which channels there are [M-170] [M-183]', async () => {
    const channels = ['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const;
    const plans = [
      [{ useWhatsapp: false }, ['facebook', 'instagram']],
      [{ useFacebook: false }, ['whatsapp', 'whatsappapi', 'instagram']],
      [{ useInstagram: false }, ['whatsapp', 'whatsappapi', 'facebook']],
      [{}, channels],
    ] as const;
    for (const [plan, included] of plans) {
      const admin = await server.createAdmin({ plan });
      for (const kind of channels) {
        const answer = await admin.request('POST', '/whatsapp', { name: 'Nova', channel: kind });
        if ((included as readonly string[]).includes(kind)) expect(answer.json().channel).toBe(kind);
        else
          expect(errorOf(answer), `${JSON.stringify(plan)} ${kind}`).toEqual([
            expect.any(Number),
            'ERR_CHANNEL_NOT_IN_PLAN',
          ]);
      }
    }
  });

  it('says how many of each channel, and the last place is given once', async () => {
    const admin = await server.createAdmin({ plan: { connections: 2 } });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) => admin.request('POST', '/whatsapp', { name: `Linha ${number}` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
      expect(errorOf(answer)[1]).toBe('ERR_CONNECTION_LIMIT_REACHED');
    expect(await defaults(admin)).toHaveLength(1);
    await createConnection(admin, { channel: 'instagram' });
    await admin.request(
      'DELETE',
      `/whatsapp/${(await list(admin)).find((connection) => connection.channel === 'whatsapp')!.id}`,
    );
    await createConnection(admin, { name: 'No lugar da outra' });
  });
});

describe('one connection is the default', () => {
  it('the first one, until another takes its place; both are told [M-177] [M-187]', async () => {
    const admin = await server.createAdmin();
    const first = await createConnection(admin, { name: 'Primeira', isDefault: false });
    expect(first.isDefault).toBe(true);
    const second = await createConnection(admin, { name: 'Segunda' });
    expect(second.isDefault).toBe(false);
    const screen = await openSocket(server, admin);
    await drainEvents(admin, screen);
    expect((await change(admin, second.id, { isDefault: true })).json()).toMatchObject({ isDefault: true });
    expect(await defaults(admin)).toEqual(['Segunda']);
    for (const [id, isDefault] of [
      [first.id, false],
      [second.id, true],
    ] as const)
      await screen.waitFor(
        'whatsapp',
        (payload) => 'whatsapp' in payload && payload.whatsapp.id === id && payload.whatsapp.isDefault === isDefault,
      );
    await createConnection(admin, { name: 'Terceira', isDefault: true });
    expect(await defaults(admin)).toEqual(['Terceira']);
    screen.close();
  });

  it('that cannot just stop being so, and when it goes another is [M-177]', async () => {
    const admin = await server.createAdmin();
    const first = await createConnection(admin, { name: 'Primeira' });
    const second = await createConnection(admin, { name: 'Segunda' });
    expect(errorOf(await change(admin, first.id, { isDefault: false }))).toEqual([400, 'ERR_NO_OTHER_WHATSAPP']);
    expect((await change(admin, second.id, { isDefault: false })).statusCode).toBe(200);
    await admin.request('DELETE', `/whatsapp/${first.id}`);
    expect(await defaults(admin)).toEqual(['Segunda']);
    await admin.request('DELETE', `/whatsapp/${second.id}`);
    expect(await list(admin)).toEqual([]);
    expect((await createConnection(admin, { name: 'De novo' })).isDefault).toBe(true);
  });

  it('two at the same time are still one', async () => {
    const admin = await server.createAdmin();
    const ids = [
      await createConnection(admin, { name: 'A1' }),
      await createConnection(admin, { name: 'B2' }),
      await createConnection(admin, { name: 'C3' }),
    ];
    const answers = await Promise.all(ids.map(({ id }) => change(admin, id, { isDefault: true })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await defaults(admin)).toHaveLength(1);
  });
});

describe('its token', () => {
  it('is 30 letters and digits, shown once; a new one ends the old [M-177]', async () => {
    const admin = await server.createAdmin();
    const { id, token, tokenLast4 } = await createConnection(admin);
    expect(token).toMatch(/^[A-Za-z0-9]{30}$/);
    expect(tokenLast4).toBe(token.slice(-4));
    // A number no message goes to: the token alone decides whether it is looked at.
    const trySend = async (with_: string) =>
      (await server.withToken(with_)('POST', '/messages/send', { number: '1', body: 'oi' })).json<{ error: string }>()
        .error;
    expect(await trySend(token)).toBe('ERR_VALIDATION');
    const next = (await admin.request('POST', `/whatsapp/${id}/token`)).json<{ token: string }>().token;
    expect(next).toMatch(/^[A-Za-z0-9]{30}$/);
    expect(next).not.toBe(token);
    expect((await read(admin, id)).tokenLast4).toBe(next.slice(-4));
    expect(await trySend(next)).toBe('ERR_VALIDATION');
    const refused = await trySend(token);
    expect(refused).not.toBe('ERR_VALIDATION');
    await admin.request('DELETE', `/whatsapp/${id}`);
    expect(await trySend(next)).toBe(refused);
  });
});

describe('the file it greets with', () => {
  const send = (caller: Caller, id: number, name: string, bytes: Buffer) => {
    const form = createForm([], [{ field: 'file', name, bytes }]);
    return server.app.inject({
      method: 'POST',
      url: `/api/whatsapp/${id}/media-upload`,
      headers: { ...form.headers, authorization: `Bearer ${caller.token}` },
      payload: form.payload,
    });
  };
  const storedFiles = async (companyId: number) =>
    (
      await server.asOwner.query<{ key: string; mime: string }>(
        'select storage_key as key, mime from files where company_id = $1',
        [companyId],
      )
    ).rows;

  it('is kept under its name, replaced by the next, and taken away [M-179]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const answer = await send(admin, id, 'Cardápio.png', onePixelPicture());
    expect([answer.statusCode, answer.json()]).toEqual([200, { mensagem: 'Arquivo Anexado' }]);
    expect((await read(admin, id)).greetingMediaAttachment).toBe('Cardápio.png');
    const [picture] = await storedFiles(admin.companyId);
    expect(picture).toMatchObject({ mime: 'image/png' });

    await send(admin, id, 'tabela.pdf', Buffer.from('%PDF-1.7 tabela'));
    expect((await read(admin, id)).greetingMediaAttachment).toBe('tabela.pdf');
    const [paper, ...more] = await storedFiles(admin.companyId);
    expect([paper, more]).toEqual([expect.objectContaining({ mime: 'application/pdf' }), []]);
    expect(await server.storage.open(picture!.key)).toBeUndefined();

    const removed = await admin.request('DELETE', `/whatsapp/${id}/media-upload`);
    expect([removed.statusCode, removed.json()]).toEqual([200, { message: 'Attachment removed' }]);
    expect((await read(admin, id)).greetingMediaAttachment).toBeNull();
    expect(await storedFiles(admin.companyId)).toEqual([]);
    expect((await admin.request('DELETE', `/whatsapp/${id}/media-upload`)).statusCode).toBe(200);
  });

  it('goes with the connection, and leaves nothing behind when it is not allowed [M-179]', async () => {
    const admin = await server.createAdmin();
    const plain = await server.createAgent(admin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const { id } = await createConnection(admin);
    expect((await send(plain, id, 'foto.png', onePixelPicture())).statusCode).toBe(403);
    expect(errorOf(await send(otherCompanyAdmin, id, 'foto.png', onePixelPicture()))).toEqual([404, 'ERR_NO_WAPP_FOUND']);
    expect([...(await storedFiles(admin.companyId)), ...(await storedFiles(otherCompanyAdmin.companyId))]).toEqual([]);
    await send(admin, id, 'foto.png', onePixelPicture());
    expect(await storedFiles(admin.companyId)).toHaveLength(1);
    await admin.request('DELETE', `/whatsapp/${id}`);
    expect(await storedFiles(admin.companyId)).toEqual([]);
  });
});

describe('a connection that is removed', () => {
  it('is gone for everybody and logged out at the channel; its conversations stay [M-176] [M-187]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const ticket = await aTicket(admin, id, '5500911113001');
    const plain = await openSocket(server, await server.createAgent(admin.companyId));
    const answer = await admin.request('DELETE', `/whatsapp/${id}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Connection deleted' }]);
    expect(await plain.waitFor('whatsapp', ({ action }) => action === 'delete')).toEqual({
      action: 'delete',
      whatsappId: id,
    });
    expect(closed.filter((call) => call.connectionId === id)).toEqual([{ connectionId: id, forGood: true }]);
    for (const method of ['GET', 'DELETE'] as const)
      expect(errorOf(await admin.request(method, `/whatsapp/${id}`))).toEqual([404, 'ERR_NO_WAPP_FOUND']);
    expect(await ticket()).toMatchObject({ connection_id: null });
    plain.close();
  });

  it('no longer answers at its street door', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const sendWebhook = await createWebhookSender(admin.companyId, id);
    expect((await sendWebhook([])).statusCode).toBe(200);
    await admin.request('DELETE', `/whatsapp/${id}`);
    expect((await sendWebhook([])).statusCode).toBe(404);
  });
});

describe('a conversation', () => {
  it('is on the channel of its connection [M-183]', async () => {
    const admin = await server.createAdmin();
    for (const [index, kind] of (['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const).entries()) {
      const { id } = await createConnection(admin, { name: `Canal ${kind}`, channel: kind });
      const ticket = await aTicket(admin, id, `550091111310${index}`);
      const { uuid } = await ticket();
      const ticketResponse = (await admin.request('GET', `/tickets/u/${uuid}`)).json();
      expect(ticketResponse, kind).toMatchObject({ channel: kind, whatsappId: id });
    }
  });
});

describe('secrets of a connection', () => {
  it('are in no answer, no frame, no event and no audit entry; the token only where it is made [SK-05]', async () => {
    const admin = await server.createAdmin();
    const connector = await server.createAgent(admin.companyId, { allowConnections: 'enabled' });
    const plain = await server.createAgent(admin.companyId);
    const screens = [
      await openSocket(server, admin),
      await openSocket(server, connector),
      await openSocket(server, plain),
    ];
    const { token, ...connection } = await createConnection(admin);
    const { id } = connection;
    const row = (await server.modules.connections.find(admin.companyId, id))!;
    const inside = Object.values(server.modules.connections.accountOf(row).secrets);
    expect(inside).toHaveLength(2);
    const renewed = (await admin.request('POST', `/whatsapp/${id}/token`)).json<{ token: string }>().token;
    const hash = (await server.asOwner.query('select token_hash from connections where id = $1', [id])).rows[0]
      .token_hash;

    const responses = [JSON.stringify(connection)];
    for (const caller of [admin, connector, plain])
      for (const [method, path, body] of [
        ['GET', '/whatsapp'],
        ['GET', '/whatsapp?session=1'],
        ['GET', `/whatsapp/${id}`],
        ['GET', `/whatsapp/${id}?session=1`],
        ['PUT', `/whatsapp/${id}`, { name: `Nova ${randomUUID().slice(0, 8)}` }],
        ['PUT', `/whatsapp/${id}`, { name: 'x' }],
        ['POST', `/whatsappsession/${id}`],
        ['PUT', `/whatsappsession/${id}`],
        ['DELETE', `/whatsappsession/${id}`],
        ['POST', '/whatsapp-restart'],
      ] as const)
        responses.push((await caller.request(method, path, body)).body);
    await admin.request('DELETE', `/whatsapp/${id}`);
    for (const screen of screens) await screen.waitFor('whatsapp', ({ action }) => action === 'delete');
    const rows = async (table: 'event_log' | 'audit_log') =>
      (
        await server.asOwner.query(
          `select to_jsonb(t)::text as row from ${table} t where company_id = $1 order by id`,
          [admin.companyId],
        )
      ).rows;
    const [events, entries] = [await rows('event_log'), await rows('audit_log')];
    const auditEntries = entries
      .map(({ row: entry }) => JSON.parse(entry))
      .filter(({ subject }) => subject === `connection ${id}`);
    expect(auditEntries.map(({ act, data }) => [act, data])).toEqual([
      ['connection.changed', { channel: 'whatsapp', provider: 'beta' }],
      ['connection.changed', { fields: ['token'] }],
      ['connection.changed', { fields: ['name'] }],
      ['connection.changed', { fields: ['name'] }],
      ['connection.removed', { name: expect.stringMatching(/^Nova /) }],
    ]);
    const all = [...responses, ...screens.flatMap(({ frames }) => frames), JSON.stringify([events, entries])].join(
      '\n',
    );
    // The search itself can find something.
    expect(all).toContain(renewed.slice(-4));
    for (const secret of [...inside, row.secrets!, token, renewed, hash.toString('hex'), hash.toString('base64')])
      expect(all.includes(secret), secret).toBe(false);
    screens.forEach((screen) => screen.close());
  });

  it('lie sealed in the database, and open only for their company', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const row = (await server.modules.connections.find(admin.companyId, id))!;
    const { secrets } = server.modules.connections.accountOf(row);
    for (const secret of Object.values(secrets)) expect(row.secrets).not.toContain(secret);
    const otherCompanyAdmin = await server.createAdmin();
    expect(() => server.modules.connections.accountOf({ ...row, companyId: otherCompanyAdmin.companyId })).toThrow();
  });
});

describe('what happens to a connection', () => {
  it('is told: in full to those who manage, in brief to the others, without its code [M-187]', async () => {
    const admin = await server.createAdmin();
    const connector = await server.createAgent(admin.companyId, { allowConnections: 'enabled' });
    const plain = await server.createAgent(admin.companyId);
    const [admins, connectors, plains] = [
      await openSocket(server, admin),
      await openSocket(server, connector),
      await openSocket(server, plain),
    ];
    const { id } = await createConnection(admin);
    await server.asOwner.query(`update connections set status = 'qrcode', qrcode = 'um-codigo' where id = $1`, [id]);
    await drainEvents(admin, admins, connectors, plains);
    await change(admin, id, { greetingMessage: 'Bom dia' });
    for (const screen of [admins, connectors]) {
      const payload = await screen.waitFor('whatsapp');
      expect(payload).toMatchObject({ action: 'update', whatsapp: { id, greetingMessage: 'Bom dia', qrcode: '' } });
    }
    const payload = await plains.waitFor('whatsapp');
    expect('whatsapp' in payload && Object.keys(payload.whatsapp)).toHaveLength(7);
    expect(plains.frames.join()).not.toContain('Bom dia');
    for (const screen of [admins, connectors, plains]) screen.close();
  });
});

/** The way in of a connection, as its channel rings. */
async function createWebhookSender(companyId: number, id: number) {
  const row = (await server.modules.connections.find(companyId, id))!;
  const { webhookKey, webhookSecret } = server.modules.connections.accountOf(row).secrets;
  return (events: ChannelEvent[]) => {
    const payload = Buffer.from(JSON.stringify(events));
    return server.app.inject({
      method: 'POST',
      url: `/webhooks/${row.provider}/${webhookKey}`,
      headers: {
        'content-type': 'application/json',
        'x-signature': createHmac('sha256', webhookSecret!).update(payload).digest('hex'),
      },
      payload,
    });
  };
}
/** A customer writes: a conversation on this connection. */
async function aTicket(admin: Caller, id: number, number: string) {
  const sendWebhook = await createWebhookSender(admin.companyId, id);
  const message = { kind: 'text', text: 'oi' } as const;
  const at = new Date().toISOString();
  await sendWebhook([
    { type: 'message', wid: randomUUID(), peer: createPeer(number), fromMe: false, at, content: message },
  ]);
  const findTicket = async () =>
    (await server.asOwner.query('select * from tickets where connection_id = $1', [id])).rows[0] as
      | { id: number; uuid: string; connection_id: number | null }
      | undefined;
  const started = await vi.waitUntil(findTicket, { timeout: 8_000, interval: 20 });
  return async () =>
    (
      await server.asOwner.query('select * from tickets where company_id = $1 and id = $2', [
        admin.companyId,
        started.id,
      ])
    ).rows[0] as { uuid: string; connection_id: number | null };
}
