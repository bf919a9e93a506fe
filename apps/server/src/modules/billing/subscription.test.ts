import { addMonths } from '@balcao/domain/billing/due-date';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { describe, expect, it } from 'vitest';
import { openSocket } from '../../../test/sockets.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import { dayFromNow, setDaysLeft } from '../../../test/subscriptions.ts';
import { addressHash } from '../../infrastructure/mail/outgoing-mails.ts';
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

describe('the subscription of a company', () => {
  it('shows plan, days left, quantities and billing e-mail [M-306]', async () => {
    const admin = await server.createAdmin({ plan: { users: 9, connections: 2, queues: 4, amountCents: 9900 } });
    await server.createUser(admin.companyId);
    const shown = async () => (await admin.request('GET', '/subscription')).json();
    expect(await shown()).toMatchObject({
      state: 'trial',
      recurrence: 'MENSAL',
      used: { users: 2, connections: 0, queues: 0 },
      allowed: { users: 9, connections: 2, queues: 4 },
      discount: null,
      nextPlan: null,
      email: admin.email,
      openInvoice: null,
      methods: [],
    });
    await setDaysLeft(server, admin.companyId, 25);
    expect(await shown()).toMatchObject({ state: 'active', daysLeft: 25, nextInvoiceDay: dayFromNow(server, 5) });
    await setDaysLeft(server, admin.companyId, 0);
    expect(await shown()).toMatchObject({ state: 'endsToday', daysLeft: 0 });
    await setDaysLeft(server, admin.companyId, -2);
    expect(await shown()).toMatchObject({ state: 'overdue', daysLeft: -2 });
    await given.issue();
    expect(await shown()).toMatchObject({ openInvoice: { value: 99, isOverdue: true }, nextInvoiceDay: null });
  });

  it('of the platform owner has no end', async () => {
    const owner = given.superUser;
    expect((await owner.request('GET', '/subscription')).json()).toMatchObject({
      state: 'unlimited',
      nextInvoiceDay: null,
    });
    const path = `/companies/${owner.companyId}`;
    for (const [method, call, body] of [
      ['POST', 'due-day', { addDays: 1, reason: 'Cortesia' }],
      ['PUT', 'discount', { discount: null }],
    ] as const)
      expect(statusAndError(await owner.request(method, `${path}/${call}`, body))).toEqual([409, 'ERR_OWNER_COMPANY']);
  });
});

describe('grace days', () => {
  it('delay what an expired company may no longer do, and nothing else', async () => {
    const owner = given.superUser;
    const { admin } = await given.createBilled({ daysLeft: -2 });
    expect((await admin.request('GET', '/users')).statusCode).toBe(402);
    await owner.request('PUT', '/settings/graceDays', { value: '5' });
    expect((await admin.request('GET', '/users')).statusCode).toBe(200);
    expect((await admin.request('GET', '/auth/me')).json().user.company.expired).toBe(false);
    const { state, dueDate, worksUntil } = (await admin.request('GET', '/subscription')).json();
    expect([state, +new Date(worksUntil) - +new Date(dueDate)]).toEqual(['grace', 5 * DAY_MS]);
    expect(await given.openInvoice(admin)).toMatchObject({ isOverdue: true });
    await owner.request('PUT', '/settings/graceDays', { value: '1' });
    expect((await admin.request('GET', '/users')).statusCode).toBe(402);
    await owner.request('PUT', '/settings/graceDays', { value: '' });
  });

  it('end before a company is deactivated, which happens only if the owner set the days', async () => {
    const owner = given.superUser;
    const [late, later] = [await given.createBilled({ daysLeft: -8 }), await given.createBilled({ daysLeft: -11 })];
    const { issuing } = server.modules.billing;
    await issuing.deactivateOverdue();
    expect((await later.admin.request('GET', '/subscription')).statusCode).toBe(200);
    await owner.request('PUT', '/settings/deactivateAfterDays', { value: '10' });
    await issuing.deactivateOverdue();
    await owner.request('PUT', '/settings/deactivateAfterDays', { value: '' });
    expect((await late.admin.request('GET', '/subscription')).statusCode).toBe(200);
    expect(statusAndError(await later.admin.request('GET', '/subscription'))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    await given.settle(later.admin, later.invoice);
    expect((await later.admin.request('GET', '/users')).statusCode).toBe(200);
  });
});

describe('an open socket of an expired company', () => {
  it('receives the payment and nothing else', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: -1 });
    const screen = await openSocket(server, admin);
    const tags = (name: string) =>
      server.modules.tags.create(server.modules.access.authenticator.asAdmin(admin.companyId, admin.user.id), {
        name,
        color: '#123456',
        isLane: false,
      });
    await tags('Antes');
    // Events are published in their order: after this one the tag of before is published too.
    const other = await server.createAdmin();
    const otherScreen = await openSocket(server, other);
    await other.request('POST', '/tags', { name: 'Outra empresa' });
    await otherScreen.waitFor('tag');
    otherScreen.close();
    await given.settle(admin, invoice);
    expect(await screen.waitFor('payment')).toMatchObject({ action: 'CONCLUIDA' });
    expect(screen.received.some(({ name }) => name.endsWith('-tag'))).toBe(false);
    await tags('Depois');
    expect(await screen.waitFor('tag')).toMatchObject({ tag: { name: 'Depois' } });
    screen.close();
  });
});

describe('a super user', () => {
  const path = (companyId: number, call: string) => `/companies/${companyId}/${call}`;

  it('adds days or sets the day with a reason, which the timeline shows', async () => {
    const owner = given.superUser;
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    const set = (body: object) => owner.request('POST', path(admin.companyId, 'due-day'), body);
    expect((await set({ addDays: 3, reason: 'Cortesia pela falha' })).json()).toMatchObject({
      dueDay: dayFromNow(server, 7),
      openInvoice: { dueDay: dayFromNow(server, 7), value: 99 },
    });
    expect(await given.invoicesOf(admin)).toHaveLength(1);
    const shown = (await set({ day: '2031-05-31', reason: 'Contrato anual' })).json();
    expect(shown).toMatchObject({ dueDay: '2031-05-31', openInvoice: null });
    expect(shown.timeline.slice(0, 1)).toMatchObject([
      {
        kind: 'set',
        day: '2031-05-31',
        reason: 'Contrato anual',
        validUntil: '2031-05-31',
        user: { name: owner.user.name },
      },
    ]);
    expect(shown.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['start', 'set', 'issued', 'voided']),
    );
    expect((await set({ reason: 'Sem dia' })).statusCode).toBe(400);
    expect((await set({ addDays: 1 })).statusCode).toBe(400);
    expect(statusAndError(await given.settle(admin, invoice))).toEqual([409, 'ERR_INVOICE_NOT_OPEN']);
  });

  it('sees that the mail server refused the billing e-mail', async () => {
    const admin = await server.createAdmin();
    const shown = async () =>
      (await given.superUser.request('GET', path(admin.companyId, 'subscription'))).json().emailError;
    expect(await shown()).toBeNull();
    const at = new Date('2026-11-01T12:00:00Z');
    await server.asOwner.query('insert into undeliverable_addresses (address_hash, error, at) values ($1, $2, $3)', [
      addressHash(admin.email),
      '550 no such user',
      at,
    ]);
    expect(await shown()).toEqual({ at: at.toISOString(), message: '550 no such user' });
  });

  it('gives a discount for a number of invoices', async () => {
    const owner = given.superUser;
    const { admin } = await given.createBilled({ daysLeft: 4 });
    const discount = { kind: 'percent', value: 10, invoices: 2 };
    const shown = (await owner.request('PUT', path(admin.companyId, 'discount'), { discount })).json();
    expect(shown).toMatchObject({ discount, openInvoice: { value: 89.1, discount: 9.9 } });
    for (const [days, value] of [89.1, 89.1, 99].entries()) {
      const open = await given.openInvoice(admin);
      expect(open.value).toBe(value);
      await given.settle(admin, open);
      await setDaysLeft(server, admin.companyId, 5 + days);
      await given.issue();
    }
    expect((await admin.request('GET', '/subscription')).json().discount).toBeNull();
  });

  it.each([
    { kind: 'percent', value: 101, invoices: 1 },
    { kind: 'percent', value: 12.5, invoices: 1 },
    { kind: 'value', value: 10.001, invoices: 1 },
    { kind: 'value', value: -5, invoices: 1 },
    { kind: 'value', value: 5, invoices: 0 },
  ])('cannot give the discount %j', async (discount) => {
    const owner = given.superUser;
    const admin = await server.createAdmin();
    expect((await owner.request('PUT', path(admin.companyId, 'discount'), { discount })).statusCode).toBe(400);
  });

  it('sets limits that override the plan [PL-01] [PL-02]', async () => {
    const owner = given.superUser;
    const admin = await server.createAdmin({ plan: { users: 1, connections: 1 } });
    const draft = (n: number) => ({ name: `Pessoa ${n}`, email: `limite${n}@example.com`, password: 'senha-boa' });
    expect((await admin.request('POST', '/users', draft(1))).statusCode).toBe(400);
    const limits = (body: object) => owner.request('PUT', path(admin.companyId, 'limits'), body);
    expect((await limits({ usersLimit: 2, connectionsLimit: 5 })).json().allowed).toMatchObject({
      users: 2,
      connections: 5,
    });
    expect((await admin.request('POST', '/users', draft(2))).statusCode).toBe(200);
    expect(statusAndError(await admin.request('POST', '/users', draft(3)))).toEqual([400, 'ERR_USER_LIMIT_REACHED']);
    expect((await admin.request('GET', '/auth/me')).json().user.company.plan).toMatchObject({
      users: 2,
      connections: 5,
    });
    expect((await limits({ usersLimit: null, connectionsLimit: null })).json().allowed.users).toBe(1);
    expect((await admin.request('GET', '/users')).json().count).toBe(2);
  });

  it('is needed for every change; an admin receives 403', async () => {
    const { admin, invoice } = await given.createBilled();
    const calls = [
      ['GET', 'subscription'],
      ['GET', 'invoices'],
      ['POST', 'due-day', { addDays: 30, reason: 'Para mim' }],
      ['PUT', 'discount', { discount: { kind: 'percent', value: 100, invoices: 120 } }],
      ['PUT', 'limits', { usersLimit: 999, connectionsLimit: 999 }],
      ['POST', `invoices/${invoice.id}/settle`, { reason: 'Paguei sim', reference: 'x' }],
      ['POST', `invoices/${invoice.id}/void`, { reason: 'Não quero' }],
    ] as const;
    for (const [method, call, body] of calls)
      expect(statusAndError(await admin.request(method, path(admin.companyId, call), body)), call).toEqual([
        403,
        'ERR_NO_PERMISSION',
      ]);
    expect(await given.dueDayOf(admin)).toBe(dayFromNow(server, 4));
  });

  it('of a company that does not exist gets 404', async () => {
    const owner = given.superUser;
    expect(statusAndError(await owner.request('GET', path(999_999, 'subscription')))).toEqual([
      404,
      'ERR_NO_COMPANY_FOUND',
    ]);
    const settle = owner.request('POST', path(999_999, 'invoices/1/settle'), { reason: 'Teste', reference: 'x' });
    expect((await settle).statusCode).toBe(404);
  });
});

describe('the due date', () => {
  it('is the end of the day in the time zone of the company, and moves with it', async () => {
    const admin = await server.createAdmin();
    await setDaysLeft(server, admin.companyId, 10);
    const dueDate = async () => (await admin.request('GET', '/subscription')).json().dueDate as string;
    expect(await dueDate()).toMatch(/T02:59:59\.999Z$/);
    await admin.request('PUT', `/companies/${admin.companyId}/time-zone`, { timeZone: 'America/Manaus' });
    expect(await dueDate()).toMatch(/T03:59:59\.999Z$/);
    expect(await given.dueDayOf(admin)).toBe(dayFromNow(server, 10));
  });

  it('counts months from the anchor: 31 January, 28 February, 31 March', async () => {
    const { admin } = await given.createBilled();
    const actor = server.modules.access.authenticator.asAdmin(1, given.superUser.user.id);
    server.clock.set(new Date('2031-01-20T12:00:00Z'));
    await server.db.inCompany(admin.companyId, (tx) =>
      server.modules.companies.subscriptionEntries.add(tx, { kind: 'set', day: '2031-01-31', at: server.clock.now() }),
    );
    const days = [];
    for (let n = 0; n < 3; n++) {
      await server.modules.billing.issuing.issueAll();
      const { rows } = await server.asOwner.query<{ id: number }>(
        `select id from invoices where company_id = $1 and state = 'open'`,
        [admin.companyId],
      );
      await server.modules.billing.management.settle(actor, admin.companyId, rows[0]!.id, {
        reason: 'Pago',
        reference: `mês ${n}`,
      });
      const due = await server.asOwner.query<{ day: string }>(
        `select (due_date at time zone time_zone)::date::text as day from companies where company_id = $1`,
        [admin.companyId],
      );
      days.push(due.rows[0]!.day);
      server.clock.pass(28 * DAY_MS);
    }
    server.clock.set(new Date());
    expect(days).toEqual(['2031-02-28', '2031-03-31', '2031-04-30']);
    expect(addMonths('2031-01-31', 1)).toBe(days[0]);
  });
});
