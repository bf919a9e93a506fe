/** Changes tags at a steady rate, even when responses are late, and writes the time of the call into the tag name. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Target {
  companyId: number;
  url: string;
  token: string;
}
export interface Writes {
  targets: Target[];
  perSecond: number;
  count: number;
}

process.on('message', (writes: Writes) => {
  void writeAll(writes).then((failed) => process.send?.({ failed }));
});

async function writeAll({ targets, perSecond, count }: Writes): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const startedAt = performance.now();
  const answers: Promise<boolean>[] = [];
  while (answers.length < count) {
    const due = startedAt + (answers.length * 1000) / perSecond;
    await delay(Math.max(0, due - performance.now()));
    answers.push(write(targets[answers.length % targets.length]!, agent));
  }
  const failed = (await Promise.all(answers)).filter((isDone) => !isDone).length;
  // Connections are not reused for the next command: a server closes idle connections, perhaps at the moment of reuse.
  agent.destroy();
  return failed;
}

/** `hrtime` is the same clock for all processes of a machine, so the listener can compute the latency. */
function write({ companyId, url, token }: Target, agent: Agent): Promise<boolean> {
  const body = JSON.stringify({ name: `${companyId} ${process.hrtime.bigint()}` });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'PUT', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200));
    })
      .on('error', reject)
      .end(body);
  });
}
