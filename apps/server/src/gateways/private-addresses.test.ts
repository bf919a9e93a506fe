import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noActions } from '@balcao/domain/ai/actions';
import { renderHttpCall } from '@balcao/domain/integration/http-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privateHostList } from '../infrastructure/safe-fetch/private-hosts.ts';
import { createSafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';
import { textProviders } from './ai/port.ts';
import { createTextModel } from './ai/text-model.ts';
import { createTranscriber } from './ai/transcriber.ts';
import { createFileFetcher } from './bots/file-fetcher.ts';
import { createHttpCaller } from './bots/http-caller.ts';
import { createTypebot } from './bots/typebot.ts';
import { createWebhookSender } from './bots/webhook-sender.ts';
import { createOperations, type Operations } from './service-request.ts';
import { failureOf, secret } from './simulator.fixture.ts';

/** A canary on loopback: it must never see a connection. */
let canary: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  canary = createServer((_, response) => response.end('{}'));
  canary.on('connection', () => (connections += 1));
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());

const key = secret('sk-canario');
/** Every place where a company enters an address, or a bot of the company names one. */
const slots: Record<string, (operations: Operations, url: string) => Promise<unknown>> = {
  ...Object.fromEntries(
    textProviders
      .filter((provider) => provider !== 'sandbox')
      .map((provider) => [
        `prompt, ${provider}`,
        (operations: Operations, baseUrl: string) =>
          createTextModel(operations, { hasSandbox: false }).complete(
            { provider, baseUrl, model: 'modelo', key },
            { system: '', turns: [{ from: 'customer', text: 'x' }], maxTokens: 1, temperature: 1, actions: noActions },
          ),
      ]),
  ),
  transcription: (operations, baseUrl) =>
    createTranscriber(operations).transcribe(
      { baseUrl, model: 'whisper-1', key },
      { bytes: new Uint8Array(4), mime: 'audio/ogg' },
    ),
  typebot: (operations, url) =>
    createTypebot(operations).start({ url, slug: 'bot' }, { key: '', id: null, variables: {} }, ''),
  webhook: (operations, url) =>
    createWebhookSender(operations, { now: () => new Date() }).deliver({ url, secret: key }, { id: '1', body: '{}' }),
  'a file of a bot': (operations, url) => createFileFetcher(operations).fetch(url, 1000),
  http: async (operations, url) => {
    const call = renderHttpCall({ method: 'GET', url, headers: [], body: null, select: [] }, () => '');
    return call.ok ? createHttpCaller(operations).call(call.value, {}) : Promise.reject(new Error(call.code));
  },
};
const hosts = `
  127.0.0.1 127.1 127.0.1 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.1 127.0.0.1. 127.255.255.254 127。0。0。1
  [::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] 0.0.0.0 0 10.0.0.1
  10.1 0xa.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 3232235521 169.254.169.254 0xa9fea9fe 2852039166
  [::ffff:169.254.169.254] [64:ff9b::a9fe:a9fe] 100.64.0.1 100.100.100.200 [fd00::1] [fe80::1] [fd00:ec2::254] localhost
  LOCALHOST localhost. a.localhost metadata.google.internal metadata.goog metadata metadata.azure.com db postgres n8n.internal
  printer.local host.docker.internal router.lan`
  .trim()
  .split(/\s+/);

describe.each(Object.entries(slots))('the address of %s', (_, call) => {
  // Names answer with loopback, as an attacker's name server would.
  const operations = () =>
    createOperations(createSafeFetch({ resolve: async () => ['127.0.0.1'], ports: [80, 443, port] }));

  it('reaches no private host in any spelling [SS-01] [FL-19]', async () => {
    connections = 0;
    const targets = [
      ...hosts.map((host) => `http://${host}:${port}/`),
      `http://publico.example.com:${port}/`,
      `http://a:b@publico.example.com:${port}/`,
      `http://127.0.0.1:${port}#@example.com/`,
      `http://127.0.0.1:${port}\\@example.com/`,
      'file:///etc/passwd',
      'gopher://127.0.0.1:70/',
      'ftp://127.0.0.1/',
      'unix:/var/run/docker.sock',
      'data:text/plain,x',
    ];
    for (const target of targets)
      expect(await failureOf(call(operations(), target)), target).toMatch(/refused address|unusableUrl/);
    expect(connections).toBe(0);
  });

  it('reaches a private host that the operator listed', async () => {
    connections = 0;
    const safeFetch = createSafeFetch({
      resolve: async () => ['127.0.0.1'],
      privateHosts: privateHostList.parse(`n8n.internal:${port}`),
    });
    await failureOf(call(createOperations(safeFetch), `http://n8n.internal:${port}`));
    expect(connections).toBe(1);
    expect(await failureOf(call(createOperations(safeFetch), `http://db.internal:${port}`))).toBe('refused address');
    expect(connections).toBe(1);
  });
});
