/** Calls one address as fast as a number of callers can, in a process of their own; answers once all are served. */
import { Agent, get } from 'node:http';

export interface Calls {
  url: string;
  token: string;
  requests: number;
  concurrency: number;
}

process.on('message', (calls: Calls) => {
  void makeCalls(calls).then(() => process.send?.('done'));
});

async function makeCalls({ url, token, requests, concurrency }: Calls): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const options = { agent, headers: { authorization: `Bearer ${token}` } };
  let left = requests;
  async function caller() {
    while (left-- > 0) await call();
  }
  const call = () =>
    new Promise<void>((resolve, reject) => {
      get(url, options, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
        answer.resume().on('end', resolve);
      }).on('error', reject);
    });
  await Promise.all(Array.from({ length: concurrency }, caller));
  agent.destroy();
}
