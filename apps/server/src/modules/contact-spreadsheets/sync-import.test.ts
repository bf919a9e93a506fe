import type { Contact } from '@balcao/contract/endpoints/contacts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import {
  createSpreadsheetHelpers,
  startSpreadsheetServer,
  uploadFile,
  uploaded,
  start,
  listContacts,
  summarize,
} from './contact-spreadsheets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startSpreadsheetServer();
});
afterAll(() => server.stop());
const { run } = createSpreadsheetHelpers(() => server);

describe('importing within a request', () => {
  it('a short spreadsheet returns the new contacts and leaves existing ones unchanged [M-122] [M-124]', async () => {
    const admin = await server.createAdmin();
    await admin.request('POST', '/contacts', { name: 'Bia', number: '5500987650002' });
    const answer = await uploadFile(
      admin,
      'nome,numero,e-mail\nAna,5500987650001,a@example.com\nBia R,5500987650002,\n',
      '/contacts/upload',
    );
    expect(summarize(answer.json<Contact[]>())).toEqual(['Ana 5500987650001']);
    expect(summarize(await listContacts(admin))).toEqual(['Ana 5500987650001', 'Bia 5500987650002']);
  });

  it('one row creates or changes the contact of its number and creates missing tags [M-126]', async () => {
    const admin = await server.createAdmin();
    const vip = (await admin.request('POST', '/tags', { name: 'VIP', color: '#112233' })).json<{ id: number }>();
    const importRow = async (body: object) => (await admin.request('POST', '/contactsImport', body)).json<Contact>();
    const first = await importRow({
      name: 'Ana',
      number: '55 11 98765-0001',
      tags: 'vip, novo',
      validateContact: 'true',
    });
    expect(first.tags.map(({ name, color }) => `${name} ${color}`).sort()).toEqual(['VIP #112233', 'novo #A4CCCC']);
    expect(first.tags.some(({ id }) => id === vip.id)).toBe(true);
    const second = await importRow({ name: 'Ana Lima', number: '551187650001', email: 'ana@example.com' });
    expect(second).toMatchObject({ id: first.id, name: 'Ana Lima', number: '5511987650001', email: 'ana@example.com' });
    expect(second.tags).toHaveLength(2);
    expect((await admin.request('POST', '/contactsImport', { name: 'X', number: '12' })).statusCode).toBe(400);
  });

  it('imports the address book and the chats of the phone and checks imported numbers [M-122]', async () => {
    const admin = await server.createAdmin();
    const request = (path: string, body = {}) => admin.request('POST', path, body);
    expect((await request('/contacts/import')).json().error).toBe('ERR_NO_DEF_WAPP_FOUND');
    await admin.request('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp', provider: 'sandbox' });
    const { rows } = await server.asOwner.query<{ id: number }>(
      "update connections set status = 'CONNECTED' where company_id = $1 returning id",
      [admin.companyId],
    );
    await admin.request('POST', '/contacts', { name: 'Sem nome', number: '5500991110001' });
    await admin.request('POST', '/contacts', { name: 'Três, da padaria', number: '5500991110003' });
    const whatsappId = rows[0]!.id;
    expect((await request('/contacts/import', { whatsappId })).json()).toEqual({ message: '2 contacts imported' });
    expect((await request('/contacts/import/chats')).json()).toEqual({ message: '1 contacts imported' });
    expect(summarize(await listContacts(admin))).toEqual([
      'Agenda Dois 5500991110002',
      'Agenda Um 5500991110001',
      'Três, da padaria 5500991110003',
    ]);
    // Numbers of a spreadsheet are checked later by a job.
    const { id, mapping } = await uploaded(admin, 'Nome;Número\nEva;5500987650006\nFlora;5500987650000\n');
    await start(admin, id, { mapping, validate: true });
    await run(admin, id);
    await server.modules.contactSpreadsheets.check({ companyId: admin.companyId, importId: id, firstRow: 0, done: 0 });
    const tagged = (await listContacts(admin)).filter(({ tags }) =>
      tags.some(({ name }) => name === 'Número não encontrado'),
    );
    expect(tagged.map(({ name }) => name)).toEqual(['Flora']);
  });
});
