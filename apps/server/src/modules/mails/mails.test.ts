import type { MailData, MailKind } from '@balcao/domain/mail/letters';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

interface Row {
  state: string;
  content: Buffer | null;
  attempts: number;
  error: string | null;
}
/** Addresses that the mail server received, and what it answers next. */
const received: string[] = [];
let answer: { code: number; text: string } | undefined;
let smtp: SMTPServer;
let server: TestServer;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null),
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  smtp.on('error', () => {});
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done));
  const { port } = smtp.server.address() as AddressInfo;
  // Jobs are enqueued; the tests run them.
  server = await startTestServer({
    env: { ROLE: 'api', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Balcão <nao-responda@example.com>' },
  });
  await server.work();
});
afterAll(async () => {
  await server.stop();
  await new Promise<void>((done) => smtp.close(() => done()));
});
beforeEach(async () => {
  received.length = 0;
  answer = undefined;
  await server.asOwner.query('delete from mails');
  await server.asOwner.query('delete from undeliverable_addresses');
  await server.asOwner.query(`delete from jobs.job where name = 'mail.send'`);
});

const url = 'https://desk.example.com/login';
let count = 0;
async function queue(own: { about?: string; address?: string } = {}, on = server) {
  const { companyId } = await on.createCompany();
  const address = own.address ?? `pessoa${++count}@example.com`;
  const about = own.about ?? `record ${++count}`;
  await on.db.inCompany(companyId, (tx) =>
    on.modules.queueMail(tx, { kind: 'address-in-use', about, companyId, address, language: 'pt', data: { url } }),
  );
  return { companyId, address, about };
}
const rows = async (): Promise<Row[]> =>
  (await server.asOwner.query<Row>('select state, content, attempts, error from mails order by id')).rows;
const remind = (companyId: number, address: string, about: string) => {
  const data: MailData['invoice-reminder'] = {
    company: 'Ótica',
    number: '2026-000001',
    plan: 'Equipe',
    cents: 14_900,
    dueDay: '2026-11-20',
    url,
    reminder: -5,
  };
  return server.db.inCompany(companyId, (tx) =>
    server.modules.queueMail(tx, { kind: 'invoice-reminder', about, companyId, address, language: 'pt', data }),
  );
};
/** Without those of the schedule, which have a key. */
const jobs = async () =>
  (await server.asOwner.query(`select from jobs.job where name = 'mail.send' and singleton_key is null`)).rowCount;
const undeliverable = async () => (await server.asOwner.query('select error from undeliverable_addresses')).rowCount;

describe('a stored mail', () => {
  it('exists once for a kind and a record, with a job, and only if its transaction commits', async () => {
    const { about } = await queue();
    await queue({ about });
    expect(await rows()).toHaveLength(1);
    expect(await jobs()).toBe(1);
    const { companyId } = await server.createCompany();
    const failing = server.db.inCompany(companyId, async (tx) => {
      const mail = { about: 'none', companyId, address: 'a@example.com', language: 'pt', data: { url } } as const;
      await server.modules.queueMail(tx, { kind: 'address-in-use', ...mail });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await rows()).toHaveLength(1);
  });

  it('of a job that stores many has no job of its own; one job wakes the sending of all', async () => {
    const store = (companyId: number, about: string) =>
      server.db.inCompany(companyId, (tx) =>
        server.modules.queueMail(tx, {
          kind: 'address-in-use',
          about,
          companyId,
          address: `${about}@example.com`,
          language: 'pt',
          data: { url },
          isBulk: true,
        }),
      );
    const { companyId } = await server.createCompany();
    await store(companyId, 'um');
    await store(companyId, 'dois');
    await store(companyId, 'dois');
    expect(await rows()).toHaveLength(2);
    expect(await jobs()).toBe(0);
    await server.modules.wakeMails(server.db);
    expect(await jobs()).toBe(1);
    await server.modules.mails.send();
    expect(received.toSorted()).toEqual(['dois@example.com', 'um@example.com']);
  });

  it('is sealed until the mail server has it, and then its content is gone', async () => {
    await queue();
    expect((await rows())[0]!.content!.toString()).toMatch(/^v1\./);
    await server.modules.mails.send();
    expect(await rows()).toEqual([{ state: 'sent', content: null, attempts: 1, error: null }]);
    expect(received).toHaveLength(1);
  });

  it('is sent once by processes that work at the same time', async () => {
    const other = await startTestServer({
      ownerUrl: server.ownerUrl,
      env: {
        ROLE: 'api',
        SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
        MAIL_FROM: 'a@example.com',
      },
    });
    for (let n = 0; n < 25; n++) await queue();
    await Promise.all([server.modules.mails.send(), other.modules.mails.send(), server.modules.mails.send()]);
    await other.stop();
    expect(received).toHaveLength(25);
    expect(new Set(received).size).toBe(25);
  });

  it('is tried again after growing pauses while the server cannot take it', async () => {
    answer = { code: 451, text: 'Try later' };
    await queue();
    const triesAfter = async (minutes: number) => {
      server.clock.pass(minutes * 60_000);
      await server.modules.mails.send();
      return (await rows())[0]!.attempts;
    };
    expect(await triesAfter(0)).toBe(1);
    expect(await triesAfter(0.5)).toBe(1);
    expect(await triesAfter(0.6)).toBe(2);
    expect(await triesAfter(4)).toBe(2);
    expect(await triesAfter(1.1)).toBe(3);
    expect((await rows())[0]).toMatchObject({ state: 'waiting', error: expect.stringContaining('Try later') });
    answer = undefined;
    expect(await triesAfter(16)).toBe(4);
    expect((await rows())[0]).toMatchObject({ state: 'sent' });
  });

  it('fails in the end, without its content', async () => {
    answer = { code: 451, text: 'Try later' };
    await queue();
    for (let hour = 0; hour < 72; hour++) {
      await server.modules.mails.send();
      server.clock.pass(3_600_000);
    }
    expect((await rows())[0]).toMatchObject({ state: 'failed', content: null });
  });

  it('marks an address that is refused for good: it gets no more reminders, until a mail arrives', async () => {
    answer = { code: 550, text: 'No such mailbox' };
    const { companyId, address } = await queue();
    await server.modules.mails.send();
    expect((await rows())[0]).toMatchObject({ state: 'failed', content: null, attempts: 1 });
    expect(await undeliverable()).toBe(1);
    await remind(companyId, address.toUpperCase(), 'reminder 1');
    expect(await rows()).toHaveLength(1);

    answer = undefined;
    await queue({ address });
    await server.modules.mails.send();
    expect(await undeliverable()).toBe(0);
    await remind(companyId, address, 'reminder 1');
    expect(await rows()).toHaveLength(3);
  });

  it('with a code is not sent after the code expired', async () => {
    const { companyId, userId } = await server.createCompany();
    await server.modules.access.passwordReset.send({ companyId, userId, language: 'pt' });
    server.clock.pass(16 * 60_000);
    await server.modules.mails.send();
    expect(received).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'failed', content: null, error: 'Too late' });
  });

  it('is pruned after ninety days', async () => {
    await queue();
    await server.modules.mails.send();
    server.clock.pass(89 * 86_400_000);
    await server.modules.mails.prune();
    expect(await rows()).toHaveLength(1);
    server.clock.pass(2 * 86_400_000);
    await server.modules.mails.prune();
    expect(await rows()).toHaveLength(0);
  });

  it('appears in the metrics by kind, and its address in no log line [LG-09]', async () => {
    const lines: string[] = [];
    const other = await startTestServer({
      ownerUrl: server.ownerUrl,
      logTo: (line) => lines.push(line),
      env: { ROLE: 'api', LOG_LEVEL: 'trace', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' },
    });
    await other.work();
    const { address } = await queue({}, other);
    await other.modules.mails.send();
    expect(await other.metrics.text()).toContain('mails_total{kind="address-in-use",outcome="retried"} 1');
    await other.stop();
    expect(lines.join('')).toContain('ECONNREFUSED');
    expect(lines.join('')).not.toContain(address);
  });
});

describe('without a mail server', () => {
  it('mails are kept for 24 hours with SANDBOX on, for super users to read', async () => {
    const trial = await startTestServer({ env: { ROLE: 'api', SANDBOX: 'on' } });
    const superUser = await trial.createSuperUser();
    await superUser.request('PUT', '/settings/appName', { value: 'Atende <Já>' });
    const { address } = await queue({}, trial);
    const { mode, mails } = (await superUser.request('GET', '/mails')).json();
    expect(mode).toBe('keep');
    expect(mails).toMatchObject([{ to: address, subject: 'Você já tem uma conta no Atende <Já>' }]);
    expect(mails[0].html).toContain('Atende &lt;Já&gt;');
    expect(mails[0].html).not.toContain('<Já>');
    expect(mails[0].text).toContain(url);

    trial.clock.pass(25 * 3_600_000);
    await trial.modules.mails.prune();
    expect(await trial.modules.mails.stored()).toEqual([]);
    await trial.stop();
  });

  it('mails wait in production, a warning is logged, and super users see it', async () => {
    const lines: string[] = [];
    const live = await startTestServer({
      logTo: (line) => lines.push(line),
      env: { ROLE: 'api', NODE_ENV: 'production', LOG_LEVEL: 'warn' },
    });
    expect(lines.join('')).toContain('SMTP_URL is not set');
    const superUser = await live.createSuperUser();
    await queue({}, live);
    await live.modules.mails.send();
    expect((await superUser.request('GET', '/mails')).json()).toMatchObject({ mode: 'none', waiting: 1, mails: [] });
    await live.stop();
  });
});

it('every kind of mail can be stored and read back', async () => {
  const trial = await startTestServer({ env: { ROLE: 'api', SANDBOX: 'on' } });
  const { companyId, email: address } = await trial.createCompany();
  const at = new Date('2026-11-16T13:00:00Z');
  const invoice = { company: 'Ótica', number: '2026-000001', plan: 'Equipe', cents: 1, dueDay: '2026-11-20', url };
  const data: MailData = {
    'reset-code': { code: 'ABCD2345', until: at, timeZone: 'America/Sao_Paulo', url },
    'confirm-email': { name: 'Ana', company: 'Ótica', url },
    welcome: { name: 'Ana', company: 'Ótica', plan: 'Equipe', day: '2026-11-20', url },
    'address-in-use': { url },
    'password-changed': { at, timeZone: 'America/Sao_Paulo', device: 'Chrome, Windows', url },
    invitation: { inviter: 'Ana', company: 'Ótica', day: '2026-11-20', url },
    'invoice-issued': invoice,
    'invoice-reminder': { ...invoice, reminder: 3 },
    receipt: { ...invoice, method: 'PIX', validUntil: '2026-12-20' },
    refund: { number: '2026-000001', cents: 1, url },
    'company-deletion': { company: 'Ótica', day: '2026-11-20' },
    'ai-ceiling': { company: 'Ótica', ceiling: 'month', percent: 80, limit: 5000, url },
  };
  const kinds = Object.keys(data) as MailKind[];
  await trial.db.inCompany(companyId, async (tx) => {
    for (const kind of kinds)
      await trial.modules.queueMail(tx, { kind, about: '1', companyId, address, language: 'en', data: data[kind] });
  });
  const mails = await trial.modules.mails.stored();
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
  expect(mails.filter(({ letter }) => letter === undefined)).toEqual([]);
  await trial.stop();
});
