import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../../../test/channel.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import type { Caller } from '../../../../test/users.ts';
import { openSocket, drainEvents } from '../../../../test/sockets.ts';
import { createFactory } from '../../../../test/fixtures/factory.ts';

/** Fake transcription service: records requests and answers as the test sets. */
let service: Server;
let server: TestServer;
let owner: Caller;
let requests: { url: string; authorization: string | undefined; body: string }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const respondWith = (text: unknown, status = 200) =>
  (answer = (_, response) => void response.writeHead(status).end(JSON.stringify(text)));

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('latin1');
    requests.push({ url: request.url!, authorization: request.headers.authorization, body });
    answer(request, response);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  server = await startTestServer({
    open: true,
    env: { TRANSCRIPTION_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/` },
    channels: { of: () => createTestChannel().channel, close: async () => {} },
  });
  owner = await server.createSuperUser();
});
beforeEach(() => {
  requests = [];
  respondWith({ text: ' Paguei agora. ' });
});
afterAll(async () => {
  await server.stop();
  service.closeAllConnections();
  service.close();
});

/** A ticket in an agent's queue with a received voice message. */
async function createVoiceMessage(more: { fromMe?: boolean; mime?: string; isDeleted?: boolean } = {}) {
  const admin = await server.createAdmin();
  const factory = createFactory(server, admin.companyId);
  const [sales, support] = [await factory.queue(), await factory.queue()];
  const ana = await server.createAgent(admin.companyId, { queueIds: [sales] });
  const eva = await server.createAgent(admin.companyId, { queueIds: [support] });
  const { key } = await server.storage.put(Buffer.from('OggS and what was said'), {
    companyId: admin.companyId,
    kind: 'media',
  });
  const id = await factory.messageIn(await factory.ticketIn(sales));
  await server.asOwner.query(
    `update messages set from_me = $2, media_type = 'audio', media_key = $3, media_mime = $4, is_deleted = $5, body = '' where id = $1`,
    [id, more.fromMe ?? false, key, more.mime ?? 'audio/ogg; codecs=opus', more.isDeleted ?? false],
  );
  const file = key.split('/').at(-1)!;
  return { admin, ana, eva, id, file, path: `/messages/transcribeAudio/${file}` };
}
const usageOf = async ({ companyId }: Caller) =>
  (
    await server.asOwner.query('select purpose, outcome, prompt_id from ai_usage where company_id = $1 order by id', [
      companyId,
    ])
  ).rows;
const setKey = (value: string) => owner.request('PUT', '/settings/openaikeyaudio', { value });

describe('a received voice message', () => {
  it('is not transcribed without a key, with an error that says so', async () => {
    const { ana, path } = await createVoiceMessage();
    const refusedResponse = await ana.request('GET', path);
    expect(refusedResponse.json()).toMatchObject({ error: 'ERR_NO_TRANSCRIPTION_KEY' });
    expect(refusedResponse.json().message).toMatch(/administrador/);
    expect(requests).toEqual([]);
  });

  it('is transcribed once, stored, published and shown with the message [M-094] [M-283]', async () => {
    expect((await setKey('sk-de-teste-123456')).statusCode).toBe(200);
    const { admin, ana, id, path } = await createVoiceMessage();
    const screen = await openSocket(server, ana);
    await drainEvents(admin, screen);
    const [first, second] = await Promise.all([ana.request('GET', path), ana.request('GET', `${path}.ogg`)]);
    expect(first.json()).toEqual({ transcribedText: 'Paguei agora.' });
    expect(second.json()).toEqual({ transcribedText: 'Paguei agora.' });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ url: '/v1/audio/transcriptions', authorization: 'Bearer sk-de-teste-123456' });
    for (const part of ['OggS and what was said', 'filename="audio.ogg"', 'whisper-1', 'name="language"\r\n\r\npt'])
      expect(requests[0]!.body).toContain(part);

    const payload = await screen.waitFor('appMessage', (message) => message.action === 'update');
    expect(payload).toMatchObject({ message: { id, transcription: 'Paguei agora.' } });
    expect((await admin.request('GET', path)).json()).toEqual({ transcribedText: 'Paguei agora.' });
    expect(requests).toHaveLength(1);
    screen.close();
    expect(await usageOf(admin)).toEqual([{ purpose: 'transcription', outcome: 'done', prompt_id: null }]);
  });

  it('is transcribed within the ceilings of the company, also without AI in its plan', async () => {
    await setKey('sk-de-teste-123456');
    const { admin, ana, path } = await createVoiceMessage();
    const ceilings = { monthCents: null, callsPerDay: 1, turnsPerConversation: 20, callsPerContactHour: 30 };
    expect((await admin.request('PUT', '/ai-usage/ceilings', ceilings)).statusCode).toBe(200);
    await server.asOwner.query(
      'update plans set use_open_ai = false where id = (select plan_id from companies where company_id = $1)',
      [admin.companyId],
    );
    server.modules.db.invalidate(admin.companyId);
    respondWith({}, 500);
    expect((await ana.request('GET', path)).json().error).toBe('ERR_TRANSCRIPTION_FAILED');
    const sent = requests.length;
    expect((await ana.request('GET', path)).json()).toMatchObject({ error: 'ERR_AI_CEILING_REACHED' });
    expect(requests).toHaveLength(sent);
    expect(await usageOf(admin)).toEqual([{ purpose: 'transcription', outcome: 'unknown', prompt_id: null }]);
  });

  it('is refused for unreadable tickets, own messages and deleted ones [UP-12]', async () => {
    await setKey('sk-de-teste-123456');
    const { eva, path } = await createVoiceMessage();
    for (const outsider of [eva, await server.createAdmin()])
      expect((await outsider.request('GET', path)).statusCode).toBe(404);
    for (const voice of [await createVoiceMessage({ fromMe: true }), await createVoiceMessage({ isDeleted: true })])
      expect((await voice.admin.request('GET', voice.path)).json()).toMatchObject({ error: 'ERR_NO_MESSAGE_FOUND' });
    expect(requests).toEqual([]);
  });

  it('is refused for paths, other files of the company and files that are no audio, and no byte is sent [UP-12]', async () => {
    await setKey('sk-de-teste-123456');
    const { admin, ana, file } = await createVoiceMessage();
    const { key } = await server.storage.put(Buffer.from('%PDF-1.7'), { companyId: admin.companyId, kind: 'user' });
    const document = await createVoiceMessage({ mime: 'application/pdf' });
    const answers = [];
    for (const path of [
      '../../etc/passwd',
      `../media/${file}`,
      `${admin.companyId}/media/${file}`,
      `${file}/..`,
      'x',
      '%00',
    ])
      answers.push(await ana.request('GET', `/messages/transcribeAudio/${encodeURIComponent(path)}`));
    answers.push(await ana.request('GET', `/messages/transcribeAudio/${key.split('/').at(-1)!}`));
    answers.push(await document.ana.request('GET', document.path));
    for (const answer of answers) expect([400, 404], answer.body).toContain(answer.statusCode);
    expect(requests).toEqual([]);
  });

  it('returns a readable error and can be retried [M-094]', async () => {
    await setKey('sk-de-teste-123456');
    const { ana, path } = await createVoiceMessage();
    const codes = async (to = path) => (await ana.request('GET', to)).json().error;
    expect(await codes('/messages/transcribeAudio/..%2F..%2Fetc')).toBe('ERR_TRANSCRIPTION_FILE');
    expect(await codes('/messages/transcribeAudio/foto.jpg')).toBe('ERR_TRANSCRIPTION_FILE');
    respondWith({ error: { message: 'Incorrect API key provided: sk-de-teste-123456' } }, 401);
    const refusedResponse = await ana.request('GET', path);
    expect(refusedResponse.json().error).toBe('ERR_TRANSCRIPTION_FAILED');
    expect(refusedResponse.body).not.toContain('sk-de');
    for (const odd of [{}, { text: 7 }, { text: '  ' }, []]) {
      respondWith(odd);
      expect(await codes()).toBe('ERR_TRANSCRIPTION_INVALID');
    }
    respondWith({ text: 'Agora sim' });
    expect((await ana.request('GET', path)).json()).toEqual({ transcribedText: 'Agora sim' });
    const unsupported = await createVoiceMessage({ mime: 'application/pdf' });
    expect((await unsupported.ana.request('GET', unsupported.path)).json().error).toBe('ERR_TRANSCRIPTION_FILE');
  });
});
