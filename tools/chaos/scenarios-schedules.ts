/** Scheduled messages (SC): each is sent once, whichever server is killed while they are due. */
import type { Company, SimulatedConnection } from './companies.ts';
import { drained } from './compare.ts';
import type { Environment } from './environment.ts';
import type { TestCustomer } from './network.ts';
import { createCustomers, type Scenario } from './scenario.ts';
import { createServers, messagesByPhone, planKills } from './scenarios-campaigns.ts';
import { pause, until } from './wait.ts';

/** Kills hit sends in progress. */
const SLOW_MS = 30;
/** A killed server leaves its part to the next minute. */
const MAX_KILLS = 10;
const DONE_MS = 3_600_000;

export const schedules: Scenario[] = [
  {
    ids: ['SC-02', 'SC-03'],
    title: 'scheduled messages of one minute on two servers that are killed while they send',
    isQuick: false,
    setup: () => [{ connections: 1, channel: 'whatsappapi' }],
    async run({ environment, company, connection, size, random, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      await environment.network.faults(connection.account, { slowMs: SLOW_MS });
      const customers = await createCustomers(environment, connection, size.messages);
      await schedule(environment, company, connection, customers);
      const ended = () => countEnded(environment, company);
      const untilEnded = (count: number) =>
        until(`${count} schedules that ended`, ended, (at) => at >= count, { timeoutMs: DONE_MS, everyMs: 50 });

      const servers = createServers(nodes, random);
      let whileRunning = 0;
      for (const { at, afterMs } of planKills(random, Math.min(size.kills, MAX_KILLS), size.messages)) {
        await untilEnded(at);
        await pause(afterMs);
        if ((await ended()) < size.messages) whileRunning += 1;
        await servers.killOne();
        await environment.endLeases();
      }
      const kills = (await servers.allUp()).length;
      await environment.endLeases();
      await untilEnded(size.messages);
      await drained(environment, [company]);

      const received = await messagesByPhone(environment, connection);
      const counts = customers.map(({ number }) => received.get(number) ?? 0);
      const { rows } = await environment.owner.query<{ state: string; count: number }>(
        'select state, count(*)::int as count from schedule_runs where company_id = $1 group by 1 order by 1',
        [company.id],
      );
      check('SC-02')
        .is('schedules', rows.map(({ state, count }) => `${state} ${count}`).join(' '), `sent ${size.messages}`)
        .is('missing', counts.filter((count) => count === 0).length, 0);
      check('SC-03')
        .atLeast('kills while they were sent', whileRunning, Math.ceil(kills / 2))
        .is(
          'doubled',
          counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
          0,
        );
    },
  },
];

/** A message that is due now for each customer, after the customer wrote: the reply window is open. */
async function schedule(
  environment: Environment,
  company: Company,
  { account, connectionId }: SimulatedConnection,
  customers: TestCustomer[],
): Promise<void> {
  await environment.network.perform(
    account,
    customers.map(({ id }) => ({ act: 'say', customerId: id, text: 'Bom dia' })),
  );
  await until(
    'the messages of all customers',
    () => environment.owner.query('select from tickets where company_id = $1', [company.id]),
    ({ rowCount }) => rowCount === customers.length,
    { timeoutMs: DONE_MS },
  );
  await environment.owner.query(
    `insert into schedules (company_id, contact_id, user_id, connection_id, body, opens_ticket, anchor, time_zone, unit,
                            every, count, shift, next_at)
     select $1, id, $3, $2, 'Lembrete', false, now(), 'America/Sao_Paulo', 'days', 1, 1, 'keep', now()
       from contacts where company_id = $1`,
    [company.id, connectionId, company.adminId],
  );
}

async function countEnded({ owner }: Environment, company: Company): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from schedules where company_id = $1 and next_at is null',
    [company.id],
  );
  return rows[0]!.count;
}
