import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Received } from '../control.ts';
import { GraphError } from '../errors.ts';
import type { Later } from '../whatsapp/send.ts';
import { hashOf } from '../media.ts';
import type { Fault, Faults } from '../faults.ts';
import { nowOf, type SimulatorState } from '../state.ts';
import { parseGraphRequest, type GraphRequest } from './graph-request.ts';
import { dialogPage } from './dialog.ts';
import { aboutOf, dispatch, type About } from './dispatch.ts';
import type { Done, Host } from './host.ts';
import { answerDialog } from './oauth.ts';
import { errorResponse } from './error-response.ts';
import type { FaultInjection } from './fault-injection.ts';

interface Deps {
  host: Host;
  faults: () => Faults;
  faultInjection: FaultInjection;
}

/** All routes of Meta's hosts: Graph calls of any version, files, and the OAuth dialog. */
export function graphRoutes(server: FastifyInstance, { host, faults, faultInjection }: Deps): void {
  const graph = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply);
  server.route({ method: ['GET', 'POST', 'DELETE'], url: '/*', handler: graph });
  server.get<{ Params: { id: string } }>('/_cdn/:id', (request, reply) => download(request, reply));
  for (const url of ['/dialog/oauth', '/:version/dialog/oauth']) {
    server.get<{ Querystring: Record<string, string> }>(url, (request, reply) => {
      const { status, html } = dialogPage(host.state, request.query);
      return reply.code(status).type('text/html; charset=utf-8').send(html);
    });
  }
  server.post('/dialog/oauth', (request, reply) => {
    const form = new URLSearchParams((request.body as Buffer | undefined)?.toString());
    const to = answerDialog(host.state, {
      redirectUri: form.get('redirect_uri') ?? '',
      state: form.get('state') ?? '',
      userId: form.get('user') ?? '',
      pageIds: form.getAll('page'),
      isAllowed: form.get('answer') === 'allow',
    });
    return reply.redirect(to, 302);
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { state } = host;
    const graphRequest = await graphRequestOf(request).catch(() => undefined);
    if (!graphRequest) return errorResponse(reply, state, new GraphError(100, { title: 'Invalid JSON' }), false);
    const about = aboutOf(state, graphRequest);
    const entry = recordCall(state, request, graphRequest, about);
    const fault = faults().take({
      accountId: about.accountId,
      to: about.to ?? '',
      call: about.isSign ? 'signs' : about.call,
    });
    const isOver =
      fault !== undefined && (await faultInjection.before(request, reply, entry, fault, about.isWhatsApp, state));
    if (isOver) return reply;
    try {
      const done = await dispatch(host, graphRequest, laterOf(fault));
      recordResult(entry, done);
      if (fault !== undefined && faultInjection.after(request, reply, entry, fault)) return reply;
      return reply.code(200).send(done.reply);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      Object.assign(entry, { became: 'refused', status: error.status, errorCode: error.code });
      return errorResponse(reply, state, error, about.isWhatsApp);
    }
  }

  async function download(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { state } = host;
    const media = state.media.get(request.params.id);
    const graphRequest = await graphRequestOf(request);
    const about = {
      call: 'download',
      accountId: media?.accountId ?? '',
      to: undefined,
      isWhatsApp: false,
      isSign: false,
    };
    const entry = recordCall(state, request, graphRequest, about);
    const fault = faults().take({ accountId: about.accountId, to: '', call: about.call });
    if (fault !== undefined && (await faultInjection.before(request, reply, entry, fault, false, state))) return reply;
    const token = state.tokens.get(graphRequest.token);
    const canRead =
      media && (media.isPublic || (token && !token.isRevoked && token.accountIds.includes(media.accountId)));
    if (!media || !canRead || graphRequest.query['hash'] !== hashOf(state, media.id)) {
      Object.assign(entry, { became: 'refused', status: media ? 401 : 404 });
      return reply.code(media ? 401 : 404).send();
    }
    Object.assign(entry, { status: 200, isDone: true });
    if (fault !== undefined && faultInjection.after(request, reply, entry, fault)) return reply;
    return reply.code(200).type(media.mime).send(media.bytes);
  }
}

const graphRequestOf = (request: FastifyRequest): Promise<GraphRequest> =>
  parseGraphRequest({
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: request.body as Buffer | undefined,
  });

const laterOf = (fault: Fault | undefined): Later | undefined =>
  fault === 'held' ? fault : typeof fault === 'object' && 'failsLater' in fault ? fault.failsLater : undefined;

function recordCall(
  state: SimulatorState,
  request: FastifyRequest,
  graphRequest: GraphRequest,
  { call, accountId, to, isSign }: About,
): Received {
  const { access_token: _, ...body } = graphRequest.params;
  const entry: Received = {
    seq: (state.received.at(-1)?.seq ?? 0) + 1,
    at: new Date(nowOf(state)).toISOString(),
    method: request.method,
    path: `/${graphRequest.parts.join('/')}`,
    call,
    accountId,
    ...(to !== undefined && { to }),
    ...(isSign && { isSign }),
    query: graphRequest.query,
    body: {
      ...body,
      ...(graphRequest.files.length > 0 && {
        files: graphRequest.files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.length })),
      }),
    },
    became: 'answered',
    status: 200,
    isDone: false,
  };
  state.received.push(entry);
  return entry;
}

function recordResult(entry: Received, { messageId, correlation }: Done): void {
  entry.isDone = true;
  if (messageId !== undefined) entry.messageId = messageId;
  if (correlation !== undefined) entry.correlation = correlation;
}
