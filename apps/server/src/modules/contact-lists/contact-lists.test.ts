import type { ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { ContactList, ContactListItem } from '@balcao/contract/endpoints/contact-lists';
import { sampleWorkbook } from '@balcao/domain/contact/sample-workbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../../test/channel.ts';
import { createForm } from '../../../test/form.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { oldWorkbook } from '../../infrastructure/spreadsheets/read/old-workbook.fixture.ts';
import { runRemovals } from '../removals/removals.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  const { channel } = createTestChannel();
  // Jobs are enqueued, but the tests run them.
  server = await startTestServer({ env: { ROLE: 'api' }, channels: { of: () => channel, close: async () => {} } });
  await server.work();
});
afterAll(() => server.stop());

type Answer = { statusCode: number; json(): never };
const errorOf = (answer: Answer) => [answer.statusCode, (answer.json() as { error: string }).error];
const fieldsOf = (answer: Answer) =>
  (answer.json() as { fields?: { field: string; rule: string }[] }).fields?.map(
    ({ field, rule }) => `${field} ${rule}`,
  );
const ok = async <T>(asked: Promise<{ statusCode: number; body: string; json<R>(): R }>): Promise<T> => {
  const answer = await asked;
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
};
const createList = (caller: Caller, name = 'Clientes 2024') =>
  ok<ContactList>(caller.request('POST', '/contact-lists', { name }));
const addItem = (caller: Caller, contactListId: number, item: object) =>
  ok<ContactListItem>(caller.request('POST', '/contact-list-items', { contactListId, ...item }));
const readList = (caller: Caller, id: number) => ok<ContactList>(caller.request('GET', `/contact-lists/${id}`));
const itemsOf = (caller: Caller, listId: number, query = '') =>
  ok<{ contacts: ContactListItem[]; count: number; hasMore: boolean }>(
    caller.request('GET', `/contact-list-items?contactListId=${listId}${query}`),
  );
const uploadSheet = (caller: Caller, listId: number, text: string | Buffer, name = 'clientes.csv') => {
  const form = createForm([], [{ field: 'file', name, bytes: Buffer.from(text) }]);
  return caller.request('POST', `/contact-lists/${listId}/upload`, form.payload, form.headers);
};
const uploaded = (caller: Caller, listId: number, text: string | Buffer) =>
  ok<ContactImport>(uploadSheet(caller, listId, text));
async function imported(caller: Caller, listId: number, text: string | Buffer, options: object = {}) {
  const { id, mapping } = await uploaded(caller, listId, text);
  await ok(caller.request('POST', `/contact-imports/${id}/start`, { mapping, ...options }));
  await server.modules.contactSpreadsheets.run({ companyId: caller.companyId, importId: id });
  return ok<ContactImport>(caller.request('GET', `/contact-imports/${id}`));
}
const SHEET = [
  'Nome;Telefone;E-mail',
  'Ana Menezes;11 98765-4321;ana@example.com',
  'Otávio Rangel;+55 11 3221-0098;otavio@',
  // The same subscriber without the ninth digit.
  'Ana de novo;55 11 8765-4321;',
  ';11 98765-1111;',
  'Sandra Lima;98765;',
].join('\r\n');

describe('contact lists', () => {
  it('are created, renamed, found and listed with their counts [M-249]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    expect(list).toMatchObject({
      name: 'Clientes 2024',
      contactsCount: 0,
      source: 'typed',
      usedBy: [],
      checking: null,
    });
    await createList(admin, 'Aniversários');
    await addItem(admin, list.id, { name: 'Ana', number: '11 98765-4321' });
    expect(await ok(admin.request('GET', '/contact-lists'))).toMatchObject({
      records: [{ name: 'Aniversários' }, { name: 'Clientes 2024', contactsCount: 1 }],
      count: 2,
      hasMore: false,
    });
    expect(await ok(admin.request('GET', '/contact-lists?searchParam=CLIENTES'))).toMatchObject({ count: 1 });
    expect(await ok(admin.request('GET', '/contact-lists/list'))).toMatchObject([
      { name: 'Aniversários', contactsCount: 0 },
      { name: 'Clientes 2024', contactsCount: 1 },
    ]);
    const renamed = await ok(admin.request('PUT', `/contact-lists/${list.id}`, { name: 'Clientes 2025' }));
    expect(renamed).toMatchObject({ id: list.id, name: 'Clientes 2025' });
  });

  it('need a name of 2 to 50 characters that no other list has [M-249]', async () => {
    const admin = await server.createAdmin();
    await createList(admin, 'VIP');
    const refused = async (name: string) => fieldsOf(await admin.request('POST', '/contact-lists', { name }));
    expect(await refused('')).toEqual(['name required']);
    expect(await refused('A')).toEqual(['name tooShort']);
    expect(await refused('A'.repeat(51))).toEqual(['name tooLong']);
    expect(errorOf(await admin.request('POST', '/contact-lists', { name: 'vip' }))).toEqual([
      409,
      'ERR_CONTACTLIST_NAME_TAKEN',
    ]);
  });

  it('are deleted with their items, unless a campaign is scheduled for them [M-249]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    await addItem(admin, list.id, { name: 'Ana', number: '11 98765-4321' });
    const { rows } = await server.asOwner.query<{ id: number }>(
      `insert into campaigns (company_id, name, status, contact_list_id, messages, confirmations)
       values ($1, 'Mês do cliente', 'PROGRAMADA', $2, array_fill(''::text, '{5}'), array_fill(''::text, '{5}')) returning id`,
      [admin.companyId, list.id],
    );
    expect(await readList(admin, list.id)).toMatchObject({
      isLocked: true,
      usedBy: [{ id: rows[0]!.id, name: 'Mês do cliente', status: 'PROGRAMADA' }],
    });
    expect(errorOf(await admin.request('DELETE', `/contact-lists/${list.id}`))).toEqual([
      409,
      'ERR_CONTACTLIST_IN_USE',
    ]);
    expect((await itemsOf(admin, list.id)).count).toBe(1);
    await server.asOwner.query("update campaigns set status = 'CANCELADA' where id = $1", [rows[0]!.id]);
    await ok(admin.request('DELETE', `/contact-lists/${list.id}`));
    expect(errorOf(await admin.request('GET', `/contact-lists/${list.id}`))).toEqual([404, 'ERR_NO_CONTACTLIST_FOUND']);
    const left = await server.asOwner.query('select from contact_list_items where company_id = $1', [admin.companyId]);
    expect(left.rowCount).toBe(0);
  });

  it('are hidden at once while a job deletes their people, and show its progress [M-249] [F-C2]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    const ana = await addItem(admin, list.id, { name: 'Ana', number: '11 98765-4321' });
    await addItem(admin, list.id, { name: 'Bia', number: '11 98765-0000' });
    const actor = server.modules.access.authenticator.asAdmin(admin.companyId, admin.user.id);
    // As after the first transaction of the request.
    await server.db.inCompany(admin.companyId, (tx) =>
      server.modules.removals.inTx.start(tx, actor, { kind: 'contact-list', ids: [list.id], name: list.name }),
    );
    expect(await ok(admin.request('GET', '/contact-lists'))).toMatchObject({ records: [], count: 0 });
    expect((await admin.request('GET', `/contact-list-items/${ana.id}`)).statusCode).toBe(404);
    // Its name is free again.
    await createList(admin);
    const { removals } = await ok<{ removals: object[] }>(admin.request('GET', '/removals'));
    expect(removals).toMatchObject([{ kind: 'contact-list', name: 'Clientes 2024', state: 'running' }]);
    await runRemovals(server, admin.companyId);
    const left = await server.asOwner.query('select from contact_list_items where company_id = $1', [admin.companyId]);
    expect(left.rowCount).toBe(0);
    const { rows } = await server.asOwner.query('select state, done, total from removals where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows).toEqual([{ state: 'done', done: 2, total: 2 }]);
  });

  it('are managed by admins of a plan with campaigns [M-034] [M-249]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    const agent = await server.createAgent(admin.companyId);
    expect(errorOf(await agent.request('GET', '/contact-lists'))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(errorOf(await agent.request('GET', `/contact-list-items?contactListId=${list.id}`))).toEqual([
      403,
      'ERR_NO_PERMISSION',
    ]);
    const other = await server.createAdmin();
    expect(errorOf(await other.request('GET', `/contact-lists/${list.id}`))).toEqual([404, 'ERR_NO_CONTACTLIST_FOUND']);
    expect(errorOf(await uploadSheet(other, list.id, SHEET))).toEqual([404, 'ERR_NO_CONTACTLIST_FOUND']);
    expect(
      errorOf(
        await other.request('POST', '/contact-list-items', {
          contactListId: list.id,
          name: 'Ana',
          number: '11987654321',
        }),
      ),
    ).toEqual([404, 'ERR_NO_CONTACTLIST_FOUND']);
  });
});

describe('items of a contact list', () => {
  it('complete their numbers by the country of the company and are unique by subscriber [M-250]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    const ana = await addItem(admin, list.id, { name: 'Ana', number: '(11) 98765-4321', email: 'ANA@example.com' });
    expect(ana).toMatchObject({
      name: 'Ana',
      number: '5511987654321',
      email: 'ana@example.com',
      isWhatsappValid: null,
      contactListId: list.id,
      companyId: admin.companyId,
    });
    // The same subscriber without the ninth digit.
    expect(await addItem(admin, list.id, { name: 'Outra', number: '+55 11 8765-4321' })).toEqual(ana);
    expect((await readList(admin, list.id)).contactsCount).toBe(1);
  });

  it('need a name of 2 to 50, a number of 8 to 50 and a valid e-mail address [M-250]', async () => {
    const admin = await server.createAdmin();
    const { id: contactListId } = await createList(admin);
    const refused = async (item: object) =>
      fieldsOf(
        await admin.request('POST', '/contact-list-items', {
          contactListId,
          name: 'Ana',
          number: '11987654321',
          ...item,
        }),
      );
    expect(await refused({ name: 'A' })).toEqual(['name tooShort']);
    expect(await refused({ name: 'A'.repeat(51) })).toEqual(['name tooLong']);
    expect(await refused({ number: '1234567' })).toEqual(['number tooShort']);
    expect(await refused({ email: 'ana@' })).toEqual(['email email']);
    expect(await refused({ number: '98765-4321' })).toEqual(['number areaCode']);
  });

  it('are changed, found and removed, and a changed number is unknown again [M-250]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    const ana = await addItem(admin, list.id, { name: 'Ana', number: '11 98765-4321' });
    const bia = await addItem(admin, list.id, { name: 'Bia', number: '11 98765-0000' });
    await server.asOwner.query('update contact_list_items set is_valid = true where list_id = $1', [list.id]);
    expect(await readList(admin, list.id)).toMatchObject({ contactsCount: 2, validCount: 2, invalidCount: 0 });
    const path = `/contact-list-items/${ana.id}`;
    expect(errorOf(await admin.request('PUT', path, { name: 'Ana', number: '11 98765-0000' }))).toEqual([
      409,
      'ERR_CONTACTLISTITEM_DUPLICATED',
    ]);
    expect(await ok(admin.request('PUT', path, { name: 'Ana Clara', number: '5511987654321' }))).toMatchObject({
      name: 'Ana Clara',
      isWhatsappValid: true,
    });
    expect(await ok(admin.request('PUT', path, { name: 'Ana Clara', number: '11 3221-0098' }))).toMatchObject({
      number: '551132210098',
      isWhatsappValid: null,
    });
    expect((await itemsOf(admin, list.id, '&searchParam=clara')).contacts.map(({ id }) => id)).toEqual([ana.id]);
    expect((await itemsOf(admin, list.id, '&searchParam=3221')).contacts.map(({ id }) => id)).toEqual([ana.id]);
    expect((await itemsOf(admin, list.id, '&validity=valid')).contacts.map(({ id }) => id)).toEqual([bia.id]);
    expect(await itemsOf(admin, list.id, '&validity=unknown')).toMatchObject({ count: 1, contacts: [{ id: ana.id }] });
    await ok(admin.request('DELETE', path));
    expect(errorOf(await admin.request('GET', path))).toEqual([404, 'ERR_NO_CONTACTLISTITEM_FOUND']);
    expect((await readList(admin, list.id)).contactsCount).toBe(1);
  });

  it('hide their numbers in a company that hides them, and keep a number that is saved hidden [M-250]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    const { id } = await addItem(admin, list.id, { name: 'Ana', number: '11 98765-4321' });
    for (const column of ['enableLGPD', 'lgpdHideNumber'])
      await admin.request('PUT', '/companySettings', { column, data: 'enabled' });
    const [hidden] = (await itemsOf(admin, list.id)).contacts;
    expect(hidden!.number).toBe('5511987**-**21');
    await ok(admin.request('PUT', `/contact-list-items/${id}`, { name: 'Ana Clara', number: hidden!.number }));
    const { rows } = await server.asOwner.query('select number from contact_list_items where id = $1', [id]);
    expect(rows).toEqual([{ number: '5511987654321' }]);
  });
});

describe('a spreadsheet for a contact list', () => {
  it('is previewed, and only saving adds its rows, each subscriber once [M-251]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    await addItem(admin, list.id, { name: 'Já estava', number: '11 3221-0098' });
    const draft = await uploaded(admin, list.id, SHEET);
    expect(draft).toMatchObject({ status: 'draft', rows: 5, contactListId: list.id });
    const preview = await ok<{ counts: object; rows: { name: string; fate: string; faults: string[] }[] }>(
      admin.request('POST', `/contact-imports/${draft.id}/preview`, { mapping: draft.mapping }),
    );
    expect(preview.counts).toMatchObject({ rows: 5, created: 1, unchanged: 2, ignored: 1, invalid: 1 });
    expect(preview.rows.map(({ name, fate, faults }) => [name, fate, ...faults])).toEqual([
      ['Ana Menezes', 'create'],
      ['Otávio Rangel', 'unchanged'],
      ['Ana de novo', 'unchanged'],
      ['', 'ignored', 'noName'],
      ['Sandra Lima', 'invalid', 'badNumber'],
    ]);
    expect((await readList(admin, list.id)).contactsCount).toBe(1);

    await ok(admin.request('POST', `/contact-imports/${draft.id}/start`, { mapping: draft.mapping }));
    await server.modules.contactSpreadsheets.run({ companyId: admin.companyId, importId: draft.id });
    expect(await ok(admin.request('GET', `/contact-imports/${draft.id}`))).toMatchObject({
      status: 'done',
      counts: { created: 1, ignored: 1, invalid: 1 },
      mayUndo: false,
      errorSheetUrl: expect.any(String),
    });
    const { contacts } = await itemsOf(admin, list.id);
    expect(contacts.map(({ name, number }) => `${name} ${number}`).sort()).toEqual([
      'Ana Menezes 5511987654321',
      'Já estava 551132210098',
    ]);
    // No contact of customer service was created.
    expect(await ok(admin.request('GET', '/contacts'))).toMatchObject({ count: 0 });
    expect(await ok(admin.request('GET', '/contact-imports'))).toMatchObject({ count: 0 });
  });

  it.each([
    ['xls', oldWorkbook(), { created: 2, invalid: 1 }],
    [
      'xlsx',
      Buffer.from(
        sampleWorkbook('Lista', [
          ['Nome', 'Número', 'E-mail'],
          ['José da Conceição', '5511987654321', 'jose@example.com'],
          ['Ana 😀 Lima', '+55 21 91234-5678', ''],
        ]),
      ),
      { created: 2, invalid: 0 },
    ],
  ])('may be a workbook: %s [M-251]', async (format, workbook, counts) => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    expect(await imported(admin, list.id, workbook)).toMatchObject({ status: 'done', format, counts });
    const { contacts } = await itemsOf(admin, list.id);
    expect(contacts.map(({ name, number, email }) => [name, number, email])).toEqual([
      ['Ana 😀 Lima', '5521912345678', ''],
      ['José da Conceição', '5511987654321', 'jose@example.com'],
    ]);
  });

  it('renames people in the list only on request [M-251]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    await addItem(admin, list.id, { name: 'Aninha', number: '11 98765-4321' });
    const sheet = 'Nome;Telefone\r\nAna Menezes;11987654321';
    expect((await imported(admin, list.id, sheet)).counts).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
    expect((await itemsOf(admin, list.id)).contacts[0]!.name).toBe('Aninha');
    expect((await imported(admin, list.id, sheet, { updateNames: true })).counts).toMatchObject({ changed: 1 });
    expect((await itemsOf(admin, list.id)).contacts[0]!.name).toBe('Ana Menezes');
  });

  it('imports nothing into a list that was deleted meanwhile [M-251]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    const { id, mapping } = await uploaded(admin, list.id, SHEET);
    await ok(admin.request('POST', `/contact-imports/${id}/start`, { mapping }));
    await ok(admin.request('DELETE', `/contact-lists/${list.id}`));
    await server.modules.contactSpreadsheets.run({ companyId: admin.companyId, importId: id });
    expect(await ok(admin.request('GET', `/contact-imports/${id}`))).toMatchObject({
      status: 'failed',
      failure: 'listRemoved',
    });
    expect(await ok(admin.request('GET', '/contacts'))).toMatchObject({ count: 0 });
  });

  it('refuses a file that is no spreadsheet [M-251]', async () => {
    const admin = await server.createAdmin();
    const list = await createList(admin);
    expect(errorOf(await uploadSheet(admin, list.id, ''))).toEqual([400, 'ERR_VALIDATION']);
    expect(errorOf(await uploadSheet(admin, list.id, Buffer.from([0, 1, 2, 3, 0, 0, 9]), 'foto.xlsx'))).toEqual([
      400,
      'ERR_SHEET_INVALID',
    ]);
  });
});
