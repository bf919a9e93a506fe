import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

const OWNER = 'Canario-do-dono-1';
const INVITED = 'Canario-do-convite-2';
const CHANGED = 'Canario-da-troca-3';
const RESET = 'Canario-do-codigo-4';
const WRONG = 'Canario-errado-5';
const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { SANDBOX: 'on', LOG_LEVEL: 'trace' },
    logTo: (line) => lines.push(line),
  });
  await server.createPlatformOwner();
  await server.work();
});
afterAll(() => server.stop());

it('no password is mailed, stored, logged or answered: sign-up, invitation, change, reset, wrong attempts [SE-08]', async () => {
  const bodies: string[] = [];
  const ask = async (answering: ReturnType<TestServer['anonymous']>) => {
    await server.asOwner.query('delete from rate_limits');
    const answer = await answering;
    bodies.push(answer.body);
    return answer;
  };
  const admin = await server.createAdmin();
  const [agentEmail, guestEmail] = [`bruna${admin.companyId}@example.com`, `convidada${admin.companyId}@example.com`];
  const created = await ask(admin.request('POST', '/users', { name: 'Bruna', email: agentEmail, password: OWNER }));
  expect(created.statusCode, created.body).toBe(200);
  const invited = await ask(admin.request('POST', '/invitations', { email: guestEmail }));
  const token = invited.json<{ link: string }>().link.split('#')[1]!;
  const accepted = await ask(
    server.anonymous('POST', '/invitations/accept', { token, name: 'Carla', password: INVITED }),
  );
  expect(accepted.statusCode, accepted.body).toBe(200);
  const bruna = await server.signIn(agentEmail, OWNER);
  const changed = await ask(
    bruna.request('PUT', `/users/${bruna.user.id}`, { password: CHANGED, currentPassword: OWNER }),
  );
  expect(changed.statusCode, changed.body).toBe(200);
  await ask(server.anonymous('POST', '/forget-password', { email: guestEmail }));
  const mailOf = async (kind: string) => (await server.modules.mails.stored()).find((mail) => mail.kind === kind);
  await expect.poll(() => mailOf('reset-code'), { timeout: 15_000 }).toBeDefined();
  const code = /\b[A-Z2-7]{8}\b/.exec((await mailOf('reset-code'))!.letter!.subject)![0];
  const reset = await ask(
    server.anonymous('POST', '/reset-password', { email: guestEmail, token: code, password: RESET }),
  );
  expect(reset.statusCode, reset.body).toBe(200);
  for (const [email, password] of [
    [guestEmail, WRONG],
    ['unbekannt@example.com', WRONG],
    [guestEmail, { $ne: WRONG }],
  ])
    await ask(server.anonymous('POST', '/auth/login', { email, password }));
  await ask(server.anonymous('POST', `/reset-password/${guestEmail}/${code}/${RESET}`));
  expect((await server.signIn(guestEmail, RESET)).email).toBe(guestEmail);

  // An unexpected error is logged with its request.
  await server.asOwner.query('alter table refresh_tokens rename to refresh_tokens_away');
  expect((await ask(server.anonymous('POST', '/auth/login', { email: guestEmail, password: RESET }))).statusCode).toBe(
    500,
  );
  await server.asOwner.query('alter table refresh_tokens_away rename to refresh_tokens');

  const { rows: tables } = await server.asOwner.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const stored: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await server.asOwner.query(`select from ${name} t where t::text ilike '%canario%' limit 1`);
    if (rowCount) stored.push(name);
  }
  expect(stored).toEqual([]);
  const mails = await server.modules.mails.stored();
  expect(mails.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['invitation', 'reset-code', 'password-changed']),
  );
  expect(JSON.stringify(mails)).not.toMatch(/canario/i);
  expect(bodies.join('\n')).not.toMatch(/canario/i);
  expect(lines.some((line) => line.includes('request failed'))).toBe(true);
  expect(lines.filter((line) => /canario/i.test(line))).toEqual([]);
});
