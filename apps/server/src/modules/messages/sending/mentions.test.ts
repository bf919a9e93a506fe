import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../../../test/channel.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { openSocket, drainEvents } from '../../../../test/sockets.ts';
import { createFactory } from '../../../../test/fixtures/factory.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    open: true,
    channels: { of: () => createTestChannel().channel, close: async () => {} },
  });
});
afterAll(() => server.stop());

describe('a user mentioned in an internal note', () => {
  it('is stored with the note if the user may read the ticket, and ignored otherwise', async () => {
    const admin = await server.createAdmin();
    const otherCompanyAdmin = await server.createAdmin();
    const factory = createFactory(server, admin.companyId);
    const [sales, support] = [await factory.queue(), await factory.queue()];
    const ana = await server.createAgent(admin.companyId, { name: 'Ana', queueIds: [sales] });
    const eva = await server.createAgent(admin.companyId, { name: 'Eva', queueIds: [support] });
    const ticketId = await factory.ticketIn(sales);
    const screen = await openSocket(server, ana);
    await drainEvents(admin, screen);
    const send = (body: object) => admin.request('POST', `/messages/${ticketId}`, body);

    const mentions = [ana.user.id, eva.user.id, otherCompanyAdmin.user.id, 2_147_483_647, ana.user.id];
    const noteResponse = await send({ body: 'Olha isto', isPrivate: true, mentions });
    expect(noteResponse.json()).toMatchObject([
      { isPrivate: true, body: 'Olha isto', dataJson: { mentions: [{ id: ana.user.id, name: 'Ana' }] } },
    ]);
    const payload = await screen.waitFor('appMessage', (message) => message.action === 'create');
    expect(payload).toMatchObject({ message: { dataJson: { mentions: [{ id: ana.user.id }] } } });

    // Messages to customers and notes without mentions store none.
    expect((await send({ body: 'Oi', mentions: [ana.user.id] })).json()).toMatchObject([{ dataJson: null }]);
    expect((await send({ body: 'Nota', isPrivate: true })).json()).toMatchObject([{ dataJson: null }]);
    expect((await send({ body: 'Nota', isPrivate: true, mentions: [eva.user.id] })).json()).toMatchObject([
      { dataJson: null },
    ]);
    expect(
      (await send({ body: 'x', isPrivate: true, mentions: Array.from({ length: 21 }, (_, n) => n + 1) })).statusCode,
    ).toBe(400);
    screen.close();
  });
});
