import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from './channel.ts';
import { startTestServer, type TestServer } from './server.ts';
import { PASSWORD } from './users.ts';
import { caseCounts } from './case-counts.ts';

let server: TestServer;
beforeAll(async () => {
  const { channel } = createTestChannel();
  server = await startTestServer({ channels: { of: () => channel, close: async () => {} } });
});
afterAll(() => server.stop());

const LIMIT = 4;
/** Endpoint and table of each limited resource. */
const counted = {
  users: {
    path: '/users',
    table: 'users',
    bodyOf: (n: number) => ({
      name: `Pessoa ${n}`,
      email: `limite${process.pid}.${n}.${Date.now()}@example.com`,
      password: PASSWORD,
    }),
  },
  queues: {
    path: '/queue',
    table: 'queues',
    bodyOf: (n: number) => ({ name: `Setor ${n}`, color: `#${(n + 0x111111).toString(16)}` }),
  },
  connections: {
    path: '/whatsapp',
    table: 'connections',
    bodyOf: (n: number) => ({ name: `Linha ${n}`, provider: 'sandbox' }),
  },
} as const;

describe('plan limits', () => {
  it.each(Object.entries(counted))(
    '%s: parallel requests never exceed the limit; after a downgrade nothing is lost and nothing can be added [PL-02] [PL-03]',
    async (label, { path, table, bodyOf }) => {
      const admin = await server.createAdmin({ plan: { [label]: LIMIT } });
      const count = async () =>
        (await server.asOwner.query(`select count(*)::int as n from ${table} where company_id = $1`, [admin.companyId]))
          .rows[0].n as number;
      const attempts = Math.max(caseCounts(50), 2 * LIMIT);
      const answers = await Promise.all(
        Array.from({ length: attempts }, (_, n) => admin.request('POST', path, bodyOf(n))),
      );
      expect(await count()).toBe(LIMIT);
      const refused = answers.filter(({ statusCode }) => statusCode >= 400);
      expect(refused.length).toBeGreaterThanOrEqual(attempts - LIMIT);
      expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));

      await server.asOwner.query(
        `update plans set ${label} = 1 where id = (select plan_id from companies where company_id = $1)`,
        [admin.companyId],
      );
      server.db.invalidate(admin.companyId);
      expect((await admin.request('POST', path, bodyOf(99))).statusCode).toBe(400);
      expect(await count()).toBe(LIMIT);
      // Existing records are still listed.
      expect((await admin.request('GET', path)).statusCode).toBe(200);
    },
  );
});
