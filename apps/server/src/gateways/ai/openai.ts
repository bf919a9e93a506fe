import { actionTools } from '@balcao/domain/ai/actions';
import { z } from 'zod';
import { addressBelow, readAnswer, type Operations, type ServiceAnswer } from '../service-request.ts';
import type { ServiceReason } from '../service-error.ts';
import { completionOf, type RawCompletion } from './completion.ts';
import type { Finish, TextModel, TextRequest } from './port.ts';

const BASE_URL = 'https://api.openai.com/v1';
const MAX_REMEMBERED = 1000;

/** What a server and model accept; learned from a refusal and remembered once the other form works. */
interface Dialect {
  tokens: 'max_completion_tokens' | 'max_tokens';
  hasTemperature: boolean;
  hasTools: boolean;
}
const standard: Dialect = { tokens: 'max_completion_tokens', hasTemperature: true, hasTools: true };

const responseSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }).optional() }))
            .nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});
const errorSchema = z.object({
  error: z.object({ code: z.unknown().optional(), type: z.unknown().optional() }),
});

/** Also of the transcription of the same service. */
export const openAiReason = (_: number, body: unknown): ServiceReason | undefined => {
  const error = errorSchema.safeParse(body).data?.error;
  return error?.code === 'insufficient_quota' || error?.type === 'insufficient_quota' ? 'quota' : undefined;
};

/** Chat Completions of OpenAI, or of any server that is compatible with it. */
export function createOpenAi(operations: Operations): TextModel {
  const dialects = new Map<string, Dialect>();

  return {
    async complete({ baseUrl, model, key }, request) {
      const base = baseUrl ?? BASE_URL;
      const url = addressBelow(base, '/chat/completions');
      const send = operations();
      const id = `${base} ${model}`;
      let dialect = dialects.get(id) ?? standard;
      for (;;) {
        const answer = await send({
          url,
          headers: { authorization: `Bearer ${key.reveal()}` },
          json: bodyOf(model, request, dialect),
          isHarmless: true,
          reasonOf: openAiReason,
        });
        const other = dialectAfter(answer, dialect, request);
        if (other) {
          dialect = other;
          continue;
        }
        const response = readAnswer(responseSchema, answer);
        if (dialect !== standard && dialects.get(id) !== dialect) {
          if (dialects.size >= MAX_REMEMBERED) dialects.clear();
          dialects.set(id, dialect);
        }
        return completionOf(rawOf(response), request.actions);
      }
    },
  };
}

function bodyOf(model: string, { system, turns, maxTokens, temperature, actions }: TextRequest, dialect: Dialect) {
  const tools = dialect.hasTools ? actionTools(actions) : [];
  return {
    model,
    messages: [
      { role: 'system', content: system },
      ...turns.map(({ from, text }) => ({ role: from === 'bot' ? 'assistant' : 'user', content: text })),
    ],
    [dialect.tokens]: maxTokens,
    ...(dialect.hasTemperature && temperature !== 1 && { temperature }),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
  };
}

/** The dialect to try next; undefined if the refusal is not about the dialect. Each step gives something up, so it ends. */
function dialectAfter(
  { status, body }: ServiceAnswer,
  dialect: Dialect,
  { temperature, actions }: TextRequest,
): Dialect | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const refusal = JSON.stringify(body ?? '').toLowerCase();
  if (dialect.tokens === 'max_completion_tokens' && refusal.includes('max_completion_tokens'))
    return { ...dialect, tokens: 'max_tokens' };
  if (dialect.hasTemperature && temperature !== 1 && refusal.includes('temperature'))
    return { ...dialect, hasTemperature: false };
  const sentTools = dialect.hasTools && actionTools(actions).length > 0;
  return sentTools && /\btools?\b|function/.test(refusal) ? { ...dialect, hasTools: false } : undefined;
}

const finishes: Record<string, Finish> = {
  stop: 'stop',
  tool_calls: 'stop',
  function_call: 'stop',
  length: 'length',
  content_filter: 'filtered',
};

function rawOf({ choices, usage }: z.infer<typeof responseSchema>): RawCompletion {
  const { message, finish_reason: reason } = choices[0]!;
  return {
    text: message.content ?? '',
    calls: (message.tool_calls ?? []).flatMap(({ function: called }) =>
      called ? [{ name: called.name, args: jsonOf(called.arguments) }] : [],
    ),
    usage: { inputTokens: usage?.prompt_tokens ?? null, outputTokens: usage?.completion_tokens ?? null },
    finish: message.refusal ? 'filtered' : (finishes[reason ?? ''] ?? 'other'),
  };
}

/** The model writes the arguments, so they may be no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
