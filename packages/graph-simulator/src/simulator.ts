import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { controlRoutes } from './control-routes.ts';
import type { GraphControl } from './control.ts';
import { createDeliveries } from './deliveries.ts';
import { verifyWebhook, createLocalControl } from './local-control.ts';
import { itemOf } from './envelopes.ts';
import type { Host } from './graph/host.ts';
import { graphRoutes } from './graph/routes.ts';
import { createFaultInjection } from './graph/fault-injection.ts';
import { createFaults } from './faults.ts';
import { createWebhookClient } from './webhook-client.ts';
import { createState } from './state.ts';

export type { AccountEvent, HistoryMessage, HistoryThread } from './account-events.ts';
export type { CustomerAction, Ad, MediaInput, CustomerProfile } from './customer-actions.ts';
export type * from './control.ts';
export type { Fault, FaultScope } from './faults.ts';

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

const MAX_BODY_BYTES = 110 * 2 ** 20;

/** Meta's side of the line on this machine: Graph calls, signed webhooks, the OAuth dialog, and every way they go wrong. */
export async function startGraphSimulator(options: SimulatorOptions): Promise<GraphSimulator> {
  const app = { id: options.appId, secret: options.appSecret, verifyToken: options.verifyToken };
  const controlToken = options.controlToken ?? randomBytes(24).toString('base64url');
  let state = createState(app, options.seed ?? 1);
  let faults = createFaults(state.random);
  const webhookClient = createWebhookClient();
  const deliveries = createDeliveries(() => state, webhookClient);
  const faultInjection = createFaultInjection();
  const timers = new Set<NodeJS.Timeout>();

  const host: Host = {
    get state() {
      return state;
    },
    // Nobody listens: nothing is told, as out there.
    sendWebhook(account, part, orderKey) {
      const item = itemOf(state, account, part, orderKey);
      if (item) deliveries.enqueue(item);
    },
    later(ms, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer);
    },
    agrees: async (url, verifyToken) =>
      (await verifyWebhook(webhookClient, url, verifyToken, state.random.digits(10))).isAgreed,
  };
  const control = createLocalControl({
    state: () => state,
    resetState() {
      const { url } = state;
      state = { ...createState(app, options.seed ?? 1), url };
      faults = createFaults(state.random);
    },
    deliveries,
    faults: () => faults,
    webhookClient,
  });

  const server = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  controlRoutes(server, control, controlToken);
  graphRoutes(server, { host, faults: () => faults, faultInjection });
  await server.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  state.url = url;

  return {
    url,
    controlToken,
    control,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      deliveries.stop();
      faultInjection.close();
      webhookClient.close();
      await server.close();
    },
  };
}
