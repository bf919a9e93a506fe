import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
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

const make = async (who: Caller, draft: object) => {
  const answer = await who.ask('POST', '/quick-messages', draft);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<QuickMessage>();
};
const picks = async (who: Caller) =>
  (await who.ask('GET', '/quick-messages/list')).json<QuickMessage[]>().map(({ shortcode }) => shortcode);
const refusal = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
async function aTeam() {
  const admin = await house.anAdmin();
  return { admin, ana: await house.anAgent(admin.companyId), bia: await house.anAgent(admin.companyId) };
}

describe('quick messages', () => {
  it('start seen by all and changed by their author alone; only the shortcode is required [M-227]', async () => {
    const { ana } = await aTeam();
    const made = await make(ana, { shortcode: ' bomdia ' });
    expect(made).toEqual({
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
    expect((await ana.ask('GET', `/quick-messages/${made.id}`)).json()).toEqual(made);
    const nameless = await ana.ask('POST', '/quick-messages', { message: 'Sem atalho' });
    expect(nameless.json()).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: [{ field: 'shortcode', rule: 'required' }],
    });
  });

  it('come page by page by shortcode, and are found by part of it, accents aside [M-229]', async () => {
    const { ana } = await aTeam();
    for (let n = 0; n < 21; n++) await make(ana, { shortcode: `a${String(n).padStart(2, '0')}` });
    await make(ana, { shortcode: 'Orçamento', message: 'saudação' });
    const page = async (query: string) =>
      (await ana.ask('GET', `/quick-messages?${query}`)).json<{
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
    // By the shortcode, not by what it says.
    expect((await page('searchParam=saudacao')).records).toEqual([]);
    expect(await picks(ana)).toHaveLength(22);
  });

  it('that are hidden are there for their author only: for others, admins too, there is none [M-228]', async () => {
    const { admin, ana, bia } = await aTeam();
    const { id } = await make(ana, { shortcode: 'meu', message: 'Só meu', visao: false, geral: true });
    await make(ana, { shortcode: 'nosso', message: 'De todos' });
    expect(await picks(ana)).toEqual(['meu', 'nosso']);
    for (const other of [admin, bia]) {
      expect(await picks(other)).toEqual(['nosso']);
      expect((await other.ask('GET', '/quick-messages')).json()).toMatchObject({ count: 1, hasMore: false });
      for (const answer of [
        await other.ask('GET', `/quick-messages/${id}`),
        await other.ask('PUT', `/quick-messages/${id}`, { shortcode: 'x' }),
        await other.ask('DELETE', `/quick-messages/${id}`),
        await other.ask('DELETE', `/quick-messages/${id}/media-upload`),
        await upload(other, id, 'foto.png', aPicture()),
      ])
        expect(refusal(answer)).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND']);
    }
  });

  it('of a colleague, seen and not shared, can be read and nothing else [M-228]', async () => {
    const { admin, ana, bia } = await aTeam();
    const made = await make(ana, { shortcode: 'preco', message: 'Custa 10' });
    for (const other of [admin, bia]) {
      expect((await other.ask('GET', `/quick-messages/${made.id}`)).json()).toMatchObject({ message: 'Custa 10' });
      for (const answer of [
        await other.ask('PUT', `/quick-messages/${made.id}`, { shortcode: 'preco', message: 'Custa 20' }),
        await other.ask('DELETE', `/quick-messages/${made.id}`),
        await other.ask('DELETE', `/quick-messages/${made.id}/media-upload`),
        await upload(other, made.id, 'foto.png', aPicture()),
      ])
        expect(refusal(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect((await ana.ask('GET', `/quick-messages/${made.id}`)).json()).toEqual(made);
    expect(await kept(admin.companyId)).toEqual([]);
  });

  it('that are shared are changed and removed by any colleague, and keep their author [M-227]', async () => {
    const { admin, ana, bia } = await aTeam();
    const { id } = await make(ana, { shortcode: 'horario', message: 'Das 9 às 18', geral: true });
    const changed = await bia.ask('PUT', `/quick-messages/${id}`, {
      shortcode: 'horario',
      message: 'Das 8 às 18',
      geral: true,
    });
    expect(changed.json()).toMatchObject({ message: 'Das 8 às 18', userId: ana.user.id });
    expect((await admin.ask('DELETE', `/quick-messages/${id}`)).statusCode).toBe(200);
    expect(refusal(await ana.ask('GET', `/quick-messages/${id}`))).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND']);
    const { rows } = await house.asOwner.query(
      "select user_id, data from audit_log where company_id = $1 and act = 'quick-message.removed'",
      [admin.companyId],
    );
    expect(rows).toEqual([{ user_id: admin.user.id, data: { shortcode: 'horario' } }]);
  });

  it('have a shortcode once an author, in capitals or not', async () => {
    const { ana, bia } = await aTeam();
    await make(ana, { shortcode: 'Ola' });
    const other = await make(ana, { shortcode: 'tchau' });
    for (const answer of [
      await ana.ask('POST', '/quick-messages', { shortcode: 'OLA' }),
      await ana.ask('PUT', `/quick-messages/${other.id}`, { shortcode: 'ola' }),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        error: 'ERR_QUICKMESSAGE_ALREADY_EXISTS',
        fields: [{ field: 'shortcode', rule: 'taken' }],
      });
    }
    await make(bia, { shortcode: 'ola' });
  });

  it('leave with their author when nobody else saw them; the others stay, in the hands of admins', async () => {
    const { admin, ana, bia } = await aTeam();
    const hidden = await make(ana, { shortcode: 'meu', visao: false });
    await upload(ana, hidden.id, 'foto.png', aPicture());
    const shown = await make(ana, { shortcode: 'nosso' });
    expect((await admin.ask('DELETE', `/users/${ana.user.id}`)).statusCode).toBe(200);
    const { rows } = await house.asOwner.query('select id, user_id from quick_messages where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows).toEqual([{ id: shown.id, user_id: null }]);
    expect(await kept(admin.companyId)).toEqual([]);
    const change = (who: Caller) =>
      who.ask('PUT', `/quick-messages/${shown.id}`, { shortcode: 'nosso', message: 'Oi!' });
    expect(refusal(await change(bia))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await change(admin)).json()).toMatchObject({ message: 'Oi!', userId: null, user: null });
  });

  it('of the neighbour are not there [M-018]', async () => {
    const [ours, theirs] = [await aTeam(), await aTeam()];
    const { id } = await make(ours.ana, { shortcode: 'segredo', geral: true });
    for (const answer of [
      await theirs.admin.ask('GET', `/quick-messages/${id}`),
      await theirs.admin.ask('PUT', `/quick-messages/${id}`, { shortcode: 'roubado' }),
      await theirs.admin.ask('DELETE', `/quick-messages/${id}`),
      await upload(theirs.admin, id, 'foto.png', aPicture()),
    ])
      expect(refusal(answer)).toEqual([404, 'ERR_NO_QUICKMESSAGE_FOUND']);
    expect(await picks(theirs.admin)).toEqual([]);
  });
});

const upload = (who: Caller, id: number, name: string, bytes: Buffer) => {
  const form = aForm([['typeArch', 'quickMessage']], [{ field: 'file', name, bytes }]);
  return house.app.inject({
    method: 'POST',
    url: `/api/quick-messages/${id}/media-upload`,
    headers: { ...form.headers, authorization: `Bearer ${who.token}` },
    payload: form.payload,
  });
};
const kept = async (companyId: number) =>
  (
    await house.asOwner.query<{ key: string; mime: string }>(
      'select storage_key as key, mime from files where company_id = $1',
      [companyId],
    )
  ).rows;

describe('the file of a quick message', () => {
  it('is kept under its name without spaces, shown by a signed address, replaced and taken away [M-227] [M-229]', async () => {
    const { ana } = await aTeam();
    const { id } = await make(ana, { shortcode: 'tabela', isMedia: true });
    const read = async () => (await ana.ask('GET', `/quick-messages/${id}`)).json<QuickMessage>();
    expect(await read()).toMatchObject({ isMedia: false });

    const attached = await upload(ana, id, 'tabela de preços.png', aPicture());
    expect([attached.statusCode, attached.json()]).toEqual([200, { mensagem: 'Arquivo Anexado' }]);
    const shown = await read();
    expect(shown).toMatchObject({ isMedia: true, mediaName: 'tabela_de_preços.png', mediaType: 'image' });
    const file = await house.app.inject({ method: 'GET', url: shown.mediaPath! });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png']);
    expect(file.rawPayload.equals(aPicture())).toBe(true);
    const [picture] = await kept(ana.companyId);
    expect(picture!.key).toMatch(new RegExp(`^${ana.companyId}/`));

    // What it is, its bytes say; its name does not.
    await upload(ana, id, 'tabela.png', Buffer.from('%PDF-1.7 tabela'));
    expect(await read()).toMatchObject({ mediaName: 'tabela.png', mediaType: 'document' });
    expect(await kept(ana.companyId)).toEqual([expect.objectContaining({ mime: 'application/pdf' })]);
    expect(await house.storage.open(picture!.key)).toBeUndefined();

    const detached = await ana.ask('DELETE', `/quick-messages/${id}/media-upload`);
    expect([detached.statusCode, detached.json()]).toEqual([200, { mensagem: 'Arquivo Excluído' }]);
    expect(await read()).toMatchObject({ isMedia: false, mediaPath: null, mediaName: null, mediaType: null });
    expect(await kept(ana.companyId)).toEqual([]);
    expect((await ana.ask('DELETE', `/quick-messages/${id}/media-upload`)).statusCode).toBe(200);
  });

  it('stays when the words are changed, and goes with the quick message', async () => {
    const { ana } = await aTeam();
    const { id } = await make(ana, { shortcode: 'mapa' });
    await upload(ana, id, 'mapa.png', aPicture());
    const changed = await ana.ask('PUT', `/quick-messages/${id}`, { shortcode: 'mapa', message: 'Estamos aqui' });
    expect(changed.json()).toMatchObject({ isMedia: true, mediaName: 'mapa.png' });
    const [picture] = await kept(ana.companyId);
    await ana.ask('DELETE', `/quick-messages/${id}`);
    expect(await kept(ana.companyId)).toEqual([]);
    expect(await house.storage.open(picture!.key)).toBeUndefined();
  });

  it('is never empty', async () => {
    const { ana } = await aTeam();
    const { id } = await make(ana, { shortcode: 'vazio' });
    expect((await upload(ana, id, 'vazio.png', Buffer.alloc(0))).json()).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: [{ field: 'file', rule: 'required' }],
    });
  });
});

describe('who hears of a quick message [M-229]', () => {
  it('everybody while it is visible; when it is hidden it is gone for all but its author', async () => {
    const { admin, ana, bia } = await aTeam();
    const [hers, theirs, theAdmins] = [
      await aScreen(house, ana),
      await aScreen(house, bia),
      await aScreen(house, admin),
    ];
    const made = await make(ana, { shortcode: 'oi', message: 'Olá' });
    for (const screen of [hers, theirs, theAdmins])
      expect(await screen.hears('quickmessage')).toMatchObject({
        action: 'create',
        record: { id: made.id, message: 'Olá' },
      });

    const set = (message: string, visao: boolean) =>
      ana.ask('PUT', `/quick-messages/${made.id}`, { shortcode: 'oi', message, visao });
    await set('Segredo um', false);
    for (const screen of [theirs, theAdmins])
      expect(await screen.hears('quickmessage', (told) => told.action === 'delete')).toEqual({
        action: 'delete',
        id: made.id,
      });
    expect(await hers.hears('quickmessage', (told) => told.action === 'update')).toMatchObject({
      record: { message: 'Segredo um', visao: false },
    });
    expect(hers.allOf('quickmessage').some((told) => told.action === 'delete')).toBe(false);

    // What is hidden stays so through a change, and comes back when it is shown.
    await set('Segredo dois', false);
    await set('De volta', true);
    const isBack = (told: object) => 'record' in told && (told.record as QuickMessage).message === 'De volta';
    for (const screen of [hers, theirs, theAdmins]) await screen.hears('quickmessage', isBack);
    for (const screen of [theirs, theAdmins]) {
      expect(screen.allOf('quickmessage').map((told) => told.action)).toEqual(['create', 'delete', 'update']);
      expect(screen.frames.join()).not.toContain('Segredo');
    }
    await ana.ask('DELETE', `/quick-messages/${made.id}`);
    await theirs.hears('quickmessage', (told) => told.action === 'delete' && theirs.allOf('quickmessage').length === 4);
    for (const screen of [hers, theirs, theAdmins]) screen.close();
  });

  it('only its author while it is hidden, from beginning to end', async () => {
    const { ana, bia } = await aTeam();
    const [hers, theirs] = [await aScreen(house, ana), await aScreen(house, bia)];
    const { id } = await make(ana, { shortcode: 'meu', message: 'Segredo', visao: false });
    await hers.hears('quickmessage', (told) => told.action === 'create');
    await ana.ask('DELETE', `/quick-messages/${id}`);
    await hers.hears('quickmessage', (told) => told.action === 'delete');
    // A telling to everybody comes after: by then these would have come too.
    await make(ana, { shortcode: 'nosso' });
    await theirs.hears('quickmessage');
    expect(theirs.allOf('quickmessage')).toHaveLength(1);
    expect(theirs.frames.join()).not.toContain('Segredo');
    for (const screen of [hers, theirs]) screen.close();
  });
});
