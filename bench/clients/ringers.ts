/** Rings at the street door like a channel does: signed deliveries, a number of them at a time, each answered before the next. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Ring {
  path: string;
  signature: string;
  body: string;
}
export interface Rings {
  url: string;
  rings: Ring[];
  concurrency: number;
  /** Not faster than this; as fast as they are answered when it is not given. */
  perSecond?: number;
}

process.on('message', (order: Rings) => {
  void ringAll(order).then((answer) => process.send?.(answer));
});

async function ringAll({ url, rings, concurrency, perSecond }: Rings): Promise<{ ms: number; refused: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const waiting = rings.values();
  let refused = 0;
  let rung = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const ring of waiting) {
        if (perSecond) await delay(Math.max(0, begun + (rung++ * 1000) / perSecond - performance.now()));
        if ((await post(url, ring, agent)) !== 200) refused++;
      }
    }),
  );
  const ms = performance.now() - begun;
  agent.destroy();
  return { ms, refused };
}

function post(url: string, { path, signature, body }: Ring, agent: Agent): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-sandbox-signature': signature,
  };
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}
