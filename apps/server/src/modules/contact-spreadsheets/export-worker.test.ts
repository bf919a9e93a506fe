import type { ContactExport } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import {
  createSpreadsheetHelpers,
  startSpreadsheetServer,
  uploaded,
  listContacts,
  errorOf,
  hideNumbers,
} from './contact-spreadsheets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startSpreadsheetServer();
});
afterAll(() => server.stop());
const { imported, download } = createSpreadsheetHelpers(() => server);

describe('exporting contacts', () => {
  async function exported(caller: Caller, body: object = {}) {
    const { id } = (await caller.request('POST', '/contact-exports', body)).json<ContactExport>();
    await server.modules.contactSpreadsheets.runExport({ companyId: caller.companyId, exportId: id });
    const { url, rows } = (await caller.request('GET', `/contact-exports/${id}`)).json<ContactExport>();
    return { id, rows, bytes: await download(url!) };
  }
  const CSV =
    'Nome;Número;E-mail;Tags;Rua\n=1+1;5500987650001;a@example.com;VIP, novo;Sol "1"\nÁlvaro;5500987650002;;;\n"-B; <&>";5500987650003;;;Lua\n';
  const summarizeFully = (contacts: Contact[]) =>
    contacts.map(({ name, number, email, tags, extraInfo }) => ({
      name,
      number,
      email,
      tags: tags.map((tag) => tag.name),
      extraInfo: extraInfo.map((field) => [field.name, field.value]),
    }));

  it('and importing the file into another company gives the same contacts [IM-12] [M-122]', async () => {
    const [from, to] = [await server.createAdmin(), await server.createAdmin()];
    await imported(from, CSV);
    const { bytes, rows } = await exported(from);
    expect(rows).toBe(3);
    const arrived = await imported(to, bytes);
    expect(arrived).toMatchObject({ format: 'xlsx', counts: { created: 3 } });
    expect(arrived.columns.map(({ header }) => header)).toEqual([
      'Nome',
      'Número',
      'E-mail',
      'Tags',
      'Canal',
      'Conexão',
      'Criado em',
      'Rua',
    ]);
    expect(summarizeFully(await listContacts(to))).toEqual(summarizeFully(await listContacts(from)));
    expect((await imported(from, bytes)).counts).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
  });

  it('is allowed to admins, respects filters and refuses an empty result [M-123]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    expect((await agent.request('POST', '/contact-exports', {})).statusCode).toBe(403);
    expect(errorOf(await admin.request('POST', '/contact-exports', {}))).toEqual([
      404,
      'Elemento não encontrado para exportar.',
    ]);
    await imported(admin, CSV);
    const tag = (await listContacts(admin)).flatMap(({ tags }) => tags).find(({ name }) => name === 'VIP')!;
    expect((await exported(admin, { contactTag: [tag.id] })).rows).toBe(1);
    expect((await exported(admin, { searchParam: 'alvaro' })).rows).toBe(1);
  });

  it('contains every match of a surname that thousands share, and the list reaches the last [F-S1]', async () => {
    const admin = await server.createAdmin();
    const people = 10_021;
    await server.asOwner.query(
      "insert into contacts (company_id, name) select $1, 'Pessoa ' || n || ' Silva' from generate_series(1, $2::int) n",
      [admin.companyId, people],
    );
    // Statements of tests are planned once; statistics plan them again.
    await server.asOwner.query('analyze contacts');
    expect((await exported(admin, { searchParam: 'silva' })).rows).toBe(people);
    const lastPage = Math.ceil(people / 20);
    const list = await admin.request('GET', `/contacts?searchParam=silva&pageNumber=${lastPage}`);
    expect(list.json()).toMatchObject({ count: people, hasMore: false, contacts: [{}] });
  });

  it('keeps the country of numbers from abroad when the file is imported again [F-U1]', async () => {
    const [from, to] = [await server.createAdmin(), await server.createAdmin()];
    await imported(from, 'Nome;Número\nLuís;+351 912 345 678\nQuispe;+51 987 654 321\nAna;11 98765-4321\n');
    await imported(to, (await exported(from)).bytes);
    expect((await listContacts(to)).map(({ number }) => number).sort()).toEqual([
      '351912345678',
      '51987654321',
      '5511987654321',
    ]);
  });

  it('masks hidden numbers unless an admin requests them, which is audited [IM-11] [M-123]', async () => {
    const admin = await server.createAdmin();
    const other = await server.createAgent(admin.companyId, { profile: 'admin' });
    await imported(admin, `${CSV}5500987650009;5500987650009\n`);
    await hideNumbers(admin);
    const read = async (bytes: Buffer) => {
      const emptyAdmin = await server.createAdmin();
      return (await uploaded(emptyAdmin, bytes)).columns.slice(0, 2).flatMap(({ samples }) => samples);
    };
    const hidden = await read((await exported(admin)).bytes);
    expect(hidden).toContain('5500987**-**02');
    expect(hidden.join()).not.toMatch(/5500987650/);
    const { id, bytes } = await exported(admin, { withNumbers: true });
    expect(await read(bytes)).toContain('5500987650002');
    expect((await other.request('GET', `/contact-exports/${id}`)).json()).toMatchObject({ status: 'done', url: null });
    const { rows } = await server.asOwner.query<{ data: { withNumbers: boolean } }>(
      "select data from audit_log where company_id = $1 and act = 'contacts.exported' order by id",
      [admin.companyId],
    );
    expect(rows.map(({ data }) => data.withNumbers)).toEqual([false, true]);
  });
});
