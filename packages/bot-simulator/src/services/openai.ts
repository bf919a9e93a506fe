import { randomBytes } from 'node:crypto';
import {
  fieldsOf,
  headerOf,
  listOf,
  textOf,
  type Fields,
  type ServiceContext,
  type SimulatedService,
} from '../service.ts';

/**
 * Models of the OpenAI-compatible service: a current one, one that reasons (no `max_tokens`, temperature 1 only), one of an
 * older compatible server (no `max_completion_tokens`) and one without functions.
 */
export const openaiModels = ['gpt-standard', 'gpt-reasoning', 'local-legacy', 'local-plain'] as const;

const error = (message: string, code: string | null, param: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param, code },
});
const refusals: [applies: (model: string, body: Fields) => boolean, body: unknown][] = [
  [
    (model, body) => model === 'gpt-reasoning' && 'max_tokens' in body,
    error(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
      'max_tokens',
    ),
  ],
  [
    (model, body) => model === 'gpt-reasoning' && 'temperature' in body && body['temperature'] !== 1,
    error(
      "Unsupported value: 'temperature' does not support this value with this model. Only the default (1) value is supported.",
      'unsupported_value',
      'temperature',
    ),
  ],
  [
    (model, body) => model.startsWith('local-') && 'max_completion_tokens' in body,
    error('Unrecognized request argument supplied: max_completion_tokens', null),
  ],
  [
    (model, body) => model === 'local-plain' && 'tools' in body,
    error('"auto" tool choice requires tools support', null),
  ],
];

/** `POST /openai/v1/chat/completions`. */
export function createOpenAi({ script, faults }: ServiceContext, key: string): SimulatedService {
  const wrongKey = { status: 401, body: error(`Incorrect API key provided: ${key.slice(0, 3)}***`, 'invalid_api_key') };
  return {
    name: 'openai',
    errors: {
      busy: { status: 429, body: error('Rate limit reached', 'rate_limit_exceeded', null, 'requests') },
      quota: {
        status: 429,
        body: error('You exceeded your current quota', 'insufficient_quota', null, 'insufficient_quota'),
      },
      key: wrongKey,
      down: { status: 500, body: error('The server had an error', null, null, 'server_error') },
    },
    routes(app) {
      app.post('/openai/v1/chat/completions', async ({ body: json, headers }, reply) => {
        if (headerOf(headers, 'authorization') !== `Bearer ${key}`)
          return reply.code(wrongKey.status).send(wrongKey.body);
        const body = fieldsOf(json);
        const model = textOf(body['model']);
        if (!openaiModels.some((name) => name === model))
          return reply.code(404).send(error(`The model \`${model}\` does not exist`, 'model_not_found'));
        const messages = listOf(body['messages']);
        const roles = messages.map(({ role }) => textOf(role));
        if (messages.length === 0 || roles.some((role) => !['system', 'user', 'assistant'].includes(role)))
          return reply.code(400).send(error('Invalid messages', null, 'messages'));
        const refusal = refusals.find(([applies]) => applies(model, body));
        if (refusal) return reply.code(400).send(refusal[1]);

        const texts = messages.map(({ content }) => textOf(content));
        const answer = script.reply(texts.at(-1)!, texts.join('\n'), {
          fault: faults.inReply('openai'),
          hasFunctions: listOf(body['tools']).length > 0,
        });
        const { action } = answer;
        const finish = { stop: action ? 'tool_calls' : 'stop', length: 'length', filtered: 'content_filter' };
        return reply.send({
          id: `chatcmpl-${randomBytes(12).toString('hex')}`,
          object: 'chat.completion',
          model,
          choices: [
            {
              index: 0,
              message: {
                role: 'assistant',
                content: action && answer.text === '' ? null : answer.text,
                ...(action && {
                  tool_calls: [
                    {
                      id: 'call_1',
                      type: 'function',
                      function: { name: action.name, arguments: JSON.stringify(action.args) },
                    },
                  ],
                }),
              },
              finish_reason: finish[answer.finish],
            },
          ],
          usage: {
            prompt_tokens: answer.inputTokens,
            completion_tokens: answer.outputTokens,
            total_tokens: answer.inputTokens + answer.outputTokens,
          },
        });
      });
    },
  };
}
