/** Flows (FL): a conversation in a flow continues as if nothing had happened, wherever the server is killed. */
import { createCommitStop, type Side } from './commit-stop.ts';
import type { Company } from './companies.ts';
import { drained } from './compare.ts';
import type { Environment } from './environment.ts';
import { publishCases, type FlowCase } from './flow-cases.ts';
import type { TestCustomer } from './network.ts';
import { createCustomers, type Scenario } from './scenario.ts';
import { until } from './wait.ts';

/** In the short form: one that passes through, one that waits for time, one for an answer. */
const SHORT: readonly string[] = ['message', 'interval', 'menu'];
const sides: readonly Side[] = ['before', 'after'];

interface Kill {
  flowCase: FlowCase;
  event: FlowCase['events'][number];
  side: Side;
}

export const flowKills: Scenario[] = [
  {
    ids: ['FL-11'],
    title: 'the server is killed before and after every commit of every kind of node',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, check }) {
      const all = await publishCases(environment, company);
      const cases = all.filter(({ kind }) => !size.isShort || SHORT.includes(kind));
      const kills = cases.flatMap((flowCase): Kill[] =>
        flowCase.events.flatMap((event) => sides.map((side) => ({ flowCase, event, side }))),
      );
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const customers = await createCustomers(environment, connection, cases.length + kills.length);
      const send = (customer: TestCustomer, text: string) =>
        environment.network.perform(connection.account, [{ act: 'say', customerId: customer.id, text }]);
      const talk = async ({ phrase, answer }: FlowCase, customer: TestCustomer, pause = async () => {}) => {
        await send(customer, phrase);
        await pause();
        if (answer === undefined) return;
        await until(
          'the question',
          () => runOf(environment, company, customer),
          (run) => run?.wait === 'answer',
        );
        await send(customer, answer);
      };
      const ended = (customer: TestCustomer) =>
        until(
          'the run to end',
          () => runOf(environment, company, customer),
          (run) => run?.isOver === true,
        );

      const undisturbed = new Map<FlowCase, TestCustomer>();
      for (const flowCase of cases) {
        const customer = customers[undisturbed.size]!;
        undisturbed.set(flowCase, customer);
        await talk(flowCase, customer);
        await ended(customer);
      }
      const stop = await createCommitStop(environment.ownerUrl);
      let killed = 0;
      try {
        for (const { flowCase, event, side } of kills) {
          const customer = customers[cases.length + killed]!;
          const kill = async () => {
            const pid = await stop.stopped();
            await node!.kill();
            await stop.release(pid, side);
            await node!.up();
          };
          await stop.prepare(company.id, flowCase.node, event);
          // A node that asks is entered with the phrase and left with the answer; a timer leaves the others.
          const isAnswer = event === 'left' && flowCase.answer !== undefined;
          await talk(flowCase, customer, isAnswer ? undefined : kill);
          if (isAnswer) await kill();
          await ended(customer);
          killed += 1;
        }
      } finally {
        await stop.remove();
      }
      await environment.endLeases();
      await drained(environment, [company]);
      const compared = await compare(environment, company, kills, (kill, n) => [
        undisturbed.get(kill.flowCase)!,
        customers[cases.length + n]!,
      ]);
      check('FL-11')
        .is('kinds of nodes', cases.length, size.isShort ? SHORT.length : all.length)
        .is('kills', killed, kills.length)
        .atLeast('messages', compared.shown, kills.length)
        .is('messages lost', compared.lost, 0)
        .is('messages doubled', compared.doubled, 0)
        .is('conversations that differ', compared.different.join('; '), '');
    },
  },
];

async function runOf({ owner }: Environment, company: Company, { number }: TestCustomer) {
  const { rows } = await owner.query<{ isOver: boolean; wait: string | null }>(
    `select r.ended_at is not null as "isOver", r.wait from contacts c
       join tickets t on t.company_id = c.company_id and t.contact_id = c.id
       join flow_runs r on r.company_id = t.company_id and r.ticket_id = t.id
      where c.company_id = $1 and c.number = $2 order by r.id desc limit 1`,
    [company.id, number],
  );
  return rows[0];
}

/** Compares each conversation with the undisturbed one of its kind: what the phone shows, and what is stored. */
async function compare(
  environment: Environment,
  company: Company,
  kills: readonly Kill[],
  pairOf: (kill: Kill, n: number) => [TestCustomer, TestCustomer],
) {
  const phones = new Map(
    (await environment.network.phones(company.connections[0]!.account)).map(({ id, messages }) => [
      id,
      messages
        .filter((message) => !message.fromCustomer && !message.isFromOwnPhone)
        .map(({ content }) => (content.kind === 'text' ? content.body : content.kind)),
    ]),
  );
  const result = { shown: 0, lost: 0, doubled: 0, different: [] as string[] };
  for (const [n, kill] of kills.entries()) {
    const [usual, disturbed] = pairOf(kill, n);
    const [expected, shown] = [phones.get(usual.id) ?? [], phones.get(disturbed.id) ?? []];
    result.shown += shown.length;
    result.lost += withoutThose(expected, shown).length;
    result.doubled += withoutThose(shown, expected).length;
    const [before, after] = [
      await storedOf(environment, company, usual),
      await storedOf(environment, company, disturbed),
    ];
    const isSame = before === after && JSON.stringify(expected) === JSON.stringify(shown);
    if (!isSame)
      result.different.push(`${kill.flowCase.kind}, ${kill.side} ${kill.event}: ${after} instead of ${before}`);
  }
  return result;
}

function withoutThose(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return texts.filter((text) => {
    const found = left.indexOf(text);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
}

/** Messages, path, ticket, tags and fields of a conversation, without ids and times. */
async function storedOf({ owner }: Environment, company: Company, { number }: TestCustomer): Promise<string> {
  const { rows } = await owner.query<{ stored: unknown }>(
    `select jsonb_build_object(
       'messages', (select jsonb_agg(jsonb_build_array(m.origin, m.body, m.media_type) order by m.ticket_id, m.seq)
                      from messages m where m.company_id = $1 and m.contact_id = c.id),
       'tickets', (select jsonb_agg(jsonb_build_array(t.status, t.queue_id, t.user_id, t.lane_id, t.is_bot) order by t.id)
                     from tickets t where t.company_id = $1 and t.contact_id = c.id),
       'log', (select jsonb_agg(jsonb_build_array(l.type, l.why) order by l.id) from ticket_log l
                 join tickets t on t.company_id = $1 and t.id = l.ticket_id and t.contact_id = c.id
                where l.company_id = $1),
       'path', (select jsonb_agg(jsonb_build_array(s.position, s.event, s.node, s.port, s.reason) order by r.id, s.position)
                  from flow_runs r join tickets t on t.company_id = $1 and t.id = r.ticket_id and t.contact_id = c.id
                  join flow_steps s on s.company_id = $1 and s.run_id = r.id where r.company_id = $1),
       'runs', (select jsonb_agg(jsonb_build_array(r.end_reason, r.node, r.state -> 'vars') order by r.id)
                  from flow_runs r join tickets t on t.company_id = $1 and t.id = r.ticket_id and t.contact_id = c.id
                 where r.company_id = $1),
       'tags', (select jsonb_agg(g.tag_id) from contact_tags g where g.company_id = $1 and g.contact_id = c.id),
       'fields', (select jsonb_agg(jsonb_build_array(x.name, x.value)) from contact_extra_info x
                   where x.company_id = $1 and x.contact_id = c.id)) as stored
       from contacts c where c.company_id = $1 and c.number = $2`,
    [company.id, number],
  );
  return JSON.stringify(rows.map(({ stored }) => stored));
}
