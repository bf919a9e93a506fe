import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import type { TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';
import {
  errorOf,
  createConnection,
  read,
  createWebhookSender,
  openTicket,
  startConnectionServer,
} from './connections.fixture.ts';

const closed: { connectionId: number; forGood: boolean }[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startConnectionServer((connectionId, forGood) => closed.push({ connectionId, forGood }));
});
afterAll(() => server.stop());

describe('removing a connection', () => {
  it('logs it out of the channel, notifies all users and keeps its tickets [M-176] [M-187]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const ticket = await openTicket(server, admin, id, '5500911113001');
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

  it('closes its webhook URL', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const sendWebhook = await createWebhookSender(server, admin.companyId, id);
    expect((await sendWebhook([])).statusCode).toBe(200);
    await admin.request('DELETE', `/whatsapp/${id}`);
    expect((await sendWebhook([])).statusCode).toBe(404);
  });
});

describe('the greeting file', () => {
  const send = (caller: Caller, id: number, name: string, bytes: Buffer) => {
    const form = createForm([], [{ field: 'file', name, bytes }]);
    return server.app.inject({
      method: 'POST',
      url: `/api/whatsapp/${id}/media-upload`,
      headers: { ...form.headers, authorization: `Bearer ${caller.token}` },
      payload: form.payload,
    });
  };

  it('is saved with its name, replaced and removed [M-179]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createConnection(admin);
    const answer = await send(admin, id, 'Cardápio.png', onePixelPicture());
    expect([answer.statusCode, answer.json()]).toEqual([200, { mensagem: 'Arquivo Anexado' }]);
    expect((await read(admin, id)).greetingMediaAttachment).toBe('Cardápio.png');
    const [picture] = await server.storedFiles(admin.companyId);
    expect(picture).toMatchObject({ mime: 'image/png' });

    await send(admin, id, 'tabela.pdf', Buffer.from('%PDF-1.7 tabela'));
    expect((await read(admin, id)).greetingMediaAttachment).toBe('tabela.pdf');
    const [paper, ...more] = await server.storedFiles(admin.companyId);
    expect([paper, more]).toEqual([expect.objectContaining({ mime: 'application/pdf' }), []]);
    expect(await server.storage.open(picture!.key)).toBeUndefined();

    const removed = await admin.request('DELETE', `/whatsapp/${id}/media-upload`);
    expect([removed.statusCode, removed.json()]).toEqual([200, { message: 'Attachment removed' }]);
    expect((await read(admin, id)).greetingMediaAttachment).toBeNull();
    expect(await server.storedFiles(admin.companyId)).toEqual([]);
    expect((await admin.request('DELETE', `/whatsapp/${id}/media-upload`)).statusCode).toBe(200);
  });

  it('is removed with its connection, and a refused upload leaves no file [M-179]', async () => {
    const admin = await server.createAdmin();
    const plain = await server.createAgent(admin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const { id } = await createConnection(admin);
    expect((await send(plain, id, 'foto.png', onePixelPicture())).statusCode).toBe(403);
    expect(errorOf(await send(otherCompanyAdmin, id, 'foto.png', onePixelPicture()))).toEqual([
      404,
      'ERR_NO_WAPP_FOUND',
    ]);
    expect([
      ...(await server.storedFiles(admin.companyId)),
      ...(await server.storedFiles(otherCompanyAdmin.companyId)),
    ]).toEqual([]);
    await send(admin, id, 'foto.png', onePixelPicture());
    expect(await server.storedFiles(admin.companyId)).toHaveLength(1);
    await admin.request('DELETE', `/whatsapp/${id}`);
    expect(await server.storedFiles(admin.companyId)).toEqual([]);
  });
});

describe('a ticket', () => {
  it('has the channel of its connection [M-183]', async () => {
    const admin = await server.createAdmin();
    for (const [index, kind] of (['whatsapp', 'whatsappapi', 'facebook', 'instagram'] as const).entries()) {
      const { id } = await createConnection(admin, { name: `Canal ${kind}`, channel: kind });
      const ticket = await openTicket(server, admin, id, `550091111310${index}`);
      const { uuid } = await ticket();
      const ticketResponse = (await admin.request('GET', `/tickets/u/${uuid}`)).json();
      expect(ticketResponse, kind).toMatchObject({ channel: kind, whatsappId: id });
    }
  });
});
