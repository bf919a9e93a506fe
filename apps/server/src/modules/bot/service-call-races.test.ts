import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../../test/case-counts.ts';
import { figure, timeLimitMs, times } from '../../../test/fixtures/scale.ts';
import { startServiceServer, type ServiceServer } from './service-calls.fixture.ts';

// An answer of a service and an agent at the same time. The order comes from the seed of the run.

let service: ServiceServer;
beforeAll(async () => {
  service = await startServiceServer();
});
afterAll(() => service.stop());
const random = createRandom();
/** At once; as many as a company may call. */
const SLICE = 10;

it(
  'after an agent accepted the conversation the bot says nothing, whenever the answer comes [FL-09]',
  async () => {
    const { bot } = await service.createPromptBot();
    await bot.admin.request('PUT', '/ai-usage/ceilings', {
      monthCents: null,
      callsPerDay: null,
      turnsPerConversation: 20,
      callsPerContactHour: 1000,
    });
    const races = times(1000, 20);
    for (let done = 0; done < races; done += SLICE) {
      const customers = Array.from({ length: Math.min(SLICE, races - done) }, () => service.createCustomer(bot));
      for (const customer of customers) await customer.send('Oi');
      const delayMs = Math.floor(random() * 40);
      await service.simulator.control.fault('openai', { type: 'slow', delayMs });
      const ids = await Promise.all(customers.map(async (customer) => (await customer.ticket()).id));
      await service.pass(1600);
      await Promise.all(
        ids.map(async (id) => {
          await new Promise((resolve) => setTimeout(resolve, Math.floor(random() * 60)));
          const answer = await bot.admin.request('PUT', `/tickets/${id}`, {
            status: 'open',
            userId: bot.admin.user.id,
          });
          expect(answer.statusCode, answer.body).toBe(200);
        }),
      );
      await service.settle();
    }
    const [counted] = await service.rowsOf<Record<'late' | 'tickets' | 'unsettled' | 'doubled' | 'miscounted', number>>(
      `select (select count(*)::int from messages m
                 join ticket_log l on l.company_id = $1 and l.ticket_id = m.ticket_id and l.type = 'open'
                where m.company_id = $1 and m.origin = 'bot' and m.created_at > l.created_at) as late,
              (select count(*)::int from tickets where company_id = $1 and status = 'open') as tickets,
              (select count(*)::int from flow_calls where company_id = $1 and finished_at is null) as unsettled,
              (select count(*)::int from (select ticket_id from messages where company_id = $1 and origin = 'bot'
                group by ticket_id having count(*) > 1) d) as doubled,
              (select count(*)::int from flow_runs r where r.company_id = $1 and (r.state ->> 'seq')::int <> (
                select count(*) from flow_steps s where s.company_id = $1 and s.run_id = r.id)) as miscounted`,
      [bot.companyId],
    );
    figure('FL-09', 'races of accept and answer, messages of the bot afterwards', `${races}, ${counted!.late}`);
    expect(counted).toEqual({ late: 0, tickets: races, unsettled: 0, doubled: 0, miscounted: 0 });
  },
  timeLimitMs(120),
);
