/** Servers that are asked to stop while agents work: a second one takes over, and no request fails. */
import { Agent, request } from 'node:http';
import { openTickets } from './agents.ts';
import { compareSent, drained } from './compare.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import type { Scenario } from './scenario.ts';
import { pause, until } from './wait.ts';

const CLIENTS = 12;
const MAX_STOP_MS = 10_000;
/** Shorter than the time in which a server that stops expects the next request on an open connection. */
const PAUSE_MS = 50;
/** A part of the requests writes, so that the channel keeps up. */
const REQUESTS_PER_WRITE = 24;

export const gracefulStops: Scenario[] = [
  {
    ids: ['OP-01'],
    title: 'two servers are stopped in turn by SIGTERM while agents read and write',
    isQuick: false,
    setup: () => [{ connections: 2 }],
    async run({ environment, company, connection, size, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      const tickets = await openTickets(environment, company, nodes[0]!, connection, 4);
      const clients = Array.from({ length: CLIENTS }, (_, n) => startClient(environment, company, nodes, tickets, n));
      const stopMs: number[] = [];
      let leases = 0;
      const stops = size.isShort ? 4 : 50;
      for (let n = 0; n < stops; n += 1) {
        await allServed(clients);
        const node = nodes[n % nodes.length]!;
        const { pid } = node.process();
        const startedAt = performance.now();
        await node.stop();
        stopMs.push(Math.round(performance.now() - startedAt));
        leases += await leasesOf(environment, pid);
        await node.up();
      }
      const statuses = new Map<string, number>();
      let written = 0;
      for (const client of clients) {
        const ended = await client.stop();
        written += ended.written;
        for (const [status, count] of ended.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
      }
      await drained(environment, [company]);
      const out = await compareSent(environment, company);
      check('OP-01')
        .is('stops', stopMs.length, stops)
        .is('answers', [...statuses.keys()].toSorted().join(' '), '200')
        .atMost('longest stop', Math.max(...stopMs), MAX_STOP_MS, ' ms')
        .is('leases that were not returned', leases, 0)
        .atLeast('messages written', written, stops)
        .is('messages stored', out.sent, written)
        .is('doubled', out.doubled, 0)
        .figure(`requests ${[...statuses.values()].reduce((sum, count) => sum + count, 0)}`);
      await environment.only('a');
    },
  },
];

/** Sessions and sends that a process which has ended still holds. */
async function leasesOf({ owner }: Environment, pid: number): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from connections where split_part(lease_node, ' ', 2) = $1 and lease_until > now()`,
    [String(pid)],
  );
  return rows[0]!.n;
}

type Client = ReturnType<typeof startClient>;

/** Every client has a connection to every server: one that waits to be accepted when a server ends is cut by the system. */
async function allServed(clients: Client[]): Promise<void> {
  for (const client of clients) client.beginTurn();
  await until(
    'every client to be served by both servers',
    async () => clients.every((client) => client.isServed()),
    (isServed) => isServed,
  );
}

/** One request after the other at the servers in turn, as a proxy does: a server that takes no connection is passed over. */
function startClient(environment: Environment, company: Company, nodes: Node[], tickets: number[], id: number) {
  const agents = nodes.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const statuses = new Map<string, number>();
  const served = new Set<number>();
  let isOver = false;
  let written = 0;

  const send = (at: number, path: string, body?: object) =>
    new Promise<string>((resolve) => {
      const headers = {
        authorization: `Bearer ${environment.tokenOf(company)}`,
        ...(body && { 'content-type': 'application/json' }),
      };
      const method = body ? 'POST' : 'GET';
      const call = request(`${nodes[at]!.url}/api${path}`, { agent: agents[at]!, method, headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(String(response.statusCode)));
        response.on('error', () => resolve('cut'));
      });
      call.on('error', (error: { code?: string }) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'cut'));
      call.end(body && JSON.stringify(body));
    });

  async function ask(n: number): Promise<void> {
    const isWrite = n % REQUESTS_PER_WRITE === id % REQUESTS_PER_WRITE;
    const path = isWrite ? `/messages/${tickets[(n + id) % tickets.length]}` : '/tags';
    for (let tries = 0; ; tries += 1) {
      const at = (n + tries) % nodes.length;
      const status = await send(at, path, isWrite ? { body: `parada ${id} ${n}` } : undefined);
      // The other server is up: only one is stopped at a time.
      if (status === 'refused' && tries < nodes.length) continue;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === '200') served.add(at);
      if (status === '200' && isWrite) written += 1;
      return;
    }
  }
  const work = (async () => {
    for (let n = 1; !isOver; n += 1) {
      await ask(n);
      await pause(PAUSE_MS);
    }
  })();
  return {
    beginTurn: () => served.clear(),
    isServed: () => served.size === nodes.length,
    async stop() {
      isOver = true;
      await work;
      for (const agent of agents) agent.destroy();
      return { statuses, written };
    },
  };
}
