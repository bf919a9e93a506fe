import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Received } from '../control.ts';
import { GraphError } from '../errors.ts';
import { hashOf } from '../media.ts';
import type { Mishap, Mishaps } from '../mishaps.ts';
import { nowOf, type World } from '../world.ts';
import { readAsked, type Asked } from './asked.ts';
import { dialogPage } from './dialog.ts';
import { aboutOf, dispatch, type About } from './dispatch.ts';
import type { Done, Host } from './host.ts';
import { answerDialog } from './oauth.ts';
import { refuse } from './refusing.ts';
import type { Wreck } from './wreck.ts';

interface Needs {
  host: Host;
  mishaps: () => Mishaps;
  wreck: Wreck;
}

/** Everything that Meta's hosts answer: Graph calls under any version, files, and the dialog of the website. */
export function graphRoutes(server: FastifyInstance, { host, mishaps, wreck }: Needs): void {
  const graph = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply);
  server.route({ method: ['GET', 'POST', 'DELETE'], url: '/*', handler: graph });
  server.get<{ Params: { id: string } }>('/_cdn/:id', (request, reply) => download(request, reply));
  for (const url of ['/dialog/oauth', '/:version/dialog/oauth']) {
    server.get<{ Querystring: Record<string, string> }>(url, (request, reply) => {
      const { status, html } = dialogPage(host.world, request.query);
      return reply.code(status).type('text/html; charset=utf-8').send(html);
    });
  }
  server.post('/dialog/oauth', (request, reply) => {
    const form = new URLSearchParams((request.body as Buffer | undefined)?.toString());
    const to = answerDialog(host.world, {
      redirectUri: form.get('redirect_uri') ?? '',
      state: form.get('state') ?? '',
      userId: form.get('user') ?? '',
      pageIds: form.getAll('page'),
      isAllowed: form.get('answer') === 'allow',
    });
    return reply.redirect(to, 302);
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { world } = host;
    const asked = await askedOf(request).catch(() => undefined);
    if (!asked) return refuse(reply, world, new GraphError(100, { title: 'Invalid JSON' }), false);
    const about = aboutOf(world, asked);
    const entry = write(world, request, asked, about);
    const mishap = mishaps().take({
      accountId: about.accountId,
      to: about.to ?? '',
      call: about.isSign ? 'signs' : about.call,
    });
    const isOver = mishap !== undefined && (await wreck.before(request, reply, entry, mishap, about.isWhatsApp, world));
    if (isOver) return reply;
    try {
      const done = await dispatch(host, asked, failsLaterOf(mishap));
      note(entry, done);
      if (mishap !== undefined && wreck.after(request, reply, entry, mishap)) return reply;
      return reply.code(200).send(done.reply);
    } catch (fault) {
      if (!(fault instanceof GraphError)) throw fault;
      Object.assign(entry, { became: 'refused', status: fault.status, errorCode: fault.code });
      return refuse(reply, world, fault, about.isWhatsApp);
    }
  }

  async function download(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { world } = host;
    const media = world.media.get(request.params.id);
    const asked = await askedOf(request);
    const about = {
      call: 'download',
      accountId: media?.accountId ?? '',
      to: undefined,
      isWhatsApp: false,
      isSign: false,
    };
    const entry = write(world, request, asked, about);
    const mishap = mishaps().take({ accountId: about.accountId, to: '', call: about.call });
    if (mishap !== undefined && (await wreck.before(request, reply, entry, mishap, false, world))) return reply;
    const token = world.tokens.get(asked.token);
    const mayRead =
      media && (media.isPublic || (token && !token.isRevoked && token.accountIds.includes(media.accountId)));
    if (!media || !mayRead || asked.query['hash'] !== hashOf(world, media.id)) {
      Object.assign(entry, { became: 'refused', status: media ? 401 : 404 });
      return reply.code(media ? 401 : 404).send();
    }
    Object.assign(entry, { status: 200, isDone: true });
    if (mishap !== undefined && wreck.after(request, reply, entry, mishap)) return reply;
    return reply.code(200).type(media.mime).send(media.bytes);
  }
}

const askedOf = (request: FastifyRequest): Promise<Asked> =>
  readAsked({
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: request.body as Buffer | undefined,
  });

const failsLaterOf = (mishap: Mishap | undefined): number | undefined =>
  typeof mishap === 'object' && 'failsLater' in mishap ? mishap.failsLater : undefined;

function write(world: World, request: FastifyRequest, asked: Asked, { call, accountId, to, isSign }: About): Received {
  const { access_token: _, ...body } = asked.params;
  const entry: Received = {
    seq: (world.received.at(-1)?.seq ?? 0) + 1,
    at: new Date(nowOf(world)).toISOString(),
    method: request.method,
    path: `/${asked.parts.join('/')}`,
    call,
    accountId,
    ...(to !== undefined && { to }),
    ...(isSign && { isSign }),
    query: asked.query,
    body: {
      ...body,
      ...(asked.files.length > 0 && {
        files: asked.files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.length })),
      }),
    },
    became: 'answered',
    status: 200,
    isDone: false,
  };
  world.received.push(entry);
  return entry;
}

function note(entry: Received, { messageId, correlation }: Done): void {
  entry.isDone = true;
  if (messageId !== undefined) entry.messageId = messageId;
  if (correlation !== undefined) entry.correlation = correlation;
}
