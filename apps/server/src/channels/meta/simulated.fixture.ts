/** Graph simulator, webhook server and channel for tests. */
import { startGraphSimulator, type Fault as GraphFault } from '@balcao/graph-simulator/simulator';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import type { Fault } from '../conformance.ts';
import type { Account, Channel, ChannelKind, StoredMedia } from '../port.ts';
import { openBytes, startWebhookServer } from '../sandbox/conformance.fixture.ts';
import { createMetaChannel, type MetaDeps } from './adapter.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';

export const app = { id: '400100', secret: 'the-secret-of-the-platform', verifyToken: 'verify-token-of-the-platform' };
const VERSION = 'v24.0';

export async function startGraph() {
  const webhookServer = await startWebhookServer();
  const simulator = await startGraphSimulator({ appId: app.id, appSecret: app.secret, verifyToken: app.verifyToken });
  const files = new Map<string, Buffer>();
  const channelWith = (more: Partial<MetaDeps> = {}): Channel =>
    createMetaChannel({
      safeFetch: createSafeFetch({ allowLoopback: true }),
      graphUrl: simulator.url,
      version: VERSION,
      app,
      openFile: async (key) => openBytes(files.get(key)),
      ...more,
    });
  const defaultChannel = channelWith();
  const closed = channelWith({ graphUrl: 'http://127.0.0.1:1' });
  const impatient = channelWith({ timeoutMs: 600 });
  let next = defaultChannel;
  let connectionId = 0;

  return {
    webhookServer,
    simulator,
    control: simulator.control,
    channelWith,
    /** A fault of the channel (unreachable, short timeout) applies to one call. */
    get channel() {
      const now = next;
      next = defaultChannel;
      return now;
    },
    account: (kind: ChannelKind, secrets: Record<string, string>): Account => {
      connectionId += 1;
      return { companyId: 1, connectionId, kind, number: '', secrets: { ...defaultChannel.newSecrets!(), ...secrets } };
    },
    /** Injects a fault into the next send of this account; `codes` overrides the codes that differ per channel. */
    async injectFault(accountId: string, fault: Fault, codes: { window: GraphFault; refused: GraphFault }) {
      if (fault === 'closed') return void (next = closed);
      if (fault === 'silent-before' || fault === 'silent-after') next = impatient;
      const graphFaults: Record<Exclude<Fault, 'closed'>, GraphFault> = {
        busy: { code: 4, retryAfterSeconds: 3 },
        down: { status: 503 },
        dead: { code: 190 },
        'silent-before': 'silent-before',
        'silent-after': 'silent-after',
        reset: 'reset-after',
        garbage: 'garbage',
        ...codes,
      };
      await simulator.control.injectFault({ accountId, call: 'messages' }, graphFaults[fault]);
    },
    sign: (body: Buffer, { secrets }: Account) => ({
      [SIGNATURE_HEADER]: signatureOf(body, secrets['appSecret'] ?? app.secret),
    }),
    storeFile(bytes: Buffer, mime: string, fileName: string): StoredMedia {
      const key = `1/media/${files.size}`;
      files.set(key, bytes);
      return { key, mime, fileName, bytes: bytes.length };
    },
    /** The delivery that contains this id. */
    deliveryOf: (id: string) =>
      webhookServer.until((deliveries) => deliveries.find(({ body }) => body.includes(`"${id}"`))),
    async dispose() {
      await simulator.close();
      await webhookServer.close();
    },
  };
}
export type SimulatedGraph = Awaited<ReturnType<typeof startGraph>>;
