/** Crashes and dependency faults (CR): servers and database are killed and channels misbehave, without any loss. */
import { JOB_SCHEMA } from '../../apps/server/src/infrastructure/jobs/prepare.store.ts';
import { drained, compareReceived, compareSent } from './compare.ts';
import {
  createSenders,
  sendUntilAnswered,
  newNumber,
  createCustomers,
  talk,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts';
import { drainedInbound, openTickets, startAgents } from './agents.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import { withRetriesDue } from './retries.ts';
import { message, sendWebhook } from './webhook-sender.ts';
import { inParallel, pause, quantile, until } from './wait.ts';

/** Which fault comes when: drawn before the scenario starts, so that one seed gives one plan. */
function plan({ random, size }: Pick<ScenarioContext, 'random' | 'size'>) {
  const faults: ('server' | 'postgres')[] = [
    ...Array.from({ length: size.kills }, () => 'server' as const),
    ...Array.from({ length: size.pgKills }, () => 'postgres' as const),
  ];
  for (let last = faults.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    [faults[last], faults[other]] = [faults[other]!, faults[last]!];
  }
  return faults.map((what) => ({ what, afterMs: random.between(250, 1000) }));
}

/** Waits until the server is ready; a server that has ended is not waited for. */
async function firstAnswer(node: Node): Promise<void> {
  await until(
    'the server to be ready',
    async () =>
      node.process().hasEnded()
        ? 200
        : (await fetch(`${node.url}/health/ready`, { signal: AbortSignal.timeout(1000) })).status,
    (status) => status === 200,
    { everyMs: 25 },
  );
}

const outboxSettled = async (environment: Environment, company: Company, node: Node) => {
  // Sends of a killed server are retried when their lease ends.
  await environment.endLeases();
  await node.crash();
  return drained(environment, [company]);
};

export const crashes: Scenario[] = [
  {
    ids: ['CR-01', 'CR-04'],
    title: 'server and Postgres are killed at random moments while many customers write and agents answer',
    isQuick: true,
    setup: ({ isShort }) => [{ connections: isShort ? 3 : 8 }],
    async run({ environment, company, size, random, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      for (const { account } of company.connections) await environment.network.faults(account, { duplicateOneIn: 3 });
      const senders = await createSenders(environment, company, Math.ceil(size.messages / 5));
      const agentWorker = startAgents({ environment, company }, [node!], Math.ceil(size.messages / 5));
      const faults = plan({ random, size });
      const starts: number[] = [];
      const returns: number[] = [];
      const restarts: number[] = [];
      let deaths = 0;
      // A part of the customers writes before each fault, so that every fault hits messages in progress.
      const round = Math.ceil(size.messages / Math.max(1, faults.length));
      const waiting = faults.values();
      const injectFault = async () => {
        const { done, value } = waiting.next();
        if (done) return;
        await pause(value.afterMs);
        if (value.what === 'server') {
          starts.push(await node!.crash());
          return environment.endLeases();
        }
        const since = Date.now();
        await environment.database.kill();
        restarts.push(Date.now() - since);
        await firstAnswer(node!);
        returns.push(Date.now() - since);
        if (node!.process().hasEnded()) deaths += 1;
        await node!.up();
      };
      await talk(environment, senders, { messages: size.messages, burst: round, random, between: injectFault });
      await drainedInbound(environment, company);
      const { answered, repeated } = await agentWorker.stop();
      await outboxSettled(environment, company, node!);
      const seen = await compareReceived(environment, company);
      const out = await compareSent(environment, company);
      check('CR-01')
        .is('kills', starts.length, size.kills)
        .is('messages', seen.sent, size.messages)
        .figure(`contacts ${seen.customers}`)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0)
        .is('out of order', seen.outOfOrder, 0)
        .is('gaps', seen.gaps, 0)
        .is('customers without exactly one live ticket', seen.withoutSingleTicket, 0)
        .atLeast('answers requested', answered, 1)
        .is('answers', out.sent, answered)
        .figure(`${repeated} of them requested again`)
        .is('answers lost', out.lost, 0)
        .is('answers doubled', out.doubled, 0)
        .is('answers out of order', out.inversions, 0)
        .is('answers unsettled', out.unsettled, 0)
        .figure(`slowest start ${Math.max(0, ...starts)} ms`);
      check('CR-04')
        .is('kills of Postgres', returns.length, size.pgKills)
        .is('servers that ended', deaths, 0)
        .atMost('slowest first answer', Math.max(0, ...returns), 8000, ' ms')
        .figure(`of which PostgreSQL restarted for at most ${Math.max(0, ...restarts)} ms`);
    },
  },
  {
    ids: ['CR-05'],
    title: 'Postgres is unavailable for a while',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const number = newNumber();
      await sendWebhook(node!, connection, [message(number, 'antes')]);
      await drained(environment, [company]);
      const rss = node!.process().resident();
      const resting = environment.database.stopFor(size.isShort ? 3000 : 20_000);
      await pause(500);
      const webhookResults: { status: number; ms: number }[] = [];
      const calls: { status: number; ms: number }[] = [];
      for (let n = 0; n < (size.isShort ? 8 : 60); n += 1) {
        webhookResults.push(await sendWebhook(node!, connection, [message(number, `fora ${n}`)]));
        const since = Date.now();
        calls.push({
          status: (await environment.request(company, node!, 'GET', '/tags')).status,
          ms: Date.now() - since,
        });
        await pause(100);
      }
      await resting;
      await firstAnswer(node!);
      const grown = Math.round(node!.process().resident() - rss);
      await until(
        'a webhook to be accepted again',
        () => sendWebhook(node!, connection, [message(number, 'depois')]),
        ({ status }) => status === 200,
      );
      await drained(environment, [company]);
      const stored = (
        await environment.owner.query(`select from messages where company_id = $1 and body in ('antes', 'depois')`, [
          company.id,
        ])
      ).rowCount;
      check('CR-05')
        .is(
          'webhooks and calls answered 503',
          [...webhookResults, ...calls].filter(({ status }) => status === 503).length,
          webhookResults.length + calls.length,
        )
        .atMost(
          'slowest answer',
          Math.max(...webhookResults.map(({ ms }) => ms), ...calls.map(({ ms }) => ms)),
          1000,
          ' ms',
        )
        .atMost('memory grown by', grown, 50, ' MB')
        .is('servers that ended', node!.process().hasEnded() ? 1 : 0, 0)
        .atLeast('stored', stored ?? 0, 2);
    },
  },
  {
    ids: ['CR-09'],
    title: 'media downloads fail at first and succeed later',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      await environment.network.faults(connection.account, { mediaBroken: true });
      const customers = await createCustomers(environment, connection, 3);
      const types = ['image', 'voice', 'document'] as const;
      await environment.network.perform(
        connection.account,
        customers.map(({ id }, n) => ({ act: 'send', customerId: id, type: types[n]!, caption: '' })),
      );
      const states = async () =>
        (
          await environment.owner.query<{ state: string; key: string | null }>(
            `select media_state as state, media_key as key from messages where company_id = $1`,
            [company.id],
          )
        ).rows;
      await until('the messages to be stored', states, (rows) => rows.length === 3);
      await pause(size.isShort ? 500 : 3000);
      const pending = (await states()).filter(({ state }) => state === 'pending').length;
      await environment.network.faults(connection.account, { mediaBroken: false });
      const rows = await withRetriesDue(environment, company, 'media', () =>
        until('the files to be downloaded', states, (all) => all.every(({ key }) => key !== null), {
          timeoutMs: 75_000,
        }),
      );
      check('CR-09')
        .is('pending during the fault', pending, 3)
        .is('downloaded after the fault', rows.filter(({ state }) => state === 'ready').length, 3)
        .is('lost', 3 - rows.length, 0);
    },
  },
  {
    ids: ['CR-10'],
    title: 'one channel account has every fault while another works',
    isQuick: true,
    setup: () => [{ connections: 2 }],
    async run({ environment, company, size, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const [ill, well] = company.connections;
      const count = size.isShort ? 6 : 24;
      const talks = {
        ill: await openTickets(environment, company, node!, ill!, count),
        well: await openTickets(environment, company, node!, well!, count),
      };
      const quick = ['down', 'busy', 'reset', 'garbage'] as const;
      const faults = size.isShort ? quick : ([...quick, 'after-read', 'before-read'] as const);
      const delays = { alone: [] as number[], beside: [] as number[] };
      const send = async (where: keyof typeof delays, name: string) => {
        for (const ticket of talks.well) {
          const since = Date.now();
          const answer = await sendUntilAnswered(
            environment,
            company,
            [node!],
            ticket,
            `${name} bem ${ticket}`,
            `${name} well ${ticket}`,
          );
          const [{ id }] = answer.json as [{ id: number }];
          await until(
            'the answer on the working account to be sent',
            async () =>
              (
                await environment.owner.query<{ delivery: string }>(
                  'select delivery from messages where company_id = $1 and id = $2',
                  [company.id, id],
                )
              ).rows[0]!.delivery,
            (delivery) => delivery !== 'queued' && delivery !== 'sending',
            { everyMs: 5 },
          );
          delays[where].push(Date.now() - since);
        }
      };
      await send('alone', 'antes');
      for (const sends of faults) {
        await environment.network.faults(ill!.account, { sends, retryAfterSeconds: 1 });
        await inParallel(talks.ill, 8, (ticket) =>
          sendUntilAnswered(environment, company, [node!], ticket, `${sends} ${ticket}`, `${sends} ill ${ticket}`),
        );
        await send('beside', sends);
        await environment.network.faults(ill!.account, { sends: 'fine' });
      }
      await withRetriesDue(environment, company, 'sends', () => drained(environment, [company], 150_000));
      const out = await compareSent(environment, company);
      const [alone, beside] = [quantile(delays.alone, 0.99), quantile(delays.beside, 0.99)];
      check('CR-10')
        .is('answers', out.sent, count * (faults.length * 2 + 1))
        .is('lost', out.lost, 0)
        .is('doubled', out.doubled, 0)
        .is('failed', out.failed, 0)
        .is('out of order', out.inversions, 0)
        .figure(`the other account’s p99 alone ${alone} ms`)
        .atMost('during the faults', beside, Math.max(2 * alone, alone + 1000), ' ms');
    },
  },
  {
    ids: ['CR-13'],
    title: 'one of two servers is paused with SIGSTOP and continues later',
    isQuick: false,
    setup: () => [{ connections: 2 }],
    async run({ environment, company, size, random, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      for (const { account } of company.connections) await environment.network.faults(account, { duplicateOneIn: 3 });
      const senders = await createSenders(environment, company, Math.ceil(size.messages / 20));
      const agentWorker = startAgents({ environment, company }, [nodes[1]!], Math.ceil(size.messages / 20));
      const messages = Math.ceil(size.messages / 4);
      const talking = talk(environment, senders, { messages, burst: 25, random, between: () => pause(300) });
      await pause(1500);
      nodes[0]!.process().signal('SIGSTOP');
      await pause(35_000);
      nodes[0]!.process().signal('SIGCONT');
      await talking;
      await drainedInbound(environment, company);
      const { answered } = await agentWorker.stop();
      await environment.endLeases();
      await drained(environment, [company]);
      const seen = await compareReceived(environment, company);
      const out = await compareSent(environment, company);
      const { rows } = await environment.owner.query<{ n: number }>(
        `select count(*)::int as n from (select name, date_trunc('minute', created_on) from ${JOB_SCHEMA}.job
           where name like '%sweep' group by 1, 2 having count(*) > 1) x`,
      );
      check('CR-13')
        .is('messages', seen.sent, messages)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0)
        .is('out of order', seen.outOfOrder, 0)
        .atLeast('answers requested', answered, 1)
        .is('answers', out.sent, answered)
        .is('answers lost', out.lost, 0)
        .is('answers doubled', out.doubled, 0)
        .is('sweeps that ran twice in a minute', rows[0]!.n, 0);
    },
  },
];
