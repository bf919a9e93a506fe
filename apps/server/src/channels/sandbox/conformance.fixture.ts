/** Sandbox network, webhook server and channel for tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { SandboxAction } from '@balcao/contract/endpoints/sandbox';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import type { Fault, ConformanceSetup } from '../conformance.ts';
import type { Account, ChannelKind, Content, StoredMedia } from '../port.ts';
import { createSandboxChannel } from './adapter.ts';
import { createSandboxControl } from './control.ts';
import { startSandboxNetwork, type NetworkOptions } from './network.ts';
import type { Customer, PhoneAccount } from './network/phones.ts';
import { parsePeer, parseContent } from './parse.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';

export interface Delivery {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}
const retries = { firstWaitMs: 5, maxWaitMs: 20, giveUpAfterMs: 5000 };

/** A webhook server that accepts everything by default. */
export async function startWebhookServer() {
  const received: Delivery[] = [];
  const watchers = new Set<() => void>();
  let answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = answers.shift() ?? 200;
      response.writeHead(status).end();
      if (status !== 200) return;
      received.push({
        url: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      });
      for (const check of watchers) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Statuses for the next deliveries; afterwards 200. */
    answerWith: (...statuses: number[]) => (answers = statuses),
    /** Resolves with the first result of `find`, checked after each delivery. */
    until: <T>(find: (deliveries: Delivery[]) => T | undefined): Promise<T> =>
      new Promise((resolve) => {
        const check = () => {
          const result = find(received);
          if (result === undefined) return;
          watchers.delete(check);
          resolve(result);
        };
        watchers.add(check);
        check();
      }),
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

/** A stored file as the channels open it. */
export const openBytes = (bytes: Buffer | undefined) =>
  bytes && { stream: Readable.from([bytes]), bytes: bytes.length };

export async function startSandbox(options: NetworkOptions = {}) {
  const webhookServer = await startWebhookServer();
  let network = await startSandboxNetwork({ retries, delayFactor: 0, ...options });
  const files = new Map<string, Buffer>();
  const safeFetch = createSafeFetch({ allowLoopback: true });
  const deps = { networkUrl: network.url, serverUrl: () => webhookServer.url, safeFetch };
  const channelWith = (more: { idempotent?: boolean; timeoutMs?: number; networkUrl?: string }) =>
    createSandboxChannel({
      ...deps,
      openFile: async (key) => openBytes(files.get(key)),
      ...more,
    });
  const channel = channelWith({});
  const control = createSandboxControl({ ...deps, controlToken: network.controlToken });
  let ids = 0;

  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await safeFetch(`${network.url}/control${path}`, {
      method,
      headers: { authorization: `Bearer ${network.controlToken}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      maxBytes: 50_000_000,
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const account = (kind: ChannelKind): Account => {
    ids += 1;
    return { companyId: 1, connectionId: ids, kind, number: '', secrets: channel.newSecrets!() };
  };
  const idOf = ({ secrets }: Account) => secrets['account']!;
  const act = async (of: Account, ...actions: SandboxAction[]): Promise<(string | null)[]> =>
    ((await request('POST', `/accounts/${idOf(of)}/acts`, actions)) as { wids: (string | null)[] }).wids;

  return {
    webhookServer,
    channel,
    channelWith,
    control,
    files,
    account,
    act,
    request,
    idOf,
    network: () => network,
    phones: async (of: Account) => (await request('GET', `/accounts/${idOf(of)}/phones`)) as Customer[],
    /** An open account whose session event was delivered. */
    async open(kind: ChannelKind): Promise<Account> {
      const opened = account(kind);
      await channel.session!.open(opened, false);
      if (kind === 'whatsapp') await act(opened, { act: 'scan' });
      await webhookServer.until((deliveries) =>
        deliveries.find(({ url, body }) => url.endsWith(opened.secrets['webhookKey']!) && body.includes('"ready"')),
      );
      return opened;
    },
    storeFile(bytes: Buffer, mime: string, fileName: string): StoredMedia {
      const key = `1/media/${files.size}`;
      files.set(key, bytes);
      return { key, mime, fileName, bytes: bytes.length };
    },
    /** The delivery that contains this message. */
    deliveryOf: (wid: string) =>
      webhookServer.until((deliveries) => deliveries.find(({ body }) => body.includes(`"${wid}"`))),
    async restart(more: NetworkOptions = {}) {
      const { port } = new URL(network.url);
      const { controlToken } = network;
      await network.close();
      network = await startSandboxNetwork({
        retries,
        delayFactor: 0,
        ...options,
        ...more,
        port: Number(port),
        controlToken,
      });
    },
    async close() {
      await network.close();
      await webhookServer.close();
    },
  };
}
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Setup for the conformance suite. */
export async function createConformanceSetup(kind: ChannelKind): Promise<ConformanceSetup> {
  const sandbox = await startSandbox();
  const account = await sandbox.open(kind);
  const otherCompanyAccount = await sandbox.open(kind);
  await sandbox.act(account, { act: 'say', customerId: 'helena', text: 'Oi' });
  const helena = (await sandbox.phones(account)).find(({ id }) => id === 'helena')!;
  const customer = parsePeer({ ...helena.ids, name: helena.name }, account);
  let channel = sandbox.channel;
  const closed = sandbox.channelWith({ networkUrl: 'http://127.0.0.1:1' });
  const impatient = sandbox.channelWith({ timeoutMs: 600 });

  return {
    // A fault of the channel (unreachable, short timeout) applies to one call.
    get channel() {
      const now = channel;
      channel = sandbox.channel;
      return now;
    },
    account,
    otherCompanyAccount,
    customer,
    unknownPeer: { identities: [{ kind: 'lid', value: '999' }], isGroup: false },
    sign: (body, of) => ({ [SIGNATURE_HEADER]: signatureOf(body, of.secrets['webhookSecret']!) }),
    storeFile: sandbox.storeFile,
    async arrived(correlation) {
      const phoneMessages = (await sandbox.phones(account)).flatMap(({ messages }) => messages);
      return phoneMessages.flatMap(({ ref, content }) =>
        ref === correlation && content.kind !== 'strange' ? [parseContent(content)] : [],
      );
    },
    async customerSends(content) {
      const action = actionFor(content);
      if (!action) return undefined;
      const [wid] = await sandbox.act(account, action);
      return sandbox.deliveryOf(wid!);
    },
    unrecognizedPayloads: unrecognizedPayloads(account),
    async injectFault(fault) {
      if (fault === 'closed') {
        channel = closed;
        return;
      }
      if (fault === 'silent-before' || fault === 'silent-after') channel = impatient;
      await sandbox.act(account, { act: 'faults', faults: { ...faultsFor[fault], times: 1 } });
    },
    dispose: sandbox.close,
  };
}

const faultsFor: Record<Exclude<Fault, 'closed'>, Partial<PhoneAccount['faults']>> = {
  busy: { sends: 'busy', retryAfterSeconds: 3 },
  down: { sends: 'down' },
  window: { sends: 'refuse', refusal: 'window' },
  refused: { sends: 'refuse', refusal: 'blocked' },
  dead: { sends: 'refuse', refusal: 'dead' },
  'silent-before': { sends: 'before-read' },
  'silent-after': { sends: 'after-read' },
  reset: { sends: 'reset' },
  garbage: { sends: 'garbage' },
};

/** Undefined for content that simulated customers do not send. */
function actionFor(content: Content): SandboxAction | undefined {
  const by = { customerId: 'helena' };
  switch (content.kind) {
    case 'text':
      return { act: 'say', ...by, text: content.text };
    case 'media':
      return {
        act: 'send',
        ...by,
        type: content.isVoice ? 'voice' : content.type,
        caption: content.caption ?? '',
        isViewOnce: content.isViewOnce ?? false,
      };
    case 'location':
      return { act: 'location', ...by, ...content };
    case 'contacts':
      return { act: 'contacts', ...by, contacts: content.contacts };
    case 'poll':
      return { act: 'poll', ...by, ...content };
    case 'event':
      return { act: 'event', ...by, ...content };
    case 'ad':
      return {
        act: 'ad',
        ...by,
        text: content.text,
        title: content.title,
        body: content.body ?? '',
        url: content.url ?? '',
      };
    case 'call':
      return { act: 'call', ...by, isVideo: content.isVideo, outcome: content.outcome };
    case 'unsupported':
      return { act: 'strange', ...by, what: content.what };
    default:
      return undefined;
  }
}

const unrecognizedPayloads = ({ secrets }: Account) =>
  [
    {
      delivery: 'd',
      account: secrets['account'],
      items: [{ event: 'gift', id: 'g1', chat: { phone: '5511990000101' } }],
    },
    {
      delivery: 'd',
      account: secrets['account'],
      items: [{ event: 'message', id: 'm1', chat: {}, ts: 1, content: { kind: 'text', body: 'x' } }],
    },
    { delivery: 'd', account: secrets['account'], items: [null, 7, 'x', [], {}] },
    {
      delivery: 'd',
      account: secrets['account'],
      items: [{ event: 'status', chat: { phone: '1' }, status: 'read', ts: 1 }],
    },
    { something: 'else' },
    [],
    null,
    42,
  ].map((payload) => Buffer.from(JSON.stringify(payload)));
