/** Companies with little traffic beside a busy one: how long their messages take from the webhook to the screen. */
import { io, type Socket } from 'socket.io-client';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import { newNumber } from './scenario.ts';
import { pause } from './wait.ts';
import { message, sendWebhook } from './webhook-sender.ts';

const INTERVAL_MS = 100;
const TIMEOUT_MS = 60_000;

export interface QuietTimes {
  sent: number;
  /** The longest time from a webhook to its frame, in ms. */
  slowestMs: number;
  /** Messages without a frame. */
  missing: number;
}

export async function openQuietCompanies(environment: Environment, companies: Company[], node: Node) {
  const arrivals = new Map<string, () => void>();
  const sockets = await Promise.all(companies.map((company) => subscribe(company)));
  let rounds = 0;

  async function subscribe(company: Company): Promise<Socket> {
    const socket = io(`${node.url}/${company.id}`, {
      transports: ['websocket'],
      forceNew: true,
      auth: { token: environment.tokenOf(company) },
    });
    socket.on(`company-${company.id}-appMessage`, (event: { action: string; message: { body: string } }) => {
      if (event.action === 'create') arrivals.get(`${company.id} ${event.message.body}`)?.();
    });
    await new Promise((resolve, reject) => {
      socket.on('resumed', resolve);
      socket.on('connect_error', reject);
    });
    return socket;
  }

  /** One message of a company; resolves to its milliseconds, or to nothing when no frame arrives. */
  async function probe(company: Company, number: string, text: string): Promise<number | undefined> {
    const since = Date.now();
    const arrival = new Promise<boolean>((resolve) => {
      arrivals.set(`${company.id} ${text}`, () => resolve(true));
      setTimeout(() => resolve(false), TIMEOUT_MS).unref();
    });
    const { status } = await sendWebhook(node, company.connections[0]!, [message(number, text)]);
    return status === 200 && (await arrival) ? Date.now() - since : undefined;
  }

  return {
    /** Every company sends one message after the other until the work ends, at least `least` each. */
    async during(work: Promise<unknown>, least = 5): Promise<QuietTimes> {
      const times: QuietTimes = { sent: 0, slowestMs: 0, missing: 0 };
      const round = ++rounds;
      let isRunning = true;
      const ended = work.finally(() => (isRunning = false));
      await Promise.all(
        companies.map(async (company) => {
          const number = newNumber();
          for (let n = 0; n < least || isRunning; n += 1) {
            const ms = await probe(company, number, `rodada ${round} mensagem ${n}`);
            times.sent += 1;
            if (ms === undefined) times.missing += 1;
            else times.slowestMs = Math.max(times.slowestMs, ms);
            await pause(INTERVAL_MS);
          }
        }),
      );
      await ended;
      return times;
    },
    close: () => sockets.forEach((socket) => socket.close()),
  };
}
