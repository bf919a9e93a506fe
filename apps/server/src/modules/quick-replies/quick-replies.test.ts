import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
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

const createQuickReply = async (caller: Caller, draft: object) => {
  const answer = await caller.request('POST', '/quick-messages', draft);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<QuickMessage>();
};
const listShortcodes = async (caller: Caller) =>
  (await caller.request('GET', '/quick-messages/list')).json<QuickMessage[]>().map(({ shortcode }) => shortcode);
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
async function aTeam() {
  const admin = await server.createAdmin();
  return { admin, ana: await server.createAgent(admin.companyId), bia: await server.createAgent(admin.companyId) };
}

describe('quick replies', () => {
  it('start visible to all and editable by their author only; only the shortcode is required [M-227]', async () => {
    const { ana } = await aTeam();
    const created = await createQuickReply(ana, { shortcode: ' bomdia ' });
    expect(created).toEqual({
      id: expect.any(Number),
      shortcode: 'bomdia',
      message: '',
      geral: false,
      visao: true,
      isMedia: false,
      mediaPath: null,
      mediaName: null,
      mediaType: null,
      userId: ana.user.id,
      user: { id: ana.user.id, name: ana.user.name },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await ana.request('GET', `/quick-messages/${created.id}`)).json()).toEqual(created);
    const nameless = await ana.request('POST', '/quick-messages', { message: 'Sem atalho' });
    expect(nameless.json()).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: [{ field: 'shortcode', rule: 'required' }],
    });
  });

  it('are paged by shortcode and searched by a part of it, ignoring accents [M-229]', async () => {
    const { ana } = await aTeam();
    for (let n = 0; n < 21; n++) await createQuickReply(ana, { shortcode: `a${String(n).padStart(2, '0')}` });
    await createQuickReply(ana, { shortcode: 'Orçamento', message: 'saudação' });
    const page = async (query: string) =>
      (await ana.request('GET', `/quick-messages?${query}`)).json<{
        records: QuickMessage[];
        count: number;
        hasMore: boolean;
      }>();
    const first = await page('pageNumber=1');
    expect([first.records.length, first.count, first.hasMore, first.records[0]!.shortcode]).toEqual([
      20,
      22,
      true,
      'a00',
    ]);
    const second = await page('pageNumber=2');
    expect([second.records.length, second.hasMore]).toEqual([2, false]);
    expect((await page('searchParam=orcam')).records.map(({ shortcode }) => shortcode)).toEqual(['Orçamento']);
    // The search covers the shortcode, not the message.
    expect((await page('searchParam=saudacao')).records).toEqual([]);
    expect(await listShortcodes(ana)).toHaveLength(22);
  });

  it('that are hidden are found by their author only, not by colleagues or admins [M-228]', async () => {
    const { admin, ana, bia } = await aTeam();
    const { id } = await createQuickReply(ana, { shortcode: 'meu', message: 'Só meu', visao: false, geral: true });
    await createQuickReply(ana, { shortcode: 'nosso', message: 'De todos' });
    expect(await listShortcodes(ana)).toEqual(['meu', 'nosso']);
    for (const other of [admin, bia]) {
      expect(await listShortcodes(other)).toEqual(['nosso']);
      expect((await other.request('GET', '/quick-messages')).json()).toMatchObject({ count: 1, hasMore: false });
      for (const answer of [
        await other.request('GET', `/quick-messages/${id}`),
        await other.request('PUT', `/quick-messages/${id}`, { shortcode: 'x' }),
        await other.request('DELETE', `/quick-messages/${id}`),
        await other.request('DELETE', `/quick-messages/${id}/media-upload`),
        await upload(other, id, 'foto.png', onePixelPicture()),
      ])
        expect(errorOf(answer)).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND']);
    }
  });

  it('of a colleague that are visible and not shared are read-only [M-228]', async () => {
    const { admin, ana, bia } = await aTeam();
    const created = await createQuickReply(ana, { shortcode: 'preco', message: 'Custa 10' });
    for (const other of [admin, bia]) {
      expect((await other.request('GET', `/quick-messages/${created.id}`)).json()).toMatchObject({
        message: 'Custa 10',
      });
      for (const answer of [
        await other.request('PUT', `/quick-messages/${created.id}`, { shortcode: 'preco', message: 'Custa 20' }),
        await other.request('DELETE', `/quick-messages/${created.id}`),
        await other.request('DELETE', `/quick-messages/${created.id}/media-upload`),
        await upload(other, created.id, 'foto.png', onePixelPicture()),
      ])
        expect(errorOf(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect((await ana.request('GET', `/quick-messages/${created.id}`)).json()).toEqual(created);
    expect(await server.storedFiles(admin.companyId)).toEqual([]);
  });

  it('that are shared can be changed and removed by any colleague, without changing the author [M-227]', async () => {
    const { admin, ana, bia } = await aTeam();
    const { id } = await createQuickReply(ana, { shortcode: 'horario', message: 'Das 9 às 18', geral: true });
    const changed = await bia.request('PUT', `/quick-messages/${id}`, {
      shortcode: 'horario',
      message: 'Das 8 às 18',
      geral: true,
    });
    expect(changed.json()).toMatchObject({ message: 'Das 8 às 18', userId: ana.user.id });
    expect((await admin.request('DELETE', `/quick-messages/${id}`)).statusCode).toBe(200);
    expect(errorOf(await ana.request('GET', `/quick-messages/${id}`))).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND']);
    const { rows } = await server.asOwner.query(
      "select user_id, data from audit_log where company_id = $1 and act = 'quick-message.removed'",
      [admin.companyId],
    );
    expect(rows).toEqual([{ user_id: admin.user.id, data: { shortcode: 'horario' } }]);
  });

  it('have a shortcode that is unique per author, ignoring case', async () => {
    const { ana, bia } = await aTeam();
    await createQuickReply(ana, { shortcode: 'Ola' });
    const other = await createQuickReply(ana, { shortcode: 'tchau' });
    for (const answer of [
      await ana.request('POST', '/quick-messages', { shortcode: 'OLA' }),
      await ana.request('PUT', `/quick-messages/${other.id}`, { shortcode: 'ola' }),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        error: 'ERR_QUICKMESSAGE_ALREADY_EXISTS',
        fields: [{ field: 'shortcode', rule: 'taken' }],
      });
    }
    await createQuickReply(bia, { shortcode: 'ola' });
  });

  it('that are hidden are removed with their author; visible ones remain, managed by admins', async () => {
    const { admin, ana, bia } = await aTeam();
    const hidden = await createQuickReply(ana, { shortcode: 'meu', visao: false });
    await upload(ana, hidden.id, 'foto.png', onePixelPicture());
    const visible = await createQuickReply(ana, { shortcode: 'nosso' });
    expect((await admin.request('DELETE', `/users/${ana.user.id}`)).statusCode).toBe(200);
    const { rows } = await server.asOwner.query('select id, user_id from quick_messages where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows).toEqual([{ id: visible.id, user_id: null }]);
    expect(await server.storedFiles(admin.companyId)).toEqual([]);
    const change = (caller: Caller) =>
      caller.request('PUT', `/quick-messages/${visible.id}`, { shortcode: 'nosso', message: 'Oi!' });
    expect(errorOf(await change(bia))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await change(admin)).json()).toMatchObject({ message: 'Oi!', userId: null, user: null });
  });

  it('of another company are not found [M-018]', async () => {
    const [ownTeam, otherCompanyTeam] = [await aTeam(), await aTeam()];
    const { id } = await createQuickReply(ownTeam.ana, { shortcode: 'segredo', geral: true });
    for (const answer of [
      await otherCompanyTeam.admin.request('GET', `/quick-messages/${id}`),
      await otherCompanyTeam.admin.request('PUT', `/quick-messages/${id}`, { shortcode: 'roubado' }),
      await otherCompanyTeam.admin.request('DELETE', `/quick-messages/${id}`),
      await upload(otherCompanyTeam.admin, id, 'foto.png', onePixelPicture()),
    ])
      expect(errorOf(answer)).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND']);
    expect(await listShortcodes(otherCompanyTeam.admin)).toEqual([]);
  });
});

const upload = (caller: Caller, id: number, name: string, bytes: Buffer) => {
  const form = createForm([['typeArch', 'quickMessage']], [{ field: 'file', name, bytes }]);
  return server.app.inject({
    method: 'POST',
    url: `/api/quick-messages/${id}/media-upload`,
    headers: { ...form.headers, authorization: `Bearer ${caller.token}` },
    payload: form.payload,
  });
};

describe('the file of a quick reply', () => {
  it('is stored under its name without spaces, served by a signed URL, replaced and removed [M-227] [M-229]', async () => {
    const { ana } = await aTeam();
    const { id } = await createQuickReply(ana, { shortcode: 'tabela', isMedia: true });
    const read = async () => (await ana.request('GET', `/quick-messages/${id}`)).json<QuickMessage>();
    expect(await read()).toMatchObject({ isMedia: false });

    const attached = await upload(ana, id, 'tabela de preços.png', onePixelPicture());
    expect([attached.statusCode, attached.json()]).toEqual([200, { mensagem: 'Arquivo Anexado' }]);
    const current = await read();
    expect(current).toMatchObject({ isMedia: true, mediaName: 'tabela_de_preços.png', mediaType: 'image' });
    const file = await server.app.inject({ method: 'GET', url: current.mediaPath! });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png']);
    expect(file.rawPayload.equals(onePixelPicture())).toBe(true);
    const [picture] = await server.storedFiles(ana.companyId);
    expect(picture!.key).toMatch(new RegExp(`^${ana.companyId}/`));

    // The bytes decide the file type, not the name.
    await upload(ana, id, 'tabela.png', Buffer.from('%PDF-1.7 tabela'));
    expect(await read()).toMatchObject({ mediaName: 'tabela.png', mediaType: 'document' });
    expect(await server.storedFiles(ana.companyId)).toEqual([expect.objectContaining({ mime: 'application/pdf' })]);
    expect(await server.storage.open(picture!.key)).toBeUndefined();

    const detached = await ana.request('DELETE', `/quick-messages/${id}/media-upload`);
    expect([detached.statusCode, detached.json()]).toEqual([200, { mensagem: 'Arquivo Excluído' }]);
    expect(await read()).toMatchObject({ isMedia: false, mediaPath: null, mediaName: null, mediaType: null });
    expect(await server.storedFiles(ana.companyId)).toEqual([]);
    expect((await ana.request('DELETE', `/quick-messages/${id}/media-upload`)).statusCode).toBe(200);
  });

  it('remains when the text changes, and is removed with the quick reply', async () => {
    const { ana } = await aTeam();
    const { id } = await createQuickReply(ana, { shortcode: 'mapa' });
    await upload(ana, id, 'mapa.png', onePixelPicture());
    const changed = await ana.request('PUT', `/quick-messages/${id}`, { shortcode: 'mapa', message: 'Estamos aqui' });
    expect(changed.json()).toMatchObject({ isMedia: true, mediaName: 'mapa.png' });
    const [picture] = await server.storedFiles(ana.companyId);
    await ana.request('DELETE', `/quick-messages/${id}`);
    expect(await server.storedFiles(ana.companyId)).toEqual([]);
    expect(await server.storage.open(picture!.key)).toBeUndefined();
  });

  it('is never empty', async () => {
    const { ana } = await aTeam();
    const { id } = await createQuickReply(ana, { shortcode: 'vazio' });
    expect((await upload(ana, id, 'vazio.png', Buffer.alloc(0))).json()).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: [{ field: 'file', rule: 'required' }],
    });
  });
});

describe('events of a quick reply [M-229]', () => {
  it('reach all users while it is visible; hiding it removes it for all but its author', async () => {
    const { admin, ana, bia } = await aTeam();
    const [authorSocket, colleagueSocket, theAdmins] = [
      await openSocket(server, ana),
      await openSocket(server, bia),
      await openSocket(server, admin),
    ];
    const created = await createQuickReply(ana, { shortcode: 'oi', message: 'Olá' });
    for (const screen of [authorSocket, colleagueSocket, theAdmins])
      expect(await screen.waitFor('quickmessage')).toMatchObject({
        action: 'create',
        record: { id: created.id, message: 'Olá' },
      });

    const set = (message: string, visao: boolean) =>
      ana.request('PUT', `/quick-messages/${created.id}`, { shortcode: 'oi', message, visao });
    await set('Segredo um', false);
    for (const screen of [colleagueSocket, theAdmins])
      expect(await screen.waitFor('quickmessage', (payload) => payload.action === 'delete')).toEqual({
        action: 'delete',
        id: created.id,
      });
    expect(await authorSocket.waitFor('quickmessage', (payload) => payload.action === 'update')).toMatchObject({
      record: { message: 'Segredo um', visao: false },
    });
    expect(authorSocket.allOf('quickmessage').some((payload) => payload.action === 'delete')).toBe(false);

    // A hidden quick reply stays hidden through a change, and reappears when it is made visible.
    const withText = (message: string) => (payload: object) =>
      'record' in payload && (payload.record as QuickMessage).message === message;
    await set('Segredo dois', false);
    // An event shows the row as it is when it is published, so the next change waits for it.
    await authorSocket.waitFor('quickmessage', withText('Segredo dois'));
    await set('De volta', true);
    for (const screen of [authorSocket, colleagueSocket, theAdmins])
      await screen.waitFor('quickmessage', withText('De volta'));
    for (const screen of [colleagueSocket, theAdmins]) {
      expect(screen.allOf('quickmessage').map((payload) => payload.action)).toEqual(['create', 'delete', 'update']);
      expect(screen.frames.join()).not.toContain('Segredo');
    }
    await ana.request('DELETE', `/quick-messages/${created.id}`);
    await colleagueSocket.waitFor(
      'quickmessage',
      (payload) => payload.action === 'delete' && colleagueSocket.allOf('quickmessage').length === 4,
    );
    for (const screen of [authorSocket, colleagueSocket, theAdmins]) screen.close();
  });

  it('reach only its author while it is hidden', async () => {
    const { ana, bia } = await aTeam();
    const [authorSocket, colleagueSocket] = [await openSocket(server, ana), await openSocket(server, bia)];
    const { id } = await createQuickReply(ana, { shortcode: 'meu', message: 'Segredo', visao: false });
    await authorSocket.waitFor('quickmessage', (payload) => payload.action === 'create');
    await ana.request('DELETE', `/quick-messages/${id}`);
    await authorSocket.waitFor('quickmessage', (payload) => payload.action === 'delete');
    // A broadcast follows: forbidden events would have arrived before it.
    await createQuickReply(ana, { shortcode: 'nosso' });
    await colleagueSocket.waitFor('quickmessage');
    expect(colleagueSocket.allOf('quickmessage')).toHaveLength(1);
    expect(colleagueSocket.frames.join()).not.toContain('Segredo');
    for (const screen of [authorSocket, colleagueSocket]) screen.close();
  });
});
