import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reads, type AnySent, type CallName } from './fixtures/calls.ts';
import { changes, inGroups, namesOf } from './fixtures/rows.ts';
import { figure, SWEEP_MS } from './fixtures/scale.ts';
import { createTenantFixture, type TenantFixture } from './fixtures/tenant-fixture.ts';

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

describe('read requests [CK-05]', { timeout: SWEEP_MS }, () => {
  it('GET and HEAD change no row of the company or of the platform', async () => {
    const { server, rows, a } = fixture;
    let requestCount = 0;
    const samples = new Map<CallName, AnySent>();
    for (const { name } of reads) samples.set(name, await fixture.sample(name, a));
    const before = await rows.dump(a.companyId);
    for (const group of inGroups(samples)) {
      for (const [name, sent] of group) {
        for (const { token } of [a.admin, a.agent, fixture.super]) {
          const answer = await fixture.send(name, sent, { token });
          expect([200, 403, 404], `${name}: ${answer.body}`).toContain(answer.statusCode);
          await server.app.inject({
            method: 'HEAD',
            url: answer.raw.req.url!,
            headers: { authorization: `Bearer ${token}` },
          });
          requestCount += 2;
        }
      }
      expect(changes(before, await rows.dump(a.companyId)), namesOf(group)).toEqual([]);
    }
    figure('CK-05', 'read requests, rows changed', `${requestCount}, 0`);
  });

  it('run in a read-only transaction that rejects every write', async () => {
    const { server, rows, a } = fixture;
    for (const { name } of rows.tenant) {
      const writing = server.db.readCompany(a.companyId, (tx) =>
        tx.orm.execute(sql`delete from ${sql.identifier(name)}`),
      );
      await expect(
        writing.catch((error: Error) => Promise.reject(error.cause)),
        name,
      ).rejects.toThrow(/read-only|permission denied/);
    }
  });
});
