/** Calls to services (IG): whenever the server is killed, a conversation goes on with the answer or with a human. */
import type { ReceivedCall, ReceivedDelivery } from '../../packages/bot-simulator/src/control.ts';
import { answerOf, callKinds, phraseOf, publishCalls, type CallKind } from './call-cases.ts';
import type { Company } from './companies.ts';
import { drained } from './compare.ts';
import type { Environment } from './environment.ts';
import type { TestCustomer } from './network.ts';
import { freePort } from './processes.ts';
import { createCustomers, type Scenario } from './scenario.ts';
import { pause, until } from './wait.ts';

/** Customers of each kind with every kill; together as many as a company may call at the same time. */
const CUSTOMERS = 2;
const MAX_KILLS = 20;
const SLOW_MS = 1500;
/** HTTP and webhooks are called at once, models and bots a second and a half after the message. */
const killTimes: readonly [least: number, most: number][] = [
  [300, 1300],
  [1800, 2900],
];

interface Asking {
  kind: CallKind;
  customer: TestCustomer;
}

export const callKills: Scenario[] = [
  {
    ids: ['IG-04'],
    title: 'the server is killed while it calls models, bots, HTTP services and receivers of webhooks',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, random, check }) {
      const kills = Math.min(size.kills, MAX_KILLS);
      const port = await freePort();
      await environment.only();
      const node = await environment.node('calls', { env: { PRIVATE_HOSTS: `127.0.0.1:${port}` } });
      const simulator = await publishCalls(environment, company, { node, port });
      try {
        await environment.connect(company, node);
        for (const service of ['http', 'openai', 'typebot', 'webhook'] as const)
          await simulator.control.fault(service, { type: 'slow', delayMs: SLOW_MS });
        const perKill = callKinds.length * CUSTOMERS;
        const customers = await createCustomers(environment, connection, kills * perKill);
        const asking = customers.map((customer, n): Asking => ({ customer, kind: callKinds[n % callKinds.length]! }));
        let interrupted = 0;
        for (let killed = 0; killed < kills; killed += 1) {
          const own = asking.slice(killed * perKill, (killed + 1) * perKill);
          await environment.network.perform(
            connection.account,
            own.map(({ kind, customer }) => ({ act: 'say', customerId: customer.id, text: phraseOf(kind) })),
          );
          await pause(random.between(...killTimes[killed % killTimes.length]!));
          await node.kill();
          interrupted += await endCallLeases(environment, company);
          await environment.endLeases();
          await node.up();
        }
        await until(
          'the calls to end',
          () => unfinished(environment, company),
          ({ calls, runs }) => calls + runs === 0,
        );
        await drained(environment, [company]);

        const ends = await endsOf(environment, company, asking);
        const received = await simulator.control.received();
        const deliveries = deliveriesOf(await simulator.control.deliveries());
        const hooked = asking.filter(({ kind }) => kind === 'webhook');
        const ledger = await ledgerOf(environment, company);
        check('IG-04')
          .figure(`kills ${kills}`)
          .atLeast('calls interrupted', interrupted, kills)
          .is('conversations', ends.length, asking.length)
          .figure(`answered ${ends.filter(({ isAnswered }) => isAnswered).length}`)
          .figure(`with a human ${ends.filter(({ isWithHuman }) => isWithHuman).length}`)
          .is('with neither', ends.filter(({ isAnswered, isWithHuman }) => !isAnswered && !isWithHuman).length, 0)
          .is('with both', ends.filter(({ isAnswered, isWithHuman }) => isAnswered && isWithHuman).length, 0)
          .is(
            'texts doubled',
            ends.reduce((sum, { doubled }) => sum + doubled, 0),
            0,
          )
          .is('repeated where that does harm', repeatedPosts(received), 0)
          .is('webhooks lost', hooked.filter(({ customer }) => !deliveries.has(customer.name)).length, 0)
          .is('webhooks under two ids', [...deliveries.values()].filter((ids) => ids.size > 1).length, 0)
          .is('calls to models not in the ledger', ledger.taken - ledger.booked - ledger.reserved, 0)
          .is('booked without a call', Math.max(0, ledger.booked - callsOf(received, 'openai').length), 0);
      } finally {
        await simulator.stop();
      }
    },
  },
];

/** Ends the leases of the killed server; returns how many calls it was making. */
async function endCallLeases({ owner }: Environment, company: Company): Promise<number> {
  const ended = await owner.query(
    `update flow_calls set lease_until = now() where company_id = $1 and state = 'calling'`,
    [company.id],
  );
  return ended.rowCount ?? 0;
}

/** Calls that are not decided, and conversations that still wait for something other than the customer. */
async function unfinished({ owner }: Environment, company: Company) {
  const { rows } = await owner.query<{ calls: number; runs: number }>(
    `select (select count(*)::int from flow_calls where company_id = $1 and finished_at is null) as calls,
            (select count(*)::int from flow_runs
              where company_id = $1 and ended_at is null and wait is distinct from 'answer') as runs`,
    [company.id],
  );
  return rows[0]!;
}

/** How each conversation ended: what the phone shows, and who has it. */
async function endsOf({ owner, network }: Environment, company: Company, asking: readonly Asking[]) {
  const { rows } = await owner.query<{ number: string; isWithHuman: boolean }>(
    `select c.number,
            coalesce(t.status = 'pending' and r.end_reason not in ('completed', 'closed'), false) as "isWithHuman"
       from flow_runs r join tickets t on t.company_id = r.company_id and t.id = r.ticket_id
       join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where r.company_id = $1`,
    [company.id],
  );
  const runs = Map.groupBy(rows, ({ number }) => number);
  const phones = new Map(
    (await network.phones(company.connections[0]!.account)).map(({ id, messages }) => [
      id,
      messages
        .filter((message) => !message.fromCustomer && !message.isFromOwnPhone)
        .map(({ content }) => (content.kind === 'text' ? content.body : content.kind)),
    ]),
  );
  return asking.flatMap(({ kind, customer }) => {
    const texts = phones.get(customer.id) ?? [];
    // One run each: a second one would answer again.
    return (runs.get(customer.number) ?? []).map(({ isWithHuman }) => ({
      isAnswered: texts.some((text) => text.startsWith(answerOf[kind])),
      isWithHuman,
      doubled: texts.length - new Set(texts).size,
    }));
  });
}

const callsOf = (received: readonly ReceivedCall[], service: ReceivedCall['service']) =>
  received.filter((call) => call.service === service);

/** A request that changes something reaches the service once. */
function repeatedPosts(received: readonly ReceivedCall[]): number {
  const posts = callsOf(received, 'http').filter(({ method }) => method === 'POST');
  return posts.length - new Set(posts.map(({ body }) => JSON.stringify(body))).size;
}

/** Ids of the valid deliveries by customer: a receiver ignores an id that it knows. */
function deliveriesOf(deliveries: readonly ReceivedDelivery[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { id, body, result } of deliveries) {
    if (result !== 'valid') continue;
    const { contact } = body as { contact: { name: string } };
    ids.set(contact.name, (ids.get(contact.name) ?? new Set()).add(id));
  }
  return ids;
}

/** What was taken from the ceiling is booked, or still reserved for a call whose outcome is not known. */
async function ledgerOf({ owner }: Environment, company: Company) {
  const { rows } = await owner.query<{ taken: number; booked: number; reserved: number }>(
    `select (select coalesce(sum(calls), 0)::int from ai_counters where company_id = $1 and scope = 'month') as taken,
            (select count(*)::int from ai_usage where company_id = $1) as booked,
            (select count(*)::int from ai_reservations where company_id = $1) as reserved`,
    [company.id],
  );
  return rows[0]!;
}
