import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prompt } from '@balcao/contract/endpoints/prompts';
import type { TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import { createConnection } from '../connections/connections.fixture.ts';
import { createPrompt, createQueue, errorOf, PROMPT_TEXT, scriptedModel, startAiServer } from './ai.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAiServer(scriptedModel());
});
afterAll(() => server.stop());

const KEY = 'sk-canary-of-a-prompt-J4kQ';

describe('prompts', () => {
  it('have the defaults of the specification, and are shown live to everybody by name only [M-280] [M-281]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const [screen, plain] = [await openSocket(server, admin), await openSocket(server, agent)];
    const queueId = await createQueue(admin, 'Vendas');
    const answer = await admin.request('POST', '/prompt', {
      name: 'Tira-dúvidas de vendas',
      prompt: PROMPT_TEXT,
      queueId,
      apiKey: ` ${KEY} `,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const prompt = answer.json<Prompt>();
    expect(prompt).toEqual({
      id: expect.any(Number),
      name: 'Tira-dúvidas de vendas',
      prompt: PROMPT_TEXT,
      provider: 'openai',
      model: '',
      baseUrl: '',
      voice: 'texto',
      voiceRegion: '',
      maxTokens: 100,
      temperature: 1,
      maxMessages: 10,
      queueId,
      queue: { id: queueId, name: 'Vendas', color: expect.stringMatching(/^#/) },
      actions: { transferQueueIds: [], tagIds: [], canClose: false },
      hidesPersonalData: true,
      apiKeyLast4: 'J4kQ',
      voiceKeyLast4: null,
      keyRefusedAt: null,
      knowledgeCount: 0,
      usedBy: { connections: [], flows: [] },
      usage: { calls: 0, costMicros: 0, unpricedCalls: 0 },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await screen.waitFor('prompt')).toEqual({ action: 'create', prompt });
    expect(await plain.waitFor('prompt')).toEqual({ action: 'create', prompt: { id: prompt.id, name: prompt.name } });
    const list = await admin.request('GET', '/prompt?searchParam=duvidas');
    expect(list.json()).toEqual({ prompts: [prompt], count: 1, hasMore: false });
    const picked = await agent.request('GET', '/prompt');
    expect(picked.json()).toEqual({ prompts: [{ id: prompt.id, name: prompt.name }], count: 1, hasMore: false });
    expect(errorOf(await agent.request('GET', `/prompt/${prompt.id}`))).toEqual([403, 'ERR_NO_PERMISSION']);
  });

  it.each([
    ['a short name', { name: 'Bel' }, 'name', 'tooShort'],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'tooLong'],
    ['a text of 49 characters', { prompt: 'x'.repeat(49) }, 'prompt', 'tooShort'],
    ['no queue', { queueId: undefined }, 'queueId', 'required'],
    ['no key', { apiKey: '' }, 'apiKey', 'required'],
    ['an unknown voice', { voice: 'pt-BR-OutraNeural' }, 'voice', 'choice'],
    ['a voice without its key', { voice: 'pt-BR-YaraNeural', voiceRegion: 'brazilsouth' }, 'voiceKey', 'required'],
    ['a region that names another host', { voiceRegion: 'evil.example/' }, 'voiceRegion', 'invalid'],
    ['an address with a user name', { baseUrl: 'https://a@b.example/v1' }, 'baseUrl', 'invalid'],
    ['an address that is no web address', { baseUrl: 'file:///etc/passwd' }, 'baseUrl', 'invalid'],
  ])('refuse %s [M-281]', async (_, fields, field, rule) => {
    const admin = await server.createAdmin();
    const answer = await admin.request('POST', '/prompt', {
      name: 'Tira-dúvidas',
      prompt: PROMPT_TEXT,
      queueId: await createQueue(admin),
      apiKey: KEY,
      ...fields,
    });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field, rule }] });
  });

  it('are refused to a company without AI in its plan [M-280]', async () => {
    const admin = await server.createAdmin({ plan: { useOpenAi: false } });
    expect(errorOf(await admin.request('POST', '/prompt', {}))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await admin.request('GET', '/prompt')).json()).toEqual({ prompts: [], count: 0, hasMore: false });
  });

  it('keep their key when it is not typed again, and never send it anywhere else [SE-03]', async () => {
    const admin = await server.createAdmin();
    const prompt = await createPrompt(admin, { provider: 'openai', apiKey: KEY });
    const renamed = await admin.request('PUT', `/prompt/${prompt.id}`, { name: 'Outro nome', apiKey: '' });
    expect(renamed.json()).toMatchObject({ name: 'Outro nome', apiKeyLast4: 'J4kQ', prompt: PROMPT_TEXT });
    for (const elsewhere of [{ baseUrl: 'https://evil.example/v1' }, { provider: 'gemini' }]) {
      const refused = await admin.request('PUT', `/prompt/${prompt.id}`, elsewhere);
      expect(refused.json()).toMatchObject({ fields: [{ field: 'apiKey', rule: 'required' }] });
    }
    const { rows } = await server.asOwner.query<{ api_key: string }>('select api_key from prompts where id = $1', [
      prompt.id,
    ]);
    expect(rows[0]!.api_key).toMatch(/^v1\./);
    const stored = await server.asOwner.query('select * from prompts, audit_log, event_log where prompts.id = $1', [
      prompt.id,
    ]);
    expect(JSON.stringify(stored.rows)).not.toContain('canary');
    expect(renamed.body).not.toContain('canary');
  });

  it('with a name in use are refused', async () => {
    const admin = await server.createAdmin();
    await createPrompt(admin, { name: 'Garantia e trocas' });
    const answer = await admin.request('POST', '/prompt', {
      name: 'GARANTIA e trocas',
      prompt: PROMPT_TEXT,
      queueId: await createQueue(admin),
      apiKey: KEY,
    });
    expect(errorOf(answer)).toEqual([409, 'ERR_PROMPT_NAME_TAKEN']);
  });

  it('in use are not deleted; the refusal names what uses them [M-282]', async () => {
    const admin = await server.createAdmin();
    const prompt = await createPrompt(admin);
    const connection = await createConnection(admin, { promptId: prompt.id });
    expect(connection).toMatchObject({ promptId: prompt.id });
    const refused = await admin.request('DELETE', `/prompt/${prompt.id}`);
    expect(errorOf(refused)).toEqual([409, 'ERR_PROMPT_IN_USE']);
    expect(JSON.parse(refused.json<{ error: string }>().error)).toEqual({
      connections: [{ id: connection.id, name: connection.name }],
      flows: [],
    });
    await admin.request('PUT', `/whatsapp/${connection.id}`, { promptId: null });
    const screen = await openSocket(server, admin);
    const removed = await admin.request('DELETE', `/prompt/${prompt.id}`);
    expect([removed.statusCode, removed.json()]).toEqual([200, { message: 'Prompt deleted' }]);
    expect(await screen.waitFor('prompt')).toEqual({ action: 'delete', promptId: prompt.id });
    expect(errorOf(await admin.request('GET', `/prompt/${prompt.id}`))).toEqual([404, 'ERR_NO_PROMPT_FOUND']);
  });

  it('lose their queue with it, and go on without it', async () => {
    const admin = await server.createAdmin();
    const queueId = await createQueue(admin);
    const prompt = await createPrompt(admin, { queueId });
    await server.asOwner.query('delete from queues where company_id = $1 and id = $2', [admin.companyId, queueId]);
    expect((await admin.request('GET', `/prompt/${prompt.id}`)).json()).toMatchObject({ queueId: null, queue: null });
  });
});
