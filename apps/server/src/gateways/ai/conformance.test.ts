import type { Fault } from '@balcao/bot-simulator/control';
import { FOREIGN_LINK } from '@balcao/bot-simulator/control';
import type { BotSimulator } from '@balcao/bot-simulator/simulator';
import { noActions, TRANSFER_MARKER } from '@balcao/domain/ai/actions';
import { answerText } from '@balcao/domain/ai/answer';
import { buildPrompt } from '@balcao/domain/ai/prompt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closedPort, failureOf, KEY, operations, secret, startSimulator } from '../simulator.fixture.ts';
import { createAzureSpeech } from './azure-speech.ts';
import { textProviders, type TextAccount, type TextProvider, type TextRequest } from './port.ts';
import { createTextModel } from './text-model.ts';
import { createTranscriber } from './transcriber.ts';

let simulator: BotSimulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());
beforeEach(() => simulator.control.reset());

type Service = Exclude<TextProvider, 'sandbox'>;
const services = textProviders.filter((provider) => provider !== 'sandbox');
const models = { openai: 'gpt-standard', gemini: 'gemini-standard', anthropic: 'claude-standard' };
const accountOf = (provider: Service, more: Partial<TextAccount> = {}): TextAccount => ({
  provider,
  baseUrl: simulator.urls[provider],
  model: models[provider],
  key: secret(KEY),
  ...more,
});
const actions = { queues: [{ id: 3, name: 'Vendas' }], tags: [{ id: 7, name: 'Urgente' }], canClose: true };
const request = (more: Partial<TextRequest> = {}): TextRequest => ({
  system: 'Seja breve.',
  turns: [{ from: 'customer', text: 'Oi' }],
  maxTokens: 50,
  temperature: 1,
  actions: noActions,
  ...more,
});
const model = (timeoutMs?: number) => createTextModel(operations(timeoutMs), { hasSandbox: true });
const complete = (provider: Service, more: Partial<TextRequest> = {}, account: Partial<TextAccount> = {}) =>
  model().complete(accountOf(provider, account), request(more));
const callCount = async (service: Service) => (await simulator.control.received(service)).length;

describe.each(services)('%s', (provider) => {
  it('answers with text, tokens and an end', async () => {
    const completion = await complete(provider);
    expect(completion).toMatchObject({ text: 'Você escreveu: Oi', finish: 'stop' });
    expect(completion.usage.inputTokens).toBeGreaterThan(0);
    expect(completion.usage.outputTokens).toBeGreaterThan(0);
    expect(completion.action).toBeUndefined();
  });

  it('sends the system message, all turns and the limits', async () => {
    const turns = [
      { from: 'bot' as const, text: 'Posso ajudar?' },
      { from: 'customer' as const, text: 'Quero pão' },
      { from: 'bot' as const, text: 'Quantos?' },
      { from: 'customer' as const, text: 'Dois' },
    ];
    await complete(provider, { turns, temperature: 1.5, actions });
    const [call] = await simulator.control.received(provider);
    const sent = JSON.stringify(call!.body);
    const positions = turns.map(({ text }) => sent.indexOf(text));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    for (const part of ['Seja breve.', '50', provider === 'anthropic' ? '"temperature":1' : '1.5', 'Vendas', 'Urgente'])
      expect(sent).toContain(part);
  });

  it('performs an allowed function call, with or without a text', async () => {
    await simulator.control.script([
      { contains: 'humano', reply: 'Um momento.', action: { name: 'transfer', args: { queue: 'Vendas' } } },
      { contains: 'tchau', reply: '', action: { name: 'close', args: {} } },
    ]);
    const ask = (text: string) => complete(provider, { turns: [{ from: 'customer', text }], actions });
    expect(await ask('um humano')).toMatchObject({ text: 'Um momento.', action: { type: 'transfer', queueId: 3 } });
    expect(await ask('tchau')).toMatchObject({ text: '', action: { type: 'close' } });
  });

  it.each([
    ['an unknown queue', { name: 'transfer', args: { queue: 'Diretoria' } }],
    ['an id instead of a name', { name: 'transfer', args: { queueId: 1 } }],
    ['an unknown function', { name: 'delete_all', args: {} }],
  ])('ignores a call with %s [AI-02]', async (_, action) => {
    await simulator.control.script([{ contains: 'oi', reply: 'Certo.', action }]);
    expect(await complete(provider, { actions })).toEqual(expect.not.objectContaining({ action: expect.anything() }));
  });

  it('understands the marker at the very start only [AI-02]', async () => {
    await simulator.control.script([
      { contains: 'início', reply: `${TRANSFER_MARKER}. Um momento.` },
      { contains: 'meio', reply: `Claro. ${TRANSFER_MARKER}` },
    ]);
    const ask = (text: string) => complete(provider, { turns: [{ from: 'customer', text }], actions });
    expect(await ask('início')).toMatchObject({ text: 'Um momento.', action: { type: 'transfer', queueId: 3 } });
    expect((await ask('meio')).action).toBeUndefined();
  });

  it.each<[Fault, string, number]>([
    [{ type: 'busy' }, 'notSent busy', 1],
    [{ type: 'busy', retryAfterSeconds: 60 }, 'notSent busy', 1],
    [{ type: 'busy', retryAfterSeconds: 0, times: 1 }, 'done', 2],
    [{ type: 'busy', retryAfterSeconds: 0 }, 'notSent busy', 2],
    [{ type: 'quota', retryAfterSeconds: 0 }, 'refused quota', 1],
    [{ type: 'key' }, 'refused key', 1],
    [{ type: 'down' }, 'unknown down', 2],
    [{ type: 'down', times: 1 }, 'done', 2],
    [{ type: 'resetBefore' }, 'unknown unreachable', 0],
    [{ type: 'resetAfter' }, 'unknown unreachable', 1],
    [{ type: 'large' }, 'unknown tooLarge', 1],
    [{ type: 'html' }, 'unknown answer', 1],
    [{ type: 'badJson' }, 'unknown answer', 1],
  ])('%j: %s after %i calls [AI-07]', async (fault, outcome, calls) => {
    await simulator.control.fault(provider, fault);
    expect(await failureOf(complete(provider))).toBe(outcome);
    expect(await callCount(provider)).toBe(calls);
  });

  it('gives up at its deadline, repetition included [AI-07]', async () => {
    const started = performance.now();
    await simulator.control.fault(provider, { type: 'slow' });
    expect(await failureOf(model(300).complete(accountOf(provider), request()))).toBe('unknown tooSlow');
    await simulator.control.fault(provider, { type: 'busy', retryAfterSeconds: 1 });
    expect(await failureOf(model(300).complete(accountOf(provider), request()))).toBe('notSent busy');
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await callCount(provider)).toBe(2);
  });

  it('is not sent where nothing listens', async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}`;
    expect(await failureOf(complete(provider, {}, { baseUrl }))).toBe('notSent unreachable');
  });

  it.each([
    ['another model', { model: 'outro' }, 'refused request'],
    ['a path as model', { model: '../../x' }, 'refused request'],
    ['no address', { baseUrl: 'not an address' }, 'refused address'],
    ['an address with a query', { baseUrl: 'https://api.example.com/v1?x=' }, 'refused address'],
    ['an address with credentials', { baseUrl: 'https://a:b@api.example.com/v1' }, 'refused address'],
    ['another scheme', { baseUrl: 'file:///etc' }, 'refused address'],
    ['a key with a line break', { key: secret('a\r\nx: 1') }, 'refused request'],
  ])('refuses %s', async (_, account, outcome) => {
    expect(await failureOf(complete(provider, {}, account))).toBe(outcome);
  });

  it.each<[Fault['type'], string, string]>([
    ['empty', '', 'stop'],
    ['cut', '', 'length'],
    ['filtered', '', 'filtered'],
    ['loop', 'E o que mais?', 'stop'],
  ])('returns a reply that is %s', async (type, text, finish) => {
    await simulator.control.fault(provider, { type });
    expect(await complete(provider)).toMatchObject({ text, finish });
  });

  it('reports failures without the key and without the text', async () => {
    await simulator.control.fault(provider, { type: 'key' });
    const error = await complete(provider, { turns: [{ from: 'customer', text: 'segredo do cliente' }] }).catch(
      (failure: unknown) => failure,
    );
    const shown = `${String(error)} ${JSON.stringify(error)} ${(error as Error).stack}`;
    expect(shown).not.toMatch(/canario|segredo do cliente/);
  });

  it('receives no CPF, card or e-mail, and its answer contains them again [AI-06]', async () => {
    const personal = ['529.982.247-25', '4111 1111 1111 1111', 'ana@example.com', '(11) 98765-4321'];
    const { system, turns, values, hosts } = buildPrompt({
      prompt: 'Atenda bem.',
      inserted: {},
      maxTokens: 50,
      actions,
      firstName: 'Ana',
      facts: {},
      knowledge: [],
      history: [{ from: 'customer', text: personal[0]! }],
      maxMessages: 10,
      text: personal.join(' | '),
      isRedacted: true,
    });
    const { text } = await complete(provider, { system, turns });
    const bytes = JSON.stringify(await simulator.control.received(provider));
    for (const value of personal) expect(bytes).not.toContain(value);
    const answer = answerText(text, { hosts, values, hasMarks: true });
    for (const value of personal) expect(answer).toContain(value);
  });

  it('has its foreign links removed from the answer [AI-03]', async () => {
    await simulator.control.fault(provider, { type: 'foreignLink' });
    const { text } = await complete(provider);
    expect(text).toContain(FOREIGN_LINK);
    expect(answerText(text, { hosts: new Set(), values: new Map(), hasMarks: true })).not.toContain('example.net');
  });
});

describe('the OpenAI-compatible service', () => {
  it.each([
    ['gpt-reasoning', 0.2, 2, { max_completion_tokens: 50 }, ['temperature', 'max_tokens']],
    ['local-legacy', 0.2, 2, { max_tokens: 50, temperature: 0.2 }, ['max_completion_tokens']],
    ['local-plain', 1, 3, { max_tokens: 50 }, ['tools', 'max_completion_tokens']],
    ['gpt-standard', 1, 1, { max_completion_tokens: 50 }, ['temperature', 'max_tokens']],
  ])('learns what %s accepts, once', async (name, temperature, calls, expected, absent) => {
    const text = model();
    const ask = () => text.complete(accountOf('openai', { model: name }), request({ temperature, actions }));
    expect((await ask()).text).toBe('Você escreveu: Oi');
    expect(await callCount('openai')).toBe(calls);
    await ask();
    const received = await simulator.control.received('openai');
    expect(received).toHaveLength(calls + 1);
    expect(received.at(-1)!.body).toMatchObject(expected);
    for (const field of absent) expect(received.at(-1)!.body).not.toHaveProperty(field);
  });

  it('removes what a model reasoned before its answer', async () => {
    await simulator.control.script([{ contains: 'oi', reply: '<think>o cliente disse oi</think>\nOlá!' }]);
    expect((await complete('openai')).text).toBe('Olá!');
  });
});

describe('the sandbox model', () => {
  const account: TextAccount = { provider: 'sandbox', baseUrl: null, model: '', key: secret('') };
  const ask = (text: string, more: Partial<TextRequest> = {}) =>
    model().complete(account, request({ turns: [{ from: 'customer', text }], actions, ...more }));

  it('transfers, marks and closes on request, and repeats the rest', async () => {
    expect(await ask('Quero um humano de vendas')).toMatchObject({ action: { type: 'transfer', queueId: 3 } });
    expect(await ask('É urgente')).toMatchObject({ action: { type: 'tag', tagId: 7 } });
    expect(await ask('Só isso, tchau')).toMatchObject({ action: { type: 'close' } });
    const plain = await ask('Tudo bem?');
    expect(plain.text).toContain('Tudo bem?');
    expect(plain.action).toBeUndefined();
    expect((await ask('Quero um humano', { actions: noActions })).action).toBeUndefined();
  });

  it('quotes the knowledge', async () => {
    const system = 'Regras\n<dados>\n# Horários\nA padaria abre às 7 horas.\nO bolo custa 30 reais.\n</dados>';
    expect((await ask('Quanto custa um bolo?', { system })).text).toBe('O bolo custa 30 reais.');
  });

  it('does not answer in production', async () => {
    const production = createTextModel(operations(), { hasSandbox: false });
    expect(await failureOf(production.complete(account, request()))).toBe('refused request');
    expect(await simulator.control.received()).toEqual([]);
  });
});

describe('transcription', () => {
  const audio = { bytes: new Uint8Array(Buffer.from('OggS voz')), mime: 'audio/ogg; codecs=opus' };
  const account = (name = 'whisper-1') => ({ baseUrl: simulator.urls.openai, model: name, key: secret(KEY) });

  it('returns text and length, also of a model that names it elsewhere', async () => {
    await simulator.control.setTranscript({ text: ' Bom dia ', seconds: 7.5 });
    const transcriber = createTranscriber(operations());
    expect(await transcriber.transcribe(account(), audio)).toEqual({ text: 'Bom dia', seconds: 7.5 });
    for (let time = 0; time < 2; time++)
      expect(await transcriber.transcribe(account('transcribe-new'), audio)).toEqual({ text: 'Bom dia', seconds: 7.5 });
    // The refused format is tried once.
    expect(await simulator.control.received('transcription')).toHaveLength(4);
  });

  it.each<[Fault, string]>([
    [{ type: 'key' }, 'refused key'],
    [{ type: 'quota' }, 'refused quota'],
    [{ type: 'down' }, 'unknown down'],
    [{ type: 'down', times: 1 }, 'done'],
    [{ type: 'html' }, 'unknown answer'],
    [{ type: 'large' }, 'unknown tooLarge'],
    [{ type: 'resetAfter' }, 'unknown unreachable'],
  ])('%j: %s', async (fault, outcome) => {
    await simulator.control.fault('transcription', fault);
    expect(await failureOf(createTranscriber(operations()).transcribe(account(), audio))).toBe(outcome);
  });

  it.each([
    ['another kind of file', { ...audio, mime: 'application/pdf' }, 'refused request'],
    ['an empty file', { ...audio, bytes: new Uint8Array() }, 'refused request'],
    ['a large file', { ...audio, bytes: new Uint8Array(25 * 1024 * 1024 + 1) }, 'refused tooLarge'],
  ])('refuses %s before it is sent', async (_, file, outcome) => {
    expect(await failureOf(createTranscriber(operations()).transcribe(account(), file))).toBe(outcome);
    expect(await simulator.control.received()).toEqual([]);
  });
});

describe('speech', () => {
  const account = { region: 'brazilsouth', voice: 'pt-BR-YaraNeural' as const, key: secret(KEY) };
  const speech = () => createAzureSpeech(operations(), () => simulator.urls.speech);

  it('returns a voice message; text of the customer stays text [FL-18]', async () => {
    const text = `<break time="9s"/> & "aspas" 'x' \u0007 fim`;
    const { audio, mime, characters } = await speech().synthesize(account, text);
    expect(audio.toString()).toBe(
      'OggS pt-BR-YaraNeural &lt;break time=&quot;9s&quot;/&gt; &amp; &quot;aspas&quot; &apos;x&apos;  fim',
    );
    expect([mime, characters]).toEqual(['audio/ogg; codecs=opus', text.length]);
  });

  it.each<[Fault, string]>([
    [{ type: 'key' }, 'refused key'],
    [{ type: 'busy' }, 'notSent busy'],
    [{ type: 'down' }, 'unknown down'],
    [{ type: 'html' }, 'unknown answer'],
    [{ type: 'resetAfter' }, 'unknown unreachable'],
  ])('%j: %s', async (fault, outcome) => {
    await simulator.control.fault('speech', fault);
    expect(await failureOf(speech().synthesize(account, 'Oi'))).toBe(outcome);
  });

  it.each(['evil.example.com/', 'a.b', '', 'x@y'])('refuses the region %j, which would be a host', async (region) => {
    expect(await failureOf(createAzureSpeech(operations()).synthesize({ ...account, region }, 'Oi'))).toBe(
      'refused address',
    );
  });
});
