import type { SpreadsheetPreview } from '@balcao/contract/endpoints/contact-spreadsheets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { oldWorkbook } from '../../infrastructure/spreadsheets/read/old-workbook.fixture.ts';
import {
  createSpreadsheetHelpers,
  startSpreadsheetServer,
  uploaded,
  start,
  getImport,
  listContacts,
  summarize,
} from './contact-spreadsheets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startSpreadsheetServer();
});
afterAll(() => server.stop());
const { run, imported, download } = createSpreadsheetHelpers(() => server);

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

describe('importing contacts', () => {
  it('reads a workbook of Excel 97–2003 and a page that is named .xls [M-124]', async () => {
    const admin = await server.createAdmin();
    expect(await imported(admin, oldWorkbook())).toMatchObject({
      status: 'done',
      format: 'xls',
      counts: { created: 2 },
    });
    const page = '<table><tr><th>Nome<th>Número</tr><tr><td>Bia Reis<td>5500987650002</tr></table>';
    expect(await imported(admin, page)).toMatchObject({ status: 'done', format: 'html', counts: { created: 1 } });
    expect(summarize(await listContacts(admin))).toEqual([
      'Ana 😀 Lima 5521912345678',
      'Bia Reis 5500987650002',
      'José da Conceição 5511987654321',
    ]);
  });

  it('takes opt-outs from their column', async () => {
    const admin = await server.createAdmin();
    const sheet = ['Nome;Número;Descadastro', 'Ana Lima;5511987650101;Sim', 'Bia Reis;5511987650102;não'].join('\n');
    const { id, mapping } = await uploaded(admin, sheet);
    expect(mapping.columns.map(({ field }: { field: string }) => field)).toEqual(['name', 'number', 'optOut']);
    await start(admin, id, { mapping });
    await run(admin, id);
    const optOutsOf = async (name: string) => {
      const { id: contactId } = (await listContacts(admin)).find((contact) => contact.name === name)!;
      return (await admin.request('GET', `/contacts/${contactId}/opt-outs`)).json<{ source: string }[]>();
    };
    expect(await optOutsOf('Ana Lima')).toMatchObject([{ source: 'import', whatsapp: null }]);
    expect(await optOutsOf('Bia Reis')).toEqual([]);
  });

  it('does row by row what the preview shows: create, change, leave, ignore, reject, exclude [M-125] [M-126]', async () => {
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
    // Every rejected row with its reason and without formulas.
    const errors = (await download(done.errorSheetUrl!)).toString();
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

  it('can be undone, except for contacts that are in use [M-126]', async () => {
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

  it('continues after a crash without duplicates [IM-04]', async () => {
    const admin = await server.createAdmin();
    const { id, mapping } = await uploaded(admin, csvOf(4000));
    await start(admin, id, { mapping });
    let isOver = false;
    const killed = run(admin, id)
      .catch(() => 'killed')
      .finally(() => (isOver = true));
    const importPosition = async () =>
      (await server.asOwner.query<{ position: number }>('select position from contact_imports where id = $1', [id]))
        .rows[0]!.position;
    while ((await importPosition()) === 0) await new Promise((later) => setTimeout(later, 5));
    // Again and again, because a connection that is idle at this moment is replaced without an error.
    while (!isOver)
      await server.asOwner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'balcao'",
      );
    expect(await killed).toBe('killed');
    expect(await importPosition()).toBeLessThan(4001);
    // No other worker claims it before the lease expires.
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

  it('ten times at once creates one contact per number in both spellings [IM-07]', async () => {
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

  it('stops when it is canceled and when it would exceed the limit of tags [IM-08]', async () => {
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
    // The uploaded file is deleted with the end of its import.
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

  it('emits its progress and one event that contacts changed', async () => {
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
