import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Faults, ProviderName, SentWebhook } from './control.ts';

export interface Webhook {
  provider: ProviderName;
  url: string;
  body: string;
  /** Headers, signature included; built when the webhook is sent, because signatures carry a time. */
  headers(signature: 'right' | 'missing' | 'wrong' | 'stale'): Record<string, string>;
}

/** How often and when each provider repeats a webhook that was not accepted, in real time. */
const MINUTE_MS = 60_000;
const REPETITIONS: Record<ProviderName, { afterMs: number; times: number; timeoutMs: number; only200: boolean }> = {
  efi: { afterMs: 5 * MINUTE_MS, times: 10, timeoutMs: 60_000, only200: false },
  stripe: { afterMs: 60 * MINUTE_MS, times: 20, timeoutMs: 20_000, only200: false },
  mercadopago: { afterMs: 15 * MINUTE_MS, times: 10, timeoutMs: 22_000, only200: false },
  asaas: { afterMs: 2 * MINUTE_MS, times: 15, timeoutMs: 10_000, only200: true },
};
const MAX_RECORDED = 100_000;

/**
 * Sends webhooks, repeats those that were not accepted, and applies the faults of each provider. `scale` shortens the waits
 * between repetitions: 1/1000 turns five minutes into 300 ms. A server does not restart faster by that, so with
 * `isPatient` a webhook is repeated until it is accepted.
 */
export function createDeliveries(scale: number, isPatient = false) {
  const faults = new Map<ProviderName, NonNullable<Faults['webhooks']>>();
  const held = new Map<ProviderName, Webhook>();
  let sent: (SentWebhook & { webhook: Webhook })[] = [];
  let underWay = 0;
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  let idlers: (() => void)[] = [];

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });

  function enqueue(webhook: Webhook): void {
    const fault = faults.get(webhook.provider) ?? {};
    if (fault.isLost || isStopped) return;
    if (!fault.isReordered) return dispatch(webhook, fault);
    const before = held.get(webhook.provider);
    if (!before) return void held.set(webhook.provider, webhook);
    held.delete(webhook.provider);
    dispatch(webhook, fault);
    dispatch(before, fault);
  }

  function dispatch(webhook: Webhook, fault: NonNullable<Faults['webhooks']>): void {
    for (let copy = 0; copy < (fault.copies ?? 1); copy++) void track(deliver(webhook, fault));
  }
  async function track(work: Promise<void>): Promise<void> {
    underWay += 1;
    await work.finally(() => {
      underWay -= 1;
      if (underWay > 0) return;
      for (const wake of idlers) wake();
      idlers = [];
    });
  }

  async function deliver(webhook: Webhook, fault: NonNullable<Faults['webhooks']>): Promise<void> {
    const { afterMs, times, timeoutMs, only200 } = REPETITIONS[webhook.provider];
    const body = fault.isGarbage ? '{"pix":[{"txid":' : webhook.body;
    const sign = () => webhook.headers(fault.signature ?? 'right');
    const record = {
      provider: webhook.provider,
      url: webhook.url,
      headers: sign(),
      body,
      at: new Date().toISOString(),
      answers: [] as number[],
      answerMs: [] as number[],
      isDone: false,
      webhook,
    };
    sent.push(record);
    if (sent.length > MAX_RECORDED) sent = sent.slice(-MAX_RECORDED / 2);
    if (fault.delayMs) await pause(fault.delayMs);
    if (fault.spreadMs) await pause(Math.random() * fault.spreadMs);
    for (let attempt = 0; (attempt <= times || isPatient) && !isStopped; attempt++) {
      if (attempt > 0) record.headers = sign();
      const since = performance.now();
      const status = await post(webhook.url, body, record.headers, { timeoutMs, isSlow: fault.isSlow ?? false });
      record.answerMs.push(performance.now() - since);
      record.answers.push(status);
      record.isDone = only200 ? status === 200 : status >= 200 && status < 300;
      // A refusal as forged is final here: the real providers repeat it too, which proves nothing more.
      if (record.isDone || fault.signature || fault.isGarbage) return;
      await pause(afterMs * scale);
    }
  }

  return {
    enqueue,
    setFaults(provider: ProviderName, fault: Faults['webhooks']): void {
      faults.set(provider, fault ?? {});
      const late = held.get(provider);
      if (fault?.isReordered || !late) return;
      held.delete(provider);
      dispatch(late, fault ?? {});
    },
    isForeign: (provider: ProviderName): boolean => faults.get(provider)?.isForeign ?? false,
    resend(provider: ProviderName, last: number): void {
      const again = sent.filter((record) => record.provider === provider).slice(-last);
      for (const { webhook } of again) dispatch(webhook, {});
    },
    sent: (provider?: ProviderName): SentWebhook[] =>
      sent
        .filter((record) => provider === undefined || record.provider === provider)
        .map(({ webhook: _, ...record }) => record),
    post: (url: string, body: string, headers: Record<string, string>) =>
      post(url, body, headers, { timeoutMs: 10_000, isSlow: false }),
    idle: (): Promise<void> => (underWay === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
    reset(): void {
      sent = [];
      held.clear();
      faults.clear();
    },
    stop(): void {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;

const SLOW_BYTE_MS = 5;
/** Webhooks wait for a connection: thousands that a server has not accepted would use up the files of the process. */
const CONNECTIONS = { keepAlive: true, maxSockets: 200 };
const httpAgent = new HttpAgent(CONNECTIONS);
const httpsAgent = new HttpsAgent(CONNECTIONS);

/** The status of the answer; 0 without one. */
function post(
  url: string,
  body: string,
  headers: Record<string, string>,
  { timeoutMs, isSlow }: { timeoutMs: number; isSlow: boolean },
): Promise<number> {
  return new Promise((resolve) => {
    const [open, agent] = url.startsWith('https:') ? [httpsRequest, httpsAgent] : [httpRequest, httpAgent];
    const request = open(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
        timeout: timeoutMs,
        agent,
        rejectUnauthorized: false,
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
    if (!isSlow) return void request.end(body);
    const bytes = Buffer.from(body);
    let position = 0;
    const timer = setInterval(() => {
      if (position < bytes.length && !request.destroyed)
        return void request.write(bytes.subarray(position, ++position));
      clearInterval(timer);
      request.end();
    }, SLOW_BYTE_MS);
  });
}
