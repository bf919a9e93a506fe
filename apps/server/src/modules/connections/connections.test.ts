import type { Connection } from '@balcao/contract/endpoints/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import {
  errorOf,
  createConnection,
  read,
  list,
  change,
  createQueue,
  startConnectionServer,
} from './connections.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startConnectionServer();
});
afterAll(() => server.stop());

describe('connections', () => {
  it('have these default values in the API format [M-176] [M-178] [M-180] [M-183] [M-154]', async () => {
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
      tokenUsedAt: null,
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
      maxUseBotQueuesNPS: 3,
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

  it('save every field, keep the others, and keep the type of each value [M-176] [M-178] [M-180]', async () => {
    const admin = await server.createAdmin();
    const { id, token: _, ...before } = await createConnection(admin);
    const queueId = await createQueue(admin, 'Vendas');
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
    // Clients may send a number as text and vice versa; the response is the same.
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

  it('ignore fields that only the server and the channel set', async () => {
    const admin = await server.createAdmin();
    const serverFields = {
      status: 'CONNECTED',
      number: '5511',
      qrcode: 'x',
      tokenLast4: 'abcd',
      token: 'a'.repeat(30),
      companyId: 1,
    };
    const created = await createConnection(admin, serverFields);
    const expectedOwn = { status: 'OPENING', number: '', qrcode: '', companyId: admin.companyId };
    expect(created).toMatchObject(expectedOwn);
    expect([created.tokenLast4, created.token]).not.toContain(serverFields.token.slice(-4));
    const answer = await change(admin, created.id, { ...serverFields, channel: 'facebook', provider: 'official' });
    expect(answer.json()).toMatchObject({
      ...expectedOwn,
      channel: 'whatsapp',
      provider: 'beta',
      tokenLast4: created.tokenLast4,
    });
  });

  it('are listed by name, in full for managers and in brief for other users [M-170] [M-171] [M-176]', async () => {
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

  it('are managed only by admins and users with allowConnections of the same company [M-171]', async () => {
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

  it('are refused to a company with an expired subscription [M-186]', async () => {
    const admin = await server.createAdmin({ dueDate: new Date(Date.now() - 86_400_000) });
    expect(errorOf(await admin.request('GET', '/whatsapp'))).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED']);
    expect(errorOf(await admin.request('POST', '/whatsapp', { name: 'Nova' }))).toEqual([
      402,
      'ERR_SUBSCRIPTION_EXPIRED',
    ]);
  });
});

describe('socket messages about a connection', () => {
  it('are full for managers and brief for other users, without the QR code [M-187]', async () => {
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
