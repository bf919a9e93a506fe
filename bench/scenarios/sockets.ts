import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SocketClient } from '../clients/listeners.ts';
import type { Target, Writes } from '../clients/writer.ts';
import { createSocketClients, clientsOf, type SocketClients, type ReadyEvent } from '../socket-clients.ts';
import { kilobytes, median, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import type { BenchServer } from '../server.ts';
import { startHelper, startMeasured, type Measured, type Memory } from '../processes.ts';

const PER_SECOND = 100;
const WINDOW = 4 * PER_SECOND;
const ROUNDS = 7;
const OUTSIDERS = 20;
const BARE = resolve(import.meta.dirname, '../bare/sockets.ts');

interface Side {
  server: Measured;
  socketClients: SocketClients;
  targets: Target[];
  p99s: number[];
}

/** 2,000 signed-in sockets of 50 companies while 100 tags a second change; each change goes to 40 sockets. */
export async function sockets(open: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await open();
  const clients = clientsOf(bench);
  const writer = startHelper('writer.ts');
  const ended: { stop(): Promise<unknown> }[] = [writer];
  const breaches: string[] = [];
  let frames = 0;
  let astray = 0;

  function side(server: Measured, readyEvent: ReadyEvent, tagAt: (company: number, tag: number) => string): Side {
    const socketClients = createSocketClients(server, readyEvent);
    ended.push(socketClients, server);
    const targets = bench.companies.map((company) => ({
      companyId: company.id,
      url: server.url + tagAt(company.id, company.tagIds[0]!),
      token: bench.tokensOf(company)[0]!,
    }));
    return { server, socketClients, targets, p99s: [] };
  }

  /** Writes and returns the latency of every frame; missing, duplicate and misdirected frames are counted. */
  async function write(
    socketClients: SocketClients,
    targets: Target[],
    count: number,
    listening = clients.length,
  ): Promise<number[]> {
    const expected = count * (listening / bench.companies.length);
    await writer.request({ targets, perSecond: PER_SECOND, count } satisfies Writes);
    const received = await socketClients.collectFrames(expected);
    frames += expected;
    astray += Math.abs(expected - received.latencies.length - received.colleagues);
    breaches.push(...received.breaches);
    return received.latencies;
  }

  /** Connects all clients; returns the bytes per client. */
  async function fill({ server, socketClients, targets }: Side): Promise<Memory> {
    // A small round first, so that code loaded and compiled on first use is not counted as socket memory.
    const sample = clients.slice(0, 200);
    await socketClients.connect(sample);
    await write(socketClients, targets, PER_SECOND, sample.length);
    await socketClients.leave();
    await delay(500);
    const before = await server.memory();
    await socketClients.connect(clients);
    const after = await server.memory();
    const each = (field: keyof Memory) => (after[field] - before[field]) / clients.length;
    return { resident: each('resident'), heap: each('heap') };
  }

  try {
    const ours = side(await bench.startServer(), 'resumed', (_, tag) => `/api/tags/${tag}`);
    const bare = side(
      await startMeasured(BARE, { APP_URL: bench.appUrl }, /ready: (\S+)/),
      'connect',
      (company, tag) => `/${company}/tags/${tag}`,
    );
    const memory = { ours: await fill(ours), bare: await fill(bare) };
    log(`${clients.length} sockets at each, ${PER_SECOND} writes a second`);
    // Not counted: the garbage collections before have discarded compiled code.
    for (const { socketClients, targets } of [ours, bare]) await write(socketClients, targets, WINDOW);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const { socketClients, targets, p99s } of [ours, bare])
        p99s.push(percentile(await write(socketClients, targets, WINDOW), 99));
      log(`round ${round}: p99 ${ms(ours.p99s.at(-1)!)} against ${ms(bare.p99s.at(-1)!)}`);
    }
    // An admin and the changed user receive the complete user; other users receive little more than the name.
    await write(ours.socketClients, usersOf(bench, ours), bench.companies.length);
    const admitted = await ours.socketClients.intrude(outsidersOf(clients), clients[0]!.companyId);
    for (const breach of breaches.slice(0, 5)) log(`breach: ${breach}`);
    return [
      ratio('sockets: p99 from write to frame', median(ours.p99s), median(bare.p99s), ms),
      ratio('sockets: memory per socket', memory.ours.resident, memory.bare.resident, kilobytes),
      // The same budget for the heap: resident pages grow in lumps, the heap does not.
      ratio('sockets: heap per socket', memory.ours.heap, memory.bare.heap, kilobytes),
      none(
        'sockets: frames that a socket may not receive',
        breaches.length,
        `of ${frames}, each checked by its receiver`,
      ),
      none('sockets: frames lost or received twice', astray, `of ${frames}`),
      none('sockets: sockets admitted to another company', admitted, `of ${OUTSIDERS} with another company’s token`),
    ];
  } finally {
    await Promise.all(ended.map((resource) => resource.stop()));
  }
}

const usersOf = ({ companies }: BenchServer, { server, targets }: Side): Target[] =>
  targets.map((target, n) => ({ ...target, url: `${server.url}/api/users/${companies[n]!.users[1]!.id}` }));

const outsidersOf = ([first, ...others]: SocketClient[]): SocketClient[] =>
  others.filter(({ companyId }) => companyId !== first!.companyId).slice(0, OUTSIDERS);
