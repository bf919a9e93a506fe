import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBotSimulator, type BotSimulator } from '@balcao/bot-simulator/simulator';
import { createSafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';
import { Secret } from '../infrastructure/secrets/secret.ts';
import { ServiceError, type TextModel } from './ai/port.ts';
import { createTextModel } from './ai/text-model.ts';
import { createDialogflow } from './bots/dialogflow.ts';
import { createFileFetcher } from './bots/file-fetcher.ts';
import { createHttpCaller } from './bots/http-caller.ts';
import type { BotServices } from './bots/port.ts';
import { createTypebot } from './bots/typebot.ts';
import { createWebhookSender } from './bots/webhook-sender.ts';
import { createOperations } from './service-request.ts';

export const KEY = 'sk-canario-1234567890';
export const webhook = { secret: 'segredo-do-webhook', header: { name: 'x-chave', value: 'combinada' } };
export const startSimulator = () => startBotSimulator({ key: KEY, webhook, controlToken: 'control' });
export const secret = (value: string) => new Secret(value);

export const operations = (timeoutMs?: number) =>
  createOperations(createSafeFetch({ allowLoopback: true }), timeoutMs === undefined ? {} : { timeoutMs });

const clock = { now: () => new Date() };
/** The product's adapters, with the simulator in the place of Google. */
export const botServicesOf = ({ urls }: BotSimulator): BotServices => ({
  typebot: createTypebot(operations()),
  dialogflow: createDialogflow(operations(), clock, { token: urls.googleToken, api: urls.dialogflow }),
  webhooks: createWebhookSender(operations(), clock),
  http: createHttpCaller(operations()),
  files: createFileFetcher(operations()),
});

/** The product's adapters, with the simulator in the place of OpenAI's own host. */
export function textModelOf({ urls }: BotSimulator): TextModel {
  const model = createTextModel(operations(), { hasSandbox: false });
  return {
    complete: ({ baseUrl, ...account }, request) =>
      model.complete({ ...account, baseUrl: baseUrl ?? urls.openai }, request),
  };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Outcome and reason of a failure. */
export async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return error instanceof ServiceError ? `${error.outcome} ${error.reason}` : String(error);
  }
}
