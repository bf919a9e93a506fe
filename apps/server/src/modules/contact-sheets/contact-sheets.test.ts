import type { ContactExport, ContactImport, SheetPreview } from '@balcao/contract/endpoints/contact-sheets';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aChannel } from '../../../test/channel.ts';
import { aForm } from '../../../test/form.ts';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  const { channel } = aChannel();
  const channels = { of: () => channel, close: async () => {} };
  // Jobs are taken on, and done when a test says so.
  house = await aHouse({ env: { ROLE: 'api' }, channels });
  await house.work();
});
afterAll(() => house.stop());

const NAMED = [
  { column: 0, field: 'name' as const },
  { column: 1, field: 'number' as const },
];
const MAPPING = { columns: NAMED };
const bring = async (who: Caller, text: string | Buffer, path = '/contact-imports') => {
  const form = aForm([], [{ field: 'file', name: 'clientes.csv', bytes: Buffer.from(text) }]);
  return who.ask('POST', path, form.payload, form.headers);
};
const brought = async (who: Caller, text: string | Buffer) => (await bring(who, text)).json<ContactImport>();
const start = async (who: Caller, id: number, body: object = { mapping: MAPPING }) => {
  const answer = await who.ask('POST', `/contact-imports/${id}/start`, body);
  expect(answer.statusCode, answer.body).toBe(200);
};
const show = async (who: Caller, id: number) => (await who.ask('GET', `/contact-imports/${id}`)).json<ContactImport>();
const run = (who: Caller, importId: number) => house.modules.contactSheets.run({ companyId: who.companyId, importId });
async function imported(who: Caller, text: string | Buffer, body?: object) {
  const { id, mapping } = await brought(who, text);
  await start(who, id, body ?? { mapping });
  await run(who, id);
  return show(who, id);
}
const people = async (who: Caller) => (await who.ask('GET', '/contacts')).json<{ contacts: Contact[] }>().contacts;
const brief = (some: Contact[]) => some.map(({ name, number }) => `${name} ${number}`).sort();
const refusal = (answer: { statusCode: number; json(): { error: string; message: string } }) => [
  answer.statusCode,
  answer.json().message,
];
async function fetched(url: string): Promise<Buffer> {
  const answer = await house.app.inject({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
async function hideNumbers(admin: Caller) {
  for (const column of ['enableLGPD', 'lgpdHideNumber'])
    await admin.ask('PUT', '/companySettings', { column, data: 'enabled' });
}

describe('a sheet that is brought [M-124]', () => {
  it('is looked at, and nothing is imported yet', async () => {
    const admin = await house.anAdmin();
    const text = Buffer.from(
      'Nome;Celular;E-mail;Cidade\nJosé;5500987650001;jose@example.com;Belém\nAna;;;\n',
      'latin1',
    );
    expect(await brought(admin, text)).toMatchObject({
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
    expect(await people(admin)).toEqual([]);
  });

  it('is refused when it is no sheet, and told why [IM-05]', async () => {
    const admin = await house.anAdmin();
    const tried = async (bytes: string | Buffer) => refusal(await bring(admin, bytes));
    expect(await tried('Nome;Número\n\0;1')).toEqual([400, 'Arquivo inválido!']);
    expect(await tried('')).toEqual([400, 'Confira os campos marcados.']);
    expect(await tried(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual([
      400,
      'Este arquivo é do Excel antigo (.xls). Abra-o e salve como .xlsx ou .csv.',
    ]);
  });

  it('is refused with the exact words while its mapping is not right [M-125] [IM-06]', async () => {
    const admin = await house.anAdmin();
    const { id } = await brought(admin, 'Nome;Número\nAna;5500987650001\n');
    const tried = async (columns: object[], more = {}) =>
      refusal(await admin.ask('POST', `/contact-imports/${id}/start`, { mapping: { columns }, ...more }));
    expect(await tried([NAMED[0]!])).toEqual([400, 'Não foi selecionado o campo de número do contato']);
    expect(await tried([NAMED[1]!])).toEqual([400, 'Não foi selecionado o campo de nome do contato']);
    expect(await tried([NAMED[0]!, { column: 1, field: 'name' }])).toEqual([400, 'O campo Nome já foi selecionado.']);
    expect(await tried(NAMED, { excluded: [[1, 2]] })).toEqual([400, 'Nenhum contato selecionado']);
    expect(await tried(NAMED, { tagIds: [(await house.anAdmin()).companyId] })).toEqual([
      404,
      'Esta tag não existe mais.',
    ]);
    expect((await show(admin, id)).status).toBe('draft');
  });

  it('belongs to who brought it: a colleague finds nothing, an admin finds it, without numbers where they are hidden', async () => {
    const admin = await house.anAdmin();
    const [own, other] = [await house.anAgent(admin.companyId), await house.anAgent(admin.companyId)];
    const { id } = await brought(own, 'Nome;Número\nAna;5500987650001\n');
    await hideNumbers(admin);
    expect((await other.ask('GET', `/contact-imports/${id}`)).statusCode).toBe(404);
    expect((await other.ask('GET', '/contact-imports')).json()).toMatchObject({ imports: [], count: 0 });
    expect((await show(own, id)).columns[1]!.samples).toEqual(['5500987650001']);
    expect((await show(admin, id)).columns).toEqual([]);
    const preview = await admin.ask('POST', `/contact-imports/${id}/preview`, { mapping: MAPPING });
    expect(preview.json<SheetPreview>().rows[0]).toMatchObject({ number: '5500987**-**01', fate: 'create' });
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
    const admin = await house.anAdmin();
    await admin.ask('POST', '/contacts', { name: 'Bia', number: '5500987650002' });
    const { id, mapping } = await brought(admin, MIXED);
    const choice = { mapping, excluded: [[8, 8]] };
    const seen = (await admin.ask('POST', `/contact-imports/${id}/preview`, choice)).json<SheetPreview>();
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

    const tag = (await admin.ask('POST', '/tags', { name: 'Feira' })).json<{ id: number }>();
    await start(admin, id, { ...choice, tagIds: [tag.id] });
    await run(admin, id);
    const done = await show(admin, id);
    expect(done).toMatchObject({ status: 'done', counts, rows: 8, mayUndo: true });
    const known = await people(admin);
    expect(brief(known)).toEqual(['Ana L. Lima 5511987650001', 'Bia Reis 5500987650002']);
    const ana = known.find(({ name }) => name.startsWith('Ana'))!;
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
    const admin = await house.anAdmin();
    await admin.ask('POST', '/contacts', {
      name: 'Bia',
      number: '5500987650002',
      email: 'bia@example.com',
      extraInfo: [{ name: 'Rua', value: 'Lua' }],
    });
    const { id } = await imported(
      admin,
      'Nome;Número;E-mail;Tags;Rua\nAna;5500987650001;;;\nBia Reis;5500987650002;b@example.com;novo;Sol\nCaio;5500987650003;;;\n',
    );
    const caio = (await people(admin)).find(({ name }) => name === 'Caio')!;
    await house.asOwner.query("insert into contact_notes (company_id, contact_id, note) values ($1, $2, 'Ligar')", [
      admin.companyId,
      caio.id,
    ]);
    expect((await admin.ask('POST', `/contact-imports/${id}/undo`)).json()).toMatchObject({ status: 'undoing' });
    await run(admin, id);
    expect(await show(admin, id)).toMatchObject({
      status: 'undone',
      undone: { removed: 1, restored: 1, kept: 1 },
      mayUndo: false,
    });
    const left = await people(admin);
    expect(brief(left)).toEqual(['Bia 5500987650002', 'Caio 5500987650003']);
    expect(left[0]).toMatchObject({ email: 'bia@example.com', tags: [], extraInfo: [{ name: 'Rua', value: 'Lua' }] });
    expect((await admin.ask('POST', `/contact-imports/${id}/undo`)).statusCode).toBe(409);
  });

  const sheetOf = (rows: number) =>
    `Nome;Número\n${Array.from({ length: rows }, (_, n) => `Pessoa ${n};55009${String(80_000_000 + n)}`).join('\n')}`;
  const census = async (companyId: number) =>
    (
      await house.asOwner.query<{ all: number; numbers: number; identities: number }>(
        `select count(*)::int as all, count(distinct number)::int as numbers,
                (select count(*)::int from contact_identities where company_id = $1) as identities
           from contacts where company_id = $1`,
        [companyId],
      )
    ).rows[0];

  it('that was cut down in the middle goes on from there, and nobody is there twice [IM-04]', async () => {
    const admin = await house.anAdmin();
    const { id, mapping } = await brought(admin, sheetOf(4000));
    await start(admin, id, { mapping });
    const killed = run(admin, id).catch(() => 'killed');
    const stands = async () =>
      (await house.asOwner.query<{ position: number }>('select position from contact_imports where id = $1', [id]))
        .rows[0]!.position;
    while ((await stands()) === 0) await new Promise((later) => setTimeout(later, 5));
    await house.asOwner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'balcao'",
    );
    expect(await killed).toBe('killed');
    expect(await stands()).toBeLessThan(4001);
    // Nobody else takes it up while its lease lasts.
    await run(admin, id);
    expect((await show(admin, id)).status).toBe('running');
    await house.asOwner.query("update contact_imports set lease_until = now() - interval '1 second' where id = $1", [
      id,
    ]);
    await house.modules.contactSheets.sweep();
    await run(admin, id);
    expect(await show(admin, id)).toMatchObject({ status: 'done', counts: { rows: 4000, created: 4000 } });
    expect(await census(admin.companyId)).toEqual({ all: 4000, numbers: 4000, identities: 4000 });
  });

  it('ten times at once, with the same people in both spellings, makes one contact of each [IM-07]', async () => {
    const admin = await house.anAdmin();
    await admin.ask('POST', '/contacts', { name: 'Antes', number: '5511987650000' });
    const row = (n: number, old: boolean) => `P${n};5511${old ? '' : '9'}8765${String(n).padStart(4, '0')}`;
    const sheet = (old: boolean) =>
      `Nome;Número\n${Array.from({ length: 200 }, (_, n) => `${row(n, old)}\n${row(199 - n, !old)}`).join('\n')}`;
    const ids = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const { id, mapping } = await brought(admin, sheet(n % 2 === 0));
        await start(admin, id, { mapping });
        return id;
      }),
    );
    await Promise.all(ids.map((id) => run(admin, id)));
    const ends = await Promise.all(ids.map((id) => show(admin, id)));
    expect(ends.every(({ status }) => status === 'done')).toBe(true);
    expect(ends.reduce((sum, { counts }) => sum + counts.created, 0)).toBe(199);
    expect(await census(admin.companyId)).toEqual({ all: 200, numbers: 200, identities: 200 });
  });

  it('stops when it is told to, and when its sheet would make more tags than anybody can use [IM-08]', async () => {
    const admin = await house.anAdmin();
    const { id, mapping } = await brought(admin, sheetOf(3));
    await start(admin, id, { mapping });
    const kept = async () =>
      (
        await house.asOwner.query("select from files where company_id = $1 and purpose = 'contact sheet'", [
          admin.companyId,
        ])
      ).rowCount;
    expect(await kept()).toBe(1);
    expect((await admin.ask('POST', `/contact-imports/${id}/cancel`)).json()).toMatchObject({ status: 'canceled' });
    // A sheet is kept no longer than its import needs it.
    expect(await kept()).toBe(0);
    await run(admin, id);
    expect(await people(admin)).toEqual([]);
    await house.asOwner.query(
      "insert into tags (company_id, name, color) select $1, 'tag ' || n, '#A4CCCC' from generate_series(1, 998) n",
      [admin.companyId],
    );
    const many = await imported(admin, 'Nome;Número;Tags\nAna;5500987651001;a1, a2, a3\n');
    expect(many).toMatchObject({ status: 'failed', failure: 'tooManyTags', counts: { created: 0 } });
  });

  it('tells its bringer how far it is, and everybody else that there is much to fetch again', async () => {
    const admin = await house.anAdmin();
    const { id } = await imported(admin, sheetOf(3));
    const { rows } = await house.asOwner.query<{ kind: string; data: object }>(
      "select kind, data from event_log where company_id = $1 and kind like 'contact%' order by id",
      [admin.companyId],
    );
    const changed = { kind: 'contact-import.changed', data: { importId: id } };
    expect(rows).toEqual([changed, changed, changed, { kind: 'contacts.changed', data: {} }]);
  });
});

describe('an export', () => {
  async function exported(who: Caller, body: object = {}) {
    const { id } = (await who.ask('POST', '/contact-exports', body)).json<ContactExport>();
    await house.modules.contactSheets.runExport({ companyId: who.companyId, exportId: id });
    const { url, rows } = (await who.ask('GET', `/contact-exports/${id}`)).json<ContactExport>();
    return { id, rows, bytes: await fetched(url!) };
  }
  const SHEET =
    'Nome;Número;E-mail;Tags;Rua\n=1+1;5500987650001;a@example.com;VIP, novo;Sol "1"\nÁlvaro;5500987650002;;;\n"-B; <&>";5500987650003;;;Lua\n';
  const inBrief = (some: Contact[]) =>
    some.map(({ name, number, email, tags, extraInfo }) => ({
      name,
      number,
      email,
      tags: tags.map((tag) => tag.name),
      extraInfo: extraInfo.map((one) => [one.name, one.value]),
    }));

  it('brought into another company gives the same people [IM-12] [M-122]', async () => {
    const [from, to] = [await house.anAdmin(), await house.anAdmin()];
    await imported(from, SHEET);
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
    expect(inBrief(await people(to))).toEqual(inBrief(await people(from)));
    expect((await imported(from, bytes)).counts).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
  });

  it('is for admins, of what is filtered, and refuses when there is nobody [M-123]', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    expect((await agent.ask('POST', '/contact-exports', {})).statusCode).toBe(403);
    expect(refusal(await admin.ask('POST', '/contact-exports', {}))).toEqual([
      404,
      'Elemento não encontrado para exportar.',
    ]);
    await imported(admin, SHEET);
    const tag = (await people(admin)).flatMap(({ tags }) => tags).find(({ name }) => name === 'VIP')!;
    expect((await exported(admin, { contactTag: [tag.id] })).rows).toBe(1);
    expect((await exported(admin, { searchParam: 'alvaro' })).rows).toBe(1);
  });

  it('hides numbers where they are hidden, unless an admin says otherwise and is written down [IM-11] [M-123]', async () => {
    const admin = await house.anAdmin();
    const other = await house.anAgent(admin.companyId, { profile: 'admin' });
    await imported(admin, `${SHEET}5500987650009;5500987650009\n`);
    await hideNumbers(admin);
    const read = async (bytes: Buffer) => {
      const fresh = await house.anAdmin();
      return (await brought(fresh, bytes)).columns.slice(0, 2).flatMap(({ samples }) => samples);
    };
    const hidden = await read((await exported(admin)).bytes);
    expect(hidden).toContain('5500987**-**02');
    expect(hidden.join()).not.toMatch(/5500987650/);
    const { id, bytes } = await exported(admin, { withNumbers: true });
    expect(await read(bytes)).toContain('5500987650002');
    expect((await other.ask('GET', `/contact-exports/${id}`)).json()).toMatchObject({ status: 'done', url: null });
    const { rows } = await house.asOwner.query<{ data: { withNumbers: boolean } }>(
      "select data from audit_log where company_id = $1 and act = 'contacts.exported' order by id",
      [admin.companyId],
    );
    expect(rows.map(({ data }) => data.withNumbers)).toEqual([false, true]);
  });
});

describe('the calls that older clients know', () => {
  it('a short sheet at once: those that were new, known numbers untouched [M-122] [M-124]', async () => {
    const admin = await house.anAdmin();
    await admin.ask('POST', '/contacts', { name: 'Bia', number: '5500987650002' });
    const answer = await bring(
      admin,
      'nome,numero,e-mail\nAna,5500987650001,a@example.com\nBia R,5500987650002,\n',
      '/contacts/upload',
    );
    expect(brief(answer.json<Contact[]>())).toEqual(['Ana 5500987650001']);
    expect(brief(await people(admin))).toEqual(['Ana 5500987650001', 'Bia 5500987650002']);
  });

  it('one row: created, then changed by its number, with tags that are found or made [M-126]', async () => {
    const admin = await house.anAdmin();
    const vip = (await admin.ask('POST', '/tags', { name: 'VIP', color: '#112233' })).json<{ id: number }>();
    const one = async (body: object) => (await admin.ask('POST', '/contactsImport', body)).json<Contact>();
    const first = await one({ name: 'Ana', number: '55 11 98765-0001', tags: 'vip, novo', validateContact: 'true' });
    expect(first.tags.map(({ name, color }) => `${name} ${color}`).sort()).toEqual(['VIP #112233', 'novo #A4CCCC']);
    expect(first.tags.some(({ id }) => id === vip.id)).toBe(true);
    const second = await one({ name: 'Ana Lima', number: '551187650001', email: 'ana@example.com' });
    expect(second).toMatchObject({ id: first.id, name: 'Ana Lima', number: '5511987650001', email: 'ana@example.com' });
    expect(second.tags).toHaveLength(2);
    expect((await admin.ask('POST', '/contactsImport', { name: 'X', number: '12' })).statusCode).toBe(400);
  });

  it('the address book of the phone, and whoever it has chats with [M-122]', async () => {
    const admin = await house.anAdmin();
    const asked = (path: string, body = {}) => admin.ask('POST', path, body);
    expect((await asked('/contacts/import')).json().error).toBe('ERR_NO_DEF_WAPP_FOUND');
    await admin.ask('POST', '/whatsapp', { name: 'Loja', channel: 'whatsapp', provider: 'sandbox' });
    const { rows } = await house.asOwner.query<{ id: number }>(
      "update connections set status = 'CONNECTED' where company_id = $1 returning id",
      [admin.companyId],
    );
    await admin.ask('POST', '/contacts', { name: 'Sem nome', number: '5500991110001' });
    await admin.ask('POST', '/contacts', { name: 'Três, da padaria', number: '5500991110003' });
    const whatsappId = rows[0]!.id;
    expect((await asked('/contacts/import', { whatsappId })).json()).toEqual({ message: '2 contacts imported' });
    expect((await asked('/contacts/import/chats')).json()).toEqual({ message: '1 contacts imported' });
    expect(brief(await people(admin))).toEqual([
      'Agenda Dois 5500991110002',
      'Agenda Um 5500991110001',
      'Três, da padaria 5500991110003',
    ]);
    // Numbers of a sheet are asked about later, when the channel has time.
    const { id, mapping } = await brought(admin, 'Nome;Número\nEva;5500987650006\nFlora;5500987650000\n');
    await start(admin, id, { mapping, validate: true });
    await run(admin, id);
    await house.modules.contactSheets.check({ companyId: admin.companyId, importId: id, firstRow: 0, done: 0 });
    const tagged = (await people(admin)).filter(({ tags }) =>
      tags.some(({ name }) => name === 'Número não encontrado'),
    );
    expect(tagged.map(({ name }) => name)).toEqual(['Flora']);
  });
});

describe('people who are probably one', () => {
  it('are found by number, e-mail and name, page by page, and merged by the call that merges', async () => {
    const admin = await house.anAdmin();
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
        await admin.ask('GET', `/contact-duplicates?after=${encodeURIComponent(after)}`)
      ).json<Page>();
      for (const { why, contacts } of page.groups) {
        if (first.length === 0) first = contacts;
        found.push(`${why}: ${contacts.map(({ name }) => name).join(' + ')}`);
      }
      after = page.next;
    }
    expect(found).toEqual(['number: Ana + Ana Lima', 'email: Bia + Bia Reis', 'name: Caio Melo + Caio Melo']);
    const merged = await admin.ask('POST', `/contacts/${first[0]!.id}/merge`, {
      otherId: first[1]!.id,
      reason: 'A mesma pessoa',
    });
    expect(merged.statusCode).toBe(200);
    const page = (await admin.ask('GET', '/contact-duplicates')).json<Page>();
    expect(page.groups).toEqual([]);
  });

  it('stay dismissed once somebody said that they are not the same person, until that is taken back', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    await imported(
      admin,
      'Nome;Número;E-mail\nAna;5500987650001;loja@example.com\nLia;5500987650002;loja@example.com\n',
    );
    const shown = async () =>
      (await admin.ask('GET', '/contact-duplicates?after=email:'))
        .json<{ groups: { contacts: Contact[] }[] }>()
        .groups.map(({ contacts }) => contacts.map(({ name }) => name).sort());
    const contactIds = (await people(admin)).map(({ id }) => id).reverse();
    const say = async (what: 'dismiss' | 'restore', by = admin) =>
      (await by.ask('POST', `/contact-duplicates/${what}`, { contactIds })).statusCode;
    expect(await shown()).toEqual([['Ana', 'Lia']]);
    expect(await say('dismiss', agent)).toBe(403);
    // Said twice is said once.
    expect([await say('dismiss'), await say('dismiss')]).toEqual([200, 200]);
    expect(await shown()).toEqual([]);
    // A third who is like both comes to one of them: the two do not meet again by way of it.
    await imported(admin, 'Nome;Número;E-mail\nRui;5500987650003;loja@example.com\n');
    expect(await shown()).toEqual([['Ana', 'Rui']]);
    expect(await say('restore')).toBe(200);
    expect(await shown()).toEqual([['Ana', 'Lia', 'Rui']]);
  });
});
