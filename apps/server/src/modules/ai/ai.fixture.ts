import { expect } from 'vitest';
import type { Prompt, PromptTried } from '@balcao/contract/endpoints/prompts';
import type { AiCeilingState } from '@balcao/contract/endpoints/ai-usage';
import type { ServiceCall } from '@balcao/domain/flow/service-call';
import type { Completion, Speech, TextAccount, TextRequest } from '../../gateways/ai/port.ts';
import { createTestChannel } from '../../../test/channel.ts';
import { startTestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

export const PROMPT_TEXT =
  'Você atende a Ótica Boa Vista. Responda com gentileza e em poucas frases, sem prometer prazos.';
type Answer = Partial<Completion> | Error;

/** A model that answers what the test says, and shows what it received. */
export function scriptedModel() {
  const calls: { account: TextAccount; request: TextRequest }[] = [];
  let answer: (request: TextRequest) => Answer | Promise<Answer> = () => ({ text: 'Temos sim!' });
  return {
    calls,
    /** Everything that the model received, as one text. */
    received: () => JSON.stringify(calls.map(({ request }) => request)),
    answers(next: typeof answer) {
      answer = next;
      calls.length = 0;
    },
    textModel: {
      async complete(account: TextAccount, request: TextRequest): Promise<Completion> {
        calls.push({ account, request });
        const given = await answer(request);
        if (given instanceof Error) throw given;
        return { text: '', usage: { inputTokens: 500, outputTokens: 100 }, finish: 'stop', ...given };
      },
    },
  };
}
export type ScriptedModel = ReturnType<typeof scriptedModel>;

const noSpeech: Speech = { synthesize: () => Promise.reject(new Error('not used')) };

/** A server whose channel opens every session. */
export function startAiServer(model: ScriptedModel, speech: Speech = noSpeech) {
  const { channel } = createTestChannel();
  channel.session = { open: async () => {}, close: async () => {} };
  return startTestServer({
    open: true,
    channels: { of: () => channel, close: async () => {} },
    models: {
      textModel: model.textModel,
      transcriber: { transcribe: () => Promise.reject(new Error('not used')) },
      speech,
      defaultModel: () => 'gpt-test',
      hasSandbox: true,
    },
  });
}

/** A call of a flow to a model. */
export const modelCall = (
  fields: Pick<ServiceCall<'model'>, 'companyId' | 'ticketId'> & {
    promptId: number | null;
    text: string;
    runId?: number;
  },
): ServiceCall<'model'> => ({
  id: '00000000-0000-4000-8000-000000000001',
  callId: 'c1',
  nodeId: 'service',
  attempt: 1,
  runId: fields.runId ?? 7,
  flowId: null,
  companyId: fields.companyId,
  ticketId: fields.ticketId,
  request: { kind: 'model', promptId: fields.promptId, fields: null, text: fields.text },
});

let count = 0;
export const createQueue = async (caller: Caller, name = `Fila ${++count}`): Promise<number> => {
  const answer = await caller.request('POST', '/queue', { name, color: `#${(0x200000 + ++count).toString(16)}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number }>().id;
};
export const createPrompt = async (caller: Caller, fields: object = {}): Promise<Prompt> => {
  const answer = await caller.request('POST', '/prompt', {
    name: `Prompt número ${++count}`,
    prompt: PROMPT_TEXT,
    queueId: await createQueue(caller),
    provider: 'sandbox',
    ...fields,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Prompt>();
};
export const tryPrompt = async (caller: Caller, id: number, text: string, more: object = {}): Promise<PromptTried> => {
  const answer = await caller.request('POST', `/prompt/${id}/try`, { messages: [{ from: 'customer', text }], ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PromptTried>();
};
export const readCeilings = async (caller: Caller) =>
  (await caller.request('GET', '/ai-usage/ceilings')).json<AiCeilingState>();
export const setCeilings = async (caller: Caller, fields: object) => {
  const answer = await caller.request('PUT', '/ai-usage/ceilings', {
    monthCents: null,
    callsPerDay: null,
    turnsPerConversation: 20,
    callsPerContactHour: 1000,
    ...fields,
  });
  expect(answer.statusCode, answer.body).toBe(200);
};
/** 500 tokens in cost R$ 0.001, 100 tokens out R$ 0.001: a call of the scripted model costs 2,000 micros. */
export const setPrices = async (superUser: Caller, provider = 'sandbox', model = 'gpt-test') => {
  const price = { inputPerMillion: 2_000_000, outputPerMillion: 10_000_000, perMinute: 0, perMillionCharacters: 0 };
  const answer = await superUser.request('PUT', '/ai-prices', { prices: [{ provider, model, ...price }] });
  expect(answer.statusCode, answer.body).toBe(200);
};
export const errorOf = (answer: { statusCode: number; json(): { error: string; code?: string } }) => [
  answer.statusCode,
  answer.json().code ?? answer.json().error,
];
