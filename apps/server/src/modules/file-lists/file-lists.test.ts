import type { FileList, FileListBrief } from '@balcao/contract/endpoints/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aForm } from '../../../test/form.ts';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import { aScreen } from '../../../test/screens.ts';
import { aPicture } from '../../../test/world/tenants.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

const pdf = (words: string) => Buffer.from(`%PDF-1.7 ${words}`);
const make = async (who: Caller, draft: object) => {
  const answer = await who.ask('POST', '/files', { message: 'Segue o catálogo', ...draft });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FileList>();
};
const read = async (who: Caller, id: number) => (await who.ask('GET', `/files/${id}`)).json<FileList>();
const refusal = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
type Sent = { id?: number; label?: string; file: string; bytes: Buffer };
const upload = (who: Caller, listId: number, sent: Sent[]) => {
  const form = aForm(
    [
      ['fileId', String(listId)],
      ['typeArch', 'fileList'],
      ...sent.flatMap(({ id, label }): [string, string][] => [
        ['id', id === undefined ? '' : String(id)],
        ['name', label ?? ''],
        ['mediaType', 'anything'],
      ]),
    ],
    sent.map(({ file, bytes }) => ({ field: 'files', name: file, bytes })),
  );
  return house.app.inject({
    method: 'POST',
    url: `/api/files/uploadList/${listId}`,
    headers: { ...form.headers, authorization: `Bearer ${who.token}` },
    payload: form.payload,
  });
};
const kept = async (companyId: number) =>
  (
    await house.asOwner.query<{ key: string }>('select storage_key as key from files where company_id = $1', [
      companyId,
    ])
  ).rows;

describe('file lists', () => {
  it('have a name, a message and files in an order; each file belongs to its row [M-230] [M-231]', async () => {
    const admin = await house.anAdmin();
    const made = await make(admin, { name: ' Catálogo ', options: [{ name: 'Preços' }, { name: 'Fotos' }] });
    const [prices, photos] = made.options;
    expect(made).toMatchObject({ name: 'Catálogo', message: 'Segue o catálogo', userId: admin.user.id, filesCount: 0 });
    expect(made.options).toEqual([
      expect.objectContaining({ name: 'Preços', fileId: made.id, path: null, mediaType: null }),
      expect.objectContaining({ name: 'Fotos' }),
    ]);

    const sent = await upload(admin, made.id, [
      { id: photos!.id, file: 'vitrine da loja.png', bytes: aPicture() },
      { id: prices!.id, file: 'precos.png', bytes: pdf('tabela') },
      { label: 'Mapa', file: 'mapa.png', bytes: aPicture() },
    ]);
    expect([sent.statusCode, sent.json()]).toEqual([200, { mensagem: 'Arquivos Anexados' }]);
    const full = await read(admin, made.id);
    // What a file is, its bytes say; its name does not.
    expect(full.options.map(({ name, fileName, mediaType }) => [name, fileName, mediaType])).toEqual([
      ['Preços', 'precos.png', 'document'],
      ['Fotos', 'vitrine_da_loja.png', 'image'],
      ['Mapa', 'mapa.png', 'image'],
    ]);
    const shown = await house.app.inject(full.options[1]!.path!);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);

    // The full list in its new order: what is not named goes, with its bytes.
    const [, fotos, mapa] = full.options;
    const changed = await admin.ask('PUT', `/files/${made.id}`, {
      name: 'Catálogo',
      message: 'Veja',
      options: [
        { id: mapa!.id, name: 'Como chegar' },
        { id: fotos!.id, name: 'Fotos' },
      ],
    });
    expect(changed.json<FileList>().options.map(({ name, fileName }) => [name, fileName])).toEqual([
      ['Como chegar', 'mapa.png'],
      ['Fotos', 'vitrine_da_loja.png'],
    ]);
    expect(await kept(admin.companyId)).toHaveLength(2);
    // Another file under the same name takes the place of the one before.
    await upload(admin, made.id, [{ id: mapa!.id, file: 'mapa.pdf', bytes: pdf('mapa') }]);
    expect((await read(admin, made.id)).options[0]).toMatchObject({ name: 'Como chegar', mediaType: 'document' });
    expect(await kept(admin.companyId)).toHaveLength(2);
  });

  it('ask for a name of three letters, once a company, for a message, and for no more files than a customer can bear [M-230]', async () => {
    const admin = await house.anAdmin();
    const { id } = await make(admin, { name: 'Tabela' });
    const faults = async (draft: object) =>
      (await admin.ask('POST', '/files', draft)).json<{ fields: object[] }>().fields;
    expect(await faults({ name: 'ab', message: 'Oi' })).toEqual([
      expect.objectContaining({ field: 'name', rule: 'tooShort' }),
    ]);
    expect(await faults({ name: 'abc', message: ' ' })).toEqual([
      expect.objectContaining({ field: 'message', rule: 'required' }),
    ]);
    expect(refusal(await admin.ask('POST', '/files', { name: 'TABELA', message: 'Oi' }))).toEqual([
      400,
      'ERR_FILE_LIST_ALREADY_EXISTS',
    ]);
    const ten = Array.from({ length: 10 }, (_, n) => ({ file: `${n}.png`, bytes: aPicture() }));
    expect([(await upload(admin, id, ten)).statusCode, (await upload(admin, id, ten)).statusCode]).toEqual([200, 200]);
    expect(refusal(await upload(admin, id, ten.slice(0, 1)))).toEqual([400, 'ERR_FILE_LIST_FULL']);
    expect((await read(admin, id)).options).toHaveLength(20);
  });

  it('are found by name, page by page, and for pickers all at once [M-231]', async () => {
    const admin = await house.anAdmin();
    for (let n = 0; n < 21; n++) await make(admin, { name: `Lista ${String(n).padStart(2, '0')}` });
    await make(admin, { name: 'Orçamento' });
    const page = async (query: string) =>
      (await admin.ask('GET', `/files?${query}`)).json<{ files: FileListBrief[]; count: number; hasMore: boolean }>();
    const first = await page('pageNumber=1');
    expect([first.files.length, first.count, first.hasMore, first.files[0]!.name]).toEqual([20, 22, true, 'Lista 00']);
    expect((await page('searchParam=orcam')).files.map(({ name }) => name)).toEqual(['Orçamento']);
    expect((await admin.ask('GET', '/files/list')).json()).toHaveLength(22);
  });

  it('are for admins of a plan with integrations, who hear of each change [M-230]', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    const [hers, theirs] = [await aScreen(house, admin), await aScreen(house, agent)];
    const { id } = await make(admin, { name: 'Segredo' });
    expect(await hers.hears('file')).toMatchObject({ action: 'create', fileList: { id, name: 'Segredo' } });
    for (const answer of [
      await agent.ask('GET', '/files'),
      await agent.ask('GET', `/files/${id}`),
      await agent.ask('DELETE', `/files/${id}`),
      await upload(agent, id, [{ file: 'a.png', bytes: aPicture() }]),
    ])
      expect(refusal(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    await admin.ask('DELETE', `/files/${id}`);
    expect(await hers.hears('file', (told) => told.action === 'delete')).toEqual({ action: 'delete', fileId: id });
    // A telling to everybody comes after: by then these would have come too.
    await admin.ask('POST', '/tags', { name: 'Depois', color: '#123456' });
    await theirs.hears('tag');
    expect(theirs.frames.join()).not.toContain('Segredo');
    for (const screen of [hers, theirs]) screen.close();

    const without = await house.anAdmin({ plan: { useIntegrations: false } });
    expect(refusal(await without.ask('GET', '/files'))).toEqual([403, 'ERR_NO_PERMISSION']);
  });

  it('give the bot what to say and send; what a customer has stays when the list goes, the rest leaves with it [M-231]', async () => {
    const admin = await house.anAdmin();
    const { id } = await make(admin, { name: 'Enviada', options: [{ name: 'Sem arquivo' }] });
    await upload(admin, id, [{ label: 'Cardápio', file: 'menu.pdf', bytes: pdf('menu') }]);
    const filesOf = (companyId: number) =>
      house.db.inCompany(companyId, (tx) => house.modules.fileLists.filesOf(tx, id));
    const [file] = await kept(admin.companyId);
    expect(await filesOf(admin.companyId)).toEqual({
      message: 'Segue o catálogo',
      files: [
        {
          name: 'Cardápio',
          type: 'document',
          media: { key: file!.key, mime: 'application/pdf', fileName: 'menu.pdf', bytes: pdf('menu').length },
        },
      ],
    });
    const neighbour = await house.anAdmin();
    expect(await filesOf(neighbour.companyId)).toBeUndefined();
    await upload(admin, id, [{ file: 'novo.png', bytes: aPicture() }]);
    expect((await admin.ask('DELETE', `/files/${id}`)).statusCode).toBe(200);
    expect(await kept(admin.companyId)).toEqual([file]);
    expect(await house.storage.open(file!.key).then((opened) => opened?.stream.destroy())).toBeDefined();
  });

  it('of the neighbour are not there, nor are the files of another list [M-018]', async () => {
    const [ours, theirs] = [await house.anAdmin(), await house.anAdmin()];
    const mine = await make(ours, { name: 'Nossa', options: [{ name: 'Um' }] });
    const other = await make(ours, { name: 'Outra', options: [{ name: 'Dois' }] });
    for (const answer of [
      await theirs.ask('GET', `/files/${mine.id}`),
      await theirs.ask('PUT', `/files/${mine.id}`, { name: 'Roubada', message: 'x' }),
      await theirs.ask('DELETE', `/files/${mine.id}`),
      await upload(theirs, mine.id, [{ file: 'a.png', bytes: aPicture() }]),
      await upload(ours, mine.id, [{ id: other.options[0]!.id, file: 'a.png', bytes: aPicture() }]),
    ])
      expect(refusal(answer)).toEqual([404, 'ERR_NO_FILE_FOUND']);
    expect((await read(ours, other.id)).options[0]).toMatchObject({ path: null });
  });
});
