import { flow, message, node, question } from '@balcao/domain/flow/flow.fixture';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure, timeLimitMs, times } from '../../../test/fixtures/scale.ts';
import { createFlowTimers } from './index.ts';
import { startFlowServer, type FlowServer } from './flows.fixture.ts';

let service: FlowServer;
beforeAll(async () => {
  service = await startFlowServer();
});
afterAll(() => service.server.stop());
const minutes = (id: string, count: number) =>
  node(id, 'wait', {
    until: 'minutes',
    minutes: count,
    onlyInHours: false,
    hours: 'company',
    queueId: null,
    template: null,
  });

it(
  'two messages at once start one run of a ticket [FL-08]',
  async () => {
    const bot = await service.createBot();
    await service.publish(bot, flow([question('q', 'nome')]), { phrase: 'oi', mode: 'starts' });
    const races = times(1000, 40);
    const numbers = Array.from({ length: races }, (_, n) => `5511970${String(n).padStart(6, '0')}`);
    for (let from = 0; from < races; from += 25)
      await Promise.all(
        numbers
          .slice(from, from + 25)
          .flatMap((number) => [1, 2].map(() => bot.sendWebhook([bot.customerMessage(number, 'oi')]))),
      );
    const { rows } = await service.until(
      () =>
        service.server.asOwner.query<{ tickets: number; runs: number; messages: number }>(
          `select count(distinct m.ticket_id)::int as tickets, count(*)::int as messages,
                (select count(*)::int from flow_runs r where r.company_id = $1) as runs
           from messages m where m.company_id = $1 and not m.from_me`,
          [bot.companyId],
        ),
      ({ rows: [row] }) => row!.messages === races * 2,
    );
    expect(rows).toEqual([{ tickets: races, messages: races * 2, runs: races }]);
    figure('FL-08', 'races, tickets with more than one run', `${races}, 0`);
  },
  timeLimitMs(60),
);

it(
  'two nodes wake each run once, and never beside a human [FL-12]',
  async () => {
    const bot = await service.createBot();
    await service.publish(
      bot,
      flow([minutes('w', 60), message('m', 'Voltei'), question('q', 'nome')], ['w a m', 'm a q']),
      { phrase: 'espera' },
    );
    const count = times(10_000, 330);
    const customers = Array.from({ length: count }, () => service.createCustomer(bot));
    for (let from = 0; from < count; from += 30)
      await bot.sendWebhook(
        customers.slice(from, from + 30).map(({ number }) => bot.customerMessage(number, 'espera')),
      );
    const waiting = async () =>
      (
        await service.server.asOwner.query<{ ticket_id: number }>(
          'select ticket_id from flow_runs where company_id = $1 and wake_at is not null order by id',
          [bot.companyId],
        )
      ).rows.map((row) => row.ticket_id);
    const ticketIds = await service.until(waiting, (ids) => ids.length === count);
    service.server.clock.pass(61 * 60_000);
    const { modules } = service.server;
    const otherNode = createFlowTimers({ ...modules, onError: () => {} });
    const taken = ticketIds.filter((_, n) => n % 5 === 0);
    await Promise.all([
      modules.flowTimers.sweep(),
      otherNode.sweep(),
      ...taken.map((id) => bot.admin.request('PUT', `/tickets/${id}`, { status: 'open', userId: bot.admin.user.id })),
    ]);
    await modules.flowTimers.sweep();
    const { rows } = await service.server.asOwner.query<{ ticketId: number; times: number; isLate: boolean }>(
      `select t.id as "ticketId", count(m.id)::int as times,
            coalesce(bool_or(m.id is not null and t.status = 'open' and m.created_at > l.created_at), false) as "isLate"
       from tickets t left join messages m on m.company_id = $1 and m.ticket_id = t.id and m.body = 'Voltei'
       left join ticket_log l on l.company_id = $1 and l.ticket_id = t.id and l.type = 'open'
      where t.company_id = $1 group by t.id`,
      [bot.companyId],
    );
    expect(rows.filter(({ ticketId, times }) => (taken.includes(ticketId) ? times > 1 : times !== 1))).toEqual([]);
    expect(rows.filter(({ isLate }) => isLate)).toEqual([]);
    figure('FL-12', 'timers of two nodes, woken twice', `${count}, 0`);
  },
  timeLimitMs(60),
);
