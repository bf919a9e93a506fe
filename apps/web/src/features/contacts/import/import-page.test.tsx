import type { ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { endpoints } from '@balcao/contract/endpoints/index';
import { suggestMapping } from '@balcao/domain/contact/spreadsheet-mapping';
import { rowReader } from '@balcao/domain/contact/spreadsheet-row';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aTag, anAgent } from '../../../testing/fixtures.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { fakeUploads } from '../../../testing/uploads.ts';
import { sampleFile } from './sample-file.tsx';

const none = { rows: 0, created: 0, changed: 0, unchanged: 0, ignored: 0, invalid: 0, excluded: 0 };
const anImport = (own: Partial<ContactImport> = {}): ContactImport => ({
  id: 8,
  fileName: 'clientes.csv',
  status: 'draft',
  rows: 3,
  rowsExact: true,
  counts: none,
  failure: null,
  contactListId: null,
  undone: null,
  mayCancel: true,
  mayUndo: false,
  user: { id: 4, name: 'Caio Andrade' },
  createdAt: '2026-07-23T12:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ';',
  columns: [
    { column: 0, header: 'Nome', samples: ['Ana Menezes', 'Edson Paiva'] },
    { column: 1, header: 'Telefone', samples: ['5500997021145', '5500984557720'] },
    { column: 2, header: 'Contato', samples: ['', 'edson@example.com'] },
    { column: 3, header: 'Cidade', samples: [] },
  ],
  mapping: {
    hasHeader: true,
    columns: [
      { column: 0, field: 'name', label: '' },
      { column: 1, field: 'number', label: '' },
      { column: 3, field: 'extra', label: '' },
    ],
  },
  tagIds: [],
  errorSheetUrl: null,
  ...own,
});
const aRow = (row: number, own: object = {}) => ({
  row,
  fate: 'create' as const,
  faults: [],
  name: `Pessoa ${row}`,
  number: `55009970211${String(row).padStart(2, '0')}`,
  email: '',
  tags: [],
  extraInfo: [],
  contactId: null,
  changes: [],
  ...own,
});
const preview = {
  counts: { ...none, rows: 3, created: 1, changed: 1, ignored: 1 },
  isWhole: true,
  rows: [
    aRow(2),
    aRow(3, {
      fate: 'change',
      contactId: 31,
      changes: [{ field: 'email', label: '', from: '', to: 'ana@example.com' }],
    }),
    aRow(4, { fate: 'ignored', name: '', faults: ['noName'] }),
  ],
};

let storedImports: ContactImport[];
/** Fake server with these imports and their results. */
function withImports(...initialImports: ContactImport[]) {
  storedImports = initialImports;
  const importById = (id: number) => storedImports.find((item) => item.id === id)!;
  answer(endpoints.contactSheets.list, () => ({ imports: storedImports, count: storedImports.length, hasMore: false }));
  answer(endpoints.contactSheets.show, ({ params }) => importById(params.id));
}
const become = (own: Partial<ContactImport>) => (storedImports = storedImports.map((item) => ({ ...item, ...own })));
const open = (path = '/contacts/import') => renderScreen(path, { as: anAgent() });
const choose = async (file: File) =>
  fireEvent.change(await screen.findByLabelText('Planilha de contatos', { selector: 'input' }), {
    target: { files: [file] },
  });
const csv = (name = 'clientes.csv') => new File(['Nome;Telefone\nAna;5500997021145'], name, { type: 'text/csv' });

beforeEach(() => {
  answer(endpoints.tags.pick, () => [aTag({ id: 3, name: 'VIP' })]);
});

describe('uploading a spreadsheet', () => {
  it('reads a dropped file and suggests its columns [M-124]', async () => {
    withImports();
    const uploads = fakeUploads();
    answer(endpoints.contactSheets.upload, () => {
      storedImports = [anImport()];
      return storedImports[0]!;
    });
    open();
    const zone = await screen.findByRole('region', { name: 'Planilha de contatos' });
    const dataTransfer = { types: ['Files'], files: [csv()] };
    fireEvent.dragEnter(zone, { dataTransfer });
    expect(screen.getByText('Solte o arquivo aqui')).toBeVisible();
    fireEvent.drop(zone, { dataTransfer });
    expect(await screen.findByRole('combobox', { name: 'A coluna Telefone é' })).toHaveTextContent('Número');
    expect(screen.getByRole('combobox', { name: 'A coluna Contato é' })).toHaveTextContent('Ignorar');
    expect(screen.getByText('5500984557720')).toBeVisible();
    expect((uploads[0]!.form.get('file') as File).name).toBe('clientes.csv');
  });

  it('refuses other file types before the upload and shows unreadable files after it [M-124]', async () => {
    withImports();
    const uploads = fakeUploads();
    answer(endpoints.contactSheets.upload, () => refuse('ERR_SHEET_INVALID'));
    open();
    await choose(new File(['x'], 'foto.png'));
    expect(await screen.findByText('Arquivo inválido!')).toBeVisible();
    expect(uploads).toHaveLength(0);
    await choose(csv());
    expect(await screen.findByText('Arquivo inválido!')).toBeVisible();
    expect(uploads).toHaveLength(1);
    await choose(new File(['x'], 'antiga.xls'));
    await waitFor(() => expect(uploads).toHaveLength(2));
  });

  it('returns to the contacts with Voltar [M-124]', async () => {
    withImports();
    answer(endpoints.contacts.list, () => ({ contacts: [], count: 0, hasMore: false }));
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Voltar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/contacts'));
  });
});

describe('mapping the columns', () => {
  const pick = async (user: ReturnType<typeof open>['user'], column: string, field: string) => {
    await user.click(await screen.findByRole('combobox', { name: `A coluna ${column} é` }));
    await user.click(await screen.findByRole('option', { name: field }));
  };

  it('requires number and name, and each field once [M-125]', async () => {
    withImports(anImport());
    const { user } = open('/contacts/import?sheet=8');
    await pick(user, 'Contato', 'Nome');
    expect(await screen.findByText('O campo Nome já foi selecionado.')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'A coluna Contato é' })).toHaveTextContent('Ignorar');
    await pick(user, 'Telefone', 'Ignorar');
    await user.click(screen.getByRole('button', { name: 'Ver o que vai mudar' }));
    expect(await screen.findByText('Não foi selecionado o campo de número do contato')).toBeVisible();
    await pick(user, 'Telefone', 'Número');
    await pick(user, 'Nome', 'Ignorar');
    await user.click(screen.getByRole('button', { name: 'Ver o que vai mudar' }));
    expect(await screen.findByText('Não foi selecionado o campo de nome do contato')).toBeVisible();
  });
});

describe('the sample rows', () => {
  it('are whole rows, with blanks where a cell is empty [F-U20]', async () => {
    withImports(anImport());
    open('/contacts/import?sheet=8');
    const column = (await screen.findByRole('combobox', { name: 'A coluna Contato é' })).closest('li')!;
    const cells = [...column.querySelectorAll('ol > li')].map((cell) => cell.textContent);
    expect(cells).toEqual(['vazio', 'edson@example.com']);
  });
});

describe('the sample file', () => {
  it('is offered for download and is read without any change of columns [F-U46]', async () => {
    withImports();
    open();
    expect(await screen.findByRole('link', { name: 'Baixar planilha modelo' })).toHaveAttribute(
      'download',
      'contatos.csv',
    );
    for (const language of ['pt', 'en', 'es'] as const) {
      const [header, ...lines] = sampleFile(language).replace('\ufeff', '').trim().split('\r\n');
      const headers = header!.split(';');
      const columns = headers.map((text, column) => ({ column, header: text, samples: [] }));
      const mapping = suggestMapping(columns, true);
      expect(mapping.columns.map(({ field }) => field)).toEqual(['name', 'number', 'email', 'tags']);
      const read = rowReader(mapping, headers, 'BR');
      expect(lines.map((line) => read(line.split(';')).outcome)).toEqual(['person', 'person']);
    }
  });
});

describe('the preview', () => {
  it('shows the changes, excludes rows and refuses an empty selection [M-124] [M-125] [F-U20]', async () => {
    withImports(anImport());
    const previewRequests = answer(endpoints.contactSheets.preview, () => preview);
    const started = answer(endpoints.contactSheets.start, () => {
      become({ status: 'waiting' });
      return storedImports[0]!;
    });
    const { user } = open('/contacts/import?sheet=8');
    await user.click(await screen.findByRole('button', { name: 'Ver o que vai mudar' }));
    expect(await screen.findByText('E-mail: vazio → ana@example.com')).toBeVisible();
    expect(screen.getByText('sem nome')).toBeVisible();
    const errorRow = screen.getByRole('checkbox', { name: 'Importar a linha 4' });
    expect(errorRow, 'a row with errors is not ticked').not.toBeChecked();
    expect(errorRow).toBeDisabled();
    const count = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
    expect([count('Novos'), count('Mudam'), count('Ignorados'), count('Desmarcados')]).toEqual(['1', '1', '1', '0']);

    await user.click(screen.getByRole('checkbox', { name: 'Selecionar todas as linhas' }));
    expect([count('Novos'), count('Desmarcados')]).toEqual(['0', '3']);
    await user.click(screen.getByRole('button', { name: 'Importar contatos' }));
    expect(await screen.findByText('Nenhum contato selecionado')).toBeVisible();
    expect(started).toHaveLength(0);

    await user.click(screen.getByRole('checkbox', { name: 'Importar a linha 3' }));
    await user.click(screen.getByRole('combobox', { name: 'Tags para todos' }));
    await user.click(await screen.findByRole('option', { name: 'VIP' }));
    await user.click(screen.getByRole('button', { name: 'Importar 1 contato' }));
    expect(await screen.findByText('Importando clientes.csv')).toBeVisible();
    expect(started[0]?.body).toMatchObject({
      mapping: { hasHeader: true, columns: [{ column: 0, field: 'name' }, { column: 1 }, { column: 3 }] },
      excluded: [
        [1, 2],
        [4, 1_048_576],
      ],
      tagIds: [3],
      validate: false,
    });
    expect(previewRequests, 'excluding rows sends no preview request').toHaveLength(1);
  });
});

describe('running and finished imports', () => {
  const running = anImport({ status: 'running', rows: 40, counts: { ...none, rows: 10, created: 10 } });

  it('reopens the user’s running import and shows its result [M-126]', async () => {
    withImports(running);
    open();
    const bar = await screen.findByRole('progressbar', { name: 'Importando clientes.csv' });
    expect(bar).toHaveAttribute('aria-valuenow', '25');
    expect(screen.getByText('10 de 40 linhas')).toBeVisible();
    become({ status: 'done', counts: { ...none, rows: 40, created: 40 }, mayCancel: false, mayUndo: true });
    expect(await screen.findByRole('heading', { name: 'Importação realizada com sucesso' })).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: 'Notificações' })).getByText('Importação realizada com sucesso'),
    ).toBeVisible();
  });

  it('shows errors, downloads their spreadsheet and undoes the import [M-126]', async () => {
    withImports(running);
    const undone = answer(endpoints.contactSheets.undo, () => {
      become({ status: 'undone', mayUndo: false, undone: { removed: 38, restored: 1, kept: 2 } });
      return storedImports[0]!;
    });
    const { user } = open();
    await screen.findByText('10 de 40 linhas');
    become({
      status: 'done',
      counts: { ...none, rows: 40, created: 38, invalid: 2 },
      mayUndo: true,
      errorSheetUrl: '/media/7/erros.csv?sig=x',
    });
    expect(
      await screen.findByRole('heading', { name: 'Importação realizada com sucesso, mas houveram alguns erros' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Baixar planilha de erros' })).toHaveAttribute(
      'href',
      '/media/7/erros.csv?sig=x',
    );
    await user.click(screen.getByRole('button', { name: 'Desfazer importação' }));
    expect(await screen.findByText(/38 contatos excluídos, 1 voltaram como eram, 2 continuam/)).toBeVisible();
    expect(undone[0]?.params.id).toBe(8);
  });

  it('stops a running import', async () => {
    withImports(running);
    answer(endpoints.contactSheets.cancel, () => {
      become({ status: 'canceled', mayCancel: false, mayUndo: true });
      return storedImports[0]!;
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Parar importação' }));
    expect(await screen.findByRole('heading', { name: 'Importação parada' })).toBeVisible();
  });

  it('lists earlier imports with their actions', async () => {
    withImports(
      anImport({
        id: 9,
        fileName: 'leads.xlsx',
        status: 'done',
        mayUndo: true,
        counts: { ...none, rows: 5, created: 5 },
      }),
      anImport(),
    );
    const discarded = answer(endpoints.contactSheets.cancel, () => {
      storedImports = storedImports.filter(({ id }) => id !== 8);
      return anImport({ status: 'canceled' });
    });
    const { user } = open();
    expect(await screen.findByText('leads.xlsx')).toBeVisible();
    expect(screen.getByText('Concluída')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Desfazer leads.xlsx' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Descartar clientes.csv' }));
    await waitFor(() => expect(screen.queryByText('clientes.csv')).toBeNull());
    expect(discarded[0]?.params.id).toBe(8);
    await user.click(screen.getByRole('button', { name: 'Abrir leads.xlsx' }));
    expect(await screen.findByRole('heading', { name: 'Importação realizada com sucesso' })).toBeVisible();
    await act(() => Promise.resolve());
  });
});
