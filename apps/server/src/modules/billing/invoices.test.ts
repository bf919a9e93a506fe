import { addMonths } from '@balcao/domain/billing/due-date';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { describe, expect, it } from 'vitest';
import { openSocket } from '../../../test/sockets.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import { dayFromNow, setDaysLeft } from '../../../test/subscriptions.ts';
import { billing, statusAndError } from './billing.fixture.ts';

let server: TestServer;
let given: Awaited<ReturnType<typeof billing>>;
shareServer(
  () => startTestServer({ open: true }),
  async (started) => {
    server = started;
    given = await billing(server);
  },
);

describe('invoices of a company', () => {
  it('are listed with plan, quantities, amount, due date and status [M-298]', async () => {
    const { admin } = await given.createBilled({ daysLeft: 4, plan: { users: 7, connections: 3, queues: 5 } });
    const answer = (await admin.request('GET', '/invoices/all?searchParam=&pageNumber=1')).json();
    expect(answer).toMatchObject({ count: 1, hasMore: false });
    expect(answer.invoices[0]).toMatchObject({
      companyId: admin.companyId,
      number: expect.stringMatching(/^\d{4}-\d{6}$/),
      kind: 'renewal',
      detail: expect.stringMatching(/^Plano/),
      status: 'open',
      state: 'open',
      value: 99,
      discount: 0,
      users: 7,
      connections: 3,
      queues: 5,
      months: 1,
      dueDay: dayFromNow(server, 4),
      isOverdue: false,
      isBeingPaid: false,
    });
  });

  it('are found by plan and number, and void ones are hidden', async () => {
    const { admin, invoice } = await given.createBilled();
    const find = async (text: string) =>
      (await admin.request('GET', `/invoices/all?searchParam=${encodeURIComponent(text)}`)).json().count;
    expect([await find(invoice.number), await find(invoice.detail.toUpperCase()), await find('nada_%')]).toEqual([
      1, 1, 0,
    ]);
    const superUser = given.superUser;
    const path = `/companies/${admin.companyId}/invoices`;
    await superUser.request('POST', `${path}/${invoice.id}/void`, { reason: 'Cobrada por engano' });
    expect(await given.invoicesOf(admin)).toEqual([]);
    expect(statusAndError(await admin.request('GET', `/invoices/${invoice.id}`))).toEqual([
      404,
      'ERR_NO_INVOICE_FOUND',
    ]);
    expect((await superUser.request('GET', path)).json().invoices).toMatchObject([
      { id: invoice.id, state: 'void', reason: 'Cobrada por engano' },
    ]);
  });

  it('that were voided are not issued again for the same day, except by a change of what is billed', async () => {
    const { admin, invoice } = await given.createBilled();
    const path = `/companies/${admin.companyId}`;
    await given.superUser.request('POST', `${path}/invoices/${invoice.id}/void`, { reason: 'Acordo com o cliente' });
    await given.issue();
    expect(await given.invoicesOf(admin)).toEqual([]);
    const discount = { kind: 'percent', value: 10, invoices: 1 };
    await given.superUser.request('PUT', `${path}/discount`, { discount });
    expect(await given.invoicesOf(admin)).toMatchObject([{ dueDay: invoice.dueDay, value: 89.1 }]);
  });

  it('are overdue from the day after the due day on [M-299]', async () => {
    const { admin: today } = await given.createBilled({ daysLeft: 0 });
    const { admin: late } = await given.createBilled({ daysLeft: -1 });
    expect(await given.openInvoice(today)).toMatchObject({ status: 'open', isOverdue: false });
    expect(await given.openInvoice(late)).toMatchObject({ status: 'open', isOverdue: true });
  });

  it('are read by any user and hidden from other companies', async () => {
    const { admin, invoice } = await given.createBilled();
    const agent = await server.createAgent(admin.companyId);
    const otherAdmin = await server.createAdmin();
    expect((await agent.request('GET', `/invoices/${invoice.id}`)).json()).toMatchObject({
      id: invoice.id,
      charges: [],
    });
    for (const path of [`/invoices/${invoice.id}`, `/invoices/${invoice.id}/price`])
      expect(statusAndError(await otherAdmin.request('GET', path))).toEqual([404, 'ERR_NO_INVOICE_FOUND']);
    expect(statusAndError(await otherAdmin.request('POST', `/invoices/${invoice.id}/check`))).toEqual([
      404,
      'ERR_NO_INVOICE_FOUND',
    ]);
  });
});

describe('issuing invoices', () => {
  it('begins 20 days before the due date, once for each due day', async () => {
    const [early, due, late] = [
      await server.createAdmin({ plan: { amountCents: 5000 } }),
      await server.createAdmin({ plan: { amountCents: 5000 } }),
      await server.createAdmin({ plan: { amountCents: 5000 } }),
    ];
    await setDaysLeft(server, early.companyId, 21);
    await setDaysLeft(server, due.companyId, 20);
    await setDaysLeft(server, late.companyId, -40);
    await given.issue();
    expect(await given.issue()).toBe(0);
    const counts = [];
    for (const admin of [early, due, late]) counts.push((await given.invoicesOf(admin)).length);
    expect(counts).toEqual([0, 1, 1]);
  });

  it('leaves the owner, inactive and deleted companies alone', async () => {
    const owner = given.superUser;
    await setDaysLeft(server, owner.companyId, 2);
    const [inactive, deleted] = [await server.createAdmin(), await server.createAdmin()];
    for (const { companyId } of [inactive, deleted]) await setDaysLeft(server, companyId, 2);
    const change = (companyId: number, to: Parameters<typeof server.modules.companies.change>[1]) =>
      server.db.inCompany(companyId, (tx) => server.modules.companies.change(tx, to));
    await change(inactive.companyId, { isActive: false });
    await change(deleted.companyId, { deleteAt: new Date(Date.now() + 1e9) });
    await given.issue();
    const { rowCount } = await server.asOwner.query('select from invoices where company_id = any($1)', [
      [owner.companyId, inactive.companyId, deleted.companyId],
    ]);
    expect(rowCount).toBe(0);
  });

  it('gives numbers without gaps, also when several nodes issue at once and a transaction fails', async () => {
    const admins = [];
    for (let n = 0; n < 12; n++) admins.push(await server.createAdmin({ plan: { amountCents: 5000 } }));
    for (const { companyId } of admins) await setDaysLeft(server, companyId, 3);
    await Promise.all([given.issue(), given.issue(), given.issue()]);
    for (const admin of admins) expect(await given.invoicesOf(admin)).toHaveLength(1);
    const { rows } = await server.asOwner.query<{ n: number; last: number; all: number }>(
      `select count(*)::int as n, (select last_number from invoice_counters) as last,
              count(distinct number)::int as all from invoices`,
    );
    expect(rows[0]).toMatchObject({ last: rows[0]!.n, all: rows[0]!.n });
  });

  it('takes the price of the plan at that time; the database refuses to change it later', async () => {
    const { admin, invoice } = await given.createBilled();
    const changing = server.db.inCompany(admin.companyId, (tx) =>
      tx.query({ name: 'test.cheaper', text: 'update invoices set cents = 1 where company_id = $1 and id = $2' }, [
        admin.companyId,
        invoice.id,
      ]),
    );
    await expect(changing).rejects.toThrow(/permission denied/);
  });

  it('pays an invoice that costs nothing at once', async () => {
    const admin = await server.createAdmin({ plan: { amountCents: 0 } });
    await setDaysLeft(server, admin.companyId, 5);
    const before = await given.dueDayOf(admin);
    await given.issue();
    expect(await given.invoicesOf(admin)).toMatchObject([{ status: 'paid', value: 0 }]);
    expect(await given.dueDayOf(admin)).toBe(addMonths(before, 1));
  });

  it('replaces an open renewal when the due date was moved', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    await setDaysLeft(server, admin.companyId, 10);
    await given.issue();
    const open = await given.openInvoice(admin);
    expect(open.dueDay).toBe(dayFromNow(server, 10));
    expect(open.id).not.toBe(invoice.id);
    expect(await given.invoicesOf(admin)).toHaveLength(1);
  });
});

describe('a paid invoice', () => {
  it('extends the subscription by its months, once, and updates every screen [M-028] [M-304]', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    const agent = await server.createAgent(admin.companyId);
    const screen = await openSocket(server, agent);
    const paid = await given.settle(admin, invoice);
    expect(paid.json()).toMatchObject({ status: 'paid', state: 'paid', paidWith: 'manual' });
    const dueDay = addMonths(dayFromNow(server, 4), 1);
    expect(await given.dueDayOf(admin)).toBe(dueDay);
    const message = await screen.waitFor('payment');
    expect(message).toMatchObject({
      action: 'CONCLUIDA',
      company: { id: admin.companyId, dueDate: expect.stringContaining('Z') },
      invoice: { id: invoice.id, number: invoice.number },
    });
    expect(statusAndError(await given.settle(admin, invoice))).toEqual([409, 'ERR_INVOICE_NOT_OPEN']);
    expect(await given.dueDayOf(admin)).toBe(dueDay);
    screen.close();
  });

  it('extends once when two super users settle it at the same time', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => given.settle(admin, invoice)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3);
    expect(await given.dueDayOf(admin)).toBe(addMonths(dayFromNow(server, 4), 1));
  });

  it('unblocks an expired company with the next request and activates it if it was deactivated as overdue', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: -3 });
    expect((await admin.request('GET', '/users')).statusCode).toBe(402);
    await server.db.inCompany(admin.companyId, (tx) =>
      server.modules.companies.change(tx, { isActive: false, isDeactivatedAsOverdue: true }),
    );
    expect((await given.settle(admin, invoice)).statusCode).toBe(200);
    expect((await admin.request('GET', '/users')).statusCode).toBe(200);
    expect(await given.dueDayOf(admin)).toBe(addMonths(dayFromNow(server, -3), 1));
  });

  it('does not restore a deleted company, which is active when it is restored', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: -3 });
    const { companies } = server.modules;
    const change = (fields: Parameters<typeof companies.change>[1]) =>
      server.db.inCompany(admin.companyId, (tx) => companies.change(tx, fields));
    const deleteAt = new Date(+server.clock.now() + DAY_MS);
    await change({ isActive: false, isDeactivatedAsOverdue: true, wasActive: false, deleteAt });
    expect((await given.settle(admin, invoice)).statusCode).toBe(200);
    expect((await admin.request('GET', '/users')).statusCode).toBe(401);
    const restored = await given.superUser.request('POST', `/companies/${admin.companyId}/restore`);
    expect(restored.json()).toMatchObject({ status: true, deleteAt: null });
  });

  it('refuses a reference that was recorded before', async () => {
    const [first, second] = [await given.createBilled(), await given.createBilled()];
    expect((await given.settle(first.admin, first.invoice, 'comprovante 77')).statusCode).toBe(200);
    expect(statusAndError(await given.settle(second.admin, second.invoice, 'comprovante 77'))).toEqual([
      409,
      'ERR_PAYMENT_REFERENCE_TAKEN',
    ]);
    expect(await given.openInvoice(second.admin)).toMatchObject({ state: 'open' });
  });

  it('is taken back by a refund', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    await given.settle(admin, invoice);
    const { events } = server.modules.billing;
    await server.db.inCompany(admin.companyId, async (tx) => {
      const row = (await events.lockInvoice(tx, invoice.id))!;
      await events.applyInvoiceEvent(tx, row, { event: 'refunded', at: server.clock.now() });
    });
    expect(await given.dueDayOf(admin)).toBe(dayFromNow(server, 4));
    expect(await given.invoicesOf(admin)).toMatchObject([{ state: 'refunded', status: 'paid' }]);
    // The due day has no live renewal any more.
    await given.issue();
    expect(await given.openInvoice(admin)).toMatchObject({ dueDay: dayFromNow(server, 4) });
  });

  it('is due again when the money of an earlier renewal is returned', async () => {
    // A month paid from here ends within the days in which the next renewal is issued.
    const { admin, invoice: first } = await given.createBilled({ daysLeft: -25 });
    await given.settle(admin, first);
    const secondDue = await given.dueDayOf(admin);
    await given.issue();
    const second = await given.openInvoice(admin);
    expect(second.dueDay).toBe(secondDue);
    await given.settle(admin, second);
    const { events } = server.modules.billing;
    await server.db.inCompany(admin.companyId, async (tx) => {
      const row = (await events.lockInvoice(tx, first.id))!;
      await events.applyInvoiceEvent(tx, row, { event: 'refunded', at: server.clock.now() });
    });
    expect(await given.dueDayOf(admin)).toBe(secondDue);
    await given.issue();
    const open = await given.openInvoice(admin);
    expect(open).toMatchObject({ dueDay: secondDue, kind: 'renewal' });
    expect(open.id).not.toBe(second.id);
  });

  it('whose time is before its invoice extends the subscription all the same', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    const { events } = server.modules.billing;
    // Asaas names only the day of a payment, so that its time may be before the due day was set.
    const at = new Date(+server.clock.now() - 5 * 3_600_000);
    await server.db.inCompany(admin.companyId, async (tx) => {
      const row = (await events.lockInvoice(tx, invoice.id))!;
      await events.applyInvoiceEvent(tx, row, { event: 'paid', at, paidWith: 'asaas' });
    });
    expect(await given.dueDayOf(admin)).toBe(addMonths(dayFromNow(server, 4), 1));
  });

  it('whose time is still to come is not counted again on a day that was set after it', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    const { events } = server.modules.billing;
    // Asaas names only the day of a payment, for which noon is taken: it may be hours away.
    const at = new Date(+server.clock.now() + 3 * 3_600_000);
    await server.db.inCompany(admin.companyId, async (tx) => {
      const row = (await events.lockInvoice(tx, invoice.id))!;
      await events.applyInvoiceEvent(tx, row, { event: 'paid', at, paidWith: 'asaas' });
    });
    const day = dayFromNow(server, 60);
    await given.superUser.request('POST', `/companies/${admin.companyId}/due-day`, { day, reason: 'Combinado' });
    expect(await given.dueDayOf(admin)).toBe(day);
  });

  it.each(['paid', 'paid-otherwise'] as const)('holds a second payment: %s', async (event) => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    await given.settle(admin, invoice);
    const before = await given.dueDayOf(admin);
    const { events } = server.modules.billing;
    const outcome = await server.db.inCompany(admin.companyId, async (tx) => {
      const row = (await events.lockInvoice(tx, invoice.id))!;
      return events.applyInvoiceEvent(tx, row, { event, at: server.clock.now(), paidWith: 'efi' });
    });
    expect(outcome).toEqual({ state: 'paid', isHeld: true });
    expect(await given.dueDayOf(admin)).toBe(before);
  });
});
