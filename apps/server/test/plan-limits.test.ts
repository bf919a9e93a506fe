import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChannel } from './channel.ts';
import { aHouse, type TestHouse } from './house.ts';
import { PASSWORD } from './people.ts';
import { proofs } from './proof.ts';

let house: TestHouse;
beforeAll(async () => {
  const { channel } = aChannel();
  house = await aHouse({ channels: { of: () => channel, close: async () => {} } });
});
afterAll(() => house.stop());

const LIMIT = 4;
/** How each counted thing is made, and where it is kept. */
const counted = {
  users: {
    path: '/users',
    table: 'users',
    make: (n: number) => ({
      name: `Pessoa ${n}`,
      email: `limite${process.pid}.${n}.${Date.now()}@example.com`,
      password: PASSWORD,
    }),
  },
  queues: {
    path: '/queue',
    table: 'queues',
    make: (n: number) => ({ name: `Setor ${n}`, color: `#${(n + 0x111111).toString(16)}` }),
  },
  connections: {
    path: '/whatsapp',
    table: 'connections',
    make: (n: number) => ({ name: `Linha ${n}`, provider: 'sandbox' }),
  },
} as const;

describe('what a plan counts', () => {
  it.each(Object.entries(counted))(
    '%s: made by many at once there are never more; of a smaller plan nothing is lost, and nothing is added [PL-02] [PL-03]',
    async (what, { path, table, make }) => {
      const admin = await house.anAdmin({ plan: { [what]: LIMIT } });
      const count = async () =>
        (await house.asOwner.query(`select count(*)::int as n from ${table} where company_id = $1`, [admin.companyId]))
          .rows[0].n as number;
      const tries = Math.max(proofs(50), 2 * LIMIT);
      const answers = await Promise.all(Array.from({ length: tries }, (_, n) => admin.ask('POST', path, make(n))));
      expect(await count()).toBe(LIMIT);
      const refused = answers.filter(({ statusCode }) => statusCode >= 400);
      expect(refused.length).toBeGreaterThanOrEqual(tries - LIMIT);
      expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));

      await house.asOwner.query(
        `update plans set ${what} = 1 where id = (select plan_id from companies where company_id = $1)`,
        [admin.companyId],
      );
      house.db.forget(admin.companyId);
      expect((await admin.ask('POST', path, make(99))).statusCode).toBe(400);
      expect(await count()).toBe(LIMIT);
      // What is there can still be seen.
      expect((await admin.ask('GET', path)).statusCode).toBe(200);
    },
  );
});
