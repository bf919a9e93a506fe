/** Agents of a scenario: they accept tickets and answer them. */
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import { createCustomers, requestUntilAnswered, type ScenarioContext } from './scenario.ts';
import { inParallel, pause, until } from './wait.ts';

/** Accepts waiting tickets and answers each twice, every answer with its own idempotency key, until `stop`. */
export function startAgents(
  { environment, company }: Pick<ScenarioContext, 'environment' | 'company'>,
  nodes: Node[],
  maxAnswers: number,
) {
  let isOver = false;
  let answered = 0;
  let repeated = 0;
  const work = (async () => {
    const seen = new Set<number>();
    while (!isOver && answered < maxAnswers) {
      const { rows } = await environment.owner
        .query<{ id: number }>(
          `select id from tickets where company_id = $1 and status = 'pending' and id <> all($2) order by id limit 20`,
          [company.id, [...seen]],
        )
        .catch(() => ({ rows: [] }));
      await inParallel(rows, 4, async ({ id }) => {
        seen.add(id);
        await requestUntilAnswered(environment, company, nodes, 'PUT', `/tickets/${id}`, {
          status: 'open',
          userId: company.adminId,
        });
        for (const n of [1, 2]) {
          const answer = await requestUntilAnswered(
            environment,
            company,
            nodes,
            'POST',
            `/messages/${id}`,
            { body: `resposta ${n} no ticket ${id}` },
            `chaos ${company.id} ${id} ${n}`,
          );
          if (answer.status !== 200) throw new Error(`answer: ${answer.status} ${JSON.stringify(answer.json)}`);
          answered += 1;
          repeated += answer.tries - 1;
        }
      });
      if (rows.length === 0) await pause(50);
    }
  })();
  // `stop` rethrows the error; until then it must not end the process.
  work.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await work;
      return { answered, repeated };
    },
  };
}

/** Customers write and the admin accepts their tickets; returns the ticket ids. */
export async function openTickets(
  environment: Environment,
  company: Company,
  node: Node,
  connection: Company['connections'][number],
  count: number,
): Promise<number[]> {
  const customers = await createCustomers(environment, connection, count);
  await environment.network.perform(
    connection.account,
    customers.map(({ id, number }) => ({ act: 'say', customerId: id, text: `olá de ${number}` })),
  );
  const numbers = customers.map(({ number }) => number);
  const ticketIds = await until(
    'the tickets',
    async () =>
      (
        await environment.owner.query<{ id: number }>(
          `select t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
            where t.company_id = $1 and t.connection_id = $2 and c.number = any($3) order by t.id`,
          [company.id, connection.connectionId, numbers],
        )
      ).rows.map((row) => row.id),
    (ids) => ids.length === count,
  );
  await inParallel(ticketIds, 4, (id) =>
    requestUntilAnswered(environment, company, [node], 'PUT', `/tickets/${id}`, {
      status: 'open',
      userId: company.adminId,
    }),
  );
  return ticketIds;
}

/** Waits until all incoming messages are handled; answers that agents still send do not count. */
export async function drainedInbound(environment: Environment, company: Company) {
  await until(
    'received messages to be processed',
    async () => {
      let waiting = 0;
      for (const { account } of company.connections) waiting += await environment.network.waiting(account);
      const { rows } = await environment.owner.query<{ n: number }>(
        `select ((select count(*) from inbox where company_id = $1) + (select count(*) from signals where company_id = $1))::int as n`,
        [company.id],
      );
      return { waiting, remaining: rows[0]!.n };
    },
    ({ waiting, remaining }) => waiting + remaining === 0,
    { timeoutMs: 150_000, everyMs: 200 },
  );
}
