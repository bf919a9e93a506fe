import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../app-error.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Query = Readonly<Record<string, string | undefined>>;
/** Who stands behind these routes. A shared door is the one of an app that many connections belong to. */
export interface WebhookDoors {
  receive(key: string, headers: Headers, body: Buffer): Promise<void>;
  receiveShared(provider: string, headers: Headers, body: Buffer): Promise<void>;
  answerChallenge(key: string, query: Query): Promise<string | undefined>;
  answerSharedChallenge(provider: string, query: Query): string | undefined;
}
/** Larger than any batch a channel sends; the door itself refuses what is larger. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const RECEIVED = JSON.stringify({ message: 'EVENT_RECEIVED' });

/** Where channels ring: the body stays raw bytes, because the signature was made over them. */
export async function registerRawBodyRoutes(app: FastifyInstance, receiver: WebhookDoors): Promise<void> {
  const limits = { bodyLimit: MAX_BODY_BYTES };
  await app.register(async (rawApp) => {
    rawApp.removeAllContentTypeParsers();
    rawApp.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    rawApp.post<{ Params: { provider: string; key: string } }>(
      '/webhooks/:provider/:key',
      limits,
      async (request, reply) => {
        await receiver.receive(request.params.key, request.headers, bodyOf(request));
        return received(reply);
      },
    );
    rawApp.post('/webhooks/meta', limits, async (request, reply) => {
      await receiver.receiveShared('official', request.headers, bodyOf(request));
      return received(reply);
    });
    rawApp.get<{ Params: { provider: string; key: string } }>('/webhooks/:provider/:key', async (request, reply) =>
      challenge(reply, await receiver.answerChallenge(request.params.key, queryOf(request))),
    );
    rawApp.get('/webhooks/meta', async (request, reply) =>
      challenge(reply, receiver.answerSharedChallenge('official', queryOf(request))),
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
