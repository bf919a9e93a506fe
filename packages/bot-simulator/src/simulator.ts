import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { addControlRoutes } from './control-routes.ts';
import type { BotControl, ReceivedCall } from './control.ts';
import { createFaults } from './faults.ts';
import { createScript } from './script.ts';
import type { ServiceContext, SimulatedService } from './service.ts';
import { createAnthropic } from './services/anthropic.ts';
import { createSpeech, createTranscription } from './services/audio.ts';
import { createGemini } from './services/gemini.ts';
import { createGoogle } from './services/google.ts';
import { createOpenAi } from './services/openai.ts';
import { createHttpService, createWebhookReceiver, type WebhookAccount } from './services/receivers.ts';
import { createTypebot } from './services/typebot.ts';

export interface SimulatorOptions {
  /** The key of all models, of transcription and of speech. */
  key: string;
  webhook: WebhookAccount;
  /** Bearer token of `/_control/`. */
  controlToken: string;
  port?: number;
}
const BODY_LIMIT = 30 * 1024 * 1024;

/** Starts all simulated services on one listener. */
export async function startBotSimulator({ key, webhook, controlToken, port = 0 }: SimulatorOptions) {
  const address = { url: '' };
  const script = createScript();
  const faults = createFaults();
  const context: ServiceContext = { script, faults, url: () => address.url };
  const transcription = createTranscription(key);
  const google = createGoogle(context);
  const typebot = createTypebot(context);
  const receiver = createWebhookReceiver(webhook);
  const http = createHttpService();
  const services: SimulatedService[] = [
    createOpenAi(context, key),
    createGemini(context, key),
    createAnthropic(context, key),
    transcription.service,
    createSpeech(key),
    google.token,
    google.dialogflow,
    typebot.service,
    receiver.service,
    http.service,
  ];

  let received: ReceivedCall[] = [];
  const app = Fastify({ bodyLimit: BODY_LIMIT });
  for (const service of services)
    await app.register(async (scope) => addService(scope, service, faults, (call) => received.push(call)));

  const control: BotControl = {
    script: async (rules) => script.set(rules),
    setTranscript: async (transcript) => transcription.set(transcript),
    setJson: async (json) => http.setJson(json),
    fault: async (service, fault) => faults.set(service, fault),
    received: async (service) => received.filter((call) => service === undefined || call.service === service),
    deliveries: async () => receiver.deliveries(),
    dropSessions: async () => typebot.dropSessions(),
    async reset() {
      script.set([]);
      faults.reset();
      received = [];
      for (const service of services) service.reset?.();
    },
  };
  addControlRoutes(app, control, controlToken);
  await app.listen({ port, host: '127.0.0.1' });
  address.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    control,
    url: address.url,
    /** Addresses as the product's accounts and configuration name them. */
    urls: {
      openai: `${address.url}/openai/v1`,
      gemini: `${address.url}/gemini`,
      anthropic: `${address.url}/anthropic`,
      speech: `${address.url}/speech`,
      googleToken: `${address.url}/google/token`,
      dialogflow: `${address.url}/google`,
      typebot: `${address.url}/typebot`,
      webhook: `${address.url}/webhook`,
      http: `${address.url}/http`,
    },
    /** Dialogflow's project and the file of its service account. */
    google: { project: google.project, serviceAccount: google.serviceAccount() },
    async stop() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
export type BotSimulator = Awaited<ReturnType<typeof startBotSimulator>>;

function addService(
  app: FastifyInstance,
  service: SimulatedService,
  faults: ReturnType<typeof createFaults>,
  onCall: (call: ReceivedCall) => void,
): void {
  const calls = new WeakMap<object, ReceivedCall>();
  app.addHook('onRequest', async (request, reply) =>
    faults.beforeReading(service.name, request, reply) ? reply : undefined,
  );
  app.addHook('preHandler', async (request, reply) => {
    const { method, url, body, headers } = request;
    const call: ReceivedCall = {
      service: service.name,
      method,
      path: url,
      body: Buffer.isBuffer(body) ? body.toString() : body,
      headers: headers as Record<string, string>,
      status: 0,
    };
    calls.set(request, call);
    onCall(call);
    await faults.instead(service.name, reply, service.errors);
  });
  app.addHook('onSend', async (request, reply) => {
    const call = calls.get(request);
    if (call) call.status = reply.statusCode;
    faults.afterwards(service.name, request);
  });
  service.routes(app);
}
