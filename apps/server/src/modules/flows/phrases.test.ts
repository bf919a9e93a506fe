import type { Phrase } from '@balcao/contract/endpoints/phrases';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';
import { createConnection, startConnectionServer } from '../connections/connections.fixture.ts';
import { createFlow, docOfNodes, errorOf, message, release } from './flows.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startConnectionServer();
});
afterAll(() => server.stop());

const create = async (caller: Caller, draft: object) => {
  const answer = await caller.request('POST', '/flowcampaign', draft);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Phrase>();
};
const createPublished = async (caller: Caller) => {
  const flow = await createFlow(caller);
  await release(caller, flow.id, docOfNodes([message('ola', 'Olá!')]));
  return flow;
};
const read = async (caller: Caller, id: number) =>
  (await caller.request('GET', `/flowcampaign/${id}`)).json<{ details: Phrase }>().details;

describe('phrases', () => {
  it('have a name, a phrase, a flow and maybe a connection, and are on at first [M-274]', async () => {
    const admin = await server.createAdmin();
    const screen = await openSocket(server, admin);
    const flow = await createFlow(admin);
    const connection = await createConnection(admin);
    const phrase = await create(admin, {
      name: ' Promoção ',
      flowId: flow.id,
      whatsappId: connection.id,
      phrase: ' Quero desconto ',
    });
    expect(phrase).toEqual({
      id: expect.any(Number),
      name: 'Promoção',
      phrase: 'Quero desconto',
      mode: 'equal',
      status: true,
      flowId: flow.id,
      whatsappId: connection.id,
      flow: { id: flow.id, name: flow.name, active: true },
      whatsapp: { id: connection.id, name: 'Matriz' },
      conflicts: [],
    });
    expect(await screen.waitFor('flowcampaign')).toMatchObject({ action: 'create', phrase: { id: phrase.id } });
    const changed = await admin.request('PUT', '/flowcampaign', {
      ...phrase,
      name: 'Desconto',
      whatsappId: '',
      mode: 'contains',
      status: false,
    });
    expect([changed.statusCode, changed.json()]).toEqual([200, 'ok']);
    expect(await read(admin, phrase.id)).toMatchObject({
      name: 'Desconto',
      whatsappId: null,
      whatsapp: null,
      mode: 'contains',
      status: false,
      flowId: flow.id,
    });
    const list = (await admin.request('GET', '/flowcampaign')).json<{ flow: Phrase[] }>();
    expect(list.flow.map(({ id }) => id)).toEqual([phrase.id]);
    for (const missing of ['name', 'flowId', 'phrase'])
      expect(
        (await admin.request('POST', '/flowcampaign', { name: 'a', flowId: flow.id, phrase: 'b', [missing]: '' }))
          .statusCode,
        missing,
      ).toBe(400);
    const removed = await admin.request('DELETE', `/flowcampaign/${phrase.id}`);
    expect(removed.json()).toMatchObject({ id: phrase.id });
    expect(errorOf(await admin.request('GET', `/flowcampaign/${phrase.id}`))).toEqual([404, 'ERR_NO_PHRASE_FOUND']);
    screen.close();
  });

  it('show others for the same words on the same connection', async () => {
    const admin = await server.createAdmin();
    const { id: flowId } = await createFlow(admin);
    const [one, two] = [await createConnection(admin), await createConnection(admin, { name: 'Filial' })];
    const any = await create(admin, { name: 'Todas', flowId, phrase: 'QUERO COMPRAR' });
    const first = await create(admin, { name: 'Matriz', flowId, phrase: 'quero comprar', whatsappId: one.id });
    const second = await create(admin, { name: 'Filial', flowId, phrase: 'quero comprar', whatsappId: two.id });
    await create(admin, { name: 'Outra', flowId, phrase: 'quero vender' });
    const conflicts = async (id: number) => (await read(admin, id)).conflicts.map(({ name }) => name);
    expect(await conflicts(any.id)).toEqual(['Matriz', 'Filial']);
    expect(await conflicts(first.id)).toEqual(['Todas']);
    await admin.request('PUT', '/flowcampaign', { id: any.id, status: false });
    expect(await conflicts(second.id)).toEqual([]);
  });

  it('are tried with a sample text: equal wins over the start, and that over the inside', async () => {
    const admin = await server.createAdmin();
    const { id: flowId } = await createPublished(admin);
    const [one, two] = [await createConnection(admin), await createConnection(admin, { name: 'Filial' })];
    await create(admin, { name: 'Dentro', flowId, phrase: 'boleto', mode: 'contains' });
    await create(admin, { name: 'Começo', flowId, phrase: 'segunda via', mode: 'starts', whatsappId: one.id });
    await create(admin, { name: 'Igual', flowId, phrase: 'Segunda via do BOLETO' });
    await create(admin, { name: 'Desligada', flowId, phrase: 'boleto', mode: 'contains', status: false });
    const matches = async (text: string, whatsappId?: number) =>
      (await admin.request('POST', '/flowcampaign/try', { text, whatsappId }))
        .json<{ matches: Phrase[] }>()
        .matches.map(({ name }) => name);
    expect(await matches('  segunda  vía do boleto ', one.id)).toEqual(['Igual', 'Começo', 'Dentro']);
    expect(await matches('Segunda via do boleto por favor')).toEqual(['Começo', 'Dentro']);
    expect(await matches('segunda via, por favor', two.id)).toEqual([]);
    expect(await matches('')).toEqual([]);
  });

  it('of a flow that the bot cannot start are not tried [M-275]', async () => {
    const admin = await server.createAdmin();
    const [live, off, draft] = [await createPublished(admin), await createPublished(admin), await createFlow(admin)];
    await create(admin, { name: 'Rascunho', flowId: draft.id, phrase: 'Quero desconto' });
    await create(admin, { name: 'Desligado', flowId: off.id, phrase: 'quero', mode: 'starts' });
    const last = await create(admin, { name: 'Publicado', flowId: live.id, phrase: 'desconto', mode: 'contains' });
    await admin.request('PUT', `/flowbuilder/${off.id}/active`, { active: false });
    const tried = await admin.request('POST', '/flowcampaign/try', { text: 'quero desconto' });
    expect(tried.json<{ matches: Phrase[] }>().matches).toEqual([last]);
  });
});
