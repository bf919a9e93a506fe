import { addMonths, daysBetween } from '@balcao/domain/billing/due-date';
import { describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import { dayFromNow, setDaysLeft } from '../../../test/subscriptions.ts';
import type { Caller } from '../../../test/users.ts';
import { billing, CPF, startBillingServer, statusAndError } from './billing.fixture.ts';

let server: TestServer;
let given: Awaited<ReturnType<typeof billing>>;
shareServer(startBillingServer, async (started) => {
  server = started;
  given = await billing(server);
});

const form = { firstName: 'Helena Prado', zipcode: CPF, address2: 'Rua Um, 10', city: 'Santos', state: 'SP' };
const pay = (caller: Caller, invoiceId: number, more: object = {}) =>
  caller.request('POST', '/subscription', { ...form, invoiceId, price: 99, users: 3, connections: 3, ...more });
const priceOf = async (admin: Caller, invoiceId: number, query: string) =>
  admin.request('GET', `/invoices/${invoiceId}/price?${query}`);

describe('the price of a checkout', () => {
  it('is the invoice, another public plan or a custom size, computed by the server [M-302] [PY-04]', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    const larger = await given.createPlan({ amountCents: 24_900, users: 20 });
    const price = async (query: string) => (await priceOf(admin, invoice.id, query)).json();
    expect(await price('')).toMatchObject({
      value: 99,
      replaces: false,
      validUntil: addMonths(dayFromNow(server, 4), 1),
      tooSmallFor: [],
    });
    expect(await price(`choice=plan&planId=${larger.id}`)).toMatchObject({ value: 249, users: 20, replaces: true });
    expect(await price(`choice=plan&planId=${larger.id}&recurrence=ANUAL`)).toMatchObject({
      value: 2988,
      monthly: 249,
      months: 12,
      validUntil: addMonths(dayFromNow(server, 4), 12),
    });
    expect(await price('choice=custom&users=5&connections=4')).toMatchObject({
      value: 49 + 2 * 11 + 20,
      users: 5,
      connections: 4,
      isCustomSize: true,
    });
  });

  it('says when a plan is too small for what is used [PL-03]', async () => {
    const { admin, invoice } = await given.createBilled();
    for (let n = 0; n < 3; n++) await server.createUser(admin.companyId);
    const small = await given.createPlan({ amountCents: 1000, users: 2 });
    expect((await priceOf(admin, invoice.id, `choice=plan&planId=${small.id}`)).json().tooSmallFor).toEqual(['users']);
    expect((await priceOf(admin, invoice.id, 'choice=custom&users=3&connections=3')).json().tooSmallFor).toEqual([
      'users',
    ]);
  });

  it.each([
    ['999 users', 'choice=custom&users=999&connections=3', 'users'],
    ['2 connections', 'choice=custom&users=3&connections=2', 'connections'],
    ['half a user', 'choice=custom&users=3.5&connections=3', 'users'],
    ['an unknown plan', 'choice=plan&planId=2147483647', 'planId'],
    ['no plan', 'choice=plan', 'planId'],
  ])('is refused for %s', async (_, query, field) => {
    const { admin, invoice } = await given.createBilled();
    const answer = await priceOf(admin, invoice.id, query);
    expect([answer.statusCode, answer.json().fields?.[0]?.field], answer.body).toEqual([400, field]);
  });

  it('is refused for a plan that is not public, except the own one', async () => {
    const hidden = { amountCents: 1, isPublic: false };
    const { admin, invoice } = await given.createBilled({ plan: { isPublic: false } });
    const secret = await given.createPlan(hidden);
    expect((await priceOf(admin, invoice.id, `choice=plan&planId=${secret.id}`)).statusCode).toBe(400);
    expect((await priceOf(admin, invoice.id, `choice=plan&planId=${invoice.planId}`)).json()).toMatchObject({
      value: 99,
      replaces: false,
    });
    const offers = (await admin.request('GET', '/subscription/offers')).json();
    const ids = offers.plans.map(({ id }: { id: number }) => id);
    expect([ids.includes(invoice.planId), ids.includes(secret.id)]).toEqual([true, false]);
    expect(offers.custom).toEqual({
      min: 3,
      max: 200,
      base: 49,
      perUser: 11,
      perConnection: 20,
      users: 3,
      connections: 3,
    });
  });

  it('of a custom size follows the settings of the platform', async () => {
    const { admin, invoice } = await given.createBilled();
    const superUser = given.superUser;
    await superUser.request('PUT', '/settings/customUserPrice', { value: '15,50' });
    expect((await priceOf(admin, invoice.id, 'choice=custom&users=5&connections=3')).json().value).toBe(49 + 31);
    await superUser.request('PUT', '/settings/customUserPrice', { value: '' });
  });
});

describe('paying', () => {
  it('without a configured provider is refused, and keeps the buyer for the next try', async () => {
    const { admin, invoice } = await given.createBilled();
    expect(statusAndError(await pay(admin, invoice.id))).toEqual([409, 'ERR_NO_PAYMENT_PROVIDER']);
    expect((await admin.request('GET', `/invoices/${invoice.id}`)).json()).toMatchObject({
      value: 99,
      methods: [],
      buyer: { firstName: 'Helena Prado', zipcode: '52998224725', city: 'Santos', email: admin.email },
    });
    expect((await admin.request('GET', '/subscription')).json().buyer.firstName).toBe('Helena Prado');
  });

  it('sets the language of later mails about invoices', async () => {
    const { admin, invoice } = await given.createBilled();
    await admin.request('POST', '/subscription', { ...form, invoiceId: invoice.id }, { 'accept-language': 'es' });
    const { rows } = await server.asOwner.query(
      `select buyer ->> 'language' as language from companies where company_id = $1
        union all select buyer ->> 'language' from invoices where company_id = $1`,
      [admin.companyId],
    );
    expect(rows).toEqual([{ language: 'es' }, { language: 'es' }]);
  });

  it.each([
    ['a card number', { cardNumber: '4111111111111111' }, 'cardNumber'],
    ['a card name', { nameOnCard: 'HELENA PRADO' }, 'nameOnCard'],
    ['a card code', { cvv: '123' }, 'cvv'],
    ['a card number as the name', { firstName: '4111 1111 1111 1111' }, 'firstName'],
    ['a card number in the last name', { lastName: 'Prado 5500000000000004' }, 'lastName'],
    ['a card number in the address', { address2: 'Rua 1, 4111-1111-1111-1111' }, 'address2'],
    ['a card number in the city', { city: '340000000000009' }, 'city'],
    ['a card number in the state', { state: '4111111111111111' }, 'state'],
    ['a card number in the country', { country: '4111111111111111' }, 'country'],
    ['no name', { firstName: ' ' }, 'firstName'],
    ['a wrong CPF', { zipcode: '529.982.247-26' }, 'zipcode'],
    ['999 users', { choice: 'custom', users: 999 }, 'users'],
  ])('with %s is refused before anything is written [M-301]', async (_, more, field) => {
    const { admin, invoice } = await given.createBilled();
    const answer = await pay(admin, invoice.id, more);
    expect([answer.statusCode, answer.json().fields[0].field], answer.body).toEqual([400, field]);
    expect(await given.invoicesOf(admin)).toMatchObject([{ id: invoice.id, value: 99 }]);
    expect((await admin.request('GET', '/subscription')).json().buyer.firstName).toBe('');
  });

  it.each([
    ['price', { price: 0.01 }],
    ['quantities', { users: 999, connections: 999 }],
    ['limits and dates', { planId: 1, dueDate: '2999-12-31', usersLimit: 500, months: 120, cents: 1 }],
  ])('ignores %s of the browser', async (_, more) => {
    const { admin, invoice } = await given.createBilled();
    await pay(admin, invoice.id, more);
    expect(await given.invoicesOf(admin)).toMatchObject([
      { id: invoice.id, value: 99, users: invoice.users, months: 1 },
    ]);
  });

  it('is for admins of the company that owes the invoice [PY-07]', async () => {
    const { admin, invoice } = await given.createBilled();
    const agent = await server.createAgent(admin.companyId);
    const otherAdmin = await server.createAdmin();
    expect(statusAndError(await pay(agent, invoice.id))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(statusAndError(await pay(otherAdmin, invoice.id))).toEqual([404, 'ERR_NO_INVOICE_FOUND']);
  });

  it('for another plan replaces the open invoice and changes the plan only when it is paid [M-300]', async () => {
    const { admin, invoice } = await given.createBilled();
    const larger = await given.createPlan({ amountCents: 24_900, users: 20 });
    await pay(admin, invoice.id, { choice: 'plan', planId: larger.id });
    const replaced = await given.openInvoice(admin);
    expect(replaced).toMatchObject({ value: 249, planId: larger.id, users: 20, dueDay: invoice.dueDay });
    expect(replaced.id).not.toBe(invoice.id);
    expect((await admin.request('GET', '/subscription')).json().plan.id).toBe(invoice.planId);
    expect(statusAndError(await pay(admin, invoice.id))).toEqual([404, 'ERR_NO_INVOICE_FOUND']);
    await given.settle(admin, replaced);
    expect((await admin.request('GET', '/subscription')).json()).toMatchObject({
      plan: { id: larger.id },
      allowed: { users: 20 },
    });
  });

  it('for another plan keeps that plan from being deleted until it is decided', async () => {
    const { admin, invoice } = await given.createBilled();
    const larger = await given.createPlan({ amountCents: 24_900 });
    await pay(admin, invoice.id, { choice: 'plan', planId: larger.id });
    const remove = () => given.superUser.request('DELETE', `/plans/${larger.id}`);
    expect(statusAndError(await remove())).toEqual([400, 'ERR_PLAN_IN_USE']);
    await pay(admin, (await given.openInvoice(admin)).id, { choice: 'plan', planId: invoice.planId });
    expect((await remove()).statusCode).toBe(200);
  });

  it('understands the plan of older clients, as JSON text', async () => {
    const { admin, invoice } = await given.createBilled();
    const larger = await given.createPlan({ amountCents: 24_900 });
    await pay(admin, invoice.id, { plan: JSON.stringify({ planId: larger.id, price: 1 }) });
    expect(await given.openInvoice(admin)).toMatchObject({ value: 249, planId: larger.id });
    const answer = await pay(admin, (await given.openInvoice(admin)).id, { plan: '{' });
    expect([answer.statusCode, answer.json().fields[0].field]).toEqual([400, 'plan']);
  });

  it('for a custom size keeps the features of the plan, sets the limits, and renews at the same size [M-302]', async () => {
    const { admin, invoice } = await given.createBilled({ plan: { useCampaigns: false } });
    await pay(admin, invoice.id, { choice: 'custom', users: 6, connections: 5, recurrence: 'TRIMESTRAL' });
    const custom = await given.openInvoice(admin);
    expect(custom).toMatchObject({ value: (49 + 3 * 11 + 2 * 20) * 3, users: 6, connections: 5, months: 3 });
    await given.settle(admin, custom);
    expect((await admin.request('GET', '/subscription')).json()).toMatchObject({
      allowed: { users: 6, connections: 5 },
      plan: { id: invoice.planId, useCampaigns: false },
      recurrence: 'TRIMESTRAL',
    });
    await setDaysLeft(server, admin.companyId, 10);
    await given.issue();
    expect(await given.openInvoice(admin)).toMatchObject({ value: custom.value, users: 6, isCustomSize: true });
  });

  it('two at once for different plans leaves one open invoice', async () => {
    const { admin, invoice } = await given.createBilled();
    const [one, other] = [await given.createPlan({ amountCents: 1000 }), await given.createPlan({ amountCents: 2000 })];
    await Promise.all([one, other].map(({ id }) => pay(admin, invoice.id, { choice: 'plan', planId: id })));
    const open = (await given.invoicesOf(admin)).filter(({ status }) => status === 'open');
    expect(open).toHaveLength(1);
    expect([one.id, other.id]).toContain(open[0]!.planId);
  });
});

describe('another plan', () => {
  it('from the next renewal on replaces the open renewal and can be taken back', async () => {
    const { admin, invoice } = await given.createBilled();
    const smaller = await given.createPlan({ amountCents: 4900, users: 2 });
    const change = (planId: number) => admin.request('POST', '/subscription/plan', { planId, when: 'renewal' });
    expect((await change(smaller.id)).json()).toMatchObject({
      subscription: { nextPlan: { id: smaller.id }, plan: { id: invoice.planId } },
      invoice: { value: 49, planId: smaller.id },
    });
    expect((await change(invoice.planId)).json()).toMatchObject({
      subscription: { nextPlan: null },
      invoice: { value: 99, planId: invoice.planId },
    });
  });

  it('now costs the difference for the rest of the period, and changes the plan when it is paid', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    const larger = await given.createPlan({ amountCents: 19_900, users: 80 });
    const now = () => admin.request('POST', '/subscription/plan', { planId: larger.id, when: 'now' });
    // In the trial nothing was paid that could be raised.
    expect(statusAndError(await now())).toEqual([409, 'ERR_UPGRADE_NOT_POSSIBLE']);
    await given.settle(admin, invoice);
    const dueDay = await given.dueDayOf(admin);
    const daysOfPeriod = daysBetween(addMonths(dueDay, -1), dueDay);
    const value = Math.round((10_000 * daysBetween(dayFromNow(server, 0), dueDay)) / daysOfPeriod) / 100;
    const { invoice: upgrade } = (await now()).json();
    // Also when more days are left than the period has, because the renewal was paid early.
    expect(daysBetween(dayFromNow(server, 0), dueDay)).toBeGreaterThan(daysOfPeriod);
    expect(upgrade).toMatchObject({
      kind: 'upgrade',
      months: 0,
      planId: larger.id,
      dueDay: dayFromNow(server, 3),
      value,
    });
    await given.settle(admin, upgrade);
    expect((await admin.request('GET', '/subscription')).json()).toMatchObject({ plan: { id: larger.id }, dueDay });
  });

  it('that is smaller cannot begin now', async () => {
    const { admin, invoice } = await given.createBilled();
    await given.settle(admin, invoice);
    const smaller = await given.createPlan({ amountCents: 900 });
    const answer = await admin.request('POST', '/subscription/plan', { planId: smaller.id, when: 'now' });
    expect(statusAndError(answer)).toEqual([409, 'ERR_UPGRADE_NOT_POSSIBLE']);
  });

  it('that was paid now replaces the open renewal of the former plan', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    await given.settle(admin, invoice);
    await setDaysLeft(server, admin.companyId, 15);
    await given.issue();
    const larger = await given.createPlan({ amountCents: 19_900 });
    const { invoice: upgrade } = (
      await admin.request('POST', '/subscription/plan', { planId: larger.id, when: 'now' })
    ).json();
    await given.settle(admin, upgrade);
    await server.modules.billing.refit(admin.companyId);
    expect(await given.openInvoice(admin)).toMatchObject({ kind: 'renewal', value: 199, planId: larger.id });
  });

  it('that waits for its payment is void once the renewal is paid: its price was for the days before', async () => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    await given.settle(admin, invoice);
    await setDaysLeft(server, admin.companyId, 1);
    await given.issue();
    const larger = await given.createPlan({ amountCents: 19_900 });
    const { invoice: upgrade } = (
      await admin.request('POST', '/subscription/plan', { planId: larger.id, when: 'now' })
    ).json();
    const renewal = (await given.invoicesOf(admin)).find(
      ({ kind, status }) => kind === 'renewal' && status === 'open',
    )!;
    await given.settle(admin, renewal);
    expect(statusAndError(await given.settle(admin, upgrade))).toEqual([409, 'ERR_INVOICE_NOT_OPEN']);
    expect((await admin.request('GET', '/subscription')).json().plan.id).toBe(invoice.planId);
  });

  it.each([
    ['the plan', 'PUT', '', async () => ({ planId: (await given.createPlan({ amountCents: 39_900 })).id })],
    ['the due day', 'POST', '/due-day', async () => ({ addDays: 30, reason: 'Acordo' })],
  ] as const)('that waits for its payment is void after a super user changed %s', async (_, method, path, bodyOf) => {
    const { admin, invoice } = await given.createBilled({ daysLeft: 4 });
    await given.settle(admin, invoice);
    const larger = await given.createPlan({ amountCents: 19_900 });
    const { invoice: upgrade } = (
      await admin.request('POST', '/subscription/plan', { planId: larger.id, when: 'now' })
    ).json();
    const change = given.superUser.request(method, `/companies/${admin.companyId}${path}`, await bodyOf());
    expect((await change).statusCode).toBe(200);
    expect(statusAndError(await given.settle(admin, upgrade))).toEqual([409, 'ERR_INVOICE_NOT_OPEN']);
    expect((await admin.request('GET', '/subscription')).json().plan.id).not.toBe(larger.id);
  });

  it('is limited to what it allows from the payment on; nothing is lost [PL-01] [PL-03]', async () => {
    const { admin, invoice } = await given.createBilled({ plan: { users: 10 } });
    for (let n = 0; n < 3; n++) await server.createUser(admin.companyId);
    const small = await given.createPlan({ amountCents: 4900, users: 2 });
    const { invoice: renewal } = (
      await admin.request('POST', '/subscription/plan', { planId: small.id, when: 'renewal' })
    ).json();
    expect(invoice.id).not.toBe(renewal.id);
    await given.settle(admin, renewal);
    const draft = { name: 'Mais um', email: 'mais-um@example.com', password: 'senha-boa' };
    expect(statusAndError(await admin.request('POST', '/users', draft))).toEqual([400, 'ERR_USER_LIMIT_REACHED']);
    expect((await admin.request('GET', '/users')).json().count).toBe(4);
  });
});
