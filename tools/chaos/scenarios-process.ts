/** One of two servers is unwell: its clock jumps, it stands still, or its commits are never answered (CR-11, CR-12, CR-15). */
import { JOB_SCHEMA } from '../../apps/server/src/infrastructure/jobs/prepare.store.ts';
import { drainedInbound, startAgents } from './agents.ts';
import { compareReceived, compareSent, drained } from './compare.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { startFaultyNode, type FaultyNode } from './faulty-node.ts';
import type { Node } from './nodes.ts';
import {
  createCustomers,
  createSenders,
  requestUntilAnswered,
  talk,
  type Checker,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts';
import { pause, until } from './wait.ts';

const HOUR_MS = 3_600_000;
const SCHEDULES = 10;
/** Faults that are over sooner would prove little. */
const MIN_MESSAGES = 100;
const BURST = 10;

/** Customers write and agents answer until the faults are over, at least MIN_MESSAGES; then everything must be there once and in order. */
async function playLoad(
  { environment, company, size, random }: ScenarioContext,
  agentNodes: Node[],
  faults: () => Promise<void>,
) {
  for (const { account } of company.connections) await environment.network.faults(account, { duplicateOneIn: 3 });
  const senders = await createSenders(environment, company, Math.ceil(size.messages / 20));
  const agents = startAgents({ environment, company }, agentNodes, Math.ceil(size.messages / 10));
  let isOver = false;
  let bursts = 0;
  const faulting = faults().finally(() => (isOver = true));
  faulting.catch(() => {});
  // One call: texts are unique only within it.
  await talk(environment, senders, {
    messages: Number.MAX_SAFE_INTEGER,
    burst: BURST,
    random,
    between: () => {
      bursts += 1;
      return pause(200);
    },
    isOver: () => isOver && bursts * BURST >= MIN_MESSAGES,
  });
  await faulting;
  await drainedInbound(environment, company);
  const { answered } = await agents.stop();
  await environment.endLeases();
  await drained(environment, [company]);
  return answered;
}

async function compareLoad(
  { environment, company }: ScenarioContext,
  checker: Checker,
  answered: number,
  /** What the servers send themselves. */
  own = 0,
) {
  const seen = await compareReceived(environment, company);
  const out = await compareSent(environment, company);
  return checker
    .atLeast('messages', seen.sent, MIN_MESSAGES)
    .is('lost', seen.lost, 0)
    .is('doubled', seen.doubled, 0)
    .is('out of order', seen.outOfOrder, 0)
    .is('gaps', seen.gaps, 0)
    .atLeast('answers requested', answered, 1)
    .is('answers', out.sent, answered + own)
    .is('answers lost', out.lost, 0)
    .is('answers doubled', out.doubled, 0)
    .is('answers unsettled', out.unsettled, 0);
}

/** Sweeps of which two were created within one minute: the scheduler ran twice. */
const doubledSweeps = async ({ environment }: ScenarioContext): Promise<number> =>
  (
    await environment.owner.query<{ n: number }>(
      `select count(*)::int as n from (select name, date_trunc('minute', created_on) from ${JOB_SCHEMA}.job
         where name like '%sweep' group by 1, 2 having count(*) > 1) x`,
    )
  ).rows[0]!.n;

/** Messages that become due while the clock jumps. */
async function schedule({ environment, company, connection }: ScenarioContext, node: Node) {
  const customers = await createCustomers(environment, connection, SCHEDULES);
  for (const [n, { name, number }] of customers.entries()) {
    const contact = await requestUntilAnswered(environment, company, [node], 'POST', '/contacts', { name, number });
    const sendAt = new Date(Date.now() + 65_000 + n * 2000).toISOString();
    const answer = await requestUntilAnswered(environment, company, [node], 'POST', '/schedules', {
      body: `agendada ${n} para ${number}`,
      sendAt,
      contactId: (contact.json as { id: number }).id,
      whatsappId: connection.connectionId,
    });
    if (answer.status !== 200) throw new Error(`schedule: ${answer.status} ${JSON.stringify(answer.json)}`);
  }
}

/** The sessions of the connections are at `first`, so that it does all their work while it can. */
async function startPair(context: ScenarioContext, first: () => Promise<FaultyNode>): Promise<[FaultyNode, Node]> {
  const { environment, company } = context;
  await environment.only();
  const unwell = await first();
  await environment.connect(company, unwell);
  return [unwell, await environment.node('b')];
}

export const processFaults: Scenario[] = [
  {
    ids: ['CR-11'],
    title: 'the clock of one of two servers jumps back and ahead while messages become due',
    isQuick: false,
    setup: () => [{ connections: 2 }],
    async run(context) {
      const { environment, check } = context;
      const [jumping, steady] = await startPair(context, () => startFaultyNode(environment, 'jumping-clock'));
      await schedule(context, steady);
      const jumps = [-HOUR_MS, 24 * HOUR_MS, 0, HOUR_MS, -24 * HOUR_MS, 0, 5 * 60_000, -5 * 60_000, 0];
      const load = await playLoad(context, [steady], async () => {
        for (const clockMs of jumps) {
          jumping.inject({ clockMs });
          await pause(8000);
        }
        const sent = async () =>
          (
            await environment.owner.query<{ n: number }>(
              `select count(*)::int as n from messages where company_id = $1 and body like 'agendada %'`,
              [context.company.id],
            )
          ).rows[0]!.n;
        await until('the scheduled messages', sent, (n) => n >= SCHEDULES, { timeoutMs: 90_000, everyMs: 500 });
      });
      const checker = await compareLoad(context, check('CR-11'), load, SCHEDULES);
      checker
        .is('jumps', jumps.length, 9)
        .is('sweeps that ran twice in a minute', await doubledSweeps(context), 0)
        .is('servers that ended', jumping.process().hasEnded() ? 1 : 0, 0);
      await environment.only('a');
    },
  },
  {
    ids: ['CR-12'],
    title: 'one of two servers stands still, has hardly any memory left, or a tenth of a CPU',
    isQuick: false,
    setup: () => [{ connections: 2 }],
    async run(context) {
      const { environment, check, size } = context;
      const [slow, well] = await startPair(context, () =>
        startFaultyNode(environment, 'slow-process', { heapMegabytes: 256 }),
      );
      const memory: number[] = [];
      const load = await playLoad(context, [slow, well], async () => {
        for (const blockMs of [5000, 5000, 20_000]) {
          slow.inject({ blockMs });
          await pause(blockMs + 1000);
        }
        slow.inject({ heldMegabytes: 100 });
        await pause(size.isShort ? 5000 : 20_000);
        memory.push(Math.round(slow.process().resident()));
        slow.inject({});
        await slow.slowDown(0.1, size.isShort ? 10_000 : 40_000);
      });
      const checker = await compareLoad(context, check('CR-12'), load);
      checker
        .figure(`resident under pressure ${memory.join()} MB`)
        .is('sweeps that ran twice in a minute', await doubledSweeps(context), 0)
        .is('servers that ended', slow.process().hasEnded() ? 1 : 0, 0);
      await environment.only('a');
    },
  },
  {
    ids: ['CR-15'],
    title: 'the network to the database is cut after commits, before their answers arrive',
    isQuick: true,
    setup: () => [{ connections: 2 }],
    async run(context) {
      const { environment, check, size, random } = context;
      const proxy = await startDatabaseProxy(environment.ownerUrl);
      try {
        const [node] = await startPair(context, () =>
          startFaultyNode(environment, 'behind-cut', { env: { DATABASE_URL: proxy.url } }),
        );
        const cuts = size.isShort ? 10 : 200;
        const load = await playLoad(context, [node], async () => {
          proxy.cutCommits(() => proxy.cutCount() < cuts && random.next() < 0.2);
          await until(
            'the commits to be cut',
            async () => proxy.cutCount(),
            (n) => n >= cuts,
            { timeoutMs: 300_000 },
          );
        });
        (await compareLoad(context, check('CR-15'), load))
          .is('commits without an answer', proxy.cutCount(), cuts)
          .is('servers that ended', node.process().hasEnded() ? 1 : 0, 0);
      } finally {
        proxy.cutCommits(() => false);
        await environment.only('a');
        await proxy.close();
      }
    },
  },
];
