import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startBotSimulator } from '@balcao/bot-simulator/simulator';
import { createSafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';
import { Secret } from '../infrastructure/secrets/secret.ts';
import { ServiceError } from './ai/port.ts';
import { createOperations } from './service-request.ts';

export const KEY = 'sk-canario-1234567890';
export const webhook = { secret: 'segredo-do-webhook', header: { name: 'x-chave', value: 'combinada' } };
export const startSimulator = () => startBotSimulator({ key: KEY, webhook, controlToken: 'control' });
export const secret = (value: string) => new Secret(value);

export const operations = (timeoutMs?: number) =>
  createOperations(createSafeFetch({ allowLoopback: true }), timeoutMs === undefined ? {} : { timeoutMs });

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
