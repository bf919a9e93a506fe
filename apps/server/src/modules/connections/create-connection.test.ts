import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../../test/channel.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

const { channel } = createTestChannel();
const opened: { connectionId: number; isNewSession: boolean }[] = [];
let isReachable = true;
channel.session = {
  async open({ connectionId }, isNewSession) {
    opened.push({ connectionId, isNewSession });
    if (!isReachable) throw new Error('the channel does not answer');
  },
  close: async () => {},
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    channels: { of: (provider) => (provider === 'sandbox' ? channel : undefined), close: async () => {} },
  });
});
afterAll(() => server.stop());

const draft = { name: 'Matriz', channel: 'whatsapp', provider: 'sandbox' };

describe('creating a connection', () => {
  it('opens its session at once and returns the status OPENING', async () => {
    const admin = await server.createAdmin();
    const created = (await admin.request('POST', '/whatsapp', draft)).json() as { id: number; status: string };
    expect(created.status).toBe('OPENING');
    expect(opened.filter(({ connectionId }) => connectionId === created.id)).not.toEqual([]);
  });

  it('succeeds with a token while the channel cannot be reached', async () => {
    const admin = await server.createAdmin();
    isReachable = false;
    const answer = await admin.request('POST', '/whatsapp', draft);
    isReachable = true;
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'OPENING', token: expect.stringMatching(/^[A-Za-z0-9]{30}$/) });
  });

  it('accepts only providers that are available on the server', async () => {
    const admin = await server.createAdmin();
    expect((await admin.request('GET', '/whatsapp-providers')).json()).toEqual(['sandbox']);
    const refused = await admin.request('POST', '/whatsapp', { ...draft, provider: 'official' });
    expect(refused.json()).toMatchObject({ error: 'ERR_PROVIDER_UNAVAILABLE' });
  });
});
