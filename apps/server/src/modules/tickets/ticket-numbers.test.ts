import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createTicketNumbers } from './ticket-numbers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;

async function createCompany() {
  const admin = await server.createAdmin();
  const addTicket = async () => {
    const [contact] = await sql('insert into contacts (company_id, name) values ($1, $2) returning id', [
      admin.companyId,
      'Ana',
    ]);
    const [row] = await sql(
      `insert into tickets (company_id, contact_id, channel, status) values ($1, $2, 'whatsapp', 'open') returning id`,
      [admin.companyId, contact.id],
    );
    return row.id as number;
  };
  const numbers = () =>
    sql('select id, number from tickets where company_id = $1 order by id', [admin.companyId]) as Promise<
      { id: number; number: number | null }[]
    >;
  return { admin, companyId: admin.companyId, addTicket, numbers };
}

describe('ticket numbers', () => {
  it('count per company, whatever the ids are [F-U32]', async () => {
    const [first, second] = [await createCompany(), await createCompany()];
    for (let n = 0; n < 3; n++) {
      await first.addTicket();
      await second.addTicket();
    }
    for (const company of [first, second])
      expect((await company.numbers()).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('are unique and without gaps when tickets are created at the same time [F-U32]', async () => {
    const { addTicket, numbers } = await createCompany();
    await Promise.all(Array.from({ length: 20 }, addTicket));
    const taken = (await numbers()).map(({ number }) => number!).sort((a, b) => a - b);
    expect(taken).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('do not lock the counter while a transaction still works [F-U32]', async () => {
    const { companyId, addTicket, numbers } = await createCompany();
    const [contact] = await sql('insert into contacts (company_id, name) values ($1, $2) returning id', [
      companyId,
      'Rui',
    ]);
    let slowId = 0;
    await server.db.inCompany(companyId, async (tx) => {
      const [row] = await tx.query<{ id: number }>(
        {
          name: 'test.insert-ticket',
          text: `insert into tickets (company_id, contact_id, channel, status) values ($1, $2, 'whatsapp', 'open') returning id`,
        },
        [companyId, contact.id],
      );
      slowId = row!.id;
      // Commits while the first transaction is open; with a locked counter it would wait for it forever.
      await addTicket();
    });
    const byId = new Map((await numbers()).map(({ id, number }) => [id, number]));
    expect(byId.get(slowId)).toBe(2);
  });

  it('are in the list, in the ticket and in the answer to a new ticket [F-U32]', async () => {
    const { admin, addTicket } = await createCompany();
    const id = await addTicket();
    const { tickets } = (await admin.request('GET', '/tickets?status=open&showAll=true')).json();
    expect(tickets).toMatchObject([{ id, number: 1 }]);
    expect((await admin.request('GET', `/tickets/${id}`)).json()).toMatchObject({ id, number: 1 });
  });

  it('reach tickets from before them in portions, in the order of their ids, and new ones go on after them [F-U32]', async () => {
    const { companyId, addTicket, numbers } = await createCompany();
    for (let n = 0; n < 7; n++) await addTicket();
    // As the migration leaves a company with seven tickets.
    await sql('update tickets set number = null where company_id = $1', [companyId]);
    await sql(
      `update ticket_counters set last_number = 7, backfill_until_id = (select max(id) from tickets where company_id = $1)
        where company_id = $1`,
      [companyId],
    );
    await addTicket();
    expect((await numbers()).map(({ number }) => number)).toEqual([...Array.from({ length: 7 }, () => null), 8]);
    const work = createTicketNumbers({ db: server.db });
    // Two nodes at once.
    await Promise.all([work.backfill(2), work.backfill(2)]);
    expect((await numbers()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await sql('select backfill_until_id from ticket_counters where company_id = $1', [companyId])).toEqual([
      { backfill_until_id: null },
    ]);
    await addTicket();
    expect((await numbers()).at(-1)!.number).toBe(9);
  });
});
