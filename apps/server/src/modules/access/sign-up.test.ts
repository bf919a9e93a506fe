import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { PASSWORD } from '../../../test/users.ts';

/** Mails are kept, so that the tests can read them. */
let server: TestServer;
let planId: number;
beforeAll(async () => {
  server = await startTestServer({ env: { SANDBOX: 'on' } });
  await server.createPlatformOwner();
  planId = await createPlan(server, true);
  await setSwitch(server, 'enabled');
});
afterAll(() => server.stop());

let count = 0;
const createPlan = async ({ modules }: TestServer, isPublic: boolean) =>
  (
    await modules.companies.findOrCreatePlan({
      name: `Plano ${++count}`,
      users: 3,
      connections: 2,
      queues: 5,
      isPublic,
    })
  ).id;
const setSwitch = ({ asOwner }: TestServer, value: string) =>
  asOwner.query(
    `insert into platform_settings (key, value) values ('userCreation', $1) on conflict (key) do update set value = $1`,
    [value],
  );
const aDraft = (fields: object = {}) => {
  const n = ++count;
  return {
    companyName: `Padaria ${n}`,
    name: 'Ana Souza',
    email: `ana${n}@padaria.example.com`,
    password: PASSWORD,
    phone: '11987654321',
    planId,
    ...fields,
  };
};
/** Each call from its own address, because sign-ups are limited by address. */
const signUp = (body: object, { of = server, at = `203.0.113.${++count % 250}`, headers = {} } = {}) =>
  of.app.inject({ method: 'POST', url: '/api/auth/signup', payload: body, remoteAddress: at, headers });
const mailsTo = async (address: string, { modules }: TestServer = server) =>
  (await modules.mails.stored()).filter((mail) => mail.address === address);
const linkIn = (text: string | undefined) => /\/confirm-email#([\w-]+)/.exec(text ?? '')?.[1];
const companyCount = async () => (await server.asOwner.query('select from companies')).rowCount;

describe('sign-up', () => {
  it('creates a company in trial, its admin and its settings, and asks to confirm the e-mail [M-013] [R38] [R40]', async () => {
    const draft = aDraft();
    const answer = await signUp(draft);
    expect(answer.statusCode, answer.body).toBe(200);
    const company = answer.json();
    expect(company).toMatchObject({ name: draft.companyName, email: draft.email, phone: '11987654321', status: true });
    expect(answer.json().plan.id).toBe(planId);
    const days = (Date.parse(company.dueDate) - Date.now()) / 86_400_000;
    expect([days > 7, days < 8.2]).toEqual([true, true]);
    expect(answer.cookies).toEqual([]);

    const admin = await server.signIn(draft.email);
    expect(admin.user).toMatchObject({ profile: 'admin', super: false, startWork: '00:00', endWork: '23:59' });
    expect(admin.user.company).toMatchObject({ emailConfirmed: false, expired: false });
    const settings = await server.asOwner.query('select from company_settings where company_id = $1', [company.id]);
    expect(settings.rowCount).toBeGreaterThan(20);
    const row = await server.asOwner.query('select recurrence from companies where company_id = $1', [company.id]);
    expect(row.rows).toEqual([{ recurrence: 'MENSAL' }]);
    const [mail] = await mailsTo(draft.email);
    expect([mail!.kind, linkIn(mail!.letter?.text)?.length]).toEqual(['confirm-email', 43]);
  });

  it('ignores a due date, a state, a recurrence, a profile and a company of the client [M-013] [H1] [H2] [AU-03] [MA-04]', async () => {
    const other = await server.createAdmin();
    const draft = aDraft({
      dueDate: '2099-01-01',
      status: 'f',
      recurrence: 'ANUAL',
      companyId: other.companyId,
      profile: 'user',
      super: true,
      campaignsEnabled: true,
    });
    const company = (await signUp(draft)).json();
    expect(company.id).not.toBe(other.companyId);
    expect(Date.parse(company.dueDate) - Date.now()).toBeLessThan(9 * 86_400_000);
    expect(company.status).toBe(true);
    expect((await server.signIn(draft.email)).user).toMatchObject({ profile: 'admin', super: false });
    const users = (await other.request('GET', '/users')).json();
    expect(users.count).toBe(1);
  });

  it('lasts as many days as the platform sets', async () => {
    await server.asOwner.query(`insert into platform_settings (key, value) values ('trialDays', '30')`);
    const { dueDate } = (await signUp(aDraft())).json();
    await server.asOwner.query(`delete from platform_settings where key = 'trialDays'`);
    expect(Math.floor((Date.parse(dueDate) - Date.now()) / 86_400_000)).toBe(30);
  });

  it('is refused when it is turned off, before anything else is read [M-015] [D-20]', async () => {
    await setSwitch(server, 'disabled');
    const answer = await signUp(aDraft());
    await setSwitch(server, 'enabled');
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'ERR_USER_CREATION_DISABLED']);
  });

  it('names the fields that are wrong [M-012]', async () => {
    const answer = await signUp({ companyName: 'P', name: 'A', email: 'ana@', password: '1234', phone: '(11)' });
    const fields = Object.fromEntries(
      answer.json().fields.map(({ field, rule }: Record<string, string>) => [field, rule]),
    );
    expect([answer.statusCode, fields]).toEqual([
      400,
      {
        companyName: 'tooShort',
        name: 'tooShort',
        email: 'email',
        password: 'tooShort',
        phone: 'invalid',
        planId: 'required',
      },
    ]);
  });

  it('takes public plans only', async () => {
    const before = await companyCount();
    const hidden = await createPlan(server, false);
    for (const plan of [hidden, 900_000_000]) {
      const answer = await signUp(aDraft({ planId: plan }));
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        [expect.objectContaining({ field: 'planId', rule: 'unknown' })],
      ]);
    }
    expect(await companyCount()).toBe(before);
  });

  it('answers with a general error for an e-mail in use, and informs its owner once a day', async () => {
    const { email } = await server.createCompany();
    const before = await companyCount();
    for (let n = 0; n < 2; n++) {
      const answer = await signUp(aDraft({ email: email.toUpperCase() }));
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { error: 'ERR_SIGN_UP_FAILED', message: 'Erro ao criar a conta. Confira os dados e tente de novo.' },
      ]);
    }
    expect(await companyCount()).toBe(before);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['address-in-use']);
  });

  it('takes a company name once, whatever its case and spaces', async () => {
    const draft = aDraft();
    const answers = await Promise.all([
      signUp(draft),
      signUp(aDraft({ companyName: `  ${draft.companyName.toUpperCase()} ` })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const late = await signUp(aDraft({ companyName: draft.companyName }));
    expect(late.json().fields).toEqual([expect.objectContaining({ field: 'companyName', rule: 'taken' })]);
  });

  it('is possible five times in half an hour from one address or one IPv6 network [RL-02]', async () => {
    for (const [first, second] of [
      ['198.51.100.7', '198.51.100.7'],
      ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ] as const) {
      const wrong = aDraft({ planId: 900_000_000 });
      for (let n = 0; n < 5; n++) expect((await signUp(wrong, { at: first })).statusCode).toBe(400);
      const refused = await signUp(aDraft(), { at: second });
      expect([refused.statusCode, refused.json().error]).toEqual([429, 'ERR_TOO_MANY_TRIES']);
    }
    expect((await signUp(aDraft(), { at: '2001:db8:1:3::1' })).statusCode).toBe(200);
  });
});

describe('the e-mail of a new company', () => {
  const confirm = (token: string) => server.anonymous('POST', '/auth/confirm-email', { token });
  async function signedUp() {
    const draft = aDraft();
    await signUp(draft);
    const [mail] = await mailsTo(draft.email);
    return { ...draft, token: linkIn(mail!.letter?.text)!, admin: await server.signIn(draft.email) };
  }

  it('is confirmed by the link, once, and then the company is welcomed', async () => {
    const { email, token, admin } = await signedUp();
    expect((await confirm(token)).statusCode).toBe(200);
    expect((await admin.request('GET', '/auth/me')).json().user.company.emailConfirmed).toBe(true);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['welcome', 'confirm-email']);
    const again = await confirm(token);
    expect([again.statusCode, again.json().error]).toEqual([400, 'ERR_CONFIRMATION_LINK']);
  });

  it('is needed for a real channel, but not for a simulated one', async () => {
    const { token, admin } = await signedUp();
    const connect = (provider: string, name: string) =>
      admin.request('POST', '/whatsapp', { name, channel: 'whatsappapi', provider });
    const early = await connect('official', 'Real');
    expect([early.statusCode, early.json().error]).toEqual([403, 'ERR_EMAIL_NOT_CONFIRMED']);
    expect((await connect('sandbox', 'Simulado')).statusCode).toBe(200);
    await confirm(token);
    expect((await connect('official', 'Real')).statusCode).toBe(200);
  });

  it('gets a new link on request, three times in half an hour; only the newest works', async () => {
    const { email, token, admin } = await signedUp();
    const resend = () => admin.request('POST', '/auth/confirm-email/resend');
    for (let n = 0; n < 3; n++) expect((await resend()).statusCode).toBe(200);
    expect((await resend()).statusCode).toBe(429);
    expect((await confirm(token)).json().error).toBe('ERR_CONFIRMATION_LINK');
    const [newest] = await mailsTo(email);
    expect((await confirm(linkIn(newest!.letter?.text)!)).statusCode).toBe(200);
  });

  it('cannot be confirmed a day later', async () => {
    const { token } = await signedUp();
    server.clock.pass(24 * 3_600_000 + 1000);
    const late = await confirm(token);
    server.clock.set(new Date());
    expect(late.json().error).toBe('ERR_CONFIRMATION_LINK');
  });

  it('needs no confirmation where no mail can be sent', async () => {
    const silent = await startTestServer();
    try {
      await silent.createPlatformOwner();
      await setSwitch(silent, 'enabled');
      const draft = aDraft({ planId: await createPlan(silent, true) });
      expect((await signUp(draft, { of: silent })).statusCode).toBe(200);
      expect((await silent.signIn(draft.email)).user.company.emailConfirmed).toBe(true);
    } finally {
      await silent.stop();
    }
  });
});

describe('the puzzle', () => {
  let secure: TestServer;
  beforeAll(async () => {
    secure = await startTestServer({ ownerUrl: server.ownerUrl, env: { PUBLIC_URL: 'https://desk.example.com' } });
  });
  afterAll(() => secure.stop());
  const getPuzzle = async (): Promise<Challenge> => (await secure.anonymous('GET', '/auth/signup/puzzle')).json();
  const solve = async (challenge: Challenge) => ({
    challenge,
    solution: (await solveChallenge({ challenge, deriveKey }))!,
  });
  const send = (puzzle: unknown) =>
    signUp(aDraft(puzzle === undefined ? {} : { puzzle: JSON.stringify(puzzle) }), { of: secure });

  it('is required over HTTPS, works once, and cannot be made easier', async () => {
    expect((await send(undefined)).json().error).toBe('ERR_PUZZLE');
    const solved = await solve(await getPuzzle());
    const { parameters } = solved.challenge;
    expect([parameters.cost, parameters.algorithm, solved.solution.counter >= 100]).toEqual([
      5000,
      'PBKDF2/SHA-256',
      true,
    ]);
    for (const forged of [
      'texto',
      { ...solved, solution: { ...solved.solution, derivedKey: '00' } },
      { ...solved, challenge: { ...solved.challenge, signature: '00' } },
      { ...solved, challenge: { ...solved.challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } } },
      { ...solved, challenge: { ...solved.challenge, parameters: { ...parameters, cost: 1 } } },
    ])
      expect((await send(forged)).json().error).toBe('ERR_PUZZLE');
    const answer = await send(solved);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await send(solved)).json().error).toBe('ERR_PUZZLE');
  });
});
