import type { SpreadsheetPreview } from '@balcao/contract/endpoints/contact-spreadsheets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { textBomb } from '../../infrastructure/spreadsheets/read/old-workbook.fixture.ts';
import {
  startSpreadsheetServer,
  NAMED,
  MAPPING,
  uploadFile,
  uploaded,
  getImport,
  listContacts,
  errorOf,
  hideNumbers,
} from './contact-spreadsheets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startSpreadsheetServer();
});
afterAll(() => server.stop());

describe('uploading a spreadsheet [M-124]', () => {
  it('detects its columns, shows whole rows and imports nothing [F-U20]', async () => {
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
        { header: 'Celular', samples: ['5500987650001', ''] },
        { header: 'E-mail', samples: ['jose@example.com', ''] },
        { header: 'Cidade', samples: ['Belém', ''] },
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

  it('refuses other files with a reason [IM-02] [IM-05]', async () => {
    const admin = await server.createAdmin();
    const tried = async (bytes: string | Buffer) => errorOf(await uploadFile(admin, bytes));
    expect(await tried('Nome;Número\n\0;1')).toEqual([400, 'Arquivo inválido!']);
    expect(await tried('')).toEqual([400, 'Confira os campos marcados.']);
    expect(await tried(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toEqual([400, 'Arquivo inválido!']);
    expect(await tried(textBomb(40_000).bytes)).toEqual([400, 'Arquivo inválido!']);
  });

  it('refuses to start with an invalid mapping and the specified text [M-125] [IM-06]', async () => {
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

  it('is visible to its user and to admins, who see no hidden numbers', async () => {
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
