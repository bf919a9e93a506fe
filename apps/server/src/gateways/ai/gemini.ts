import { actionTools } from '@balcao/domain/ai/actions';
import { z } from 'zod';
import { ServiceError, type ServiceReason } from '../service-error.ts';
import { addressBelow, readAnswer, type Operations } from '../service-request.ts';
import { completionOf, customerFirst, type RawCompletion } from './completion.ts';
import type { Finish, TextModel, TextRequest } from './port.ts';

const BASE_URL = 'https://generativelanguage.googleapis.com';
/** A part of the path. */
const MODEL = /^[a-z0-9](?:[\w.-]{0,98}[a-z0-9])?$/i;

const responseSchema = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z
              .array(
                z.object({
                  text: z.string().optional(),
                  thought: z.boolean().optional(),
                  functionCall: z.object({ name: z.string(), args: z.unknown().optional() }).optional(),
                }),
              )
              .optional(),
          })
          .optional(),
        finishReason: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: z
    .object({ promptTokenCount: z.number().optional(), candidatesTokenCount: z.number().optional() })
    .optional(),
});

/** Gemini answers a wrong key with 400, and an empty account with 429. */
const reasonOf = (status: number, body: unknown): ServiceReason | undefined => {
  const text = JSON.stringify(body ?? '');
  if (text.includes('API_KEY_INVALID') || text.includes('API key not valid')) return 'key';
  return status === 429 && /billing/i.test(text) ? 'quota' : undefined;
};

/** generateContent of the Gemini API. */
export function createGemini(operations: Operations): TextModel {
  return {
    async complete({ baseUrl, model, key }, request) {
      if (!MODEL.test(model)) throw new ServiceError('refused', 'request');
      const answer = await operations()({
        url: addressBelow(baseUrl ?? BASE_URL, `/v1beta/models/${model}:generateContent`),
        headers: { 'x-goog-api-key': key.reveal() },
        json: bodyOf(request),
        isHarmless: true,
        reasonOf,
      });
      return completionOf(rawOf(readAnswer(responseSchema, answer)), request.actions);
    },
  };
}

function bodyOf({ system, turns, maxTokens, temperature, actions }: TextRequest) {
  const tools = actionTools(actions).map(({ parameters, ...tool }) =>
    // An object without properties is refused.
    parameters.required.length === 0 ? tool : { ...tool, parameters },
  );
  return {
    systemInstruction: { parts: [{ text: system }] },
    contents: customerFirst(turns).map(({ from, text }) => ({
      role: from === 'bot' ? 'model' : 'user',
      parts: [{ text }],
    })),
    generationConfig: { maxOutputTokens: maxTokens, ...(temperature !== 1 && { temperature }) },
    ...(tools.length > 0 && { tools: [{ functionDeclarations: tools }] }),
  };
}

const finishes: Record<string, Finish> = { STOP: 'stop', MAX_TOKENS: 'length' };
const filtered = /^(SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|LANGUAGE)$/;

function rawOf({ candidates, promptFeedback, usageMetadata }: z.infer<typeof responseSchema>): RawCompletion {
  const [candidate] = candidates ?? [];
  const parts = candidate?.content?.parts ?? [];
  const reason = promptFeedback?.blockReason ? 'SAFETY' : (candidate?.finishReason ?? '');
  return {
    text: parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
    calls: parts.flatMap(({ functionCall: call }) => (call ? [{ name: call.name, args: call.args }] : [])),
    usage: {
      inputTokens: usageMetadata?.promptTokenCount ?? null,
      outputTokens: usageMetadata?.candidatesTokenCount ?? null,
    },
    finish: filtered.test(reason) ? 'filtered' : (finishes[reason] ?? 'other'),
  };
}
