import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChannel } from '../../../test/channel.ts';
import { aHouse, type TestHouse } from '../../../test/house.ts';

const { channel } = aChannel();
const opened: { connectionId: number; afresh: boolean }[] = [];
let isReachable = true;
channel.session = {
  async open({ connectionId }, afresh) {
    opened.push({ connectionId, afresh });
    if (!isReachable) throw new Error('the channel does not answer');
  },
  close: async () => {},
};

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({
    channels: { of: (provider) => (provider === 'sandbox' ? channel : undefined), close: async () => {} },
  });
});
afterAll(() => house.stop());

const draft = { name: 'Matriz', channel: 'whatsapp', provider: 'sandbox' };

describe('a new connection', () => {
  it('connects at once: whoever made it sees it opening', async () => {
    const admin = await house.anAdmin();
    const made = (await admin.ask('POST', '/whatsapp', draft)).json() as { id: number; status: string };
    expect(made.status).toBe('OPENING');
    expect(opened.filter(({ connectionId }) => connectionId === made.id)).not.toEqual([]);
  });

  it('is made, with its token, even while the channel cannot be reached', async () => {
    const admin = await house.anAdmin();
    isReachable = false;
    const answer = await admin.ask('POST', '/whatsapp', draft);
    isReachable = true;
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'OPENING', token: expect.stringMatching(/^[A-Za-z0-9]{30}$/) });
  });

  it('may choose among those who carry messages on this server, and no other', async () => {
    const admin = await house.anAdmin();
    expect((await admin.ask('GET', '/whatsapp-providers')).json()).toEqual(['sandbox']);
    const refused = await admin.ask('POST', '/whatsapp', { ...draft, provider: 'official' });
    expect(refused.json()).toMatchObject({ error: 'ERR_PROVIDER_UNAVAILABLE' });
  });
});
