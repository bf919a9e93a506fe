import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const backendPid = { name: 'test.who-serves', text: 'select pg_backend_pid() as pid' };

it('a connection lost between two statements fails only its own transaction', async () => {
  const { companyId } = await server.createCompany();
  const work = server.db.readCompany(companyId, async (tx) => {
    const [{ pid }] = (await tx.query<{ pid: number }>(backendPid, [])) as [{ pid: number }];
    await server.asOwner.query('select pg_terminate_backend($1)', [pid]);
    const hasEnded = async () =>
      (await server.asOwner.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0;
    await vi.waitUntil(hasEnded, { interval: 20 });
    return tx.query(backendPid, []);
  });
  await expect(work).rejects.toThrow(/terminat|not queryable/i);
  expect(await server.db.readCompany(companyId, (tx) => tx.query(backendPid, []))).toHaveLength(1);
});
