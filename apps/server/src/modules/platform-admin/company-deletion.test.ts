import { DAY_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  // Mails are kept, so that they can be read here.
  server = await startTestServer({ env: { SANDBOX: 'on' } });
  owner = await server.createSuperUser();
});
afterAll(() => server.stop());

const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
const nameOf = async (companyId: number) =>
  (await owner.request('GET', `/companies/${companyId}`)).json().name as string;
const ask = async (companyId: number, name?: string) =>
  owner.request('DELETE', `/companies/${companyId}?name=${encodeURIComponent(name ?? (await nameOf(companyId)))}`);
const purge = () => server.modules.platformAdmin.deletion.purgeDue();

describe('deleting a company [M-023]', () => {
  it('needs its name, makes it inactive at once and writes to its admin', async () => {
    const admin = await server.createAdmin();
    expect(errorOf(await ask(admin.companyId, 'Outra'))).toEqual([400, 'ERR_COMPANY_NAME_DIFFERS']);
    const answer = await ask(admin.companyId);
    expect(answer.json().status).toBe(false);
    const days = (+new Date(answer.json().deleteAt) - +server.clock.now()) / DAY_MS;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    expect(errorOf(await admin.request('GET', '/auth/me'))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    const mails = () =>
      server.asOwner.query<{ address: string }>(
        "select address from mails where kind = 'company-deletion' and company_id = $1",
        [admin.companyId],
      );
    expect((await mails()).rows).toEqual([{ address: admin.email }]);
    // A second request neither postpones the day nor sends another mail.
    expect((await ask(admin.companyId)).json().deleteAt).toBe(answer.json().deleteAt);
    expect((await mails()).rows).toHaveLength(1);
  });

  it.each([
    ['es', 'Eliminación prevista para el'],
    ['en', 'Deletion scheduled for'],
    [null, 'Exclusão marcada para'],
  ])('writes in the language of the company: %s', async (language, title) => {
    const admin = await server.createAdmin();
    await server.asOwner.query(`update companies set buyer = $2::jsonb where company_id = $1`, [
      admin.companyId,
      language && JSON.stringify({ language }),
    ]);
    await ask(admin.companyId);
    const mail = (await server.modules.mails.stored()).find(({ address }) => address === admin.email);
    expect(mail?.letter?.text).toContain(title);
  });

  it('can be undone for seven days, with everything as it was', async () => {
    const admin = await server.createAdmin();
    await admin.request('POST', '/queue', { name: 'Fila', color: '#123123' });
    await ask(admin.companyId);
    expect(errorOf(await owner.request('PUT', `/companies/${admin.companyId}`, { status: true }))).toEqual([
      400,
      'ERR_COMPANY_IN_TRASH',
    ]);
    await purge();
    const restored = await owner.request('POST', `/companies/${admin.companyId}/restore`);
    expect(restored.json()).toMatchObject({ status: true, deleteAt: null, used: { queues: 1 } });
    expect((await server.signIn(admin.email)).companyId).toBe(admin.companyId);
    expect(errorOf(await owner.request('POST', `/companies/${admin.companyId}/restore`))).toEqual([
      400,
      'ERR_COMPANY_NOT_IN_TRASH',
    ]);
  });

  it.each([
    ['active', [true, false]],
    ['deactivated by hand', [false, false]],
    ['deactivated as overdue', [false, true]],
  ])('a restored company is as it was before: %s', async (_, state) => {
    const { companyId } = await server.createAdmin();
    await server.asOwner.query(
      'update companies set is_active = $2, is_deactivated_as_overdue = $3 where company_id = $1',
      [companyId, ...state],
    );
    await ask(companyId);
    await ask(companyId);
    const restored = await owner.request('POST', `/companies/${companyId}/restore`);
    expect(restored.json().status).toBe(state[0]);
    const { rows } = await server.asOwner.query(
      'select is_active, is_deactivated_as_overdue, was_active, delete_at from companies where company_id = $1',
      [companyId],
    );
    expect(rows).toEqual([
      { is_active: state[0], is_deactivated_as_overdue: state[1], was_active: null, delete_at: null },
    ]);
  });

  it('deletes rows, files and directory after seven days, and nothing of others; payments stay [TI-17]', async () => {
    const [gone, stays] = [await server.createAdmin(), await server.createAdmin()];
    for (const admin of [gone, stays]) {
      await admin.request('POST', '/queue', { name: 'Fila', color: '#123123' });
      await admin.request('POST', '/tags', { name: 'Cliente', color: '#123123' });
      await server.asOwner.query(
        `insert into contacts (company_id, name, number, channel) select $1, 'Pessoa ' || n, '55119' || n, 'whatsapp' from generate_series(1, 1200) n`,
        [admin.companyId],
      );
      await server.asOwner.query(
        `insert into payment_ledger (provider, payment_id, company_id, invoice_number, cents, currency, paid_at, state)
         values ('efi', $2, $1, $3, 9900, 'BRL', now(), 'applied')`,
        [admin.companyId, `p${admin.companyId}`, `2026-00000${admin.companyId}`],
      );
    }
    const { key } = await server.modules.storage.put(Buffer.from('picture'), {
      companyId: gone.companyId,
      kind: 'media',
    });
    await server.asOwner.query(
      "insert into files (company_id, storage_key, purpose, mime, bytes, sha256) values ($1, $2, 'media', 'image/png', 7, '\\x00')",
      [gone.companyId, key],
    );
    const { rows: tables } = await server.asOwner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
    const rowsOf = async (companyId: number) => {
      const left: string[] = [];
      for (const { name } of tables)
        if ((await server.asOwner.query(`select from ${name} where company_id = $1 limit 1`, [companyId])).rowCount)
          left.push(name);
      return left.sort();
    };
    const before = await rowsOf(stays.companyId);
    const name = await nameOf(gone.companyId);
    await ask(gone.companyId);
    server.clock.pass(7 * DAY_MS + 1000);
    owner = await server.signIn(owner.email);
    await purge();

    // The mail may be sent after the purge; the ledger keeps number and amount.
    expect(await rowsOf(gone.companyId)).toEqual(['mails', 'payment_ledger']);
    expect(await rowsOf(stays.companyId)).toEqual(before);
    expect(await server.modules.storage.open(key)).toBeUndefined();
    const { rows } = await server.asOwner.query(
      'select cents, invoice_number from payment_ledger where company_id = $1',
      [gone.companyId],
    );
    expect(rows).toEqual([{ cents: 9900, invoice_number: `2026-00000${gone.companyId}` }]);
    expect(errorOf(await owner.request('GET', `/companies/${gone.companyId}`))).toEqual([404, 'ERR_NO_COMPANY_FOUND']);
    const audited = await server.asOwner.query(
      "select data from audit_log where company_id = 1 and act = 'company.purged' and subject = $1",
      [`company ${gone.companyId}`],
    );
    expect(audited.rows).toEqual([{ data: { name } }]);
    // Its e-mail and name are free again.
    const again = await owner.request('POST', '/companies', {
      name,
      email: gone.email,
      password: 'Senha-de-teste-1',
      planId: stays.user.company.plan.id,
    });
    expect(again.statusCode, again.body).toBe(200);
    await purge();
  });
});
