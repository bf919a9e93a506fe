import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { PASSWORD, type Caller } from '../../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});
afterAll(() => house.stop());

const MINUTE = 60_000;
const ownPage = { 'sec-fetch-site': 'same-origin' };
const refresh = (cookie: string) => house.stranger('POST', '/auth/refresh_token', undefined, { ...ownPage, cookie });
type Answer = Awaited<ReturnType<typeof refresh>>;
const cookieOf = ({ cookies }: Answer) => `${cookies[0]!.name}=${cookies[0]!.value}`;
const answered = (answer: Answer) => [answer.statusCode, answer.json().error];
const meOf = (caller: Caller) => caller.ask('GET', '/auth/me');

const auditOf = async (companyId: number) =>
  (
    await house.asOwner.query<{ act: string; data: object }>(
      'select act, data from audit_log where company_id = $1 order by id',
      [companyId],
    )
  ).rows;

describe('renewing', () => {
  it('replaces the cookie; the old one repeats the same answer for ten seconds and then ends the whole family [AU-08]', async () => {
    const admin = await house.anAdmin();
    const first = await refresh(admin.cookie);
    expect(cookieOf(first)).not.toBe(admin.cookie);
    house.clock.pass(9_000);
    const repeated = await refresh(admin.cookie);
    expect([repeated.statusCode, cookieOf(repeated)]).toEqual([200, cookieOf(first)]);
    const second = await refresh(cookieOf(first));
    expect(second.statusCode).toBe(200);

    house.clock.pass(2_000);
    const late = await refresh(admin.cookie);
    expect(answered(late)).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(late.cookies[0]).toMatchObject({ value: '', expires: new Date(0) });
    expect((await refresh(cookieOf(second))).statusCode).toBe(401);
    expect((await house.withToken(second.json().token)('GET', '/auth/me')).statusCode).toBe(401);
    expect((await auditOf(admin.companyId)).map(({ act }) => act)).toContain('session.token-reused');
  });

  it('with a stolen cookie ends with both out, whoever of them came first [AU-12]', async () => {
    const owner = await house.anAdmin();
    const thief = await refresh(owner.cookie);
    expect(thief.statusCode).toBe(200);
    house.clock.pass(11_000);
    expect((await refresh(owner.cookie)).statusCode).toBe(401);
    expect((await refresh(cookieOf(thief))).statusCode).toBe(401);
    for (const token of [owner.token, thief.json().token]) {
      expect((await house.withToken(token)('GET', '/auth/me')).statusCode).toBe(401);
    }
    expect((await auditOf(owner.companyId)).filter(({ act }) => act === 'session.token-reused')).toHaveLength(1);
  });

  it('a hundred times at once makes one successor, and the person stays [AU-11]', async () => {
    const admin = await house.anAdmin();
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(admin.cookie)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(cookieOf)).size).toBe(1);
    const { rows } = await house.asOwner.query('select used_at from refresh_tokens where company_id = $1', [
      admin.companyId,
    ]);
    expect([rows.length, rows.filter((row) => row.used_at === null).length]).toEqual([2, 1]);
    expect((await meOf(admin)).statusCode).toBe(200);
    expect((await refresh(cookieOf(answers[0]!))).statusCode).toBe(200);
  });

  it('is over seven days after the last time when remembered, and overnight when not', async () => {
    const { email } = await house.aCompany();
    const remembered = await house.signIn(email, PASSWORD, true);
    house.clock.pass(6 * 24 * 60 * MINUTE);
    const next = await refresh(remembered.cookie);
    expect(next.statusCode).toBe(200);
    house.clock.pass(7 * 24 * 60 * MINUTE + 1_000);
    expect(answered(await refresh(cookieOf(next)))).toEqual([401, 'ERR_SESSION_EXPIRED']);

    const passing = await house.signIn(email);
    house.clock.pass(17 * 60 * MINUTE);
    expect(answered(await refresh(passing.cookie))).toEqual([401, 'ERR_SESSION_EXPIRED']);
  });

  it.each(['', 'x', 'undefined', 'null', 'x'.repeat(4_000), '%00'])(
    'with the cookie %j answers like without one [AU-06]',
    async (value) => {
      const answer = await refresh(`jrt=${value}`);
      expect(answered(answer)).toEqual([401, 'ERR_SESSION_EXPIRED']);
      expect(answered(await house.stranger('POST', '/auth/refresh_token', undefined, ownPage))).toEqual([
        401,
        'ERR_SESSION_EXPIRED',
      ]);
    },
  );

  it('stops for people of a company that was switched off [AU-06]', async () => {
    const admin = await house.anAdmin();
    await house.db.inCompany(admin.companyId, (tx) => house.modules.companies.change(tx, { isActive: false }));
    expect(answered(await refresh(admin.cookie))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(answered(await meOf(admin))).toEqual([401, 'ERR_SESSION_EXPIRED']);
  });
});

describe('a session ends for everyone else', () => {
  const twoSessions = async () => {
    const admin = await house.anAdmin();
    return { admin, agent: await house.anAgent(admin.companyId) };
  };
  const isOver = async (caller: Caller) => {
    expect(answered(await meOf(caller))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(answered(await refresh(caller.cookie))).toEqual([401, 'ERR_SESSION_EXPIRED']);
  };

  it('when the person signs in elsewhere [AU-09] [AU-10]', async () => {
    const { agent } = await twoSessions();
    const elsewhere = await house.signIn(agent.email);
    await isOver(agent);
    expect((await meOf(elsewhere)).statusCode).toBe(200);
  });

  it('when the person signs out, here or everywhere [AU-10]', async () => {
    const { agent } = await twoSessions();
    const answer = await agent.ask('DELETE', '/auth/logout');
    expect([answer.statusCode, answer.body, answer.cookies[0]?.value]).toEqual([200, '', '']);
    await isOver(agent);
    const again = await house.signIn(agent.email);
    expect((await again.ask('DELETE', '/auth/sessions')).statusCode).toBe(200);
    await isOver(again);
  });

  it('when an admin changes password or profile, or removes the person [AU-10]', async () => {
    for (const change of [{ password: 'Outra-senha-2' }, { profile: 'admin' }]) {
      const { admin, agent } = await twoSessions();
      expect((await admin.ask('PUT', `/users/${agent.user.id}`, change)).statusCode).toBe(200);
      await isOver(agent);
      expect((await meOf(admin)).statusCode).toBe(200);
    }
    const { admin, agent } = await twoSessions();
    await admin.ask('DELETE', `/users/${agent.user.id}`);
    await isOver(agent);
  });

  it('when the person is removed in the middle of renewing: neither gets in the way of the other', async () => {
    for (let round = 0; round < 10; round++) {
      const { admin, agent } = await twoSessions();
      const renewals = Array.from({ length: 8 }, () => refresh(agent.cookie));
      const [removal, ...answers] = await Promise.all([admin.ask('DELETE', `/users/${agent.user.id}`), ...renewals]);
      expect(removal.statusCode).toBe(200);
      expect(answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 401)).toEqual([]);
    }
  });

  it('but not the one from which the person changed the own password [AU-10]', async () => {
    const { agent } = await twoSessions();
    expect((await agent.ask('PUT', `/users/${agent.user.id}`, { password: 'Outra-senha-2' })).statusCode).toBe(200);
    expect((await meOf(agent)).statusCode).toBe(200);
    expect((await house.stranger('POST', '/auth/login', { email: agent.email, password: PASSWORD })).statusCode).toBe(
      401,
    );
    expect((await house.signIn(agent.email, 'Outra-senha-2')).user.id).toBe(agent.user.id);
  });
});
