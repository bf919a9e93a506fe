import { fieldsOf, headerOf, listOf, textOf, type ServiceContext, type SimulatedService } from '../service.ts';

const error = (code: number, status: string, message: string, details: unknown[] = []) => ({
  status: code,
  body: { error: { code, message, status, details } },
});
const partsOf = (content: unknown): string =>
  listOf(fieldsOf(content)['parts'])
    .map(({ text }) => textOf(text))
    .join('');

/** `POST /gemini/v1beta/models/{model}:generateContent`. */
export function createGemini({ script, faults }: ServiceContext, key: string): SimulatedService {
  // A wrong key is a bad request here, not an unauthorized one.
  const wrongKey = error(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
  ]);
  return {
    name: 'gemini',
    errors: {
      busy: error(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted'),
      quota: error(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing', [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure' },
      ]),
      key: wrongKey,
      down: error(503, 'UNAVAILABLE', 'The model is overloaded'),
    },
    routes(app) {
      app.post<{ Params: { '*': string } }>(
        '/gemini/v1beta/models/*',
        async ({ params, body: json, headers }, reply) => {
          if (headerOf(headers, 'x-goog-api-key') !== key) return reply.code(wrongKey.status).send(wrongKey.body);
          if (params['*'] !== 'gemini-standard:generateContent') {
            const missing = error(404, 'NOT_FOUND', 'The model is not found');
            return reply.code(missing.status).send(missing.body);
          }
          const body = fieldsOf(json);
          const contents = listOf(body['contents']);
          const alternates = contents.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'model'));
          if (contents.length === 0 || !alternates) {
            const invalid = error(
              400,
              'INVALID_ARGUMENT',
              'Please ensure that the roles alternate and start with user',
            );
            return reply.code(invalid.status).send(invalid.body);
          }
          const system = partsOf(body['systemInstruction']);
          const texts = contents.map(partsOf);
          const fault = faults.inReply('gemini');
          if (fault === 'filtered')
            return reply.send({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 1 } });
          const answer = script.reply(texts.at(-1)!, [system, ...texts].join('\n'), {
            fault,
            hasFunctions: listOf(body['tools']).length > 0,
          });
          return reply.send({
            candidates: [
              {
                content: {
                  role: 'model',
                  parts: [
                    ...(answer.text === '' ? [] : [{ text: answer.text }]),
                    ...(answer.action ? [{ functionCall: answer.action }] : []),
                  ],
                },
                finishReason: answer.finish === 'length' ? 'MAX_TOKENS' : 'STOP',
                index: 0,
              },
            ],
            usageMetadata: {
              promptTokenCount: answer.inputTokens,
              candidatesTokenCount: answer.outputTokens,
              totalTokenCount: answer.inputTokens + answer.outputTokens,
            },
          });
        },
      );
    },
  };
}
