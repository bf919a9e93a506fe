import { actionTools } from '@balcao/domain/ai/actions';
import { z } from 'zod';
import type { ServiceReason } from '../service-error.ts';
import { addressBelow, readAnswer, type Operations } from '../service-request.ts';
import { completionOf, customerFirst, type RawCompletion } from './completion.ts';
import type { Finish, TextModel, TextRequest } from './port.ts';

const BASE_URL = 'https://api.anthropic.com';
const VERSION = '2023-06-01';
/** Others allow 2. */
const MAX_TEMPERATURE = 1;

const responseSchema = z.object({
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().optional(),
      name: z.string().optional(),
      input: z.unknown().optional(),
    }),
  ),
  stop_reason: z.string().nullish(),
  usage: z.object({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish(),
});

/** An account without credit is a bad request here. */
const reasonOf = (status: number, body: unknown): ServiceReason | undefined =>
  status === 400 && /credit balance/i.test(JSON.stringify(body ?? '')) ? 'quota' : undefined;

/** The Messages API. */
export function createAnthropic(operations: Operations): TextModel {
  return {
    async complete({ baseUrl, model, key }, request) {
      const answer = await operations()({
        url: addressBelow(baseUrl ?? BASE_URL, '/v1/messages'),
        headers: { 'x-api-key': key.reveal(), 'anthropic-version': VERSION },
        json: { model, ...bodyOf(request) },
        isHarmless: true,
        reasonOf,
      });
      return completionOf(rawOf(readAnswer(responseSchema, answer)), request.actions);
    },
  };
}

function bodyOf({ system, turns, maxTokens, temperature, actions }: TextRequest) {
  const tools = actionTools(actions).map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: parameters,
  }));
  return {
    max_tokens: maxTokens,
    system,
    messages: customerFirst(turns).map(({ from, text }) => ({
      role: from === 'bot' ? 'assistant' : 'user',
      content: text,
    })),
    ...(temperature !== 1 && { temperature: Math.min(temperature, MAX_TEMPERATURE) }),
    ...(tools.length > 0 && { tools }),
  };
}

const finishes: Record<string, Finish> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'stop',
  max_tokens: 'length',
  refusal: 'filtered',
};

const rawOf = ({ content, stop_reason: reason, usage }: z.infer<typeof responseSchema>): RawCompletion => ({
  text: content.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''),
  calls: content.flatMap(({ type, name, input }) => (type === 'tool_use' && name ? [{ name, args: input }] : [])),
  usage: { inputTokens: usage?.input_tokens ?? null, outputTokens: usage?.output_tokens ?? null },
  finish: finishes[reason ?? ''] ?? 'other',
});
