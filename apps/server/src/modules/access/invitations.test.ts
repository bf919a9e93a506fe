import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

const PASSWORD = 'Senha-nova-1';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLE: 'api', SANDBOX: 'on' } });
});
afterAll(() => server.stop());
beforeEach(() => server.asOwner.query('delete from rate_limits'));

let count = 0;
const newEmail = () => `convidada${++count}@example.com`;
interface Invited {
  invitation: { id: number; email: string; expired: boolean };
  link: string;
}
const tokenOf = ({ link }: Invited) => link.split('#')[1]!;
async function invite(admin: Caller, body: object = {}): Promise<Invited> {
  const answer = await admin.request('POST', '/invitations', { email: newEmail(), ...body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Invited>();
}
const show = (token: string) => server.anonymous('POST', '/invitations/show', { token });
const accept = (token: string, own: object = {}) =>
  server.anonymous('POST', '/invitations/accept', { token, name: 'Bruna', password: PASSWORD, ...own });
const errorOf = (answer: Awaited<ReturnType<typeof show>>) => [answer.statusCode, answer.json().error];
const usersOf = async ({ companyId }: { companyId: number }) =>
  (await server.asOwner.query('select id from users where company_id = $1', [companyId])).rowCount;

describe('an invitation', () => {
  it('is sent by mail, shown to who has the link, and makes a user of the company', async () => {
    const admin = await server.createAdmin();
    const queue = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#123456' })).json();
    const invited = await invite(admin, { profile: 'admin', queueIds: [queue.id] });
    const mail = (await server.modules.mails.stored()).find(({ address }) => address === invited.invitation.email);
    expect(mail?.letter?.text).toContain(invited.link);
    expect(mail?.letter?.subject).toContain(admin.user.name);
    expect((await show(tokenOf(invited))).json()).toEqual({
      company: admin.user.company.name,
      email: invited.invitation.email,
      invitedBy: admin.user.name,
    });
    expect((await accept(tokenOf(invited))).json()).toEqual({ email: invited.invitation.email });
    const user = await server.signIn(invited.invitation.email, PASSWORD);
    expect(user.companyId).toBe(admin.companyId);
    expect(user.user).toMatchObject({ name: 'Bruna', profile: 'admin', queues: [{ id: queue.id }] });
    expect((await admin.request('GET', '/invitations')).json()).toEqual({ invitations: [] });
  });

  it('is listed until it is accepted or revoked, also after it expired', async () => {
    const admin = await server.createAdmin();
    const [first, second] = [await invite(admin), await invite(admin)];
    await admin.request('DELETE', `/invitations/${first.invitation.id}`);
    server.clock.pass(73 * 3_600_000);
    const again = await server.signIn(admin.email);
    const { invitations } = (await again.request('GET', '/invitations')).json();
    server.clock.pass(-73 * 3_600_000);
    expect(invitations).toMatchObject([{ id: second.invitation.id, expired: true, invitedBy: admin.user.name }]);
  });

  it('works once [AU-03]', async () => {
    const admin = await server.createAdmin();
    const token = tokenOf(await invite(admin));
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 410]));
    expect(errorOf(await show(token))).toEqual([410, 'ERR_INVITATION_USED']);
    expect(errorOf(await accept(token, { name: 'Outra' }))).toEqual([410, 'ERR_INVITATION_USED']);
    expect(await usersOf(admin)).toBe(2);
  });

  it('does not work after it expired, was revoked or was sent again; nor does a guess [AU-03]', async () => {
    const admin = await server.createAdmin();
    const [expired, revoked, resent] = [await invite(admin), await invite(admin), await invite(admin)];
    await admin.request('DELETE', `/invitations/${revoked.invitation.id}`);
    const renewed = (await admin.request('POST', `/invitations/${resent.invitation.id}/resend`)).json<Invited>();
    expect(errorOf(await accept(tokenOf(revoked)))).toEqual([410, 'ERR_INVITATION_REVOKED']);
    expect(errorOf(await accept(tokenOf(resent)))).toEqual([404, 'ERR_INVITATION_NOT_FOUND']);
    expect(errorOf(await accept('x'.repeat(43)))).toEqual([404, 'ERR_INVITATION_NOT_FOUND']);
    server.clock.pass(72 * 3_600_000 + 1000);
    expect(errorOf(await accept(tokenOf(expired)))).toEqual([410, 'ERR_INVITATION_EXPIRED']);
    server.clock.pass(-72 * 3_600_000 - 1000);
    expect(await usersOf(admin)).toBe(1);
    expect((await accept(tokenOf(renewed))).statusCode).toBe(200);
  });

  it('is for its e-mail only: fields of the request that name another are ignored [AU-03]', async () => {
    const admin = await server.createAdmin();
    const other = await server.createCompany();
    const invited = await invite(admin);
    const more = { email: 'outra@example.com', profile: 'admin', super: true, companyId: other.companyId };
    expect((await accept(tokenOf(invited), more)).statusCode).toBe(200);
    const user = await server.signIn(invited.invitation.email, PASSWORD);
    expect(user.user).toMatchObject({ companyId: admin.companyId, profile: 'user', super: false });
    expect(await usersOf(other)).toBe(1);
  });

  it('needs a place in the plan, of which the last is taken once', async () => {
    const admin = await server.createAdmin({ plan: { users: 2 } });
    const tokens = [tokenOf(await invite(admin)), tokenOf(await invite(admin)), tokenOf(await invite(admin))];
    const answers = await Promise.all([
      ...tokens.slice(0, 2).map((token) => accept(token)),
      admin.request('POST', '/users', { name: 'Direta', email: newEmail(), password: PASSWORD }),
    ]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await usersOf(admin)).toBe(2);
    expect(errorOf(await show(tokens[2]!))).toEqual([400, 'ERR_INVITATION_PLAN_FULL']);
    expect(errorOf(await accept(tokens[2]!))).toEqual([400, 'ERR_INVITATION_PLAN_FULL']);
  });

  it('of an address with an open invitation replaces that one', async () => {
    const admin = await server.createAdmin();
    const email = newEmail();
    const first = await invite(admin, { email });
    const second = await invite(admin, { email: email.toUpperCase() });
    expect((await admin.request('GET', '/invitations')).json().invitations).toHaveLength(1);
    expect(errorOf(await accept(tokenOf(first)))).toEqual([410, 'ERR_INVITATION_REVOKED']);
    expect((await accept(tokenOf(second))).statusCode).toBe(200);
  });

  it('hides from the admin that another company uses the address, and informs its owner [F-L14]', async () => {
    const admin = await server.createAdmin();
    const other = await server.createCompany();
    const invited = await invite(admin, { email: other.email });
    expect(errorOf(await accept(tokenOf(invited)))).toEqual([400, 'ERR_USER_EMAIL_TAKEN']);
    const own = await admin.request('POST', '/invitations', { email: admin.email });
    expect(errorOf(own)).toEqual([400, 'ERR_USER_EMAIL_TAKEN']);
  });

  it('is not sent before the e-mail of the company is confirmed', async () => {
    const admin = await server.createAdmin();
    const { invitation } = await invite(admin);
    await server.asOwner.query('update companies set verified_at = null where company_id = $1', [admin.companyId]);
    const answers = [
      await admin.request('POST', '/invitations', { email: newEmail() }),
      await admin.request('POST', `/invitations/${invitation.id}/resend`),
    ];
    for (const answer of answers) expect(answer.json().error).toBe('ERR_EMAIL_NOT_CONFIRMED');
  });

  it('can be made twenty times per hour [RL-02]', async () => {
    const admin = await server.createAdmin();
    for (let n = 0; n < 20; n++) await invite(admin);
    const refused = await admin.request('POST', '/invitations', { email: newEmail() });
    expect(errorOf(refused)).toEqual([429, 'ERR_TOO_MANY_TRIES']);
  });

  it('stores no token in clear, and a queue that was removed is left out', async () => {
    const admin = await server.createAdmin();
    const queue = (await admin.request('POST', '/queue', { name: 'Sai', color: '#123457' })).json();
    const invited = await invite(admin, { queueIds: [queue.id] });
    const { rows } = await server.asOwner.query<{ all: string }>(
      `select (select string_agg(i::text, '') from invitations i) || (select string_agg(m::text, '') from mails m) as all`,
    );
    expect(rows[0]!.all).not.toContain(tokenOf(invited));
    await server.asOwner.query('delete from queues where company_id = $1 and id = $2', [admin.companyId, queue.id]);
    expect((await accept(tokenOf(invited))).statusCode).toBe(200);
  });

  it('is pruned with its key thirty days after it expired', async () => {
    const admin = await server.createAdmin();
    await invite(admin);
    const keys = async () =>
      (
        await server.asOwner.query(`select from directory where kind = 'invitation' and company_id = $1`, [
          admin.companyId,
        ])
      ).rowCount;
    await server.modules.access.invitations.prune(admin.companyId);
    expect(await keys()).toBe(1);
    server.clock.pass(34 * 86_400_000);
    await server.modules.access.invitations.prune(admin.companyId);
    server.clock.pass(-34 * 86_400_000);
    expect(await keys()).toBe(0);
  });
});

it('with a mail server the link is not returned', async () => {
  const env = { ROLE: 'api', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' };
  const withMail = await startTestServer({ env });
  await withMail.work();
  const admin = await withMail.createAdmin();
  const answer = await admin.request('POST', '/invitations', { email: newEmail() });
  expect(answer.json()).toMatchObject({ link: null });
  await withMail.stop();
});
