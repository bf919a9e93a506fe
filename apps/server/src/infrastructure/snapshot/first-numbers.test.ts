import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { startNumbersAt } from './first-numbers.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('companies and connections of an installation get numbers of its own range, which is never lowered', async () => {
  const before = await server.createCompany();
  expect(await startNumbersAt(server.ownerUrl, 100_000)).toEqual({ company_ids: 100_000, connection_ids: 100_000 });
  const first = await server.createCompany();
  expect([before.companyId < 100_000, first.companyId]).toEqual([true, 100_000]);
  const { rows } = await server.asOwner.query<{ id: string }>(`select nextval('connection_ids')::text as id`);
  expect(rows[0]!.id).toBe('100000');
  expect(await startNumbersAt(server.ownerUrl, 500)).toEqual({ company_ids: 100_001, connection_ids: 100_001 });
  expect((await server.createCompany()).companyId).toBe(100_001);
});
