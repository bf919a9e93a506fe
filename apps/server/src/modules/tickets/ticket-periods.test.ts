import { DAY_MS, MINUTE_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import { createPeriodHelpers } from './ticket-periods.fixture.ts';
import { accept, createTicketHelpers, put, uniqueText } from './tickets.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const { createFixture } = createTicketHelpers(() => service);
const { sql, periods, pass, broken } = createPeriodHelpers(() => service.server);
const kinds = async (id: number) => (await periods(id)).map(({ kind }) => kind);

describe('periods of a cycle', () => {
  it('keep the time of the first agent after a transfer [I1]', async () => {
    const { ana, bia, admin, companyId, customerWrites, sales, track } = await createFixture();
    const { id } = await customerWrites();
    await pass(id, 5);
    await accept(ana, id);
    await pass(id, 20);
    const transfer = { isTransfered: true, userId: bia.user.id, queueId: sales };
    expect((await put(ana, id, transfer)).statusCode).toBe(200);
    await pass(id, 7);
    await put(bia, id, { status: 'closed', sendFarewellMessage: false });
    expect(await periods(id)).toMatchObject([
      { kind: 'waiting', minutes: 5, ended_by: 'accept' },
      { kind: 'attended', user_id: ana.user.id, minutes: 20, ended_by: 'transfer' },
      { kind: 'attended', user_id: bia.user.id, minutes: 7, ended_by: 'close' },
    ]);
    expect(await track(id)).toMatchObject([{ last_user_id: bia.user.id, closed_by: 'user' }]);
    const { attendants: agents, counters } = (await admin.request('GET', '/dashboard?days=2')).json();
    const of = (userId: number) => agents.find((agent: { id: number }) => agent.id === userId);
    expect(of(ana.user.id)).toMatchObject({
      tickets: 1,
      passedOn: 1,
      avgSupportTime: expect.closeTo(20, 0),
      avgWaitTime: expect.closeTo(5, 0),
    });
    expect(of(bia.user.id)).toMatchObject({
      tickets: 1,
      passedOn: 0,
      avgSupportTime: expect.closeTo(7, 0),
      avgWaitTime: expect.closeTo(0, 0),
    });
    expect(counters).toMatchObject({
      tickets: 1,
      avgSupportTime: expect.closeTo(27, 0),
      avgWaitTime: expect.closeTo(5, 0),
    });
    expect(await broken(companyId)).toEqual([]);
  });

  it('keep the first wait after a return to the queue [I2]', async () => {
    const { ana, bia, admin, customerWrites } = await createFixture();
    const { id } = await customerWrites();
    await pass(id, 10);
    await accept(ana, id);
    await pass(id, 3);
    expect((await put(ana, id, { status: 'pending' })).statusCode).toBe(200);
    await pass(id, 30);
    await accept(bia, id);
    expect(await periods(id)).toMatchObject([
      { kind: 'waiting', minutes: 10 },
      { kind: 'attended', minutes: 3, ended_by: 'return' },
      { kind: 'waiting', minutes: 30 },
      { kind: 'attended', user_id: bia.user.id, minutes: null },
    ]);
    expect((await admin.request('GET', '/dashboard?days=2')).json().counters.avgWaitTime).toBeCloseTo(40, 0);
  });

  it('record the first reply of a human once, and every wait for one [I3]', async () => {
    const { ana, admin, customerWrites, customerMessage, sendWebhook, row, track } = await createFixture();
    const { id, number } = await customerWrites();
    expect((await row(id)).waiting_since).not.toBeNull();
    await pass(id, 10);
    await accept(ana, id);
    const send = (body: string) => ana.request('POST', `/messages/${id}`, { body });
    expect((await send('Bom dia')).statusCode).toBe(200);
    expect((await row(id)).waiting_since).toBeNull();
    const [first] = await track(id);
    expect(first).toMatchObject({ first_reply_user_id: ana.user.id, reply_waits: 1 });
    expect(first.reply_wait_s).toBeGreaterThan(590);
    expect(first.reply_wait_s).toBeLessThan(640);
    // A second message of the agent answers nothing.
    await send('Posso ajudar?');
    expect((await track(id))[0]).toMatchObject({ reply_waits: 1, first_reply_at: first.first_reply_at });
    // The customer waits again, from the first of two messages on, for another agent.
    for (const text of [uniqueText(), uniqueText()]) {
      await sendWebhook([customerMessage(number, text, { peer: createPeer(number, 'Rita') })]);
      await service.until(
        () => row(id),
        ({ last_message: last }) => last === text,
      );
      await pass(id, 2);
    }
    expect((await row(id)).waiting_since).not.toBeNull();
    await admin.request('POST', `/messages/${id}`, { body: 'Voltei' });
    expect((await row(id)).waiting_since).toBeNull();
    const [second] = await track(id);
    expect(second).toMatchObject({ first_reply_user_id: ana.user.id, reply_waits: 2 });
    expect(second.reply_wait_s - first.reply_wait_s).toBeGreaterThan(230);
    expect(second.reply_wait_s - first.reply_wait_s).toBeLessThan(280);
    const { period } = (await admin.request('GET', '/dashboard?days=2')).json();
    expect(period.firstResponse).toMatchObject({ count: 1 });
    expect(period.firstResponse.mean).toBeCloseTo(10, 0);
    expect(period.replyTime.mean).toBeCloseTo(7, 0);
    expect(period.unanswered).toBe(0);
  });

  it('belong to one rating each, also after the conversation was reopened [I4]', async () => {
    const company = await createFixture({ userRating: 'enabled' });
    await company.connection("rating_message = 'De 0 a 10?', reopen_minutes = 0");
    const { id, number } = await company.customerWrites();
    const rate = async (score: string) => {
      await company.sendWebhook([company.customerMessage(number, score)]);
      await service.until(
        () => company.row(id),
        (row) => row.status === 'closed',
      );
    };
    await accept(company.ana, id);
    await put(company.ana, id, { status: 'closed' });
    expect(await company.row(id)).toMatchObject({ status: 'nps' });
    expect(await kinds(id)).toEqual(['waiting', 'attended', 'rating']);
    await rate('9');
    const reopened = await put(company.ana, id, { status: 'open', userId: company.ana.user.id });
    expect(reopened.statusCode, reopened.body).toBe(200);
    await put(company.ana, id, { status: 'closed' });
    await rate('3');
    expect(await sql('select cycle_id, rate from user_ratings where ticket_id = $1 order by id', [id])).toEqual(
      (await company.track(id)).map(({ id: cycle }, n) => ({ cycle_id: cycle, rate: [9, 3][n] })),
    );
    const { counters } = (await company.admin.request('GET', '/dashboard?days=2')).json();
    expect(counters).toMatchObject({
      tickets: 2,
      withRating: 2,
      npsPromotersPerc: 50,
      npsDetractorsPerc: 50,
      npsScore: 0,
    });
    await expect(
      sql(
        'insert into user_ratings (company_id, ticket_id, rate, cycle_id) select company_id, ticket_id, 1, id from ticket_tracking where ticket_id = $1',
        [id],
      ),
    ).rejects.toThrow('user_ratings_cycle');
  });

  it('end with the cycle, also when a merge, a removal or a timer closes it', async () => {
    const { ana, admin, customerWrites, companyId, connection, sales, track } = await createFixture();
    const [one, other] = [await customerWrites(), await customerWrites(sales, 'Olá de novo')];
    await accept(ana, one.id);
    const merged = await admin.request('POST', `/contacts/${one.contactId}/merge`, {
      otherId: other.contactId,
      reason: 'A mesma pessoa',
    });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(await broken(companyId)).toEqual([]);
    await admin.request('DELETE', `/tickets/${one.id}`);
    expect(await broken(companyId)).toEqual([]);

    const left = await customerWrites(sales, uniqueText());
    await accept(ana, left.id);
    await connection('expires_minutes = 30');
    const { server } = service;
    server.clock.pass(31 * MINUTE_MS);
    try {
      await jobHandlers(server.modules, server)['inactivity.sweep']({});
    } finally {
      server.clock.pass(-31 * MINUTE_MS);
    }
    expect(await track(left.id)).toMatchObject([{ closed_by: 'timer', finished_at: expect.any(Date) }]);
    expect((await periods(left.id)).at(-1)).toMatchObject({
      kind: 'attended',
      user_id: ana.user.id,
      ended_by: 'close',
    });
    expect(await broken(companyId)).toEqual([]);
  });

  it('count the first response against the target of the queue, in business hours', async () => {
    const { ana, admin, customerWrites, sales, support, track } = await createFixture();
    expect((await admin.request('PUT', `/queue/${sales}`, { targetMinutes: 15 })).json().targetMinutes).toBe(15);
    const answerAfter = async (minutes: number, queueId: number) => {
      const { id } = await customerWrites(queueId, uniqueText());
      await pass(id, minutes);
      await accept(queueId === sales ? ana : admin, id);
      await (queueId === sales ? ana : admin).request('POST', `/messages/${id}`, { body: 'Oi' });
      return (await track(id))[0].is_in_time as boolean | null;
    };
    expect(await answerAfter(10, sales)).toBe(true);
    expect(await answerAfter(20, sales)).toBe(false);
    expect(await answerAfter(20, support)).toBeNull();
    const { period } = (await admin.request('GET', '/dashboard?days=2')).json();
    expect(period).toMatchObject({ withinTarget: 50, withTarget: 2 });
    // Closed all week: no business hour has passed.
    await admin.request('PUT', '/companySettings', { column: 'scheduleType', data: 'company' });
    const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
      weekday: weekdayEn,
      weekdayEn,
      startTimeA: '00:00',
      endTimeA: '00:00',
      startTimeB: '',
      endTimeB: '',
    }));
    await sql('update companies set schedules = $2 where company_id = $1', [admin.companyId, JSON.stringify(week)]);
    service.server.modules.db.invalidate(admin.companyId);
    expect(await answerAfter(20, sales)).toBe(true);
  });
});

describe('past cycles', () => {
  it('get periods from the log; what it does not contain is unknown', async () => {
    const { ana, bia, admin, customerWrites, companyId, sales } = await createFixture();
    const { id } = await customerWrites();
    await accept(ana, id);
    await put(ana, id, { isTransfered: true, userId: bia.user.id, queueId: sales });
    await put(bia, id, { status: 'closed', sendFarewellMessage: false });
    const [{ id: cycleId }] = await sql('select id from ticket_tracking where ticket_id = $1', [id]);
    const before = await periods(id);
    await sql('delete from ticket_periods where cycle_id = $1', [cycleId]);
    await sql('update ticket_tracking set has_periods = false, last_user_id = null where id = $1', [cycleId]);
    await service.server.modules.pastPeriods.build(1);
    const built = await periods(id);
    expect(built.at(-1)).toMatchObject({ kind: 'attended', user_id: bia.user.id, ended_by: 'close' });
    expect(built.filter(({ kind }) => kind === 'attended')).toHaveLength(
      before.filter(({ kind }) => kind === 'attended').length,
    );
    expect(built[0]).toMatchObject({ kind: 'unknown' });
    expect(await broken(companyId)).toEqual([]);
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const range = `dateFrom=${day(Date.now() - 2 * DAY_MS)}&dateTo=${day(Date.now() + DAY_MS)}`;
    const { lines } = (await admin.request('GET', `/dashboard/check?${range}`)).json();
    expect(lines.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
  });
});
