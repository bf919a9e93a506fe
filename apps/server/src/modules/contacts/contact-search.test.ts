import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { fold } from '@balcao/domain/text/fold';

/** As long as no name of the screens, and outside of the ordered index. */
const ENDLESS = 'x'.repeat(700);
const NAMES = [
  'Maria Conceição',
  'Ana Maria Conceição',
  'Maria Conceição Maria Conceição',
  'Rosamaria Conceição',
  'maria  conceição',
  'Mária',
  'M',
  'mm',
  'A 100% Maria',
  '100% Maria',
  '100 % Maria',
  'Maria_José',
  'Maria José',
  'Ana Maria_José',
  'C:\\Maria',
  '\\Maria',
  `Maria${ENDLESS}`,
  `${ENDLESS}Maria`,
];
const TEXTS = ['maria', 'Maria Conceição', 'ria conce', 'm', 'mm', '100%', '%', '_', 'maria_', '\\', '\\maria', 'xxxx'];

let server: TestServer;
let admin: Caller;
let all: { id: number; sought: string }[];
beforeAll(async () => {
  server = await startTestServer();
  const { companyId } = (admin = await server.createAdmin());
  // Two contacts have each name: one of them contains the text also in its e-mail address.
  await server.asOwner.query(
    `insert into contacts (company_id, name, email) select $1, name, email
       from unnest($2::text[]) name, unnest(array['', 'maria@example.com']) email`,
    [companyId, NAMES],
  );
  await server.asOwner.query(
    `insert into tickets (company_id, contact_id, channel, status) select company_id, id, 'whatsapp', 'open'
       from contacts where company_id = $1`,
    [companyId],
  );
  all = (await server.asOwner.query('select id, sought from contacts where company_id = $1', [companyId])).rows;
});
afterAll(() => server.stop());

/** The oracle: every contact, compared one by one. */
const matches = (text: string) =>
  all
    .filter(({ sought }) => sought.includes(fold(text)))
    .map(({ id }) => id)
    .toSorted((one, other) => one - other);

async function pages<Row>(path: string, list: string, idOf: (row: Row) => number): Promise<number[]> {
  const seen: number[] = [];
  for (let page = 1; ; page++) {
    const body = (await admin.request('GET', `${path}&pageNumber=${page}`)).json<{ hasMore: boolean }>();
    seen.push(...(body as unknown as Record<string, Row[]>)[list]!.map(idOf));
    if (!body.hasMore) return seen.toSorted((one, other) => one - other);
  }
}

describe.each(TEXTS)('a search for «%s»', (text) => {
  const searchParam = encodeURIComponent(text);
  it('lists every contact with it once, wherever it is in the name', async () => {
    const found = await pages<{ id: number }>(`/contacts?searchParam=${searchParam}`, 'contacts', ({ id }) => id);
    expect(found).toEqual(matches(text));
  });

  it('lists the ticket of every such contact once', async () => {
    const path = `/tickets?status=search&showAll=true&searchParam=${searchParam}`;
    const found = await pages<{ contactId: number }>(path, 'tickets', ({ contactId }) => contactId);
    expect(found).toEqual(matches(text));
  });
});
