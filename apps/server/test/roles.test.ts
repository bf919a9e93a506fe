import { userFlags, type UserFlag } from '@balcao/domain/policy/actor';
import { secretSettingNames } from '@balcao/domain/settings/platform-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toEvent, type EventRow } from '../src/infrastructure/events/event-log.store.ts';
import { createSocketMessages } from '../src/wiring/sockets/messages.ts';
import { createPanelWatchers } from '../src/wiring/sockets/panel-rooms.ts';
import { PASSWORD, type Caller } from './users.ts';
import { calls, type AnySent, type CallName } from './fixtures/calls.ts';
import { rights, type Right } from './fixtures/rights.ts';
import { changes, inGroups, namesOf } from './fixtures/rows.ts';
import { figure, isFull, SWEEP_MS } from './fixtures/scale.ts';
import { createTenant, type Tenant } from './fixtures/tenants.ts';
import {
  allOf,
  createTenantFixture,
  endsSession,
  leaksIn,
  resetRateLimits,
  type TenantFixture,
} from './fixtures/tenant-fixture.ts';
import { setDaysLeft } from './subscriptions.ts';

/** The plan of test companies costs nothing, so that their renewals are paid when they are issued. */
const EXTENDING: ReadonlySet<string> = new Set(['invoices.pay', 'invoices.changePlan']);
/** Allowed to the role `user`. Users with a flag are as well; a run with the full counts requests it for each flag too. */
const EVERY_USER: ReadonlySet<Right['least']> = new Set(['public', 'token', 'user']);
type Role = 'user' | UserFlag | 'admin' | 'super' | 'deactivated' | 'overdue' | 'otherCompany';
const roles: Role[] = ['user', ...userFlags, 'admin', 'super', 'deactivated', 'overdue', 'otherCompany'];
const isFlag = (role: Role): role is UserFlag => (userFlags as readonly Role[]).includes(role);

/** Pattern of the phone numbers of these companies; must not appear where numbers are hidden. */
const NUMBER = /551199\d{6}1/;
/** Reviewed: endpoints that return a full number, and why. */
const revealing: Partial<Record<CallName, string>> = {
  'contacts.reveal': 'an admin requests this number, and the request is audited',
  'contactSheets.upload': 'first values of the spreadsheet that the caller has uploaded',
  'contactLists.upload': 'first values of the spreadsheet that the caller has uploaded',
};

let fixture: TenantFixture;
let overdue: Tenant;
let deactivated: Tenant;
beforeAll(async () => {
  fixture = await createTenantFixture();
  const { server } = fixture;
  [overdue, deactivated] = [await createTenant(server), await createTenant(server)];
  await setDaysLeft(server, overdue.companyId, -1);
  await server.db.inCompany(deactivated.companyId, (tx) => server.modules.companies.change(tx, { isActive: false }));
  // Half of the contacts have their number as name.
  await server.asOwner.query('update contacts set name = number where company_id = $1 and id % 2 = 0', [
    fixture.a.companyId,
  ]);
  for (const column of ['enableLGPD', 'lgpdHideNumber'])
    await fixture.a.admin.request('PUT', '/companySettings', { column, data: 'enabled' });
});
afterAll(() => fixture.stop());

describe('permissions by role, and by each flag alone [RB-02] [RB-09]', { timeout: SWEEP_MS }, () => {
  it.each(roles)('%s: every endpoint responds as the table of rights says [M-202]', async (role) => {
    let caller = await callerFor(role);
    for (const { name } of calls) {
      const right = rights[name];
      if (!isFull && isFlag(role) && EVERY_USER.has(right.least)) continue;
      await resetRateLimits(fixture.server);
      const sampleOf =
        role === 'overdue'
          ? overdue
          : role === 'deactivated' && right.least !== 'public' && right.least !== 'token'
            ? deactivated
            : fixture.a;
      const expected = expectedOf(role, right);
      const sample = expected < 400 ? await fixture.sample(name, sampleOf) : await unusedSample(name, sampleOf);
      const answer = await fixture.send(name, sample, caller);
      expect(answer.statusCode, `${name} as ${role}: ${answer.body.slice(0, 200)}`).toBe(expected);
      const code = { 401: 'ERR_SESSION_EXPIRED', 402: 'ERR_SUBSCRIPTION_EXPIRED', 403: 'ERR_NO_PERMISSION' }[expected];
      if (code) expect(answer.json().error, name).toBe(code);
      // An admin of the other company sees the numbers of that company.
      const isHidden = sampleOf === fixture.a && role !== 'otherCompany';
      if (isHidden && !(name in revealing) && NUMBER.test(allOf(answer))) revealingNames.add(name);
      // The company has paid.
      if (role === 'overdue' && EXTENDING.has(name)) await setDaysLeft(fixture.server, overdue.companyId, -1);
      if (endsSession(name) && answer.statusCode < 300) caller = await callerFor(role);
      cells++;
    }
  });
  /** One sample for all roles that are rejected: a rejected request leaves it unused. */
  const unusedSamples = new Map<string, Promise<AnySent>>();
  function unusedSample(name: CallName, of: Tenant): Promise<AnySent> {
    const key = `${name} ${of.companyId}`;
    if (!unusedSamples.has(key)) unusedSamples.set(key, fixture.sample(name, of));
    return unusedSamples.get(key)!;
  }
  let cells = 0;
  afterAll(() => figure('RB-02', 'role matrix cells, mismatches', `${cells}, 0`));

  const revealingNames = new Set<CallName>();
  it('no response and no socket message contains a number that the company hides [LG-01] [M-159]', async () => {
    const { server, a } = fixture;
    const { rows } = await server.asOwner.query<EventRow>(
      'select company_id, xid::text, id, kind, data from event_log where company_id = $1 order by id',
      [a.companyId],
    );
    const events = rows.map(toEvent);
    const errors: unknown[] = [];
    const buildMessages = createSocketMessages(
      server.modules,
      { ...createPanelWatchers(), isWatched: () => true },
      (error) => errors.push(error),
    );
    const messages = (await buildMessages(a.companyId, events)).flat().map((message) => JSON.stringify(message));
    expect(errors).toEqual([]);
    // Masked numbers prove that contacts were published.
    expect(messages.some((message) => /551199\d\*\*-\*\*\d1/.test(message))).toBe(true);
    expect(messages.filter((message) => NUMBER.test(message)).slice(0, 3)).toEqual([]);
    expect([...revealingNames], 'responses with a hidden number').toEqual([]);
    figure('LG-01', 'responses and events checked, full numbers', `${cells + events.length}, 0`);
  });

  it('a deactivated company neither signs in nor renews', async () => {
    const { server } = fixture;
    const signIn = await server.anonymous('POST', '/auth/login', {
      email: deactivated.admin.email,
      password: PASSWORD,
    });
    expect([signIn.statusCode, signIn.json().error]).toEqual([401, 'ERR_COMPANY_INACTIVE']);
    const headers = { cookie: deactivated.agent.cookie, 'sec-fetch-site': 'same-origin' };
    const renewal = await server.anonymous('POST', '/auth/refresh_token', undefined, headers);
    expect([renewal.statusCode, renewal.json().error]).toEqual([401, 'ERR_SESSION_EXPIRED']);
  });
});

function expectedOf(role: Role, right: Right): number {
  const ok = right.ok ?? 200;
  if (right.least === 'public') return ok;
  if (right.least === 'token') return role === 'overdue' ? 402 : ok;
  if (role === 'deactivated') return 401;
  if (role === 'overdue') return right.overdue ? ok : 402;
  if (right.least === 'super') return role === 'super' ? ok : 403;
  if (role === 'otherCompany') return right.otherCompany === 'own' ? ok : right.otherCompany;
  // Every sample is about another user; see the test «own account».
  if (right.least === 'self') return right.below ?? 403;
  const isTrusted = role === 'admin' || role === 'super' || (isFlag(role) && right.flags?.includes(role));
  return right.least === 'user' || isTrusted ? ok : (right.below ?? 403);
}

async function callerFor(role: Role): Promise<Caller> {
  const { server, a, b } = fixture;
  if (role === 'deactivated') return deactivated.admin;
  const of = role === 'overdue' ? overdue : role === 'otherCompany' ? b : a;
  const { email, id } = await of.factory.newUser({
    profile: role === 'user' || isFlag(role) ? 'user' : 'admin',
    // The only flag that new users have.
    userClosePendingTicket: 'disabled',
    ...(isFlag(role) && { [role]: role === 'allowGroup' ? true : 'enabled' }),
  });
  // A super user of the same company; other companies are accessible only through the endpoints for super users.
  if (role === 'super') await server.asOwner.query('update users set is_super = true where id = $1', [id]);
  return server.signIn(email);
}

describe('platform endpoints are for super users [RB-06] [TI-03] [M-201]', { timeout: SWEEP_MS }, () => {
  it('requests of admins and agents are rejected, change nothing and reveal nothing', async () => {
    const { rows, a } = fixture;
    const names = calls.map(({ name }) => name).filter((name) => rights[name].least === 'super');
    expect(names.length).toBeGreaterThan(0);
    const samples = new Map<CallName, AnySent>();
    for (const name of names) samples.set(name, await fixture.sample(name, a));
    for (const group of inGroups(samples)) {
      const before = await rows.dump(a.companyId);
      for (const [name, sample] of group)
        for (const caller of [a.admin, a.agent]) {
          const answer = await fixture.send(name, sample, caller);
          expect([answer.statusCode, answer.json().error], name).toEqual([403, 'ERR_NO_PERMISSION']);
          expect(leaksIn(fixture, answer), name).toEqual([]);
        }
      expect(changes(before, await rows.dump(a.companyId)), namesOf(group)).toEqual([]);
    }
    figure('RB-06', 'super-user endpoints requested as admin and agent, accepted', `${names.length * 2}, 0`);
  });

  it('secrets are never returned, not even to the super user who set them', async () => {
    const secret = 'a-key-that-nobody-reads-back';
    for (const key of secretSettingNames) {
      expect((await fixture.super.request('PUT', `/settings/${key}`, { value: secret })).json().value).toEqual({
        isSet: true,
        last4: 'back',
      });
      for (const request of [fixture.super.request, fixture.a.admin.request, fixture.server.anonymous]) {
        for (const path of [
          `/setting/${key}`,
          `/public-settings/${key}`,
          '/settings',
          `/companySettingOnePayment?column=${key}`,
          '/companySettings/1',
        ]) {
          expect((await request('GET', path)).body, path).not.toContain(secret);
        }
      }
    }
    const { rows } = await fixture.server.asOwner.query('select value from platform_settings where is_sealed');
    // Besides them, secrets that the server generated.
    expect(rows.length).toBeGreaterThanOrEqual(secretSettingNames.length);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('colleagues', () => {
  it('see only name, queues and online state of each other; admins and the user see the whole record', async () => {
    const { a } = fixture;
    const briefKeys = ['id', 'name', 'online', 'paused', 'queues'];
    const shownUser = (await a.agent.request('GET', `/users/${a.admin.user.id}`)).json();
    expect(Object.keys(shownUser).sort()).toEqual(briefKeys);
    for (const user of (await a.agent.request('GET', '/users')).json().users) {
      if (user.id !== a.agent.user.id) expect(Object.keys(user).sort()).toEqual(briefKeys);
    }
    for (const user of (await a.agent.request('GET', '/users/list')).json())
      expect(Object.keys(user).sort()).toEqual(briefKeys);
    expect((await a.agent.request('GET', `/users/${a.agent.user.id}`)).json()).toHaveProperty('email');
    expect((await a.admin.request('GET', `/users/${a.agent.user.id}`)).json()).toHaveProperty('email');
  });
});

describe('own account', () => {
  it('an agent may change their own list width, picture, pause and name', async () => {
    const { a } = fixture;
    const agent = await fixture.server.createAgent(a.companyId);
    const ownSample = async (name: CallName) => ({ ...(await fixture.sample(name, a)), params: { id: agent.user.id } });
    for (const name of ['access.keepListWidth', 'access.pictureOfUser', 'access.pause', 'access.updateUser'] as const) {
      expect((await fixture.send(name, await ownSample(name), agent)).statusCode, name).toBe(200);
    }
  });
});

describe('last admin and super users [RB-10]', () => {
  it('the last admin cannot be demoted or removed; a second one can', async () => {
    const { server } = fixture;
    const admin = await server.createAdmin();
    const ownPath = `/users/${admin.user.id}`;
    for (const refused of [
      await admin.request('PUT', ownPath, { profile: 'user' }),
      await admin.request('DELETE', ownPath),
    ]) {
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'ERR_LAST_ADMIN']);
    }
    const second = await server.createUser(admin.companyId, { profile: 'admin' });
    expect((await admin.request('DELETE', `/users/${second.userId}`)).statusCode).toBe(200);
    expect((await admin.request('DELETE', ownPath)).json().error).toBe('ERR_LAST_ADMIN');
  });

  it('two admins who step down at the same time: one is rejected', async () => {
    const { server } = fixture;
    const firstAdmin = await server.createAdmin();
    const two = await server.createAgent(firstAdmin.companyId, { profile: 'admin' });
    const answers = await Promise.all([
      firstAdmin.request('PUT', `/users/${firstAdmin.user.id}`, { profile: 'user' }),
      two.request('PUT', `/users/${two.user.id}`, { profile: 'user' }),
    ]);
    expect(answers.map((answer) => answer.statusCode).toSorted((left, right) => left - right)).toEqual([200, 400]);
  });

  it('an admin neither removes nor changes a super user and cannot create one', async () => {
    const { server } = fixture;
    const owner = await server.createAdmin();
    const { email, userId } = await server.createUser(owner.companyId, { profile: 'admin' });
    await server.asOwner.query('update users set is_super = true where id = $1', [userId]);
    await server.signIn(email);
    for (const refused of [
      await owner.request('DELETE', `/users/${userId}`),
      await owner.request('PUT', `/users/${userId}`, { password: 'outra-senha' }),
      await owner.request('PUT', `/users/${userId}`, { profile: 'user' }),
    ]) {
      expect([refused.statusCode, refused.json().error]).toEqual([403, 'ERR_USER_IS_SUPER']);
    }
    await owner.request('PUT', `/users/${owner.user.id}`, { super: true, isSuper: true });
    expect((await owner.request('GET', '/auth/me')).json().user.super).toBe(false);
  });
});
