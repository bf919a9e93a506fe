import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError, type Speech } from '../../gateways/ai/port.ts';
import { createFactory } from '../../../test/fixtures/factory.ts';
import type { TestServer } from '../../../test/server.ts';
import { createPrompt, modelCall, scriptedModel, startAiServer } from './ai.fixture.ts';

const model = scriptedModel();
const AUDIO = Buffer.from('OggS and the answer');
let synthesize: Speech['synthesize'];
let server: TestServer;
beforeAll(async () => {
  server = await startAiServer(model, { synthesize: (account, text) => synthesize(account, text) });
});
beforeEach(() => {
  synthesize = async (_, text) => ({ audio: AUDIO, mime: 'audio/ogg; codecs=opus', characters: text.length });
});
afterAll(() => server.stop());

async function callWithVoice(signal = AbortSignal.timeout(20_000)) {
  const admin = await server.createAdmin();
  const { id } = await createPrompt(admin, {
    voice: 'pt-BR-YaraNeural',
    voiceKey: 'voice-key-of-a-test',
    voiceRegion: 'brazilsouth',
  });
  const ticketId = await createFactory(server, admin.companyId).ticket();
  const call = modelCall({ companyId: admin.companyId, ticketId, promptId: id, text: 'oi' });
  model.answers(() => ({ text: 'Temos sim!' }));
  return { admin, result: await server.modules.ai.callModel(call, signal) };
}
const speechUsage = async (companyId: number) =>
  (
    await server.asOwner.query(
      `select outcome, model, characters from ai_usage where company_id = $1 and purpose = 'speech'`,
      [companyId],
    )
  ).rows;

describe('an answer by voice', () => {
  it('is a stored voice message, and its characters are in the ledger [M-281]', async () => {
    let account: unknown;
    synthesize = async (given, text) => {
      account = { ...given, key: given.key.reveal() };
      return { audio: AUDIO, mime: 'audio/ogg; codecs=opus', characters: text.length };
    };
    const { admin, result } = await callWithVoice();
    expect(account).toEqual({ region: 'brazilsouth', voice: 'pt-BR-YaraNeural', key: 'voice-key-of-a-test' });
    expect(result).toMatchObject({
      type: 'done',
      replies: [{ type: 'media', media: 'audio', isVoice: true, file: { bytes: AUDIO.length } }],
    });
    const [reply] = result.type === 'done' ? result.replies : [];
    const stored = await server.storage.open(reply?.type === 'media' ? reply.file.key : '');
    expect(await buffer(stored!.stream)).toEqual(AUDIO);
    expect(await speechUsage(admin.companyId)).toEqual([
      { outcome: 'done', model: 'pt-BR-YaraNeural', characters: 10 },
    ]);
  });

  it('is written if the speech service fails', async () => {
    synthesize = () => Promise.reject(new ServiceError('refused', 'key'));
    const { admin, result } = await callWithVoice();
    expect(result).toMatchObject({ replies: [{ type: 'text', text: 'Temos sim!' }] });
    expect(await speechUsage(admin.companyId)).toEqual([
      { outcome: 'refused', model: 'pt-BR-YaraNeural', characters: 0 },
    ]);
  });

  it('is written if the speech service is too slow for the call', async () => {
    const call = new AbortController();
    synthesize = () => {
      call.abort();
      return new Promise(() => {});
    };
    const { result } = await callWithVoice(call.signal);
    expect(result).toMatchObject({ replies: [{ type: 'text', text: 'Temos sim!' }] });
  });
});
