/**
 * Companies with little traffic: a customer of each writes at a fixed rate, an administrator watches the socket, and
 * an agent lists tickets. Reports the time from each webhook to its frame, and of each request.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { WebhookLoad } from './webhook-senders.ts';

export interface QuietCompany {
  companyId: number;
  token: string;
  webhooks: (WebhookLoad & { text: string })[];
}
export type QuietCommand =
  | { type: 'connect'; url: string; companies: Omit<QuietCompany, 'webhooks'>[] }
  | { type: 'measure'; url: string; companies: QuietCompany[]; intervalMs: number; timeoutMs: number };
export interface QuietTimes {
  /** From the webhook request to the frame of its message, in ms. */
  screen: number[];
  /** Durations of GET /api/tickets, in ms. */
  calls: number[];
  /** Messages without a frame, and requests that were not answered with 200. */
  missing: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const arrivals = new Map<string, () => void>();

process.on('message', (command: QuietCommand) => {
  void execute(command).then((answer) => process.send?.(answer));
});

async function execute(command: QuietCommand): Promise<QuietTimes> {
  const times: QuietTimes = { screen: [], calls: [], missing: 0 };
  if (command.type === 'connect')
    await Promise.all(command.companies.map((company) => subscribe(command.url, company)));
  else await Promise.all(command.companies.map((company) => measure(command, company, times)));
  return times;
}

async function measure(
  { url, intervalMs, timeoutMs }: Extract<QuietCommand, { type: 'measure' }>,
  { companyId, token, webhooks }: QuietCompany,
  times: QuietTimes,
): Promise<void> {
  for (const webhook of webhooks) {
    const startedAt = performance.now();
    const arrival = new Promise<boolean>((resolve) => {
      arrivals.set(`${companyId} ${webhook.text}`, () => resolve(true));
      setTimeout(() => resolve(false), timeoutMs).unref();
    });
    const stored = await send(`${url}${webhook.path}`, webhook);
    if (stored === 200 && (await arrival)) times.screen.push(performance.now() - startedAt);
    else times.missing += 1;
    const calledAt = performance.now();
    const listed = await send(`${url}/api/tickets?status=pending&showAll=true`, undefined, token);
    if (listed === 200) times.calls.push(performance.now() - calledAt);
    else times.missing += 1;
    await delay(Math.max(0, startedAt + intervalMs - performance.now()));
  }
}

function send(url: string, webhook?: WebhookLoad, token?: string): Promise<number> {
  const headers = webhook
    ? { 'content-type': 'application/json', 'x-sandbox-signature': webhook.signature }
    : { authorization: `Bearer ${token}` };
  return new Promise((resolve) => {
    request(url, { agent, headers, method: webhook ? 'POST' : 'GET' }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', () => resolve(0))
      .end(webhook?.body);
  });
}

async function subscribe(url: string, { companyId, token }: Omit<QuietCompany, 'webhooks'>): Promise<void> {
  const socket = io(`${url}/${companyId}`, { transports: ['websocket'], forceNew: true, auth: { token } });
  socket.on(`company-${companyId}-appMessage`, ({ action, message }: { action: string; message: { body: string } }) => {
    if (action === 'create') arrivals.get(`${companyId} ${message.body}`)?.();
  });
  await new Promise((resolve, reject) => {
    socket.on('resumed', resolve);
    socket.on('connect_error', reject);
  });
}
