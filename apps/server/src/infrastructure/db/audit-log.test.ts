import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { audit } from '../audit/audit.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Ids of the entries whose hash does not match the entry and its predecessor. */
async function broken(companyId: number): Promise<string[]> {
  const { rows } = await server.asOwner.query<{ id: string }>(
    `select id from (
       select a.*, lag(hash, 1, '\\x00'::bytea) over (order by id) as before from audit_log a where company_id = $1) entry
      where previous_hash <> before or hash <> audit_entry_hash(before, row(company_id, id, at, user_id, act, subject, data, previous_hash, hash)::audit_log)
      order by id`,
    [companyId],
  );
  return rows.map((row) => row.id);
}
const write = (companyId: number, subject: string) =>
  server.db.inCompany(companyId, (tx) =>
    audit(tx, { userId: 1, action: 'tag.removed', subject, data: { name: 'Tag', nested: { b: 1, a: [2, 'três'] } } }),
  );
const entries = async (companyId: number) =>
  (
    await server.asOwner.query<{ id: string; subject: string }>(
      'select id, subject from audit_log where company_id = $1 order by id',
      [companyId],
    )
  ).rows;

describe('the audit log', () => {
  it('is one unbroken hash chain per company, also with concurrent writers [AL-02]', async () => {
    const [ownCompany, otherCompany] = [await server.createCompany(), await server.createCompany()];
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => write(n % 3 ? ownCompany.companyId : otherCompany.companyId, `tag ${n}`)),
    );
    expect([(await entries(ownCompany.companyId)).length, (await entries(otherCompany.companyId)).length]).toEqual([
      20, 10,
    ]);
    for (const { companyId } of [ownCompany, otherCompany]) expect(await broken(companyId)).toEqual([]);
  });

  it('cannot be changed, emptied or forged by the app role [AL-02]', async () => {
    const { companyId } = await server.createCompany();
    await write(companyId, 'first');
    const before = await entries(companyId);
    const client = new pg.Client({ connectionString: server.appUrl });
    await client.connect();
    const attempt = async (sql: string) => {
      await client.query(`begin; select set_config('app.company', '${companyId}', true)`);
      return client
        .query(sql)
        .then(
          () => 'done',
          (error: Error) => error.message,
        )
        .finally(() => client.query('rollback'));
    };
    for (const sql of [
      `update audit_log set subject = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
      'alter table audit_log disable trigger all',
      'drop trigger audit_log_chain on audit_log',
    ]) {
      expect(await attempt(sql), sql).toMatch(/permission denied|must be owner/);
    }
    // Time and hashes given by the writer are ignored.
    await client.query(`begin; select set_config('app.company', '${companyId}', true)`);
    await client.query(
      `insert into audit_log (company_id, act, subject, at, previous_hash, hash) values (${companyId}, 'x', 'forged', '2001-01-01', '\\x01', '\\x02')`,
    );
    await client.query('commit');
    await client.end();
    const [forged] = (
      await server.asOwner.query(
        `select at > now() - interval '1 minute' as is_now from audit_log where company_id = $1 and subject = 'forged'`,
        [companyId],
      )
    ).rows;
    expect(forged).toEqual({ is_now: true });
    expect((await entries(companyId)).slice(0, -1)).toEqual(before);
    expect(await broken(companyId)).toEqual([]);
  });

  it.each([
    ['changed', `update audit_log set subject = 'nothing happened' where company_id = $1 and id = $2`],
    ['changed in its data', `update audit_log set data = '{}' where company_id = $1 and id = $2`],
    ['backdated', `update audit_log set at = at - interval '1 day' where company_id = $1 and id = $2`],
    ['assigned to another user', `update audit_log set user_id = 2 where company_id = $1 and id = $2`],
    ['removed', 'delete from audit_log where company_id = $1 and id = $2'],
    [
      'rehashed',
      `update audit_log a set subject = 'x', hash = audit_entry_hash(previous_hash, row(a.company_id, a.id, a.at, a.user_id, a.act, 'x', a.data, '', '')::audit_log) where company_id = $1 and id = $2`,
    ],
  ])('reveals an entry that was %s by the database owner [AL-02]', async (_, tamper) => {
    const { companyId } = await server.createCompany();
    for (const subject of ['one', 'two', 'three', 'four']) await write(companyId, subject);
    expect(await broken(companyId)).toEqual([]);
    const [, second, third] = await entries(companyId);
    expect((await server.asOwner.query(tamper, [companyId, second!.id])).rowCount).toBe(1);
    const firstBroken = await broken(companyId);
    expect(firstBroken.length).toBeGreaterThan(0);
    expect([second!.id, third!.id]).toContain(firstBroken[0]);
  });

  it('contains no entry of a rolled back transaction [AL-03]', async () => {
    const { companyId } = await server.createCompany();
    const undone = server.db.inCompany(companyId, async (tx) => {
      await audit(tx, { userId: 1, action: 'tag.removed', subject: 'never' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await write(companyId, 'after');
    expect((await entries(companyId)).map(({ subject }) => subject)).toEqual(['after']);
    expect(await broken(companyId)).toEqual([]);
  });

  it('has one entry per audited action, without secrets [AL-01]', async () => {
    const admin = await server.createAdmin();
    const listActions = async () =>
      (
        await server.asOwner.query<{ act: string }>('select act from audit_log where company_id = $1 order by id', [
          admin.companyId,
        ])
      ).rows.map(({ act }) => act);
    const user = (
      await admin.request('POST', '/users', {
        name: 'Pessoa',
        email: 'pessoa.do.log@example.com',
        password: 'Segredo-do-log-1',
      })
    ).json();
    await admin.request('PUT', `/users/${user.id}`, { password: 'Segredo-do-log-2' });
    await admin.request('PUT', '/companySettings', { column: 'userRating', data: 'enabled' });
    const queue = (await admin.request('POST', '/queue', { name: 'Fila', color: '#abcabc' })).json();
    await admin.request('DELETE', `/queue/${queue.id}`);
    await admin.request('DELETE', `/users/${user.id}`);
    expect(await listActions()).toEqual([
      'session.started',
      'user.created',
      'user.changed',
      'setting.changed',
      'queue.removed',
      'user.removed',
    ]);
    const { rows } = await server.asOwner.query('select data::text from audit_log where company_id = $1', [
      admin.companyId,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Segredo-do-log|argon2/);
  });
});
