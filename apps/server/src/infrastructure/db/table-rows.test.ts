import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { campaigns } from './schema/campaigns.ts';
import { emailConfirmations } from './schema/invitations.ts';
import { companies } from './schema/platform.ts';
import { tags } from './schema/tags.ts';
import { insertIfFree, lockRow } from './table-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a row that is locked with named SQL', () => {
  it.each([
    ['times, JSON and arrays', companies],
    ['large integers', campaigns],
    ['bytes', emailConfirmations],
  ])('has the same values as with Drizzle: %s', async (_, table) => {
    const { companyId } = await server.createCompany();
    await server.asOwner.query(
      `insert into email_confirmations (company_id, token_hash, expires_at) values ($1, '\\x01ff', now())`,
      [companyId],
    );
    await server.asOwner.query(
      `insert into campaigns (company_id, name, messages, confirmations, seed, plan_position)
       values ($1, 'Natal', '{"Feliz, Natal",b,c,d,e}', array_fill(''::text, '{5}'), 1, 9007199254740991)`,
      [companyId],
    );
    const [locked, [selected]] = await server.db.inCompany(companyId, async (tx) => [
      await lockRow(tx, table, { companyId }),
      await tx.orm.select().from(table),
    ]);
    expect(locked).toEqual(selected);
    expect(locked).toMatchObject({ companyId });
  });

  it('stays locked until the transaction ends, and is not found without its key', async () => {
    const { companyId } = await server.createCompany();
    await server.db.inCompany(companyId, async (tx) => {
      await tx.orm.insert(tags).values({ companyId, name: 'VIP', color: '#abcdef' });
    });
    await server.db.inCompany(companyId, async (tx) => {
      const row = await lockRow(tx, tags, { companyId, name: 'VIP' });
      expect(row).toMatchObject({ name: 'VIP', isLane: false });
      const other = server.asOwner.query('select 1 from tags where id = $1 for update skip locked', [row!.id]);
      expect((await other).rowCount).toBe(0);
      expect(await lockRow(tx, tags, { companyId, id: 0 })).toBeUndefined();
    });
  });
});

describe('a row that is inserted if it is free', () => {
  it('is stored and returned with the same values as with Drizzle, and not a second time', async () => {
    const { companyId } = await server.createCompany();
    const campaign = {
      companyId,
      name: 'Natal',
      messages: ['Feliz, "Natal"', '', '{}', 'null', 'NULL'],
      confirmations: ['', '', '', '', ''],
      templateValues: { nome: 'É' },
      planPosition: 2 ** 40,
      scheduledAt: new Date('2026-12-24T12:00:00.123Z'),
      holdUntil: null,
      holdDetail: undefined,
      seed: 1,
    };
    const [inserted, [selected]] = await server.db.inCompany(companyId, async (tx) => [
      await insertIfFree(tx, campaigns, campaign),
      await tx.orm.select().from(campaigns),
    ]);
    expect(inserted).toEqual(selected);
    expect(inserted).toMatchObject({ ...campaign, holdDetail: '' });
    const tag = { companyId, name: 'VIP', color: '#abcdef' };
    const ids = await server.db.inCompany(companyId, async (tx) => [
      (await insertIfFree(tx, tags, tag))?.id,
      (await insertIfFree(tx, tags, tag))?.id,
    ]);
    expect(ids).toEqual([expect.any(Number), undefined]);
  });
});
