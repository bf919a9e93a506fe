/** Secrets never appear in errors, and URLs from payloads never lead to foreign hosts. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redactValue } from '../../infrastructure/log/redact.ts';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { NotSent, OutcomeUnknown, Refused, type Account, type ChannelKind, type Content } from '../port.ts';
import { createMetaChannel } from './adapter.ts';
import { createMetaAccountLinking } from './account-linking.ts';

/** A fake Graph API that repeats the whole request in every response. */
let echoServer: Server;
let answer: { status: number; code?: number };
/** A server that must not be called. */
let canary: Server;
let canaryRequests: number;
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const at = (server: Server) => `http://127.0.0.1:${portOf(server)}`;

beforeAll(async () => {
  echoServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const all = `${decodeURIComponent(request.url ?? '')} ${JSON.stringify(request.headers)} ${String(Buffer.concat(chunks))}`;
      const message = `${answer.code ?? ''} said with ${all}`;
      const error = {
        message,
        code: answer.code,
        type: 'OAuthException',
        error_user_msg: all,
        error_data: { details: all },
      };
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.code === undefined ? `no JSON: ${all}` : JSON.stringify({ error }));
    });
  });
  canary = createServer((_, response) => response.end('{"data":[]}'));
  canary.on('connection', () => (canaryRequests += 1));
  for (const server of [echoServer, canary]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(() => void (canaryRequests = 0));
afterAll(() => {
  for (const server of [echoServer, canary]) {
    server.closeAllConnections();
    server.close();
  }
});

const keys = {
  accessToken: 'EAAcanary-token-5f1c9a7e3b2d4c6f8a0b',
  plainToken: 'token-without-a-usual-form-77aa55cc',
  appSecret: 'canary-app-secret-0a1b2c3d4e5f',
  platformSecret: 'canary-platform-secret-99887766',
  code: 'AQcanary-code-of-the-dialog-1234567890',
};
const account = (kind: ChannelKind, accessToken: string): Account => ({
  companyId: 1,
  connectionId: 1,
  kind,
  number: '',
  secrets: {
    accessToken,
    appSecret: keys.appSecret,
    webhookKey: 'canary-webhook-key-314159',
    pageId: '101',
    igId: '102',
    phoneNumberId: '103',
    wabaId: '104',
  },
});
const app = { id: '900100', secret: keys.platformSecret, verifyToken: 'canary-verify-token' };
const options = { safeFetch: createSafeFetch({ allowLoopback: true }), version: 'v24.0', app };
const channelAt = (graphUrl: string) =>
  createMetaChannel({ ...options, graphUrl, timeoutMs: 2000, openFile: async () => undefined });
const linkingAt = (graphUrl: string) => createMetaAccountLinking({ ...options, graphUrl, dialogUrl: graphUrl });
/** All text that a log, an event or a screen could show. */
const allTextOf = (error: unknown): string =>
  [inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error), (error as Error).stack, String(error)].join(
    ' ',
  );
const secrets = [...Object.values(keys), 'canary-webhook-key', app.verifyToken];

describe('errors contain no secret [SE-03]', () => {
  const ends: [string, typeof answer][] = [
    ['an invalid token', { status: 401, code: 190 }],
    ['a refusal', { status: 400, code: 100 }],
    ['a missing permission', { status: 403, code: 200 }],
    ['a rate limit', { status: 429, code: 613 }],
    ['a response that is not JSON', { status: 200 }],
    ['a server error', { status: 500 }],
  ];
  it.each(ends)('after %s', async (_, end) => {
    answer = end;
    const channel = channelAt(at(echoServer));
    const errors: unknown[] = [];
    const collectError = (work: Promise<unknown>) => work.catch((error: unknown) => void errors.push(error));
    for (const kind of ['facebook', 'instagram', 'whatsappapi'] as const) {
      for (const token of [keys.accessToken, keys.plainToken]) {
        const own = account(kind, token);
        const scope = kind === 'instagram' ? '102' : kind === 'facebook' ? '101' : '104';
        const to = {
          identities: [
            { kind: 'psid', value: '7', scope } as const,
            { kind: 'igsid', value: '7', scope } as const,
            { kind: 'phone', value: '5500912345678' } as const,
          ],
          isGroup: false,
        };
        const content: Content<never> = { kind: 'text', text: 'oi' };
        await collectError(channel.send(own, { to, content, correlation: '00000000-0000-4000-8000-000000000001' }));
        await collectError(channel.markRead!(own, to, ['m']));
        await collectError(channel.check!(own).then((result) => void errors.push(result)));
        await collectError(channel.templates!(own));
      }
    }
    const linking = linkingAt(at(echoServer));
    await collectError(linking.exchange(keys.code, 'https://balcao.example.com/back'));
    await collectError(linking.pages(keys.plainToken));
    await collectError(linking.subscribe('101', keys.accessToken));
    expect(errors.length).toBeGreaterThan(15);
    for (const error of errors) {
      const isChannelError = [NotSent, Refused, OutcomeUnknown].some((errorClass) => error instanceof errorClass);
      expect(isChannelError || (error as { finding?: unknown }).finding !== undefined).toBe(true);
      const text = allTextOf(error);
      expect(secrets.filter((key) => text.includes(key))).toEqual([]);
    }
  });

  it('in redacted log lines', () => {
    const graphRequest = `https://graph.facebook.com/v24.0/me?appsecret_proof=abc123&access_token=${keys.plainToken}`;
    const callbackUrl = `/api/facebook/callback?code=${keys.code}&state=xyz`;
    const challengeUrl = `/webhooks/meta?hub.mode=subscribe&hub.verify_token=${app.verifyToken}&hub.challenge=1`;
    const webhookUrl = '/webhooks/meta/canary-webhook-key-314159';
    const lines = [
      `Malformed access token ${keys.accessToken} given`,
      graphRequest,
      callbackUrl,
      challengeUrl,
      webhookUrl,
    ];
    const written = JSON.stringify(redactValue({ msg: lines.join(' '), lines, accessToken: keys.plainToken }));
    expect(secrets.filter((key) => written.includes(key))).toEqual([]);
  });

  it('after a refused connection', async () => {
    const linking = linkingAt('http://127.0.0.1:1');
    const error = await linking.exchange(keys.code, 'https://balcao.example.com/').catch((end: unknown) => end);
    expect(secrets.filter((key) => allTextOf(error).includes(key))).toEqual([]);
  });
});

describe('URLs from outside lead only to the file hosts of Meta [SS-02]', () => {
  const targets = () => [
    at(canary),
    `http://localhost:${portOf(canary)}/`,
    `http://0x7f.1:${portOf(canary)}/`,
    `http://[::ffff:127.0.0.1]:${portOf(canary)}/`,
    `https://127.0.0.1:${portOf(canary)}/`,
    'http://169.254.169.254/latest/meta-data/',
    'https://scontent.xx.fbcdn.net@127.0.0.1/',
    `https://scontent.xx.fbcdn.net:${portOf(canary)}/`,
    'file:///etc/passwd',
    'https://example.com/a.jpg',
    'address:http://169.254.169.254/',
  ];
  it.each(['facebook', 'instagram', 'whatsappapi'] as const)('when downloading files of %s', async (kind) => {
    // Loopback is allowed here, so only the list of hosts prevents the call.
    const channel = channelAt(at(echoServer));
    answer = { status: 400, code: 100 };
    for (const ref of targets()) {
      const fetching = channel.fetchMedia(account(kind, keys.accessToken), { mime: 'image/jpeg', ref }, 1000);
      await expect(fetching, ref).rejects.toBeInstanceOf(Refused);
    }
    expect(canaryRequests).toBe(0);
  });

  it('when listing pages: the next link is not followed and receives no token', async () => {
    let listRequests = 0;
    const list = createServer((request, response) => {
      listRequests += 1;
      const url = new URL(request.url!, 'http://list');
      const next = `${at(canary)}/steal?access_token=x`;
      const paging = { next, cursors: { after: url.searchParams.has('after') ? undefined : 'cursor-2' } };
      response.end(JSON.stringify({ data: [{ id: String(listRequests), name: 'Loja', access_token: 't' }], paging }));
    });
    await new Promise<void>((done) => list.listen(0, '127.0.0.1', done));
    const pages = await linkingAt(at(list)).pages(keys.plainToken);
    list.closeAllConnections();
    list.close();
    expect(pages.map(({ id }) => id)).toEqual(['1', '2']);
    expect([listRequests, canaryRequests]).toEqual([2, 0]);
  });
});
