import { createHmac, createSign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectControl } from './client.ts';
import { FOREIGN_LINK, type Fault } from './control.ts';
import { CONTROL_TOKEN, KEY, post, start, webhook } from './simulator.fixture.ts';
import type { BotSimulator } from './simulator.ts';

let simulator: BotSimulator;
beforeAll(async () => {
  simulator = await start();
});
afterAll(() => simulator.stop());
beforeEach(() => simulator.control.reset());

const bearer = { authorization: `Bearer ${KEY}` };
const chat = (more: object = {}, headers: Record<string, string> = bearer) =>
  post(
    `${simulator.urls.openai}/chat/completions`,
    { model: 'gpt-standard', messages: [{ role: 'user', content: 'Oi' }], ...more },
    headers,
  );

describe('the OpenAI-compatible service', () => {
  it('repeats the input without a rule, and counts tokens', async () => {
    const { json } = await chat();
    expect(json.choices[0]).toMatchObject({ message: { content: 'Você escreveu: Oi' }, finish_reason: 'stop' });
    expect(json.usage.total_tokens).toBe(json.usage.prompt_tokens + json.usage.completion_tokens);
  });

  it('answers by the first rule whose text the input contains, with a function only if it was offered', async () => {
    await simulator.control.script([
      { contains: 'OI', reply: 'Chamo alguém.', action: { name: 'transfer', args: { queue: 'Vendas' } } },
      { contains: 'o', reply: 'outra' },
    ]);
    expect((await chat()).json.choices[0].message).toEqual({ role: 'assistant', content: 'Chamo alguém.' });
    const { message, finish_reason: finish } = (await chat({ tools: [{}] })).json.choices[0];
    expect(finish).toBe('tool_calls');
    expect(message.tool_calls[0].function).toEqual({ name: 'transfer', arguments: '{"queue":"Vendas"}' });
  });

  it.each([
    ['a wrong key', {}, { authorization: 'Bearer other' }, 401, 'invalid_api_key'],
    ['an unknown model', { model: 'gpt-0' }, bearer, 404, 'model_not_found'],
    [
      'max_tokens for a model that reasons',
      { model: 'gpt-reasoning', max_tokens: 9 },
      bearer,
      400,
      'unsupported_parameter',
    ],
    ['another temperature there', { model: 'gpt-reasoning', temperature: 0 }, bearer, 400, 'unsupported_value'],
    [
      'max_completion_tokens for an older server',
      { model: 'local-legacy', max_completion_tokens: 9 },
      bearer,
      400,
      null,
    ],
    ['functions for a model without them', { model: 'local-plain', tools: [{}] }, bearer, 400, null],
    ['an unknown role', { messages: [{ role: 'boss', content: 'x' }] }, bearer, 400, null],
  ])('refuses %s', async (_, more, headers, status, code) => {
    expect(await chat(more, headers)).toMatchObject({ status, json: { error: { code } } });
  });
});

describe('Gemini and Anthropic', () => {
  const gemini = (body: object, key = KEY) =>
    post(`${simulator.urls.gemini}/v1beta/models/gemini-standard:generateContent`, body, { 'x-goog-api-key': key });
  const user = { role: 'user', parts: [{ text: 'Oi' }] };

  it('Gemini answers in its own format, and calls a wrong key a bad request', async () => {
    const { json } = await gemini({ contents: [user] });
    expect(json.candidates[0]).toMatchObject({
      content: { parts: [{ text: 'Você escreveu: Oi' }] },
      finishReason: 'STOP',
    });
    expect(await gemini({ contents: [user] }, 'x')).toMatchObject({
      status: 400,
      json: { error: { details: [{ reason: 'API_KEY_INVALID' }] } },
    });
    expect((await gemini({ contents: [user, user] })).status).toBe(400);
    expect((await gemini({ contents: [{ ...user, role: 'model' }] })).status).toBe(400);
  });

  it('Anthropic needs a version, a limit of tokens and a user first', async () => {
    const headers = { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' };
    const messages = [{ role: 'user', content: 'Oi' }];
    const body = { model: 'claude-standard', max_tokens: 9, messages };
    const call = (more: object, given: Record<string, string> = headers) =>
      post(`${simulator.urls.anthropic}/v1/messages`, { ...body, ...more }, given);
    expect((await call({})).json).toMatchObject({ content: [{ text: 'Você escreveu: Oi' }], stop_reason: 'end_turn' });
    for (const more of [
      { max_tokens: undefined },
      { temperature: 1.5 },
      { messages: [{ role: 'assistant', content: 'x' }] },
      { messages: [{ role: 'system', content: 'x' }, ...messages] },
    ])
      expect((await call(more)).status, JSON.stringify(more)).toBe(400);
    expect((await call({}, { 'x-api-key': KEY })).status).toBe(400);
    expect((await call({}, { ...headers, 'x-api-key': 'x' })).status).toBe(401);
  });
});

describe('audio', () => {
  const form = (model: string, format: string, name = 'audio.ogg') => {
    const data = new FormData();
    data.set('file', new Blob(['OggS']), name);
    data.set('model', model);
    data.set('response_format', format);
    return data;
  };
  it('transcribes, with the length where the model names it', async () => {
    await simulator.control.setTranscript({ text: 'Bom dia', seconds: 7 });
    const url = `${simulator.urls.openai}/audio/transcriptions`;
    expect((await post(url, form('whisper-1', 'verbose_json'), bearer)).json).toMatchObject({
      text: 'Bom dia',
      duration: 7,
    });
    expect((await post(url, form('transcribe-new', 'json'), bearer)).json.usage).toEqual({
      type: 'duration',
      seconds: 7,
    });
    expect((await post(url, form('transcribe-new', 'verbose_json'), bearer)).status).toBe(400);
    expect((await post(url, form('whisper-1', 'json', 'audio.exe'), bearer)).status).toBe(400);
    expect((await post(url, form('whisper-1', 'json'))).status).toBe(401);
  });

  it('reads SSML and refuses what is not escaped', async () => {
    const call = (text: string, voice = 'pt-BR-YaraNeural') =>
      post(
        `${simulator.urls.speech}/cognitiveservices/v1`,
        `<speak version="1.0" xml:lang="pt-BR"><voice name="${voice}">${text}</voice></speak>`,
        {
          'content-type': 'application/ssml+xml',
          'ocp-apim-subscription-key': KEY,
          'x-microsoft-outputformat': 'ogg-24khz-16bit-mono-opus',
        },
      );
    expect(await call('Oi &amp; tchau')).toEqual({ status: 200, json: 'OggS pt-BR-YaraNeural Oi &amp; tchau' });
    for (const text of ['a & b', '</voice><audio src="x"/>']) expect((await call(text)).status).toBe(400);
  });
});

describe('Dialogflow', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const assertion = (more: object = {}) => {
    const { client_email: iss, private_key: key } = simulator.google.serviceAccount;
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      iss,
      aud: simulator.urls.googleToken,
      scope: 'https://www.googleapis.com/auth/dialogflow',
      iat,
      exp: iat + 600,
      ...more,
    };
    const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
  };
  const token = (text: string) =>
    post(
      simulator.urls.googleToken,
      new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: text }),
    );
  const detect = (accessToken: string, text: string, session = 's') =>
    post(
      `${simulator.urls.dialogflow}/v2/projects/${simulator.google.project}/agent/sessions/${session}:detectIntent`,
      { queryInput: { text: { text, languageCode: 'pt-BR' } } },
      { authorization: `Bearer ${accessToken}` },
    );

  it('gives a token for a signed assertion and answers with it', async () => {
    await simulator.control.script([{ contains: 'tchau', reply: 'Até logo.\n\nVolte sempre.', ends: 'intent' }]);
    const { json } = await token(assertion());
    const { queryResult } = (await detect(json.access_token, 'Tchau')).json;
    expect(queryResult.fulfillmentMessages).toEqual([
      { text: { text: ['Até logo.'] } },
      { text: { text: ['Volte sempre.'] } },
    ]);
    expect(queryResult.intent.endInteraction).toBe(true);
    expect((await detect(json.access_token, 'x'.repeat(257))).status).toBe(400);
    expect((await detect(json.access_token, 'x', 's'.repeat(37))).status).toBe(400);
    expect((await detect('other', 'x')).status).toBe(401);
  });

  it.each([
    ['another audience', { aud: 'https://example.com' }],
    ['another account', { iss: 'x@example.com' }],
    ['a long life', { exp: Math.floor(Date.now() / 1000) + 7200 }],
    ['a past', { iat: 1, exp: 60 }],
  ])('refuses an assertion with %s', async (_, more) => {
    expect((await token(assertion(more))).status).toBe(400);
  });

  it('refuses an altered assertion', async () => {
    const [header, , signature] = assertion().split('.');
    const forged = [header, encode({ iss: simulator.google.serviceAccount.client_email }), signature].join('.');
    expect((await token(forged)).json.error_description).toBe('Invalid JWT Signature.');
  });
});

describe('Typebot', () => {
  const begin = (slug: string, body: object = {}) =>
    post(`${simulator.urls.typebot}/api/v1/typebots/${slug}/startChat`, body);
  const go = (id: string, message: string) =>
    post(`${simulator.urls.typebot}/api/v1/sessions/${id}/continueChat`, { message });

  it('shows a menu, repeats it for another answer, and ends with a command', async () => {
    const markdown = { prefilledVariables: { pushName: 'Ana', queueId: '7' }, textBubbleContentFormat: 'markdown' };
    const { json } = await begin('atendimento', markdown);
    expect(json.messages[0].content).toEqual({ type: 'markdown', markdown: 'Olá, **Ana**!\nEscolha um assunto.' });
    expect(json.input.items.map(({ content }: { content: string }) => content)).toEqual(['Vendas', 'Suporte', 'Sair']);
    const wrong = (await go(json.sessionId, 'nada')).json;
    expect(wrong.messages[0].content.markdown).toMatch(/^Invalid message/);
    const { messages, input } = (await go(json.sessionId, 'Vendas')).json;
    expect([messages[0].content.markdown, input]).toEqual(['#{"queueId":7}', undefined]);
  });

  it('sends rich text to clients that do not ask for markdown, and files', async () => {
    const { json } = await begin('atendimento');
    expect(json.messages[0].content.richText[0].children).toContainEqual({ text: 'visitante', bold: true });
    const { sessionId } = (await begin('cadastro')).json;
    await go(sessionId, 'Ana');
    expect((await go(sessionId, 'não tenho')).json.input.type).toBe('email input');
    const types = (await go(sessionId, 'ana@example.com')).json.messages.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['image', 'video', 'audio', 'text']);
  });

  it('does not know a bot, or a session after it was dropped', async () => {
    expect((await begin('outro')).status).toBe(404);
    const { sessionId } = (await begin('atendimento')).json;
    await simulator.control.dropSessions();
    expect((await go(sessionId, 'Vendas')).status).toBe(404);
  });
});

describe('the webhook receiver [IG-03]', () => {
  const body = '{"event":"message"}';
  const sign = (seconds: number, text = body, secret = webhook.secret) =>
    `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`;
  const now = () => Math.floor(Date.now() / 1000);
  const deliver = (
    signature: string,
    headers: Record<string, string> = { [webhook.header.name]: webhook.header.value },
  ) => post(simulator.urls.webhook, body, { 'x-balcao-delivery': 'd1', 'x-balcao-signature': signature, ...headers });

  it('accepts a signed delivery once', async () => {
    const signature = sign(now());
    expect((await deliver(signature)).status).toBe(200);
    expect((await deliver(signature)).status).toBe(401);
    expect(await simulator.control.deliveries()).toEqual([
      { id: 'd1', body: { event: 'message' }, result: 'valid' },
      { id: 'd1', body: { event: 'message' }, result: 'repeated' },
    ]);
  });

  it.each([
    ['no signature', () => '', 'unsigned'],
    ['another secret', () => sign(now(), body, 'other'), 'wrong'],
    ['another body', () => sign(now(), '{}'), 'wrong'],
    ['an old time', () => sign(now() - 301), 'stale'],
  ])('refuses %s', async (_, signature, result) => {
    expect((await deliver(signature())).status).toBe(401);
    expect(await simulator.control.deliveries()).toMatchObject([{ result }]);
  });

  it('refuses a delivery without the agreed header', async () => {
    await deliver(sign(now()), {});
    expect(await simulator.control.deliveries()).toMatchObject([{ result: 'wrongHeader' }]);
  });
});

describe('faults', () => {
  it.each<[Fault['type'], number]>([
    ['busy', 429],
    ['quota', 429],
    ['key', 401],
    ['down', 500],
    ['html', 200],
    ['badJson', 200],
    ['large', 200],
  ])('%s answers %i for as many calls as planned', async (type, status) => {
    await simulator.control.fault('openai', { type, times: 1 });
    const faulty = await fetch(`${simulator.urls.openai}/chat/completions`, { method: 'POST', headers: bearer });
    expect(faulty.status).toBe(status);
    const text = await faulty.text();
    if (type === 'large') expect(text.length).toBeGreaterThan(5_000_000);
    if (type === 'badJson') expect(() => JSON.parse(text)).toThrow();
    if (type === 'html') expect(text).toContain('<!doctype');
    expect((await chat()).status).toBe(200);
  });

  it('breaks the connection before or after the call was carried out', async () => {
    await simulator.control.fault('openai', { type: 'resetBefore', times: 1 });
    await expect(chat()).rejects.toThrow();
    expect(await simulator.control.received('openai')).toHaveLength(0);
    await simulator.control.fault('openai', { type: 'resetAfter', times: 1 });
    await expect(chat()).rejects.toThrow();
    expect(await simulator.control.received('openai')).toMatchObject([
      { status: 200, body: { model: 'gpt-standard' } },
    ]);
  });

  it('is slow until the caller gives up', async () => {
    await simulator.control.fault('openai', { type: 'slow', delayMs: 60_000 });
    const signal = AbortSignal.timeout(50);
    const call = fetch(`${simulator.urls.openai}/chat/completions`, { method: 'POST', headers: bearer, signal });
    await expect(call).rejects.toThrow();
  });

  it.each<[Fault['type'], string, string]>([
    ['foreignLink', FOREIGN_LINK, 'stop'],
    ['loop', 'E o que mais?', 'stop'],
    ['cut', '', 'length'],
    ['empty', '', 'stop'],
    ['filtered', '', 'content_filter'],
  ])('%s changes the reply', async (type, text, finish) => {
    await simulator.control.fault('openai', { type });
    const { message, finish_reason: reason } = (await chat()).json.choices[0];
    expect(message.content).toContain(text);
    expect(reason).toBe(finish);
  });

  it('can be planned from another process', async () => {
    const remote = connectControl(simulator.url, CONTROL_TOKEN);
    await remote.fault('openai', { type: 'busy', retryAfterSeconds: 3 });
    expect((await chat()).status).toBe(429);
    await expect(connectControl(simulator.url, 'x').reset()).rejects.toThrow('unauthorized');
    await remote.reset();
    expect((await chat()).status).toBe(200);
  });
});
