/** Calls to services (IG): whenever the server is killed, a conversation goes on with the answer or with a human. */
import type { Fault } from '../../packages/bot-simulator/src/control.ts';
import { callKinds, phraseOf, publishCalls, type CallKind } from './call-cases.ts';
import { allDecided, callsLeft, callsUnderWay, endCallLeases, judgeEnds, type CustomerCall } from './call-ends.ts';
import { createCommitStop, type Side } from './commit-stop.ts';
import type { Environment } from './environment.ts';
import { freePort } from './processes.ts';
import { createCustomers, type Scenario, type ScenarioContext } from './scenario.ts';
import { pause, until } from './wait.ts';

/** Customers of each kind with every kill; together as many as a company may call at the same time. */
const CUSTOMERS = 2;
const MAX_KILLS = 20;
const SLOW_MS = 3000;
/** The server is killed within this time after the calls began, while the slow services have not answered. */
const MOMENTS_MS = [0, 1000] as const;
/** Every call takes its time, so that the kill comes in the midst of it. */
const SLOW: Fault = { type: 'slow', delayMs: SLOW_MS };
const misbehaving = ['http', 'openai', 'typebot'] as const;
/** What happens to the next call of each service after a kill, in turns. A lost webhook would be found: its receiver works. */
const faults = ['down', 'html', 'badJson', 'busy', 'large', 'resetAfter'] as const;
/** HTTP and webhooks are called at once, models and bots a second and a half after the message. */
const calledTogether = [
  ['http', 'webhook'],
  ['model', 'bot'],
] as const;
/** Deliveries are tried again after minutes, and awaited by none. */
const awaited = ['http', 'model', 'bot'] as const;

/** Commits of a conversation with a call: its node is entered, the call is queued, begins and is decided. */
const commits = ['entered', 'queued', 'calling', 'done'] as const;
type Commit = (typeof commits)[number];
/** HTTP and webhooks are queued by the commit that enters their node. */
const commitsOf = (kind: CallKind): readonly Commit[] =>
  kind === 'model' || kind === 'bot' ? commits : commits.filter((commit) => commit !== 'queued');
const sides: readonly Side[] = ['before', 'after'];
/** In the short form: a call that must not be repeated. */
const SHORT: readonly CallKind[] = ['post'];

interface CommitKill {
  kind: CallKind;
  commit: Commit;
  side: Side;
}
/** Without a call, or with a stored answer, a kill may cost no answer. */
const mustBeAnswered = ({ commit, side }: CommitKill): boolean =>
  commit === 'entered' || commit === 'queued' || (commit === 'calling') === (side === 'before');

/** A server whose flows call the services of the simulator. */
async function startCalling({ environment, company }: Pick<ScenarioContext, 'environment' | 'company'>, name: string) {
  const port = await freePort();
  await environment.only();
  const node = await environment.node(name, { env: { PRIVATE_HOSTS: `127.0.0.1:${port}` } });
  const simulator = await publishCalls(environment, company, { node, port });
  await environment.connect(company, node);
  return { node, simulator };
}
const ask = (environment: Environment, account: string, asking: readonly CustomerCall[]) =>
  environment.network.perform(
    account,
    asking.map(({ kind, customer }) => ({ act: 'say', customerId: customer.id, text: phraseOf(kind) })),
  );

export const callKills: Scenario[] = [
  {
    ids: ['IG-04'],
    title:
      'the server is killed while it calls models, bots, HTTP services and receivers of webhooks, and the next call fails',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, random, check }) {
      const kills = Math.min(size.kills, MAX_KILLS);
      const { node, simulator } = await startCalling({ environment, company }, 'calls');
      try {
        const { control } = simulator;
        await control.fault('webhook', SLOW);
        const perKill = callKinds.length * CUSTOMERS;
        const customers = await createCustomers(environment, connection, kills * perKill);
        const asking = customers.map((customer, n): CustomerCall => ({
          customer,
          kind: callKinds[n % callKinds.length]!,
        }));
        let interrupted = 0;
        for (let killed = 0; killed < kills; killed += 1) {
          const kinds = calledTogether[killed % calledTogether.length]!;
          for (const service of misbehaving) await control.fault(service, SLOW);
          await ask(environment, connection.account, asking.slice(killed * perKill, (killed + 1) * perKill));
          await until(
            'calls to be under way',
            () => callsUnderWay(environment, company, kinds),
            (calls) => calls >= CUSTOMERS,
            { everyMs: 10 },
          );
          await pause(random.between(...MOMENTS_MS));
          await node.kill();
          interrupted += await endCallLeases(environment, company);
          await environment.endLeases();
          const type = faults[killed % faults.length]!;
          for (const service of misbehaving) await control.fault(service, { type, times: 1 });
          await node.up();
          await until(
            'the calls that were interrupted to end',
            () => callsLeft(environment, company, awaited),
            (calls) => calls === 0,
          );
        }
        await allDecided(environment, company, asking);
        const checker = check('IG-04')
          .figure(`kills ${kills}`)
          .atLeast('calls interrupted', interrupted, kills * CUSTOMERS);
        await judgeEnds(environment, company, { asking, control, checker });
      } finally {
        await simulator.stop();
      }
    },
  },
  {
    ids: ['IG-04'],
    title: 'the server is killed before and after every commit of a conversation that calls a service',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const kinds = callKinds.filter((kind) => !size.isShort || SHORT.includes(kind));
      const kills = kinds.flatMap((kind) =>
        commitsOf(kind).flatMap((commit) => sides.map((side): CommitKill => ({ kind, commit, side }))),
      );
      const { node, simulator } = await startCalling({ environment, company }, 'call-commits');
      const stop = await createCommitStop(environment.ownerUrl);
      try {
        const customers = await createCustomers(environment, connection, kills.length);
        const asking = kills.map(({ kind }, n): CustomerCall => ({ kind, customer: customers[n]! }));
        let killed = 0;
        for (const [n, { commit, side }] of kills.entries()) {
          await stop.prepare(company.id, 'service', commit);
          await ask(environment, connection.account, [asking[n]!]);
          const pid = await stop.stopped();
          await node.kill();
          await stop.release(pid, side);
          await endCallLeases(environment, company);
          await environment.endLeases();
          await node.up();
          killed += 1;
          await allDecided(environment, company, asking.slice(0, killed));
        }
        const checker = check('IG-04').is('kills', killed, kills.length);
        const ends = await judgeEnds(environment, company, { asking, control: simulator.control, checker });
        const answered = new Set(ends.flatMap(({ customer, isAnswered }) => (isAnswered ? [customer.id] : [])));
        const unanswered = kills.filter((kill, n) => mustBeAnswered(kill) && !answered.has(customers[n]!.id));
        checker.is(
          'unanswered although no call was interrupted',
          unanswered.map(({ kind, commit, side }) => `${kind}, ${side} ${commit}`).join('; '),
          '',
        );
      } finally {
        await stop.remove();
        await simulator.stop();
      }
    },
  },
];
