import type { ContactExport, ContactImport, SpreadsheetPreview } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../../test/channel.ts';
import { createForm } from '../../../test/form.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
beforeAll(async () => {
  const { channel } = createTestChannel();
  const channels = { of: () => channel, close: async () => {} };
  // Jobs are taken on, and done when a test says so.
  server = await startTestServer({ env: { ROLE: 'api' }, channels });
  await server.work();
});
afterAll(() => server.stop());

const NAMED = [
  { column: 0, field: 'name' as const },
  { column: 1, field: 'number' as const },
];
const MAPPING = { columns: NAMED };
const uploadFile = async (caller: Caller, text: string | Buffer, path = '/contact-imports') => {
  const form = createForm([], [{ field: 'file', name: 'clientes.csv', bytes: Buffer.from(text) }]);
  return caller.request('POST', path, form.payload, form.headers);
};
const uploaded = async (caller: Caller, text: string | Buffer) =>
  (await uploadFile(caller, text)).json<ContactImport>();
const start = async (caller: Caller, id: number, body: object = { mapping: MAPPING }) => {
  const answer = await caller.request('POST', `/contact-imports/${id}/start`, body);
  expect(answer.statusCode, answer.body).toBe(200);
};
const getImport = async (caller: Caller, id: number) =>
  (await caller.request('GET', `/contact-imports/${id}`)).json<ContactImport>();
const run = (caller: Caller, importId: number) =>
  server.modules.contactSpreadsheets.run({ companyId: caller.companyId, importId });
async function imported(caller: Caller, text: string | Buffer, body?: object) {
  const { id, mapping } = await uploaded(caller, text);
  await start(caller, id, body ?? { mapping });
  await run(caller, id);
  return getImport(caller, id);
}
const listContacts = async (caller: Caller) =>
  (await caller.request('GET', '/contacts')).json<{ contacts: Contact[] }>().contacts;
const summarize = (contacts: Contact[]) => contacts.map(({ name, number }) => `${name} ${number}`).sort();
const errorOf = (answer: { statusCode: number; json(): { error: string; message: string } }) => [
  answer.statusCode,
  answer.json().message,
];
async function fetched(url: string): Promise<Buffer> {
  const answer = await server.app.inject({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
async function hideNumbers(admin: Caller) {
  for (const column of ['enableLGPD', 'lgpdHideNumber'])
    await admin.request('PUT', '/companySettings', { column, data: 'enabled' });
}

describe('a sheet that is brought [M-124]', () => {
  it('is looked at, and nothing is imported yet', async () => {
    const admin = await server.createAdmin();
    const text = Buffer.from(
      'Nome;Celular;E-mail;Cidade\nJosé;5500987650001;jose@example.com;Belém\nAna;;;\n',
      'latin1',
    );
    expect(await uploaded(admin, text)).toMatchObject({
      status: 'draft',
      fileName: 'clientes.csv',
      encoding: 'windows-1252',
      delimiter: ';',
      rows: 2,
      rowsExact: true,
      columns: [
        { header: 'Nome', samples: ['José', 'Ana'] },
        { header: 'Celular', samples: ['5500987650001'] },
        { header: 'E-mail', samples: ['jose@example.com'] },
        { header: 'Cidade', samples: ['Belém'] },
      ],
      mapping: {
        columns: [{ field: 'name' }, { field: 'number' }, { field: 'email' }, { field: 'extra' }],
        hasHeader: true,
      },
      mayCancel: true,
      mayUndo: false,
    });
    expect(await listContacts(admin)).toEqual([]);
  });

  it('is refused when it is no sheet, and told why [IM-05]', async () => {
    const admin = await server.createAdmin();
    const tried = async (bytes: string | Buffer) => errorOf(await uploadFile(admin, bytes));
    expect(await tried('Nome;Número\n\0;1')).toEqual([400, 'Arquivo inválido!']);
    expect(await tried('')).toEqual([400, 'Confira os campos marcados.']);
    expect(await tried(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual([
      400,
      'Este arquivo é do Excel antigo (.xls). Abra-o e salve como .xlsx ou .csv.',
    ]);
  });

  it('is refused with the exact words while its mapping is not right [M-125] [IM-06]', async () => {
    const admin = await server.createAdmin();
    const { id } = await uploaded(admin, 'Nome;Número\nAna;5500987650001\n');
    const tried = async (columns: object[], more = {}) =>
      errorOf(await admin.request('POST', `/contact-imports/${id}/start`, { mapping: { columns }, ...more }));
    expect(await tried([NAMED[0]!])).toEqual([400, 'Não foi selecionado o campo de número do contato']);
    expect(await tried([NAMED[1]!])).toEqual([400, 'Não foi selecionado o campo de nome do contato']);
    expect(await tried([NAMED[0]!, { column: 1, field: 'name' }])).toEqual([400, 'O campo Nome já foi selecionado.']);
    expect(await tried(NAMED, { excluded: [[1, 2]] })).toEqual([400, 'Nenhum contato selecionado']);
    expect(await tried(NAMED, { tagIds: [(await server.createAdmin()).companyId] })).toEqual([
      404,
      'Esta tag não existe mais.',
    ]);
    expect((await getImport(admin, id)).status).toBe('draft');
  });

  it('belongs to who brought it: a colleague finds nothing, an admin finds it, without numbers where they are hidden', async () => {
    const admin = await server.createAdmin();
    const [own, other] = [await server.createAgent(admin.companyId), await server.createAgent(admin.companyId)];
    const { id } = await uploaded(own, 'Nome;Número\nAna;5500987650001\n');
    await hideNumbers(admin);
    expect((await other.request('GET', `/contact-imports/${id}`)).statusCode).toBe(404);
    expect((await other.request('GET', '/contact-imports')).json()).toMatchObject({ imports: [], count: 0 });
    expect((await getImport(own, id)).columns[1]!.samples).toEqual(['5500987650001']);
    expect((await getImport(admin, id)).columns).toEqual([]);
    const preview = await admin.request('POST', `/contact-imports/${id}/preview`, { mapping: MAPPING });
    expect(preview.json<SpreadsheetPreview>().rows[0]).toMatchObject({ number: '5500987**-**01', fate: 'create' });
  });
});

const MIXED = [
  'Nome;Número;E-mail;Tags;Rua',
  'Ana Lima;+55 (11) 98765-0001;ana@example.com;VIP;Sol',
  'Bia Reis;5500987650002;;;',
  ';5500987650003;;;',
  'Caio;;;;',
  'Davi;123;;;',
  '=cmd;5500987650005;não é;;',
  'Eva;5500987650006;;;',
  'Ana L. Lima;551187650001;;vip, novo;',
].join('\n');

describe('an import', () => {
  it('does what its preview says: creates, changes, leaves, ignores and refuses, row by row [M-125] [M-126]', async () => {
    const admin = await server.createAdmin();
    await admin.request('POST', '/contacts', { name: 'Bia', number: '5500987650002' });
    const { id, mapping } = await uploaded(admin, MIXED);
    const choice = { mapping, excluded: [[8, 8]] };
    const seen = (await admin.request('POST', `/contact-imports/${id}/preview`, choice)).json<SpreadsheetPreview>();
    const counts = { rows: 8, created: 1, changed: 2, unchanged: 0, ignored: 2, invalid: 2, excluded: 1 };
    expect(seen).toMatchObject({ counts, isWhole: true });
    expect(seen.rows.map(({ row, fate, faults }) => [row, fate, ...faults].join(' '))).toEqual([
      '2 create',
      '3 change',
      '4 ignored noName',
      '5 ignored noNumber',
      '6 invalid badNumber',
      '7 invalid badEmail',
      '8 excluded',
      '9 change',
    ]);
    expect(seen.rows[1]).toMatchObject({ changes: [{ field: 'name', from: 'Bia', to: 'Bia Reis' }] });

    const tag = (await admin.request('POST', '/tags', { name: 'Feira' })).json<{ id: number }>();
    await start(admin, id, { ...choice, tagIds: [tag.id] });
    await run(admin, id);
    const done = await getImport(admin, id);
    expect(done).toMatchObject({ status: 'done', counts, rows: 8, mayUndo: true });
    const existing = await listContacts(admin);
    expect(summarize(existing)).toEqual(['Ana L. Lima 5511987650001', 'Bia Reis 5500987650002']);
    const ana = existing.find(({ name }) => name.startsWith('Ana'))!;
    expect(ana.tags.map(({ name, color }) => `${name} ${color}`).sort()).toEqual([
      'Feira #A4CCCC',
      'VIP #A4CCCC',
      'novo #A4CCCC',
    ]);
    expect([ana.email, ana.extraInfo.map(({ name, value }) => `${name}: ${value}`)]).toEqual([
      'ana@example.com',
      ['Rua: Sol'],
    ]);
    // Every row that was left out, with why, and nothing in it to compute.
    const errors = (await fetched(done.errorSheetUrl!)).toString();
    expect(errors.split('\r\n')).toEqual([
      '\ufeff"Linha";"Motivo";"Nome";"Número";"E-mail";"Tags";"Rua"',
      '"4";"Sem nome";"";"5500987650003";"";"";""',
      '"5";"Sem número";"Caio";"";"";"";""',
      '"6";"Número inválido";"Davi";"123";"";"";""',
      `"7";"E-mail inválido";"'=cmd";"5500987650005";"não é";"";""`,
      '',
    ]);
    const again = await imported(admin, MIXED, choice);
    expect(again.counts.created).toBe(0);
  });

  it('is taken back with one click, but for whoever is needed by now [M-126]', async () => {
    const admin = await server.createAdmin();
    await admin.request('POST', '/contacts', {
      name: 'Bia',
      number: '5500987650002',
      email: 'bia@example.com',
      extraInfo: [{ name: 'Rua', value: 'Lua' }],
    });
    const { id } = await imported(
      admin,
      'Nome;Número;E-mail;Tags;Rua\nAna;5500987650001;;;\nBia Reis;5500987650002;b@example.com;novo;Sol\nCaio;5500987650003;;;\n',
    );
    const caio = (await listContacts(admin)).find(({ name }) => name === 'Caio')!;
    await server.asOwner.query("insert into contact_notes (company_id, contact_id, note) values ($1, $2, 'Ligar')", [
      admin.companyId,
      caio.id,
    ]);
    expect((await admin.request('POST', `/contact-imports/${id}/undo`)).json()).toMatchObject({ status: 'undoing' });
    await run(admin, id);
    expect(await getImport(admin, id)).toMatchObject({
      status: 'undone',
      undone: { removed: 1, restored: 1, kept: 1 },
      mayUndo: false,
    });
    const remaining = await listContacts(admin);
    expect(summarize(remaining)).toEqual(['Bia 5500987650002', 'Caio 5500987650003']);
    expect(remaining[0]).toMatchObject({
      email: 'bia@example.com',
      tags: [],
      extraInfo: [{ name: 'Rua', value: 'Lua' }],
    });
    expect((await admin.request('POST', `/contact-imports/${id}/undo`)).statusCode).toBe(409);
  });

  const csvOf = (rows: number) =>
    `Nome;Número\n${Array.from({ length: rows }, (_, n) => `Pessoa ${n};55009${String(80_000_000 + n)}`).join('\n')}`;
  const census = async (companyId: number) =>
    (
      await server.asOwner.query<{ all: number; numbers: number; identities: number }>(
        `select count(*)::int as all, count(distinct number)::int as numbers,
                (select count(*)::int from contact_identities where company_id = $1) as identities
           from contacts where company_id = $1`,
        [companyId],
      )
    ).rows[0];

  it('that was cut down in the middle goes on from there, and nobody is there twice [IM-04]', async () => {
    const admin = await server.createAdmin();
    const { id, mapping } = await uploaded(admin, csvOf(4000));
    await start(admin, id, { mapping });
    const killed = run(admin, id).catch(() => 'killed');
    const importPosition = async () =>
      (await server.asOwner.query<{ position: number }>('select position from contact_imports where id = $1', [id]))
        .rows[0]!.position;
    while ((await importPosition()) === 0) await new Promise((later) => setTimeout(later, 5));
    await server.asOwner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'balcao'",
    );
    expect(await killed).toBe('killed');
    expect(await importPosition()).toBeLessThan(4001);
    // Nobody else takes it up while its lease lasts.
    await run(admin, id);
    expect((await getImport(admin, id)).status).toBe('running');
    await server.asOwner.query("update contact_imports set lease_until = now() - interval '1 second' where id = $1", [
      id,
    ]);
    await server.modules.contactSpreadsheets.sweep();
    await run(admin, id);
    expect(await getImport(admin, id)).toMatchObject({ status: 'done', counts: { rows: 4000, created: 4000 } });
    expect(await census(admin.companyId)).toEqual({ all: 4000, numbers: 4000, identities: 4000 });
  });

  it('ten times at once, with the same people in both spellings, makes one contact of each [IM-07]', async () => {
    const admin = await server.createAdmin();
    await admin.request('POST', '/contacts', { name: 'Antes', number: '5511987650000' });
    const row = (n: number, old: boolean) => `P${n};5511${old ? '' : '9'}8765${String(n).padStart(4, '0')}`;
    const csv = (old: boolean) =>
      `Nome;Número\n${Array.from({ length: 200 }, (_, n) => `${row(n, old)}\n${row(199 - n, !old)}`).join('\n')}`;
    const ids = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const { id, mapping } = await uploaded(admin, csv(n % 2 === 0));
        await start(admin, id, { mapping });
        return id;
      }),
    );
    await Promise.all(ids.map((id) => run(admin, id)));
    const ends = await Promise.all(ids.map((id) => getImport(admin, id)));
    expect(ends.every(({ status }) => status === 'done')).toBe(true);
    expect(ends.reduce((sum, { counts }) => sum + counts.created, 0)).toBe(199);
    expect(await census(admin.companyId)).toEqual({ all: 200, numbers: 200, identities: 200 });
  });

  it('stops when it is told to, and when its sheet would make more tags than anybody can use [IM-08]', async () => {
    const admin = await server.createAdmin();
    const { id, mapping } = await uploaded(admin, csvOf(3));
    await start(admin, id, { mapping });
    const storedFileCount = async () =>
      (
        await server.asOwner.query("select from files where company_id = $1 and purpose = 'contact sheet'", [
          admin.companyId,
        ])
      ).rowCount;
    expect(await storedFileCount()).toBe(1);
    expect((await admin.request('POST', `/contact-imports/${id}/cancel`)).json()).toMatchObject({ status: 'canceled' });
    // A sheet is kept no longer than its import needs it.
    expect(await storedFileCount()).toBe(0);
    await run(admin, id);
    expect(await listContacts(admin)).toEqual([]);
    await server.asOwner.query(
      "insert into tags (company_id, name, color) select $1, 'tag ' || n, '#A4CCCC' from generate_series(1, 998) n",
      [admin.companyId],
    );
    const many = await imported(admin, 'Nome;Número;Tags\nAna;5500987651001;a1, a2, a3\n');
    expect(many).toMatchObject({ status: 'failed', failure: 'tooManyTags', counts: { created: 0 } });
  });

  it('tells its bringer how far it is, and everybody else that there is much to fetch again', async () => {
    const admin = await server.createAdmin();
    const { id } = await imported(admin, csvOf(3));
    const { rows } = await server.asOwner.query<{ kind: string; data: object }>(
      "select kind, data from event_log where company_id = $1 and kind like 'contact%' order by id",
      [admin.companyId],
    );
    const changed = { kind: 'contact-import.changed', data: { importId: id } };
    expect(rows).toEqual([changed, changed, changed, { kind: 'contacts.changed', data: {} }]);
  });
});

describe('an export', () => {
  async function exported(caller: Caller, body: object = {}) {
    const { id } = (await caller.request('POST', '/contact-exports', body)).json<ContactExport>();
    await server.modules.contactSpreadsheets.runExport({ companyId: caller.companyId, exportId: id });
    const { url, rows } = (await caller.request('GET', `/contact-exports/${id}`)).json<ContactExport>();
    return { id, rows, bytes: await fetched(url!) };
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

  it('brought into another company gives the same people [IM-12] [M-122]', async () => {
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

  it('is for admins, of what is filtered, and refuses when there is nobody [M-123]', async () => {
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

  it('hides numbers where they are hidden, unless an admin says otherwise and is written down [IM-11] [M-123]', async () => {
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

describe('the calls that older clients know', () => {
  it('a short sheet at once: those that were new, known numbers untouched [M-122] [M-124]', async () => {
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

  it('one row: created, then changed by its number, with tags that are found or made [M-126]', async () => {
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

  it('the address book of the phone, and whoever it has chats with [M-122]', async () => {
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
    // Numbers of a sheet are asked about later, when the channel has time.
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

describe('people who are probably one', () => {
  it('are found by number, e-mail and name, page by page, and merged by the call that merges', async () => {
    const admin = await server.createAdmin();
    await imported(
      admin,
      [
        'Nome;Número;E-mail',
        'Ana;5511987650001;',
        'Ana Lima;11987650001;',
        'Bia;5500987650002;bia@example.com',
        'Bia Reis;5500987651234;bia@example.com',
        'Caio Melo;5500987650003;',
        'Caio Melo;5500987650013;',
        'Davi;5500987650004;',
        'Davi;5521911112222;',
      ].join('\n'),
    );
    type Page = { groups: { why: string; contacts: Contact[] }[]; next: string | null };
    const found: string[] = [];
    let after: string | null = '';
    let first: Contact[] = [];
    while (after !== null) {
      const page: Page = (
        await admin.request('GET', `/contact-duplicates?after=${encodeURIComponent(after)}`)
      ).json<Page>();
      for (const { why, contacts } of page.groups) {
        if (first.length === 0) first = contacts;
        found.push(`${why}: ${contacts.map(({ name }) => name).join(' + ')}`);
      }
      after = page.next;
    }
    expect(found).toEqual(['number: Ana + Ana Lima', 'email: Bia + Bia Reis', 'name: Caio Melo + Caio Melo']);
    const merged = await admin.request('POST', `/contacts/${first[0]!.id}/merge`, {
      otherId: first[1]!.id,
      reason: 'A mesma pessoa',
    });
    expect(merged.statusCode).toBe(200);
    const page = (await admin.request('GET', '/contact-duplicates')).json<Page>();
    expect(page.groups).toEqual([]);
  });

  it('stay dismissed once somebody said that they are not the same person, until that is taken back', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    await imported(
      admin,
      'Nome;Número;E-mail\nAna;5500987650001;loja@example.com\nLia;5500987650002;loja@example.com\n',
    );
    const duplicateGroups = async () =>
      (await admin.request('GET', '/contact-duplicates?after=email:'))
        .json<{ groups: { contacts: Contact[] }[] }>()
        .groups.map(({ contacts }) => contacts.map(({ name }) => name).sort());
    const contactIds = (await listContacts(admin)).map(({ id }) => id).reverse();
    const sendDecision = async (decision: 'dismiss' | 'restore', by = admin) =>
      (await by.request('POST', `/contact-duplicates/${decision}`, { contactIds })).statusCode;
    expect(await duplicateGroups()).toEqual([['Ana', 'Lia']]);
    expect(await sendDecision('dismiss', agent)).toBe(403);
    // Said twice is said once.
    expect([await sendDecision('dismiss'), await sendDecision('dismiss')]).toEqual([200, 200]);
    expect(await duplicateGroups()).toEqual([]);
    // A third who is like both comes to one of them: the two do not meet again by way of it.
    await imported(admin, 'Nome;Número;E-mail\nRui;5500987650003;loja@example.com\n');
    expect(await duplicateGroups()).toEqual([['Ana', 'Rui']]);
    expect(await sendDecision('restore')).toBe(200);
    expect(await duplicateGroups()).toEqual([['Ana', 'Lia', 'Rui']]);
  });
});
