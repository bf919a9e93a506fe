import type { FastifyInstance } from 'fastify';

type Ring = (
  key: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
) => Promise<void>;
/** Larger than any batch a channel sends; the door itself refuses what is larger. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const RECEIVED = JSON.stringify({ message: 'EVENT_RECEIVED' });

/** Where channels ring: the body stays raw bytes, because the signature was made over them. */
export async function webhookRoutes(app: FastifyInstance, ring: Ring): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    door.post<{ Params: { provider: string; key: string } }>(
      '/webhooks/:provider/:key',
      { bodyLimit: MAX_BODY_BYTES },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await ring(request.params.key, request.headers, body);
        return reply.type('application/json').send(RECEIVED);
      },
    );
  });
}
