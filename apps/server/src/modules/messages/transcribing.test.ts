import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aChannel } from '../../../test/channel.ts';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import { aScreen, calm } from '../../../test/screens.ts';
import { maker } from '../../../test/world/tenants.ts';

/** Stands in for the service; what it was sent is remembered, what it answers is said by the test. */
let service: Server;
let house: TestHouse;
let owner: Caller;
let asked: { url: string; authorization: string | undefined; body: string }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const says = (text: unknown, status = 200) =>
  (answer = (_, response) => void response.writeHead(status).end(JSON.stringify(text)));

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('latin1');
    asked.push({ url: request.url!, authorization: request.headers.authorization, body });
    answer(request, response);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  house = await aHouse({
    open: true,
    env: { TRANSCRIPTION_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/` },
    channels: { of: () => aChannel().channel, close: async () => {} },
  });
  owner = await house.aSuper();
});
beforeEach(() => {
  asked = [];
  says({ text: ' Paguei agora. ' });
});
afterAll(async () => {
  await house.stop();
  service.closeAllConnections();
  service.close();
});

/** An agent's queue with a received voice message in it. */
async function aVoice(more: { fromMe?: boolean; mime?: string; isDeleted?: boolean } = {}) {
  const admin = await house.anAdmin();
  const make = maker(house, admin.companyId);
  const [sales, support] = [await make.queue(), await make.queue()];
  const ana = await house.anAgent(admin.companyId, { queueIds: [sales] });
  const eva = await house.anAgent(admin.companyId, { queueIds: [support] });
  const { key } = await house.storage.put(Buffer.from('OggS and what was said'), {
    companyId: admin.companyId,
    kind: 'media',
  });
  const id = await make.messageIn(await make.ticketIn(sales));
  await house.asOwner.query(
    `update messages set from_me = $2, media_type = 'audio', media_key = $3, media_mime = $4, is_deleted = $5, body = '' where id = $1`,
    [id, more.fromMe ?? false, key, more.mime ?? 'audio/ogg; codecs=opus', more.isDeleted ?? false],
  );
  const file = key.split('/').at(-1)!;
  return { admin, ana, eva, id, file, path: `/messages/transcribeAudio/${file}` };
}
const setKey = (value: string) => owner.ask('PUT', '/settings/openaikeyaudio', { value });

describe('a received voice message', () => {
  it('is not written down while nobody has set a key, and says who can', async () => {
    const { ana, path } = await aVoice();
    const refused = await ana.ask('GET', path);
    expect(refused.json()).toMatchObject({ error: 'ERR_NO_TRANSCRIPTION_KEY' });
    expect(refused.json().message).toMatch(/administrador/);
    expect(asked).toEqual([]);
  });

  it('is written down once, told to those who see it, shown with the message and kept [M-094] [M-283]', async () => {
    expect((await setKey('sk-de-teste-123456')).statusCode).toBe(200);
    const { admin, ana, id, path } = await aVoice();
    const screen = await aScreen(house, ana);
    await calm(admin, screen);
    const [first, second] = await Promise.all([ana.ask('GET', path), ana.ask('GET', `${path}.ogg`)]);
    expect(first.json()).toEqual({ transcribedText: 'Paguei agora.' });
    expect(second.json()).toEqual({ transcribedText: 'Paguei agora.' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ url: '/v1/audio/transcriptions', authorization: 'Bearer sk-de-teste-123456' });
    for (const part of ['OggS and what was said', 'filename="audio.ogg"', 'whisper-1', 'name="language"\r\n\r\npt'])
      expect(asked[0]!.body).toContain(part);

    const told = await screen.hears('appMessage', (one) => one.action === 'update');
    expect(told).toMatchObject({ message: { id, transcription: 'Paguei agora.' } });
    expect((await admin.ask('GET', path)).json()).toEqual({ transcribedText: 'Paguei agora.' });
    expect(asked).toHaveLength(1);
    screen.close();
  });

  it('is nobody’s who may not read the conversation, and neither is what we said or what was taken back', async () => {
    await setKey('sk-de-teste-123456');
    const { eva, path } = await aVoice();
    for (const stranger of [eva, await house.anAdmin()]) expect((await stranger.ask('GET', path)).statusCode).toBe(404);
    for (const one of [await aVoice({ fromMe: true }), await aVoice({ isDeleted: true })])
      expect((await one.admin.ask('GET', one.path)).json()).toMatchObject({ error: 'ERR_NO_MESSAGE_FOUND' });
    expect(asked).toEqual([]);
  });

  it('fails in words that can be read, and can be asked for again [M-094]', async () => {
    await setKey('sk-de-teste-123456');
    const { ana, path } = await aVoice();
    const codes = async (to = path) => (await ana.ask('GET', to)).json().error;
    expect(await codes('/messages/transcribeAudio/..%2F..%2Fetc')).toBe('ERR_TRANSCRIPTION_FILE');
    expect(await codes('/messages/transcribeAudio/foto.jpg')).toBe('ERR_TRANSCRIPTION_FILE');
    says({ error: { message: 'Incorrect API key provided: sk-de-teste-123456' } }, 401);
    const refused = await ana.ask('GET', path);
    expect(refused.json().error).toBe('ERR_TRANSCRIPTION_FAILED');
    expect(refused.body).not.toContain('sk-de');
    for (const odd of [{}, { text: 7 }, { text: '  ' }, []]) {
      says(odd);
      expect(await codes()).toBe('ERR_TRANSCRIPTION_INVALID');
    }
    says({ text: 'Agora sim' });
    expect((await ana.ask('GET', path)).json()).toEqual({ transcribedText: 'Agora sim' });
    const strange = await aVoice({ mime: 'application/pdf' });
    expect((await strange.ana.ask('GET', strange.path)).json().error).toBe('ERR_TRANSCRIPTION_FILE');
  });
});
