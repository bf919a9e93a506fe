/** A whole Graph for a test: the simulator, a house that only takes deliveries, and the channel between them. */
import { Readable } from 'node:stream';
import { startGraphSimulator, type Mishap as GraphMishap } from '@balcao/graph-simulator/simulator';
import { createSafeFetch } from '../../foundation/safe-fetch/safe-fetch.ts';
import type { Mishap } from '../conformance.ts';
import type { Account, Channel, ChannelKind, StoredMedia } from '../port.ts';
import { aHouse } from '../sandbox/proving.fixture.ts';
import { createMetaChannel, type MetaNeeds } from './adapter.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';

export const app = { id: '400100', secret: 'the-secret-of-the-platform', verifyToken: 'verify-token-of-the-platform' };
const VERSION = 'v24.0';

export async function aGraph() {
  const house = await aHouse();
  const simulator = await startGraphSimulator({ appId: app.id, appSecret: app.secret, verifyToken: app.verifyToken });
  const files = new Map<string, Buffer>();
  const channelWith = (more: Partial<MetaNeeds> = {}): Channel =>
    createMetaChannel({
      safeFetch: createSafeFetch({ allowLoopback: true }),
      graphUrl: simulator.url,
      version: VERSION,
      app,
      openFile: async (key) => (files.has(key) ? { stream: Readable.from([files.get(key)!]) } : undefined),
      ...more,
    });
  const usual = channelWith();
  const closed = channelWith({ graphUrl: 'http://127.0.0.1:1' });
  const hasty = channelWith({ timeoutMs: 600 });
  let next = usual;
  let connectionId = 0;

  return {
    house,
    simulator,
    control: simulator.control,
    channelWith,
    /** A mishap lasts for one call: nobody there to be reached, or nobody with the patience to wait. */
    get channel() {
      const now = next;
      next = usual;
      return now;
    },
    account: (kind: ChannelKind, secrets: Record<string, string>): Account => {
      connectionId += 1;
      return { companyId: 1, connectionId, kind, number: '', secrets: { ...usual.newSecrets!(), ...secrets } };
    },
    /** How the next send of this account ends; codes that say the same on all channels, unless told. */
    async mishap(accountId: string, mishap: Mishap, codes: { window: GraphMishap; refused: GraphMishap }) {
      if (mishap === 'closed') return void (next = closed);
      if (mishap === 'silent-before' || mishap === 'silent-after') next = hasty;
      const mishaps: Record<Exclude<Mishap, 'closed'>, GraphMishap> = {
        busy: { code: 4, retryAfterSeconds: 3 },
        down: { status: 503 },
        dead: { code: 190 },
        'silent-before': 'silent-before',
        'silent-after': 'silent-after',
        reset: 'reset-after',
        garbage: 'garbage',
        ...codes,
      };
      await simulator.control.mishap({ accountId, call: 'messages' }, mishaps[mishap]);
    },
    sign: (body: Buffer, { secrets }: Account) => ({
      [SIGNATURE_HEADER]: signatureOf(body, secrets['appSecret'] ?? app.secret),
    }),
    keep(bytes: Buffer, mime: string, fileName: string): StoredMedia {
      const key = `1/media/${files.size}`;
      files.set(key, bytes);
      return { key, mime, fileName, bytes: bytes.length };
    },
    /** The delivery that brought this. */
    deliveryOf: (id: string) => house.until((deliveries) => deliveries.find(({ body }) => body.includes(`"${id}"`))),
    async dispose() {
      await simulator.close();
      await house.close();
    },
  };
}
export type SimulatedGraph = Awaited<ReturnType<typeof aGraph>>;
