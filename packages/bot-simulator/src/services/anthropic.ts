import { fieldsOf, headerOf, listOf, textOf, type ServiceContext, type SimulatedService } from '../service.ts';

const error = (status: number, type: string, message: string) => ({
  status,
  body: { type: 'error', error: { type, message } },
});

/** `POST /anthropic/v1/messages`. */
export function createAnthropic({ script, faults }: ServiceContext, key: string): SimulatedService {
  const wrongKey = error(401, 'authentication_error', 'invalid x-api-key');
  return {
    name: 'anthropic',
    errors: {
      busy: error(429, 'rate_limit_error', 'This request would exceed your rate limit'),
      quota: error(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API'),
      key: wrongKey,
      down: error(529, 'overloaded_error', 'Overloaded'),
    },
    routes(app) {
      app.post('/anthropic/v1/messages', async ({ body: json, headers }, reply) => {
        const refuse = ({ status, body }: ReturnType<typeof error>) => reply.code(status).send(body);
        const invalid = (message: string) => refuse(error(400, 'invalid_request_error', message));
        if (headerOf(headers, 'x-api-key') !== key) return refuse(wrongKey);
        if (headerOf(headers, 'anthropic-version') !== '2023-06-01')
          return invalid('anthropic-version: header is required');
        const body = fieldsOf(json);
        if (body['model'] !== 'claude-standard') return refuse(error(404, 'not_found_error', 'model not found'));
        if (!Number.isInteger(body['max_tokens'])) return invalid('max_tokens: Field required');
        const { temperature = 1 } = body;
        if (typeof temperature !== 'number' || temperature < 0 || temperature > 1)
          return invalid('temperature: range: 0..1');
        const messages = listOf(body['messages']);
        if (messages[0]?.['role'] !== 'user') return invalid('messages: first message must use the "user" role');
        if (messages.some(({ role }) => role === 'system')) return invalid('messages: Unexpected role "system"');
        const texts = messages.map(({ content }) => textOf(content));
        if (texts.includes('')) return invalid('messages: text content blocks must be non-empty');

        const answer = script.reply(texts.at(-1)!, [textOf(body['system']), ...texts].join('\n'), {
          fault: faults.inReply('anthropic'),
          hasFunctions: listOf(body['tools']).length > 0,
        });
        const reasons = { stop: answer.action ? 'tool_use' : 'end_turn', length: 'max_tokens', filtered: 'refusal' };
        return reply.send({
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-standard',
          content: [
            ...(answer.text === '' ? [] : [{ type: 'text', text: answer.text }]),
            ...(answer.action
              ? [{ type: 'tool_use', id: 'toolu_1', name: answer.action.name, input: answer.action.args }]
              : []),
          ],
          stop_reason: reasons[answer.finish],
          usage: { input_tokens: answer.inputTokens, output_tokens: answer.outputTokens },
        });
      });
    },
  };
}
