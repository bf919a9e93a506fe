import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../refusal.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Query = Readonly<Record<string, string | undefined>>;
/** Who stands behind these routes. A shared door is the one of an app that many connections belong to. */
export interface WebhookDoors {
  ring(key: string, headers: Headers, body: Buffer): Promise<void>;
  ringShared(provider: string, headers: Headers, body: Buffer): Promise<void>;
  greet(key: string, query: Query): Promise<string | undefined>;
  greetShared(provider: string, query: Query): string | undefined;
}
/** Larger than any batch a channel sends; the door itself refuses what is larger. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const RECEIVED = JSON.stringify({ message: 'EVENT_RECEIVED' });

/** Where channels ring: the body stays raw bytes, because the signature was made over them. */
export async function webhookRoutes(app: FastifyInstance, doors: WebhookDoors): Promise<void> {
  const limits = { bodyLimit: MAX_BODY_BYTES };
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    door.post<{ Params: { provider: string; key: string } }>(
      '/webhooks/:provider/:key',
      limits,
      async (request, reply) => {
        await doors.ring(request.params.key, request.headers, bodyOf(request));
        return received(reply);
      },
    );
    door.post('/webhooks/meta', limits, async (request, reply) => {
      await doors.ringShared('official', request.headers, bodyOf(request));
      return received(reply);
    });
    door.get<{ Params: { provider: string; key: string } }>('/webhooks/:provider/:key', async (request, reply) =>
      challenge(reply, await doors.greet(request.params.key, queryOf(request))),
    );
    door.get('/webhooks/meta', async (request, reply) =>
      challenge(reply, doors.greetShared('official', queryOf(request))),
    );
  });
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
const received = (reply: FastifyReply) => reply.type('application/json').send(RECEIVED);

/** As plain text: whatever was asked to be echoed is no page. Whoever does not know the word is told nothing. */
const challenge = (reply: FastifyReply, answer: string | undefined) =>
  answer === undefined ? refuse('ERR_NO_PERMISSION') : reply.type('text/plain; charset=utf-8').send(answer);

/** What stands there twice stands there not at all. */
const queryOf = ({ query }: FastifyRequest): Query =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    ),
  );
