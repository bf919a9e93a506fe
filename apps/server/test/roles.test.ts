import { userFlags, type UserFlag } from '@balcao/domain/policy/actor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedEvent } from '../src/foundation/events/keep.store.ts';
import { tellings } from '../src/wiring/subscriptions.ts';
import { PASSWORD, type Caller } from './people.ts';
import { calls, type CallName } from './world/calls.ts';
import { rights, type Right } from './world/rights.ts';
import { figure, SWEEP_MS } from './world/scale.ts';
import { aTenant, type Tenant } from './world/tenants.ts';
import { allOf, aWorld, endsSession, forgetCounts, type World } from './world/world.ts';

type Role = 'user' | UserFlag | 'admin' | 'super' | 'deactivated' | 'overdue' | 'stranger';
const roles: Role[] = ['user', ...userFlags, 'admin', 'super', 'deactivated', 'overdue', 'stranger'];
const isFlag = (role: Role): role is UserFlag => (userFlags as readonly Role[]).includes(role);

/** As every contact of these companies is numbered, and as nobody may see it where numbers are hidden. */
const NUMBER = /551199\d{6}1/;
/** Reviewed: calls that answer with a number all the same, and why. */
const revealing: Partial<Record<CallName, string>> = {
  'contacts.reveal': 'an admin asks for this one, and the audit log says so',
  'contactSheets.upload': 'the first values of the sheet that the caller has just sent',
};

let world: World;
let overdue: Tenant;
let deactivated: Tenant;
beforeAll(async () => {
  world = await aWorld();
  const { house } = world;
  [overdue, deactivated] = [await aTenant(house), await aTenant(house)];
  await house.db.inCompany(overdue.companyId, (tx) =>
    house.modules.companies.change(tx, { dueDate: new Date(Date.now() - 1000) }),
  );
  await house.db.inCompany(deactivated.companyId, (tx) => house.modules.companies.change(tx, { isActive: false }));
  // Half of the people have no name but their number.
  await house.asOwner.query('update contacts set name = number where company_id = $1 and id % 2 = 0', [
    world.a.companyId,
  ]);
  for (const column of ['enableLGPD', 'lgpdHideNumber'])
    await world.a.admin.ask('PUT', '/companySettings', { column, data: 'enabled' });
});
afterAll(() => world.stop());

describe('who may do what [RB-02]', { timeout: SWEEP_MS }, () => {
  it.each(roles)('%s: every call answers as the table of rights says, enforced by the server [M-202]', async (role) => {
    let caller = await callerFor(role);
    for (const { name } of calls) {
      const right = rights[name];
      await forgetCounts(world.house);
      const things =
        role === 'overdue'
          ? overdue
          : role === 'deactivated' && right.least !== 'public' && right.least !== 'token'
            ? deactivated
            : world.a;
      const answer = await world.send(name, await world.sample(name, things), caller);
      const expected = expectedOf(role, right);
      expect(answer.statusCode, `${name} as ${role}: ${answer.body.slice(0, 200)}`).toBe(expected);
      const code = { 401: 'ERR_SESSION_EXPIRED', 402: 'ERR_SUBSCRIPTION_EXPIRED', 403: 'ERR_NO_PERMISSION' }[expected];
      if (code) expect(answer.json().error, name).toBe(code);
      // A stranger sees the numbers of its own company.
      const isHidden = things === world.a && role !== 'stranger';
      if (isHidden && !(name in revealing) && NUMBER.test(allOf(answer))) shown.add(name);
      if (endsSession(name) && answer.statusCode < 300) caller = await callerFor(role);
      cells++;
    }
  });
  let cells = 0;
  afterAll(() => figure('RB-02', 'role matrix cells, mismatches', `${cells}, 0`));

  const shown = new Set<CallName>();
  it('and neither an answer nor a screen told a number that the company hides [LG-01] [M-159]', async () => {
    const { house, a } = world;
    const { rows } = await house.asOwner.query<{ kind: string; data: object }>(
      'select kind, data from event_log where company_id = $1 order by id',
      [a.companyId],
    );
    const place = { xid: 0n, id: 0n };
    const events = rows.map(({ kind, data }) => ({ companyId: a.companyId, place, event: { is: kind, ...data } }));
    const faults: unknown[] = [];
    const tell = tellings(house.modules, (fault) => faults.push(fault));
    const told = (await tell(a.companyId, events as unknown as LoggedEvent[])).flat().map((one) => JSON.stringify(one));
    expect(faults).toEqual([]);
    // Shown masked, so something was shown.
    expect(told.some((one) => /551199\d\*\*-\*\*\d1/.test(one))).toBe(true);
    expect(told.filter((one) => NUMBER.test(one)).slice(0, 3)).toEqual([]);
    expect([...shown], 'answers with a number that is hidden').toEqual([]);
    figure('LG-01', 'answers and events looked at, full numbers', `${cells + events.length}, 0`);
  });

  it('a deactivated company neither signs in nor renews', async () => {
    const { house } = world;
    const signIn = await house.stranger('POST', '/auth/login', { email: deactivated.admin.email, password: PASSWORD });
    expect([signIn.statusCode, signIn.json().error]).toEqual([401, 'ERR_COMPANY_INACTIVE']);
    const headers = { cookie: deactivated.agent.cookie, 'sec-fetch-site': 'same-origin' };
    const renewal = await house.stranger('POST', '/auth/refresh_token', undefined, headers);
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
  if (role === 'stranger') return right.stranger === 'own' ? ok : right.stranger;
  // Every sample is about somebody else, so nobody is "self" here; see the test about oneself.
  if (right.least === 'self') return 403;
  const isTrusted = role === 'admin' || role === 'super' || (isFlag(role) && right.flags?.includes(role));
  return right.least === 'user' || isTrusted ? ok : (right.below ?? 403);
}

async function callerFor(role: Role): Promise<Caller> {
  const { house, a, b } = world;
  if (role === 'deactivated') return deactivated.admin;
  const of = role === 'overdue' ? overdue : role === 'stranger' ? b : a;
  const { email, id } = await of.make.person({
    profile: role === 'user' || isFlag(role) ? 'user' : 'admin',
    // The one right that everybody starts with.
    userClosePendingTicket: 'disabled',
    ...(isFlag(role) && { [role]: role === 'allowGroup' ? true : 'enabled' }),
  });
  // A super user of the company itself: across companies it has no more rights than the calls for super users give it.
  if (role === 'super') await house.asOwner.query('update users set is_super = true where id = $1', [id]);
  return house.signIn(email);
}

describe('the platform belongs to super users [RB-06] [TI-03] [M-201]', () => {
  it("an admin's calls for it are refused, change nothing and tell nothing", async () => {
    const { rows, a, secrets } = world;
    const names = calls.map(({ name }) => name).filter((name) => rights[name].least === 'super');
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const before = await rows.dump(a.companyId);
      for (const caller of [a.admin, a.agent]) {
        const answer = await world.send(name, await world.sample(name, a), caller);
        expect([answer.statusCode, answer.json().error]).toEqual([403, 'ERR_NO_PERMISSION']);
        for (const secret of secrets) expect(allOf(answer)).not.toContain(secret);
      }
      expect([...(await rows.dump(a.companyId))]).toEqual([...before]);
    }
    figure('RB-06', 'super-only calls tried as admin and agent, allowed', `${names.length * 2}, 0`);
  });

  it('its secrets are told to nobody, not even to the super user who set them', async () => {
    const secret = 'a-key-that-nobody-reads-back';
    for (const key of [
      'eficlientid',
      'eficlientsecret',
      'efichavepix',
      'mpaccesstoken',
      'stripeprivatekey',
      'asaastoken',
      'openaikeyaudio',
    ]) {
      expect((await world.super.ask('PUT', `/settings/${key}`, { value: secret })).json().value).toEqual({
        isSet: true,
        last4: 'back',
      });
      for (const ask of [world.super.ask, world.a.admin.ask, world.house.stranger]) {
        for (const path of [
          `/setting/${key}`,
          `/public-settings/${key}`,
          '/settings',
          `/companySettingOnePayment?column=${key}`,
          '/companySettings/1',
        ]) {
          expect((await ask('GET', path)).body, path).not.toContain(secret);
        }
      }
    }
    const { rows } = await world.house.asOwner.query('select value from platform_settings where is_sealed');
    expect(rows.length).toBe(7);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('colleagues', () => {
  it('see of each other the name, the queues and whether they are there; admins and the person itself see the rest', async () => {
    const { a } = world;
    const brief = ['id', 'name', 'online', 'paused', 'queues'];
    const shown = (await a.agent.ask('GET', `/users/${a.admin.user.id}`)).json();
    expect(Object.keys(shown).sort()).toEqual(brief);
    for (const user of (await a.agent.ask('GET', '/users')).json().users) {
      if (user.id !== a.agent.user.id) expect(Object.keys(user).sort()).toEqual(brief);
    }
    for (const user of (await a.agent.ask('GET', '/users/list')).json())
      expect(Object.keys(user).sort()).toEqual(brief);
    expect((await a.agent.ask('GET', `/users/${a.agent.user.id}`)).json()).toHaveProperty('email');
    expect((await a.admin.ask('GET', `/users/${a.agent.user.id}`)).json()).toHaveProperty('email');
  });
});

describe('oneself', () => {
  it('a plain user keeps its own width, picture and name', async () => {
    const { a } = world;
    const person = await world.house.anAgent(a.companyId);
    const mine = async (name: CallName) => ({ ...(await world.sample(name, a)), params: { id: person.user.id } });
    for (const name of ['access.keepListWidth', 'access.pictureOfUser', 'access.pause', 'access.updateUser'] as const) {
      expect((await world.send(name, await mine(name), person)).statusCode, name).toBe(200);
    }
  });
});

describe('a company keeps its last admin, and a super user its place [RB-10]', () => {
  it('the last admin neither steps down nor leaves; a second one may', async () => {
    const { house } = world;
    const admin = await house.anAdmin();
    const itself = `/users/${admin.user.id}`;
    for (const refused of [await admin.ask('PUT', itself, { profile: 'user' }), await admin.ask('DELETE', itself)]) {
      expect([refused.statusCode, refused.json().error]).toEqual([400, 'ERR_LAST_ADMIN']);
    }
    const second = await house.aUser(admin.companyId, { profile: 'admin' });
    expect((await admin.ask('DELETE', `/users/${second.userId}`)).statusCode).toBe(200);
    expect((await admin.ask('DELETE', itself)).json().error).toBe('ERR_LAST_ADMIN');
  });

  it('two admins who leave at the same moment do not both get away', async () => {
    const { house } = world;
    const one = await house.anAdmin();
    const two = await house.anAgent(one.companyId, { profile: 'admin' });
    const answers = await Promise.all([
      one.ask('PUT', `/users/${one.user.id}`, { profile: 'user' }),
      two.ask('PUT', `/users/${two.user.id}`, { profile: 'user' }),
    ]);
    expect(answers.map((answer) => answer.statusCode).toSorted((one, other) => one - other)).toEqual([200, 400]);
  });

  it('an admin neither removes nor changes a super user, and no admin makes one', async () => {
    const { house } = world;
    const owner = await house.anAdmin();
    const { email, userId } = await house.aUser(owner.companyId, { profile: 'admin' });
    await house.asOwner.query('update users set is_super = true where id = $1', [userId]);
    await house.signIn(email);
    for (const refused of [
      await owner.ask('DELETE', `/users/${userId}`),
      await owner.ask('PUT', `/users/${userId}`, { password: 'outra-senha' }),
      await owner.ask('PUT', `/users/${userId}`, { profile: 'user' }),
    ]) {
      expect([refused.statusCode, refused.json().error]).toEqual([403, 'ERR_USER_IS_SUPER']);
    }
    await owner.ask('PUT', `/users/${owner.user.id}`, { super: true, isSuper: true });
    expect((await owner.ask('GET', '/auth/me')).json().user.super).toBe(false);
  });
});
