import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { controlRoutes } from './control-routes.ts';
import type { GraphControl } from './control.ts';
import { createDeliveries } from './deliveries.ts';
import { ask, createControl } from './director.ts';
import { itemOf } from './envelopes.ts';
import type { Host } from './graph/host.ts';
import { graphRoutes } from './graph/routes.ts';
import { createWreck } from './graph/wreck.ts';
import { createMishaps } from './mishaps.ts';
import { createPosting } from './posting.ts';
import { createWorld } from './world.ts';

export type { AccountEvent, HistoryMessage, HistoryThread } from './account-events.ts';
export type { Act, Ad, MediaGiven, Person } from './acts.ts';
export type * from './control.ts';
export type { Mishap, MishapScope } from './mishaps.ts';

export interface SimulatorOptions {
  /** 0, any free one, unless told. */
  port?: number;
  /** The platform's own app at Meta. */
  appId: string;
  appSecret: string;
  verifyToken: string;
  /** Guards `/_control/*`; made up when none is given. */
  controlToken?: string;
  /** Ids, chances and delays are drawn from it. */
  seed?: number;
}
export interface GraphSimulator {
  /** http://127.0.0.1:port; what META_GRAPH_URL and META_DIALOG_URL are set to. */
  readonly url: string;
  readonly controlToken: string;
  readonly control: GraphControl;
  close(): Promise<void>;
}

const MOST_BYTES = 110 * 2 ** 20;

/** Meta's side of the line on this machine: Graph calls, signed webhooks, the OAuth dialog, and every way they go wrong. */
export async function startGraphSimulator(options: SimulatorOptions): Promise<GraphSimulator> {
  const app = { id: options.appId, secret: options.appSecret, verifyToken: options.verifyToken };
  const controlToken = options.controlToken ?? randomBytes(24).toString('base64url');
  let world = createWorld(app, options.seed ?? 1);
  let mishaps = createMishaps(world.random);
  const posting = createPosting();
  const deliveries = createDeliveries(() => world, posting);
  const wreck = createWreck();
  const timers = new Set<NodeJS.Timeout>();

  const host: Host = {
    get world() {
      return world;
    },
    // Nobody listens: nothing is told, as out there.
    tell(account, part, lane) {
      const item = itemOf(world, account, part, lane);
      if (item) deliveries.tell(item);
    },
    later(ms, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
    },
    agrees: async (url, verifyToken) => (await ask(posting, url, verifyToken, world.random.digits(10))).isAgreed,
  };
  const control = createControl({
    world: () => world,
    startAfresh() {
      const { url } = world;
      world = { ...createWorld(app, options.seed ?? 1), url };
      mishaps = createMishaps(world.random);
    },
    deliveries,
    mishaps: () => mishaps,
    posting,
  });

  const server = Fastify({ bodyLimit: MOST_BYTES, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  controlRoutes(server, control, controlToken);
  graphRoutes(server, { host, mishaps: () => mishaps, wreck });
  await server.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  world.url = url;

  return {
    url,
    controlToken,
    control,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      deliveries.stop();
      wreck.letGo();
      posting.close();
      await server.close();
    },
  };
}
