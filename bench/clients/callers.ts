/**
 * Calls one URL as fast as a number of parallel callers can, in a separate process; replies once all calls are
 * answered.
 */
import { Agent, request } from 'node:http';

export interface Calls {
  /** Several values alternate. */
  url: string | string[];
  token: string;
  requests: number;
  concurrency: number;
  /** Sent instead of a GET; several values alternate. */
  put?: object[];
}

process.on('message', (calls: Calls) => {
  void makeCalls(calls).then(() => process.send?.('done'));
});

async function makeCalls({ url, token, requests, concurrency, put }: Calls): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const urls = [url].flat();
  const bodies = put?.map((body) => JSON.stringify(body));
  const headers = { authorization: `Bearer ${token}`, ...(bodies && { 'content-type': 'application/json' }) };
  const options = { agent, headers, method: bodies ? 'PUT' : 'GET' };
  let remaining = requests;
  async function caller() {
    while (remaining-- > 0) await call(remaining);
  }
  const call = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const targetUrl = urls[n % urls.length]!;
      const outgoing = request(targetUrl, options, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${targetUrl} answered ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      }).on('error', reject);
      outgoing.end(bodies?.[Math.floor(n / urls.length) % bodies.length]);
    });
  await Promise.all(Array.from({ length: concurrency }, caller));
  agent.destroy();
}
