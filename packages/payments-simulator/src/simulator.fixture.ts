import { createServer } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { authority, clientCertificate, startPaymentsSimulator } from './simulator.ts';

export const account = {
  efi: { clientId: 'Client_Id', clientSecret: 'Client_Secret', chave: 'pix@example.com' },
  stripe: { key: 'sk_test_1' },
  mercadopago: { token: 'TEST-1' },
  asaas: { token: 'aact_1' },
};
export const CONTROL_TOKEN = 'control';
export const start = () => startPaymentsSimulator({ ...account, controlToken: CONTROL_TOKEN, scale: 1 / 100_000 });

export interface Received {
  url: string;
  headers: Record<string, string>;
  body: string;
}
/** A server that receives webhooks; `answers` holds the next statuses, the default is 200. */
export async function listen() {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ url: request.url ?? '', headers: request.headers as Record<string, string>, body });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

export interface Answer {
  status: number;
  // The tests read whatever a provider answers.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}
export async function call(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

/** A call to Efí with the client certificate, or without one. */
export function callEfi(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
  hasCertificate = true,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      url,
      {
        method,
        ca: authority(),
        ...(hasCertificate && { pfx: clientCertificate(), passphrase: '' }),
        agent: false,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, json: text === '' ? null : JSON.parse(text) });
        });
      },
    );
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
