import { endpoints } from '@balcao/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { PASSWORD } from '../../../test/users.ts';

const NEW = 'Senha-nova-1';
const WRONG = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD', 'EEEEEEEE'];
const lines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SANDBOX: 'on', LOG_LEVEL: 'trace' }, logTo: (line) => lines.push(line) });
  await server.work();
});
afterAll(() => server.stop());
beforeEach(() => server.asOwner.query('delete from rate_limits'));

const ask = (email: string, headers: Record<string, string> = {}) =>
  server.anonymous('POST', '/forget-password', { email }, headers);
const reset = (email: string, token: string, password = NEW) =>
  server.anonymous('POST', '/reset-password', { email, token, password });
const mailsTo = async (address: string) =>
  (await server.modules.mails.stored()).filter((mail) => mail.address === address);
const codeIn = (text: string) => /\b[A-Z2-7]{8}\b/.exec(text)![0];

/** Asks for a code and reads it from the mail. */
async function codeFor(email: string, mailCount = 1): Promise<string> {
  await server.asOwner.query('delete from rate_limits');
  expect((await ask(email)).statusCode).toBe(200);
  const codes = await vi.waitUntil(
    async () => {
      const mails = (await mailsTo(email)).filter(({ kind }) => kind === 'reset-code');
      return mails.length >= mailCount && mails;
    },
    { timeout: 15_000, interval: 50 },
  );
  return codeIn(codes[0]!.letter!.subject);
}
const errorOf = (answer: Awaited<ReturnType<typeof reset>>) => [answer.statusCode, answer.json().error];
const REFUSED = [404, 'ERR_RESET_CODE'];

describe('a password reset', () => {
  it('sends a code, and the code sets a new password once [M-016] [M-017] [AU-15]', async () => {
    const { email } = await server.createCompany();
    const code = await codeFor(email);
    expect((await reset(email, code)).json()).toEqual({ status: 200, message: 'Password changed' });
    await expect(server.signIn(email)).rejects.toThrow('ERR_INVALID_CREDENTIALS');
    expect((await server.signIn(email, NEW)).email).toBe(email);
    expect(errorOf(await reset(email, code, 'Outra-senha-2'))).toEqual(REFUSED);
  });

  it('takes the code as people type it', async () => {
    const { email } = await server.createCompany();
    const code = await codeFor(email);
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect((await reset(` ${email.toUpperCase()} `, typed)).statusCode).toBe(200);
  });

  it.each([
    [endpoints.passwordReset.requestByPath.path, endpoints.passwordReset.resetByPath.path],
    [endpoints.passwordReset.requestByPath.alias, endpoints.passwordReset.resetByPath.alias],
  ])('works with %s and %s, and no log line contains any of it [AU-16]', async (askPath, resetPath) => {
    const { email } = await server.createCompany();
    lines.length = 0;
    const fill = (path: string, values: Record<string, string>) =>
      path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name]!));
    const asked = await server.anonymous('POST', fill(askPath, { email }));
    expect(asked.json()).toEqual({ status: 200, message: 'Email sent' });
    const code = await vi.waitUntil(
      async () => {
        const [mail] = await mailsTo(email);
        return mail && codeIn(mail.letter!.subject);
      },
      { timeout: 15_000, interval: 50 },
    );
    const password = 'Caminho-secreto-9';
    const answer = await server.anonymous('POST', fill(resetPath, { email, token: code, password }));
    expect(answer.statusCode).toBe(200);
    expect((await server.signIn(email, password)).email).toBe(email);
    const log = lines.join('\n');
    for (const secret of [email, encodeURIComponent(email), code, password]) expect(log).not.toContain(secret);
  });

  it('answers an unknown e-mail like a known one, and sends nothing [AU-14]', async () => {
    const { email } = await server.createCompany();
    const [known, unknown] = [await ask(email), await ask('ninguem@example.com')];
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    expect(errorOf(await reset('ninguem@example.com', WRONG[0]!))).toEqual(REFUSED);
    expect(errorOf(await reset(email, WRONG[0]!))).toEqual(REFUSED);
    await vi.waitUntil(async () => (await mailsTo(email)).length === 1, { timeout: 15_000, interval: 50 });
    expect(await mailsTo('ninguem@example.com')).toEqual([]);
  });

  it('sends one mail per minute and three per hour, known or not [AU-14] [RL-02]', async () => {
    const { email } = await server.createCompany();
    const later = (seconds: number) =>
      server.asOwner.query(`update rate_limits set window_ends_at = window_ends_at - $1 * interval '1 second'`, [
        seconds,
      ]);
    for (const address of [email, 'ninguem@example.com']) {
      await server.asOwner.query('delete from rate_limits');
      const statuses: number[] = [];
      for (let n = 0; n < 5; n++) {
        statuses.push((await ask(address)).statusCode);
        await later(n === 0 ? 30 : 61);
      }
      expect(statuses).toEqual([200, 429, 200, 200, 429]);
    }
  });

  it.each([
    ['one address', (_: number) => '203.0.113.8'],
    ['one IPv6 network', (n: number) => `2001:db8:7:1::${n + 1}`],
  ])('is refused from %s after five requests in half an hour [RL-02]', async (_, addressOf) => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      const payload = { email: `pessoa-${n}@example.com` };
      const remoteAddress = addressOf(n);
      const answer = await server.app.inject({ method: 'POST', url: '/api/forget-password', payload, remoteAddress });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('compares a code five times at most, also at the same time [AU-15] [AU-17]', async () => {
    const { email } = await server.createCompany();
    const code = await codeFor(email);
    for (const wrong of WRONG) expect(errorOf(await reset(email, wrong))).toEqual(REFUSED);
    expect(errorOf(await reset(email, code))).toEqual(REFUSED);

    const again = await codeFor(email, 2);
    const { rows } = await server.asOwner.query<{ attempts: number }>(
      'select attempts from reset_codes where user_id = (select id from users where email = $1)',
      [email],
    );
    expect(rows).toEqual([{ attempts: 0 }]);
    await Promise.all(Array.from({ length: 19 }, () => reset(email, WRONG[0]!)));
    const counted = await server.asOwner.query<{ attempts: number }>(
      'select attempts from reset_codes where user_id = (select id from users where email = $1)',
      [email],
    );
    expect(counted.rows).toEqual([{ attempts: 5 }]);
    expect(errorOf(await reset(email, again))).toEqual(REFUSED);
  });

  it('accepts the newest code only, for fifteen minutes, and only with its e-mail [AU-15]', async () => {
    const { email } = await server.createCompany();
    const other = await server.createCompany();
    const first = await codeFor(email);
    const second = await codeFor(email, 2);
    expect(errorOf(await reset(email, first))).toEqual(REFUSED);
    expect(errorOf(await reset(other.email, second))).toEqual(REFUSED);
    server.clock.pass(15 * 60_000 + 1);
    expect(errorOf(await reset(email, second))).toEqual(REFUSED);
    server.clock.pass(-15 * 60_000 - 1);
    expect((await reset(email, second)).statusCode).toBe(200);
  });

  it('stores no code in clear [SE-03]', async () => {
    const { email } = await server.createCompany();
    const code = await codeFor(email);
    const { rows } = await server.asOwner.query<{ all: string }>(
      `select (select string_agg(r::text, '') from reset_codes r) || (select string_agg(m::text, '') from mails m) as all`,
    );
    expect(rows[0]!.all).not.toContain(code);
    expect(rows[0]!.all).not.toContain(Buffer.from(code).toString('hex'));
  });

  it('ends every session and informs the user by mail [AU-10]', async () => {
    const admin = await server.createAdmin();
    const code = await codeFor(admin.email);
    const answer = await server.anonymous(
      'POST',
      '/reset-password',
      { email: admin.email, token: code, password: NEW },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36', 'accept-language': 'en' },
    );
    expect(answer.statusCode).toBe(200);
    expect((await admin.request('GET', '/auth/me')).statusCode).toBe(401);
    const notice = (await mailsTo(admin.email)).find(({ kind }) => kind === 'password-changed');
    expect(notice?.letter?.subject).toBe('Your password was changed');
    expect(notice?.letter?.text).toContain('Chrome, Windows');
    const { rows } = await server.asOwner.query('select act from audit_log where company_id = $1 and act = $2', [
      admin.companyId,
      'user.password-reset',
    ]);
    expect(rows).toHaveLength(1);
  });

  it.each(['curta1A', 'semmaiuscula1', 'SEMMINUSCULA1', 'Semnumero'])(
    'refuses the password %s and keeps the code [M-017]',
    async (weak) => {
      const { email } = await server.createCompany();
      const code = await codeFor(email);
      const answer = await reset(email, code, weak);
      expect(answer.json()).toMatchObject({
        error: 'ERR_VALIDATION',
        fields: [
          {
            field: 'password',
            rule: 'weakPassword',
            message:
              'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
          },
        ],
      });
      expect((await reset(email, code)).statusCode).toBe(200);
    },
  );

  it('sends nothing to users of a company that is not active', async () => {
    const { companyId, userId, email } = await server.createCompany();
    await server.asOwner.query('update companies set is_active = false where company_id = $1', [companyId]);
    await server.modules.access.passwordReset.send({ companyId, userId, language: 'pt' });
    expect(await mailsTo(email)).toEqual([]);
  });

  it('links to the configured address only, with the code after the number sign [IJ-08]', async () => {
    const { email } = await server.createCompany();
    await ask(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    const mail = await vi.waitUntil(async () => (await mailsTo(email))[0], { timeout: 15_000, interval: 50 });
    const link = /https?:\S+/.exec(mail.letter!.text)![0];
    expect(new URL(link)).toMatchObject({ hostname: 'localhost', pathname: '/forgetpsw', search: '' });
    expect(new URLSearchParams(new URL(link).hash.slice(1)).get('email')).toBe(email);
  });

  it('does not let the old password in while it is being changed', async () => {
    const { email } = await server.createCompany();
    const code = await codeFor(email);
    const answers = await Promise.all([reset(email, code), reset(email, code, 'Outra-senha-2')]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]));
    await expect(server.signIn(email, PASSWORD)).rejects.toThrow('ERR_INVALID_CREDENTIALS');
  });
});
