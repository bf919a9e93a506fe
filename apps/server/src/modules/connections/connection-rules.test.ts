import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import {
  errorOf,
  fieldErrors,
  createConnection,
  read,
  list,
  change,
  createQueue,
  defaults,
  startConnectionServer,
} from './connections.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startConnectionServer();
});
afterAll(() => server.stop());

describe('connection rules', () => {
  it('require a name of 2 to 50 characters that is unique on the channel [M-177]', async () => {
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

  it('require a greeting for more than one queue on create and update [M-178]', async () => {
    const admin = await server.createAdmin();
    const [sales, help] = [await createQueue(admin, 'Vendas'), await createQueue(admin, 'Ajuda')];
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

  it('accept each queue of the own company once; a removed queue leaves the connection', async () => {
    const admin = await server.createAdmin();
    const [sales, help] = [await createQueue(admin, 'Vendas'), await createQueue(admin, 'Ajuda')];
    const foreign = await createQueue(await server.createAdmin(), 'Do vizinho');
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

  it('require time and queue of a redirect together; it ends when the queue is removed', async () => {
    const admin = await server.createAdmin();
    const sales = await createQueue(admin, 'Vendas');
    const foreign = await createQueue(await server.createAdmin(), 'Do vizinho');
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

  it('require dates in order and at most ten days old for a vacation, and text and time for an enabled rating [M-151] [M-153]', async () => {
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
    // A saved date may become older than ten days.
    await server.asOwner.query(`update connections set vacation_start = '2020-01-01' where id = $1`, [id]);
    expect((await change(admin, id, { ...vacation, collectiveVacationStart: '2020-01-01' })).statusCode).toBe(200);
    const without = await server.createAdmin({ settings: { userRating: 'disabled' } });
    await createConnection(without, { ratingMessage: 'De 0 a 10?' });
  });

  it.each(['flowIdWelcome', 'flowIdNotPhrase', 'integrationId', 'promptId'])(
    'refuse any id in %s and accept an empty value',
    async (field) => {
      const admin = await server.createAdmin();
      const refused = await admin.request('POST', '/whatsapp', { name: 'Com fluxo', [field]: 1 });
      expect([refused.statusCode, fieldErrors(refused)]).toEqual([400, [[field, 'unknown']]]);
      const { id } = await createConnection(admin, { [field]: '' });
      expect(fieldErrors(await change(admin, id, { [field]: '7' }))).toEqual([[field, 'unknown']]);
      expect((await change(admin, id, { [field]: null })).json()).toMatchObject({ [field]: null });
    },
  );

  it('save nothing if one field is invalid', async () => {
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

describe('the plan of the company', () => {
  it('determines the available channels [M-170] [M-183]', async () => {
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

  it('limits the connections per channel, also with concurrent requests', async () => {
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

describe('the default connection', () => {
  it('is the first one until another is chosen; both changes reach the sockets [M-177] [M-187]', async () => {
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

  it('cannot be unset, and another one replaces it when it is removed [M-177]', async () => {
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

  it('stays unique with concurrent requests', async () => {
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
