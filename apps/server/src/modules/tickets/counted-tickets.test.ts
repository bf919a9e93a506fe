import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { createCountedTickets, type CountedTickets } from './counted-tickets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;

/** A company with this many waiting tickets, and an index of its own. */
async function createFixture(ticketCount: number, maxTickets?: number) {
  const { companyId } = await server.createAdmin();
  const rows = await sql(
    `with people as (insert into contacts (company_id, name, number)
        select $1, 'Cliente ' || n, '55008' || (10000000 + n) from generate_series(1, $2::int) n returning id)
     insert into tickets (company_id, contact_id, channel, status)
     select $1, id, 'whatsapp', 'pending' from people returning id`,
    [companyId, ticketCount],
  );
  const countedTickets = createCountedTickets({ clock: server.clock, ...(maxTickets !== undefined && { maxTickets }) });
  const setStatus = (id: number, status: string) =>
    sql('update tickets set status = $2, unread = 0 where id = $1', [id, status]);
  return { companyId, countedTickets, setStatus, ids: rows.map((row) => row.id as number) };
}

/** The number of tickets by status. */
async function countByStatus(countedTickets: CountedTickets, tx: Tx) {
  const counts: Record<string, number> = {};
  for (const { status, count } of (await countedTickets.groups(tx))!) counts[status] = (counts[status] ?? 0) + count;
  return counts;
}

/** Waits after each statement has returned its rows, before the index receives them. */
function withPause(tx: Tx) {
  const [read, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let statements = 0;
  const pausing = Object.assign(Object.create(tx) as Tx, {
    query: async (...args: Parameters<Tx['query']>) => {
      statements++;
      const rows = await tx.query(...args);
      read.resolve();
      await resumed.promise;
      return rows;
    },
  });
  return { tx: pausing, rowsRead: read.promise, resume: resumed.resolve, statements: () => statements };
}

describe('the index of counted tickets', () => {
  it('keeps a ticket that changes while the index is loaded for the next request', async () => {
    const { companyId, countedTickets, setStatus, ids } = await createFixture(3);
    await server.db.readCompany(companyId, async (tx) => {
      const paused = withPause(tx);
      const early = countByStatus(countedTickets, paused.tx);
      await paused.rowsRead;
      await setStatus(ids[0]!, 'open');
      countedTickets.markChanged(companyId, ids[0]!);
      paused.resume();
      expect(await early).toEqual({ pending: 3 });
      expect(await countByStatus(countedTickets, tx)).toEqual({ pending: 2, open: 1 });
    });
  });

  it('keeps a ticket that changes again while it is read for the next request', async () => {
    const { companyId, countedTickets, setStatus, ids } = await createFixture(3);
    await server.db.readCompany(companyId, async (tx) => {
      expect(await countByStatus(countedTickets, tx)).toEqual({ pending: 3 });
      await setStatus(ids[0]!, 'open');
      countedTickets.markChanged(companyId, ids[0]!);
      const paused = withPause(tx);
      const early = countByStatus(countedTickets, paused.tx);
      await paused.rowsRead;
      await setStatus(ids[0]!, 'closed');
      countedTickets.markChanged(companyId, ids[0]!);
      // These requests began after the second change, so the read that is under way is not enough for them.
      const late = Promise.all([countByStatus(countedTickets, tx), countByStatus(countedTickets, tx)]);
      paused.resume();
      expect(await early).toEqual({ pending: 2, open: 1 });
      expect(await late).toEqual([{ pending: 2 }, { pending: 2 }]);
    });
  });

  it('does not keep what was loaded before it was dropped', async () => {
    const { companyId, countedTickets, setStatus, ids } = await createFixture(3);
    await server.db.readCompany(companyId, async (tx) => {
      const paused = withPause(tx);
      const early = countByStatus(countedTickets, paused.tx);
      await paused.rowsRead;
      await setStatus(ids[0]!, 'closed');
      countedTickets.drop(companyId);
      paused.resume();
      expect(await early).toEqual({ pending: 3 });
      expect(await countByStatus(countedTickets, tx)).toEqual({ pending: 2 });
    });
  });

  it('is loaded once for requests at the same time, and not again for later ones', async () => {
    const { companyId, countedTickets } = await createFixture(3);
    await server.db.readCompany(companyId, async (tx) => {
      const paused = withPause(tx);
      const all = Promise.all(Array.from({ length: 5 }, () => countByStatus(countedTickets, paused.tx)));
      await paused.rowsRead;
      paused.resume();
      expect(await all).toEqual(Array.from({ length: 5 }, () => ({ pending: 3 })));
      await countByStatus(countedTickets, paused.tx);
      expect(paused.statements()).toBe(1);
    });
  });

  it('is loaded again after a load that failed', async () => {
    const { companyId, countedTickets } = await createFixture(3);
    const failing = { companyId, query: () => Promise.reject(new Error('lost')) } as unknown as Tx;
    await expect(countedTickets.groups(failing)).rejects.toThrow('lost');
    await server.db.readCompany(companyId, async (tx) =>
      expect(await countByStatus(countedTickets, tx)).toEqual({ pending: 3 }),
    );
  });

  it('does not exist for a company with too many counted tickets', async () => {
    const { companyId, countedTickets, setStatus, ids } = await createFixture(4, 3);
    await server.db.readCompany(companyId, async (tx) => {
      expect(await countedTickets.groups(tx)).toBeUndefined();
      await setStatus(ids[0]!, 'closed');
      countedTickets.drop(companyId);
      expect(await countByStatus(countedTickets, tx)).toEqual({ pending: 3 });
    });
  });
});
