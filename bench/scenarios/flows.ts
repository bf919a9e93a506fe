import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { FlowDoc, FlowNode } from '@balcao/domain/flow/document';
import { emptyDoc, newNode } from '@balcao/domain/flow/new-node';
import { createPhraseMatcher, phraseModes } from '@balcao/domain/flow/phrases';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { buildServer, type Server } from '../../apps/server/src/wiring/server.ts';
import { answersIn, processConversations, sidesOf, type Side } from '../conversations.ts';
import { atMost, median, micros, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import { publishFlow, seedSteps, spreadWaits, watchEnds } from '../flow-seed.ts';
import { openBenchServer, type BenchServer } from '../server.ts';
import { circle } from './flow-engine.ts';

const CUSTOMERS = 200;
const ROUNDS = 5;
const WARM_UP = 1;
/** The phrase, then once around the circle with each answer. */
const CUSTOMER_TEXTS = ['oi', '1', '1', '1', '1', '1', '1', '1'];
/** Each time around: the message and the menu. */
const ANSWERS = CUSTOMER_TEXTS.length * 2;
const WAITS = 10_000;
const WAITS_SPREAD_MS = 60_000;
const MAX_WAITS_MS = 600_000;
const WAIT_PORTION = 1000;
/** Behind the rounds of the conversations: other customers. */
const WAIT_ROUND = 100;
const PUBLICATIONS = 20;
const STEPS = 1_000_000;
const NUMBERS_ASKED = 40;
const PHRASES = 10_000;
const TEXTS = 10_000;

interface Bench {
  bench: BenchServer;
  owner: pg.Client;
  /** Two nodes on one database. */
  nodes: [Server, Server];
  /** Address of the first node. */
  url: string;
}

/** Flows in the product: what they add to receiving, how late waits end, how fast a version is everywhere, the numbers. */
export async function flows(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 2 });
  const dir = mkdtempSync(join(tmpdir(), 'balcao-flows-'));
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  const build = () =>
    buildServer({
      config: readConfig({ ...bench.env, DATA_DIR: dir }),
      appUrl: bench.appUrl,
      log: createLog({ level: 'silent' }),
    });
  const nodes: [Server, Server] = [await build(), await build()];
  try {
    const [address] = (await Promise.all(nodes.map((node) => node.open(0, '127.0.0.1')))) as [AddressInfo, AddressInfo];
    const context: Bench = { bench, owner, nodes, url: `http://127.0.0.1:${address.port}/api` };
    const [plain, flowing] = (await sidesOf(owner)) as [Side, Side];
    return [
      ...(await receiving(context, plain, flowing, log)),
      ...(await waits(context, flowing, log)),
      await publication(context, flowing),
      await numbers(context, flowing, log),
      phrases(),
    ];
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await owner.end();
    await bench.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function receiving(
  { owner, nodes: [server] }: Bench,
  plain: Side,
  flowing: Side,
  log: (line: string) => void,
): Promise<Figure[]> {
  await publishFlow(owner, flowing.companyId, circle(), 'oi');
  server.modules.flowCatalog.invalidate(flowing.companyId);
  const rounds = { plain: [] as number[], flowing: [] as number[] };
  let wrong = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const talk = { round, customers: CUSTOMERS, texts: CUSTOMER_TEXTS };
    const alone = await processConversations(server, owner, plain, talk);
    const withFlow = await processConversations(server, owner, flowing, talk);
    wrong += Math.abs((await answersIn(owner, flowing, round)) - CUSTOMERS * ANSWERS);
    if (round < 0) continue;
    rounds.plain.push(alone);
    rounds.flowing.push(withFlow);
    log(`round ${round + 1}: alone ${micros(alone)}, with a flow ${micros(withFlow)} a message`);
  }
  return [
    ratio('flows: receiving with a flow', median(rounds.flowing), median(rounds.plain), micros),
    none('flows: answers missing or duplicated', wrong, `of ${CUSTOMERS * ANSWERS * (ROUNDS + WARM_UP)}`),
  ];
}

/** Conversations whose waits end spread over a minute; the time from the end of the wait to the commit of what follows. */
async function waits({ owner, nodes: [server] }: Bench, side: Side, log: (line: string) => void): Promise<Figure[]> {
  const wait = newNode('wait', 'wait', { x: 0, y: 0 });
  await publishFlow(owner, side.companyId, inRow([wait, message('Voltei')]), 'espera');
  server.modules.flowCatalog.invalidate(side.companyId);
  for (let from = 0; from < WAITS; from += WAIT_PORTION)
    await processConversations(server, owner, side, {
      round: WAIT_ROUND + from / WAIT_PORTION,
      customers: WAIT_PORTION,
      texts: ['espera'],
    });
  const ends = await watchEnds(owner, side.companyId);
  const { flowTimers } = server.modules;
  await spreadWaits(owner, side.companyId, WAITS_SPREAD_MS);
  log(`${WAITS} waits end within ${WAITS_SPREAD_MS / 1000} s`);
  flowTimers.start();
  const startedAt = performance.now();
  for (let left = WAITS; left > 0; left = await ends.missing()) {
    if (performance.now() - startedAt > MAX_WAITS_MS) throw new Error(`${left} waits did not end`);
    await delay(500);
  }
  await flowTimers.stop();
  const { lateMs, messages } = await ends.result();
  const wrong = Math.abs(messages - WAITS) + Math.abs(lateMs.length - WAITS);
  return [
    none('flows: waits lost or ended twice', wrong, `of ${WAITS}`),
    atMost('flows: waits late, p99', percentile(lateMs, 99), ms, `p50 ${ms(percentile(lateMs, 50))}`),
  ];
}

/** From the answer of the node that publishes until another node starts conversations on the new version. */
async function publication({ bench, nodes: [, other], url }: Bench, { companyId }: Side): Promise<Figure> {
  const call = caller(bench, companyId, url);
  const { id } = await call<{ id: number }>('POST', '/flowbuilder', { name: 'Publicado' });
  const versionAtOther = () =>
    other.db.readCompany(companyId, async (tx) => (await other.modules.flowCatalog.get(tx)).versionOf.get(id));
  const took: number[] = [];
  for (let n = 0; n < PUBLICATIONS; n += 1) {
    const before = await versionAtOther();
    const { rev } = await call<{ rev: number }>('GET', `/flowbuilder/${id}/draft`);
    const saved = await call<{ rev: number }>('PUT', `/flowbuilder/${id}/draft`, {
      rev,
      doc: inRow([message(`Versão ${n}`)]),
    });
    await call('POST', `/flowbuilder/${id}/publish`, { rev: saved.rev });
    const since = performance.now();
    while ((await versionAtOther()) === before) await delay(2);
    took.push(performance.now() - since);
  }
  return atMost('flows: publish to every node', Math.max(...took), ms, `the longest of ${PUBLICATIONS}`);
}

async function numbers(
  { bench, owner, nodes: [server], url }: Bench,
  { companyId }: Side,
  log: (line: string) => void,
) {
  const call = caller(bench, companyId, url);
  const flowId = await publishFlow(owner, companyId, circle());
  await seedSteps(owner, companyId, flowId, STEPS);
  const since = performance.now();
  await server.modules.flowRuns.count();
  log(`${STEPS.toLocaleString('en')} steps counted in ${((performance.now() - since) / 1000).toFixed(1)} s`);
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const took: number[] = [];
  let entered = 0;
  for (let n = 0; n < NUMBERS_ASKED; n += 1) {
    const startedAt = performance.now();
    const stats = await call<{ nodes: { entered: number }[] }>(
      'GET',
      `/flowbuilder/${flowId}/stats?from=${day(31)}&to=${day(-1)}`,
    );
    took.push(performance.now() - startedAt);
    entered = stats.nodes.reduce((sum, node) => sum + node.entered, 0);
  }
  if (entered !== STEPS) throw new Error(`${entered} of ${STEPS} steps are in the numbers`);
  return atMost('flows: numbers over 1,000,000 steps', percentile(took, 95), ms, `p50 ${ms(median(took))}`);
}

/** CPU time of a message that is compared with all phrases of a company. */
function phrases(): Figure {
  const words = ['quero', 'promoção', 'pedido', 'boleto', 'entrega', 'horário', 'preço', 'troca'];
  const word = (n: number) => `${words[n % words.length]!}${n % 97}`;
  const matcher = createPhraseMatcher(
    Array.from({ length: PHRASES }, (_, n) => ({
      id: n + 1,
      flowId: 1,
      connectionId: n % 5 === 0 ? 1 : null,
      phrase: `${word(n)} ${word(n * 7)} ${n}`,
      mode: phraseModes[n % phraseModes.length]!,
    })),
  );
  const perMessage: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begin = process.cpuUsage();
    for (let n = 0; n < TEXTS; n += 1)
      matcher.match(`Bom dia! ${word(n)} ${word(n * 7)} ${n}, pode ser? ${word(n + 3)} obrigada`, 1);
    const { user, system } = process.cpuUsage(begin);
    // The first round warms up.
    if (round > 0) perMessage.push((user + system) / TEXTS);
  }
  return atMost('flows: phrase search among 10,000', median(perMessage), micros, 'CPU time');
}

const message = (text: string): FlowNode =>
  ({ ...newNode('message', 'message', { x: 0, y: 0 }), data: { text } }) as FlowNode;
/** The nodes one behind the other. */
function inRow(nodes: FlowNode[]): FlowDoc {
  const doc = emptyDoc('start');
  const all = [...doc.nodes, ...nodes];
  return {
    ...doc,
    nodes: all,
    edges: nodes.map(({ id }, n) => ({ id: `to-${id}`, source: all[n]!.id, port: 'a', target: id })),
  };
}

function caller({ companies, tokensOf }: BenchServer, companyId: number, url: string) {
  const company = companies.find(({ id }) => id === companyId)!;
  return async function call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    // Users are in the order of their profile: the first is an admin.
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokensOf(company)[0]!}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Reply;
  };
}
