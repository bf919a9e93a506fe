/** Changes tags at a steady rate, whether or not the answers keep up, and writes the moment of the call into the name. */
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
  // Not kept for the next order: a server closes what was idle for long, perhaps just when it is used again.
  agent.destroy();
  return failed;
}

/** The clock of `hrtime` is one for all processes of a machine, so the listener can tell how long it took. */
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
