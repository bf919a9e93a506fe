import type { FileList, FileListBrief } from '@balcao/contract/endpoints/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`);
const createList = async (caller: Caller, draft: object) => {
  const answer = await caller.request('POST', '/files', { message: 'Segue o catálogo', ...draft });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FileList>();
};
const read = async (caller: Caller, id: number) => (await caller.request('GET', `/files/${id}`)).json<FileList>();
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
type Sent = { id?: number; label?: string; file: string; bytes: Buffer };
const upload = (caller: Caller, listId: number, sent: Sent[]) => {
  const form = createForm(
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
  return server.app.inject({
    method: 'POST',
    url: `/api/files/uploadList/${listId}`,
    headers: { ...form.headers, authorization: `Bearer ${caller.token}` },
    payload: form.payload,
  });
};
const storedFiles = async (companyId: number) =>
  (
    await server.asOwner.query<{ key: string }>('select storage_key as key from files where company_id = $1', [
      companyId,
    ])
  ).rows;

/** A message with the file, as the bot stores it. */
const sendFile = (companyId: number, key: string) =>
  server.asOwner.query(
    `with contact as (insert into contacts (company_id, name) values ($1, 'Helena') returning id),
     ticket as (insert into tickets (company_id, contact_id, channel, status) select $1, id, 'whatsapp', 'pending' from contact
                returning id, contact_id)
     insert into messages (company_id, ticket_id, contact_id, seq, from_me, origin, media_key, sent_at)
     select $1, id, contact_id, 1, true, 'bot', $2, now() from ticket`,
    [companyId, key],
  );

describe('file lists', () => {
  it('have a name, a message and ordered files; an upload belongs to its item [M-230] [M-231]', async () => {
    const admin = await server.createAdmin();
    const created = await createList(admin, { name: ' Catálogo ', options: [{ name: 'Preços' }, { name: 'Fotos' }] });
    const [prices, photos] = created.options;
    expect(created).toMatchObject({
      name: 'Catálogo',
      message: 'Segue o catálogo',
      userId: admin.user.id,
      filesCount: 0,
    });
    expect(created.options).toEqual([
      expect.objectContaining({ name: 'Preços', fileId: created.id, path: null, mediaType: null }),
      expect.objectContaining({ name: 'Fotos' }),
    ]);

    const sent = await upload(admin, created.id, [
      { id: photos!.id, file: 'vitrine da loja.png', bytes: onePixelPicture() },
      { id: prices!.id, file: 'precos.png', bytes: pdf('tabela') },
      { label: 'Mapa', file: 'mapa.png', bytes: onePixelPicture() },
    ]);
    expect([sent.statusCode, sent.json()]).toEqual([200, { mensagem: 'Arquivos Anexados' }]);
    const full = await read(admin, created.id);
    // The bytes decide the file type, not the name.
    expect(full.options.map(({ name, fileName, mediaType }) => [name, fileName, mediaType])).toEqual([
      ['Preços', 'precos.png', 'document'],
      ['Fotos', 'vitrine_da_loja.png', 'image'],
      ['Mapa', 'mapa.png', 'image'],
    ]);
    const response = await server.app.inject(full.options[1]!.path!);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);

    // The complete list in its new order: missing items are removed with their files.
    const [, fotos, mapa] = full.options;
    const changed = await admin.request('PUT', `/files/${created.id}`, {
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
    expect(await storedFiles(admin.companyId)).toHaveLength(2);
    // A new file for the same item replaces the previous one.
    await upload(admin, created.id, [{ id: mapa!.id, file: 'mapa.pdf', bytes: pdf('mapa') }]);
    expect((await read(admin, created.id)).options[0]).toMatchObject({ name: 'Como chegar', mediaType: 'document' });
    expect(await storedFiles(admin.companyId)).toHaveLength(2);
  });

  it('require a unique name of three letters and a message, and limit the number of files [M-230]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createList(admin, { name: 'Tabela' });
    const faults = async (draft: object) =>
      (await admin.request('POST', '/files', draft)).json<{ fields: object[] }>().fields;
    expect(await faults({ name: 'ab', message: 'Oi' })).toEqual([
      expect.objectContaining({ field: 'name', rule: 'tooShort' }),
    ]);
    expect(await faults({ name: 'abc', message: ' ' })).toEqual([
      expect.objectContaining({ field: 'message', rule: 'required' }),
    ]);
    expect(errorOf(await admin.request('POST', '/files', { name: 'TABELA', message: 'Oi' }))).toEqual([
      400,
      'ERR_FILE_LIST_ALREADY_EXISTS',
    ]);
    const ten = Array.from({ length: 10 }, (_, n) => ({ file: `${n}.png`, bytes: onePixelPicture() }));
    expect([(await upload(admin, id, ten)).statusCode, (await upload(admin, id, ten)).statusCode]).toEqual([200, 200]);
    expect(errorOf(await upload(admin, id, ten.slice(0, 1)))).toEqual([400, 'ERR_FILE_LIST_FULL']);
    expect((await read(admin, id)).options).toHaveLength(20);
  });

  it('are searched by name in pages, and listed completely for pickers [M-231]', async () => {
    const admin = await server.createAdmin();
    for (let n = 0; n < 21; n++) await createList(admin, { name: `Lista ${String(n).padStart(2, '0')}` });
    await createList(admin, { name: 'Orçamento' });
    const page = async (query: string) =>
      (await admin.request('GET', `/files?${query}`)).json<{
        files: FileListBrief[];
        count: number;
        hasMore: boolean;
      }>();
    const first = await page('pageNumber=1');
    expect([first.files.length, first.count, first.hasMore, first.files[0]!.name]).toEqual([20, 22, true, 'Lista 00']);
    expect((await page('searchParam=orcam')).files.map(({ name }) => name)).toEqual(['Orçamento']);
    expect((await admin.request('GET', '/files/list')).json()).toHaveLength(22);
  });

  it('are managed by admins of a plan with integrations, who receive each change [M-230]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const [adminSocket, agentSocket] = [await openSocket(server, admin), await openSocket(server, agent)];
    const { id } = await createList(admin, { name: 'Segredo' });
    expect(await adminSocket.waitFor('file')).toMatchObject({ action: 'create', fileList: { id, name: 'Segredo' } });
    for (const answer of [
      await agent.request('GET', '/files'),
      await agent.request('GET', `/files/${id}`),
      await agent.request('DELETE', `/files/${id}`),
      await upload(agent, id, [{ file: 'a.png', bytes: onePixelPicture() }]),
    ])
      expect(errorOf(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    await admin.request('DELETE', `/files/${id}`);
    expect(await adminSocket.waitFor('file', (payload) => payload.action === 'delete')).toEqual({
      action: 'delete',
      fileId: id,
    });
    // A broadcast follows: forbidden events would have arrived before it.
    await admin.request('POST', '/tags', { name: 'Depois', color: '#123456' });
    await agentSocket.waitFor('tag');
    expect(agentSocket.frames.join()).not.toContain('Segredo');
    for (const screen of [adminSocket, agentSocket]) screen.close();

    const without = await server.createAdmin({ plan: { useIntegrations: false } });
    expect(errorOf(await without.request('GET', '/files'))).toEqual([403, 'ERR_NO_PERMISSION']);
  });

  it('provide message and files for the bot; sent files remain when the list is removed, unsent files do not [M-231]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createList(admin, { name: 'Enviada', options: [{ name: 'Sem arquivo' }] });
    await upload(admin, id, [{ label: 'Cardápio', file: 'menu.pdf', bytes: pdf('menu') }]);
    const filesOf = (companyId: number) =>
      server.db.inCompany(companyId, (tx) => server.modules.fileLists.filesOf(tx, id));
    const [file] = await storedFiles(admin.companyId);
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
    const otherCompanyAdmin = await server.createAdmin();
    expect(await filesOf(otherCompanyAdmin.companyId)).toBeUndefined();
    await sendFile(admin.companyId, file!.key);
    await upload(admin, id, [{ file: 'novo.png', bytes: onePixelPicture() }]);
    expect((await admin.request('DELETE', `/files/${id}`)).statusCode).toBe(200);
    expect(await storedFiles(admin.companyId)).toEqual([file]);
    expect(await server.storage.open(file!.key).then((opened) => opened?.stream.destroy())).toBeDefined();
  });

  it('of another company, and items of another list, are not found [M-018]', async () => {
    const [ownAdmin, otherCompanyAdmin] = [await server.createAdmin(), await server.createAdmin()];
    const ownList = await createList(ownAdmin, { name: 'Nossa', options: [{ name: 'Um' }] });
    const other = await createList(ownAdmin, { name: 'Outra', options: [{ name: 'Dois' }] });
    for (const answer of [
      await otherCompanyAdmin.request('GET', `/files/${ownList.id}`),
      await otherCompanyAdmin.request('PUT', `/files/${ownList.id}`, { name: 'Roubada', message: 'x' }),
      await otherCompanyAdmin.request('DELETE', `/files/${ownList.id}`),
      await upload(otherCompanyAdmin, ownList.id, [{ file: 'a.png', bytes: onePixelPicture() }]),
      await upload(ownAdmin, ownList.id, [{ id: other.options[0]!.id, file: 'a.png', bytes: onePixelPicture() }]),
    ])
      expect(errorOf(answer)).toEqual([404, 'ERR_NO_FILE_FOUND']);
    expect((await read(ownAdmin, other.id)).options[0]).toMatchObject({ path: null });
  });
});
