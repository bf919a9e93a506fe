import { dateIn } from '@balcao/domain/hours/hours';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/users.ts';
import { startImportServer } from '../history-import/history-import.fixture.ts';
import { createPersonFixture, SECRET } from '../privacy/person.fixture.ts';
import { erasePerson } from '../privacy/privacy.fixture.ts';
import { runRemovals } from '../removals/removals.fixture.ts';
import { createPeriodHelpers } from '../tickets/ticket-periods.fixture.ts';
import { addDays } from './metric-days.ts';
import { metricDayStore } from './metric-days.store.ts';
import { daysOf } from './numbers.ts';

const ZONE = 'America/Sao_Paulo';
const DAYS = 4;
let service: Awaited<ReturnType<typeof startImportServer>>;
beforeAll(async () => {
  service = await startImportServer();
});
afterAll(() => service.server.stop());

const { sql, pass } = createPeriodHelpers(() => service.server);
const today = () => dateIn(ZONE, service.server.clock.now());
const range = () => ({ from: addDays(today(), -DAYS - 1), to: today() });

/** Everything of the company happened some days ago, the messages a day after the rest, and those days are stored. */
async function passDays(companyId: number) {
  for (const { id } of await sql('select id from tickets where company_id = $1', [companyId]))
    await pass(id, DAYS * 1440);
  for (const [table, days] of [
    ['contacts', DAYS],
    ['messages', DAYS - 1],
  ])
    await sql(`update ${table} set created_at = created_at - make_interval(days => $2) where company_id = $1`, [
      companyId,
      days,
    ]);
  await storeDays(companyId);
}
async function storeDays(companyId: number) {
  await service.server.modules.metricDays.step(companyId);
  while (await service.server.modules.metricDays.step(companyId));
}
/** Stored days that are not marked and yet differ from a recount. */
const staleDays = (companyId: number): Promise<string[]> =>
  service.server.db.inCompany(companyId, async (tx) => {
    const { builtFrom, builtTo } = (await metricDayStore.work(tx))!;
    const stale: string[] = [];
    for (const day of daysOf(builtFrom!, builtTo!)) {
      const isMarked = (await metricDayStore.marks(tx, day)).length > 0;
      if (!isMarked && (await metricDayStore.differences(tx, day, ZONE)) > 0) stale.push(day);
    }
    return stale;
  });
const numbersOf = async (admin: Caller) => {
  const { from, to } = range();
  const {
    counters,
    period,
    attendants: agents,
  } = (await admin.request('GET', `/dashboard?date_from=${from}&date_to=${to}`)).json();
  const { lines } = (await admin.request('GET', `/dashboard/check?dateFrom=${from}&dateTo=${to}`)).json();
  expect(lines.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
  return { counters, period, agents };
};

it('are stored back to a contact who came before all of them', async () => {
  const { companyId } = await service.createConnectedCompany({});
  await sql(`insert into contacts (company_id, name) values ($1, 'Rita')`, [companyId]);
  await passDays(companyId);
  const builtFrom = () =>
    service.server.db.inCompany(companyId, async (tx) => (await metricDayStore.work(tx))!.builtFrom);
  const first = (await builtFrom())!;
  expect(first).toBe(addDays(today(), -DAYS));
  await sql(
    `insert into contacts (company_id, name, created_at) select company_id, 'Davi', created_at - interval '2 days'
       from contacts where company_id = $1`,
    [companyId],
  );
  await storeDays(companyId);
  expect(await builtFrom()).toBe(addDays(first, -2));
});

describe('stored days equal a recount', () => {
  it('after a person is erased, whose conversations still count, without the name', async () => {
    const person = await createPersonFixture(service, '5500987651077');
    const { admin, companyId } = person;
    await admin.request('PUT', `/tickets/${person.ticketId}`, { status: 'closed', sendFarewellMessage: false });
    await passDays(companyId);
    const before = await numbersOf(admin);
    expect(before.counters).toMatchObject({ tickets: 1, supportFinished: 1, leads: 1 });
    await erasePerson(service, person);
    expect(await staleDays(companyId)).toEqual([]);
    const erased = await numbersOf(admin);
    // The messages are deleted, and a person who no longer exists is no new contact.
    expect(erased.counters).toEqual({ ...before.counters, leads: 0 });
    expect(erased.agents).toEqual(before.agents);
    expect(erased.period).toMatchObject({ received: 0, sent: 0, supportTime: before.period.supportTime });
    await storeDays(companyId);
    expect(await numbersOf(admin)).toEqual(erased);
    const { from, to } = range();
    const report = await admin.request('GET', `/ticketreport/reports?by=cycle&dateFrom=${from}&dateTo=${to}`);
    expect(report.json().tickets).toHaveLength(1);
    expect(report.body).not.toContain(SECRET);
  });

  it('after an import of history, which counts neither conversations nor messages', async () => {
    const { importRequest, save, oldMessage, waitForStored, ...company } = await service.createImport();
    const { admin, companyId } = company;
    await company.openTicket('5500961120001', 'há dias');
    await passDays(companyId);
    const before = await numbersOf(admin);
    expect(before).toMatchObject({ counters: { tickets: 1, leads: 1 }, period: { received: 1 } });
    await save(importRequest);
    await company.sendWebhook([
      oldMessage('5500961120001', 'antiga de quem fala', 3),
      oldMessage('5500961120002', 'antiga', DAYS),
      oldMessage('5500961120002', 'resposta antiga', 3, { fromMe: true }),
    ]);
    await waitForStored(3);
    await company.runImport();
    await service.until(company.messages, (rows) => rows.length === 4);
    expect(await staleDays(companyId)).toEqual([]);
    expect(await numbersOf(admin)).toEqual(before);
    // What the customer writes from now on is no history.
    await company.sendWebhook([company.customerMessage('5500961120002', 'bom dia')]);
    await service.until(company.messages, (rows) => rows.length === 5);
    const after = await numbersOf(admin);
    expect(after.counters).toEqual(before.counters);
    expect(after.period).toMatchObject({ received: 2, sent: before.period.sent });
  });

  it('after queues, users, contacts and connections are removed', async () => {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled', userRating: 'disabled' });
    const { admin, companyId, connectionId } = company;
    const queue = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#112233' })).json<{ id: number }>();
    const agent = await service.server.createAgent(companyId, { queueIds: [queue.id] });
    const handed = await company.openTicket('5500961130001', 'oi 1');
    const closed = await company.openTicket('5500961130002', 'oi 2');
    const third = await company.openTicket('5500961130003', 'oi 3');
    await admin.request('PUT', `/tickets/${handed.id}`, {
      isTransfered: true,
      userId: agent.user.id,
      queueId: queue.id,
    });
    await admin.request('PUT', `/tickets/${closed.id}`, { status: 'closed', sendFarewellMessage: false });
    await passDays(companyId);
    const remove = async (path: string) => {
      const removed = await admin.request('DELETE', path);
      expect(removed.statusCode, removed.body).toBeLessThan(300);
      await runRemovals(service.server, companyId);
      expect(await staleDays(companyId), path).toEqual([]);
      const live = await numbersOf(admin);
      await storeDays(companyId);
      expect(await numbersOf(admin), path).toEqual(live);
      return live.counters.tickets as number;
    };
    expect(await remove(`/queue/${queue.id}`)).toBe(3);
    expect(await remove(`/users/${agent.user.id}`)).toBe(3);
    expect(await remove(`/contacts/${handed.contactId}`)).toBe(2);
    expect(await remove(`/tickets/${third.id}`)).toBe(1);
    expect(await remove(`/whatsapp/${connectionId}`)).toBe(1);
  });
});
