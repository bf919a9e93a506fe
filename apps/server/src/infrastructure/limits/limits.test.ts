import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { PASSWORD } from '../../../test/users.ts';
import { figure, caseCounts } from '../../../test/case-counts.ts';
import { verifyPassword } from '../tokens/passwords.ts';
import { limitRules } from './limits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const WRONG = 'errada-errada';
/** One address per e-mail, so that the tests do not use up one address together. */
const ownAddresses = new Map<string, string>();
function ownAddress(email: string): string {
  const count = ownAddresses.size;
  if (!ownAddresses.has(email)) ownAddresses.set(email, `198.51.${100 + (count >> 8)}.${count & 255}`);
  return ownAddresses.get(email)!;
}
function tryIn(
  email: string,
  password = WRONG,
  {
    at = ownAddress(email),
    of = server,
    headers = {},
  }: { at?: string; of?: TestServer; headers?: Record<string, string> } = {},
) {
  return of.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers,
    remoteAddress: at,
  });
}
type Answer = Awaited<ReturnType<typeof tryIn>>;
const isLocked = (answer: Answer) => {
  expect([answer.statusCode, answer.json()]).toEqual([
    429,
    { error: 'ERR_TOO_MANY_TRIES', message: 'Muitas tentativas. Espere alguns minutos e tente de novo.' },
  ]);
  return Number(answer.headers['retry-after']);
};
const fail = async (times: number, email: string, how?: Parameters<typeof tryIn>[2]) => {
  for (let n = 0; n < times; n++) expect((await tryIn(email, WRONG, how)).statusCode).toBe(401);
};
/** Moves the windows into the past: they are counted by the database's clock. */
const later = (seconds: number) =>
  server.asOwner.query(`update rate_limits set window_ends_at = window_ends_at - $1 * interval '1 second'`, [seconds]);

describe('guessing a password', () => {
  it('is refused from the sixth try in five minutes from one address, also with the right password [RL-01]', async () => {
    const { email } = await server.createCompany();
    await fail(5, email);
    const wrong = await tryIn(email);
    const right = await tryIn(email, PASSWORD);
    for (const answer of [wrong, right]) {
      const seconds = isLocked(answer);
      expect(seconds).toBeGreaterThan(290);
      expect(seconds).toBeLessThanOrEqual(300);
    }
    expect(right.body).toBe(wrong.body);
    expect(right.headers['set-cookie']).toBeUndefined();

    await later(250);
    isLocked(await tryIn(email, PASSWORD));
    await later(51);
    expect((await tryIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('is refused after a hundred failures of one address, whatever the e-mails [F-A10]', async () => {
    const { email } = await server.createCompany();
    const at = '203.0.113.77';
    await fail(1, 'ninguem-1@example.com', { at });
    // The next 98 failures; each costs the time of a password check.
    const counted = 'update rate_limits set hits = 99 where key_hash = sha256(convert_to($1, $2)) returning hits';
    const { rowCount } = await server.asOwner.query(counted, [`sign-ins from an address\n${at}`, 'UTF8']);
    expect(rowCount).toBe(1);
    await fail(1, 'ninguem-2@example.com', { at });
    isLocked(await tryIn(email, PASSWORD, { at }));
    expect((await tryIn(email, PASSWORD, { at: '203.0.113.78' })).statusCode).toBe(200);
    await later(901);
    expect((await tryIn(email, PASSWORD, { at })).statusCode).toBe(200);
  }, 60_000);

  it('by others does not lock a user out at an address where it signed in within thirty days [F-A10]', async () => {
    const { email } = await server.createCompany();
    const [office, home] = ['192.0.2.10', '192.0.2.11'];
    expect((await tryIn(email, PASSWORD, { at: office })).statusCode).toBe(200);
    for (let n = 0; n < 10; n++) await fail(1, email, { at: `203.0.114.${n}` });
    isLocked(await tryIn(email, PASSWORD, { at: home }));
    expect((await tryIn(email, PASSWORD, { at: office })).statusCode).toBe(200);
    // Its own failures still count there.
    await fail(5, email, { at: office });
    isLocked(await tryIn(email, PASSWORD, { at: office }));
    const old = `update sessions set created_at = now() - interval '31 days' where address = $1`;
    await server.asOwner.query(old, [office]);
    await later(301);
    isLocked(await tryIn(email, PASSWORD, { at: office }));
  });

  it('is refused from the eleventh try in fifteen minutes across all addresses [RL-01]', async () => {
    const { email } = await server.createCompany();
    const addresses = Array.from({ length: caseCounts(1_000) }, (_, n) => `203.0.${n >> 8}.${n & 255}`);
    const answers: Answer[] = [];
    for (const at of addresses) answers.push(await tryIn(email, WRONG, { at }));
    expect(answers.map((answer) => answer.statusCode)).toEqual(addresses.map((_, n) => (n < 10 ? 401 : 429)));
    const seconds = isLocked(await tryIn(email, PASSWORD, { at: '192.0.2.200' }));
    expect(seconds).toBeGreaterThan(850);
    await later(901);
    expect((await tryIn(email, PASSWORD)).statusCode).toBe(200);
  });

  it('is limited in the same way for an unknown e-mail [RL-01]', async () => {
    const email = 'ninguem.mesmo@example.com';
    await fail(5, email);
    isLocked(await tryIn(email));
  });

  it('gets no more tries concurrently than sequentially [RL-01]', async () => {
    const { email } = await server.createCompany();
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryIn(email)));
    const evaluated = answers.filter((answer) => answer.statusCode === 401).length;
    figure('RL-01', `evaluated ${evaluated} of ${answers.length} tries at once, at most 5`);
    expect(evaluated).toBeLessThanOrEqual(5);
    isLocked(await tryIn(email, PASSWORD));
  });

  it('does not lock out colleagues behind the same address, nor the same person elsewhere', async () => {
    const { companyId, email } = await server.createCompany();
    const colleague = await server.createUser(companyId);
    await fail(5, email);
    expect((await tryIn(colleague.email, PASSWORD)).statusCode).toBe(200);
    expect((await tryIn(email, PASSWORD, { at: '198.51.100.2' })).statusCode).toBe(200);
  });

  it('counts failures only: successful sign-ins are not limited', async () => {
    const { email } = await server.createCompany();
    for (let n = 0; n < 12; n++) expect((await tryIn(email, PASSWORD)).statusCode).toBe(200);
    await fail(4, email);
    expect((await tryIn(email, PASSWORD)).statusCode).toBe(200);
    await fail(4, email);
  });

  it('ignores forwarded addresses without a trusted proxy [RL-04]', async () => {
    const { email } = await server.createCompany();
    const lies = (n: number) => ({
      'x-forwarded-for': `203.0.113.${n}, 10.0.0.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'x-real-ip': `203.0.113.${n}`,
      'x-client-ip': `203.0.113.${n}`,
      'true-client-ip': `203.0.113.${n}`,
      'cf-connecting-ip': `203.0.113.${n}`,
    });
    for (let n = 0; n < 5; n++) await fail(1, email, { headers: lies(n) });
    for (let n = 5; n < 8; n++) isLocked(await tryIn(email, PASSWORD, { headers: lies(n) }));
  });

  it('is counted by the forwarded address only behind a trusted proxy [RL-04]', async () => {
    const behind = await startTestServer({ ownerUrl: server.ownerUrl, env: { TRUST_PROXY: '10.0.0.0/8' } });
    const { email } = await server.createCompany();
    const from = (client: string, at: string) => ({ of: behind, at, headers: { 'x-forwarded-for': client } });
    await fail(5, email, from('203.0.113.7', '10.1.2.3'));
    isLocked(await tryIn(email, PASSWORD, from('203.0.113.7', '10.9.9.9')));
    // Entries that the client prepended are ignored: the last hop that is not a trusted proxy counts.
    isLocked(await tryIn(email, PASSWORD, from('192.0.2.1, 203.0.113.7', '10.1.2.3')));
    expect((await tryIn(email, PASSWORD, from('203.0.113.8', '10.1.2.3'))).statusCode).toBe(200);
    await behind.stop();
  });

  it('is counted across nodes and restarts [RL-05]', async () => {
    const { email } = await server.createCompany();
    const other = await startTestServer({ ownerUrl: server.ownerUrl });
    await fail(3, email);
    await fail(2, email, { of: other });
    for (const of of [server, other]) isLocked(await tryIn(email, PASSWORD, { of }));
    await other.stop();
    const restarted = await startTestServer({ ownerUrl: server.ownerUrl });
    isLocked(await tryIn(email, PASSWORD, { of: restarted }));
    await restarted.stop();
  });
});

describe('many concurrent sign-ins', () => {
  it('are asked to retry when the queue is full, without counting as failures [SR25]', async () => {
    const { email } = await server.createCompany();
    let isOver = false;
    // As many as may run and wait; each finished check is followed by the next at once.
    const attempt = async (): Promise<void> => {
      await verifyPassword(undefined, WRONG);
      if (!isOver) await attempt();
    };
    const storm = Array.from({ length: 204 }, attempt);
    const answers: Answer[] = [];
    for (let n = 0; n < 6; n++) answers.push(await tryIn(email, PASSWORD));
    isOver = true;
    for (const answer of answers)
      expect([answer.statusCode, answer.json().error, answer.headers['retry-after']]).toEqual([503, 'ERR_BUSY', '1']);
    await Promise.all(storm);
    expect((await tryIn(email, PASSWORD)).statusCode).toBe(200);
  }, 60_000);
});

describe('other limits', () => {
  it('refreshes a session thirty times a minute, and an excess refresh does not end it', async () => {
    const admin = await server.createAdmin();
    const renew = (cookie: string) =>
      server.anonymous('POST', '/auth/refresh_token', undefined, { cookie, 'sec-fetch-site': 'same-origin' });
    let { cookie } = admin;
    for (let n = 0; n < limitRules['refresh of a session'].times; n++) {
      const answer = await renew(cookie);
      expect(answer.statusCode).toBe(200);
      cookie = `jrt=${answer.cookies[0]!.value}`;
    }
    const refused = await renew(cookie);
    expect(refused.statusCode).toBe(429);
    // The old token is replaced: its successor must reach the browser, or the next refresh would look like a theft.
    if (refused.cookies.length > 0) cookie = `jrt=${refused.cookies[0]!.value}`;
    await later(61);
    server.clock.pass(61_000);
    expect((await renew(cookie)).statusCode).toBe(200);
  });

  it('prunes expired counts and leaves active ones', async () => {
    const [over, running] = [await server.createCompany(), await server.createCompany()];
    await fail(5, over.email);
    await later(1_000);
    await fail(5, running.email);
    for (let n = 0; n < 2; n++) await server.modules.limits.prune(new Date());
    const { rows } = await server.asOwner.query(
      'select count(*)::int as kept from rate_limits where window_ends_at < now()',
    );
    expect(rows[0].kept).toBe(0);
    isLocked(await tryIn(running.email, PASSWORD));
    await fail(1, over.email);
  });
});
