import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('tags', () => {
  it('are created by any user and found by part of their name without accents [M-127] [M-129]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const created = await agent.request('POST', '/tags', { name: 'Orçamento VIP', color: '#ff0000' });
    expect(created.statusCode).toBe(200);
    expect((await admin.request('GET', '/tags?searchParam=orcamento&pageNumber=1')).json()).toMatchObject({
      tags: [{ name: 'Orçamento VIP', color: '#ff0000', kanban: 0 }],
      count: 1,
      hasMore: false,
    });
  });

  it('save every field of a lane, with defaults [M-130]', async () => {
    const admin = await server.createAdmin();
    const plain = (await admin.request('POST', '/tags', { name: 'Simples' })).json();
    expect(plain).toMatchObject({
      color: '#A4CCCC',
      kanban: 0,
      timeLane: 0,
      nextLaneId: null,
      rollbackLaneId: null,
      greetingMessageLane: '',
      contacts: [],
      ticketTags: [],
      ticketsCount: 0,
    });
    expect(plain.userId).toBe(admin.user.id);
    const next = (await admin.request('POST', '/tags', { name: 'Depois', kanban: 1 })).json();
    const lane = await admin.request('POST', '/tags', {
      name: 'Agora',
      color: '#123456',
      kanban: 1,
      timeLane: 30,
      nextLaneId: next.id,
      rollbackLaneId: '',
      greetingMessageLane: 'Oi!',
    });
    expect(lane.json()).toMatchObject({
      kanban: 1,
      timeLane: 30,
      nextLaneId: next.id,
      rollbackLaneId: null,
      greetingMessageLane: 'Oi!',
    });
    expect((await admin.request('GET', `/tags/${lane.json().id}`)).json()).toEqual(lane.json());
  });

  it('are listed in pages of 20 without repetition [M-129]', async () => {
    const admin = await server.createAdmin();
    for (let n = 0; n < 25; n++) await admin.request('POST', '/tags', { name: `Tag ${String(n).padStart(2, '0')}` });
    const first = (await admin.request('GET', '/tags/?pageNumber=1')).json();
    const second = (await admin.request('GET', '/tags?pageNumber=2')).json();
    expect([first.tags.length, first.hasMore, first.count]).toEqual([20, true, 25]);
    expect([second.tags.length, second.hasMore]).toEqual([5, false]);
    expect(new Set([...first.tags, ...second.tags].map((tag: { id: number }) => tag.id)).size).toBe(25);
  });

  it('are listed apart from lanes; a lane can be left out [M-129]', async () => {
    const admin = await server.createAdmin();
    const lane = (await admin.request('POST', '/tags', { name: 'Coluna', kanban: 1 })).json();
    await admin.request('POST', '/tags', { name: 'Etiqueta' });
    const names = async (path: string) => (await admin.request('GET', path)).json();
    expect((await names('/tags?kanban=1')).tags.map((tag: { name: string }) => tag.name)).toEqual(['Coluna']);
    expect((await names(`/tags?kanban=1&tagId=${lane.id}`)).tags).toEqual([]);
    expect((await names('/tags/list?kanban=0')).map((tag: { name: string }) => tag.name)).toEqual(['Etiqueta']);
    expect((await names('/tags/list')).length).toBe(2);
    expect((await names('/tag/kanban')).lista.map((tag: { id: number }) => tag.id)).toEqual([lane.id]);
  });

  it('with the same name, color and kind are the same tag', async () => {
    const admin = await server.createAdmin();
    const first = (await admin.request('POST', '/tags', { name: 'Igual', color: '#00FF00' })).json();
    const second = (await admin.request('POST', '/tags', { name: 'igual', color: '#00ff00' })).json();
    expect(second.id).toBe(first.id);
    const other = (await admin.request('POST', '/tags', { name: 'Outra', color: '#00FF00' })).json();
    const clash = await admin.request('PUT', `/tags/${other.id}`, { name: 'Igual' }, { 'accept-language': 'pt' });
    expect([clash.statusCode, clash.json()]).toEqual([
      400,
      {
        error: 'ERR_TAG_ALREADY_EXISTS',
        message: 'Já existe uma tag igual.',
        fields: [{ field: 'name', rule: 'taken', message: 'Já está em uso' }],
      },
    ]);
  });

  it('are updated and removed by administrators only, as is the creation of lanes', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const { id } = (await agent.request('POST', '/tags', { name: 'Minha' })).json();
    for (const refused of [
      await agent.request('PUT', `/tags/${id}`, { name: 'Outra' }),
      await agent.request('DELETE', `/tags/${id}`),
      await agent.request('POST', '/tags', { name: 'Coluna', kanban: 1 }),
    ]) {
      expect([refused.statusCode, refused.json().error]).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect((await admin.request('PUT', `/tags/${id}`, { name: 'Renomeada' })).json()).toMatchObject({
      name: 'Renomeada',
      color: '#A4CCCC',
    });
    expect((await admin.request('DELETE', `/tags/${id}`)).statusCode).toBe(200);
    expect((await admin.request('GET', `/tags/${id}`)).json().error).toBe('ERR_NO_TAG_FOUND');
  });

  it('cannot be read, updated or removed by another company [M-018]', async () => {
    const ownAdmin = await server.createAdmin();
    const otherCompanyAdmin = await server.createAdmin();
    const { id } = (await ownAdmin.request('POST', '/tags', { name: 'Segredo' })).json();
    for (const answer of [
      await otherCompanyAdmin.request('GET', `/tags/${id}`),
      await otherCompanyAdmin.request('PUT', `/tags/${id}`, { name: 'Roubada' }),
      await otherCompanyAdmin.request('DELETE', `/tags/${id}`),
      await otherCompanyAdmin.request('POST', '/tags', { name: 'Coluna', kanban: 1, nextLaneId: id }),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
    expect((await otherCompanyAdmin.request('GET', '/tags/list')).json()).toEqual([]);
    expect((await ownAdmin.request('GET', `/tags/${id}`)).json().name).toBe('Segredo');
  });

  it.each([
    [{ name: 'ab' }, 'name', 'tooShort', 'Muito curto!'],
    [{ name: '' }, 'name', 'required', 'Obrigatório'],
    [{}, 'name', 'required', 'Obrigatório'],
    [{ name: 'Nome', color: 'azul' }, 'color', 'colour', 'Use uma cor como #1E90FF'],
    [{ name: 'Nome', timeLane: -1 }, 'timeLane', 'tooSmall', 'Valor muito baixo'],
    [{ name: 'x'.repeat(101) }, 'name', 'tooLong', 'Muito longo!'],
  ])('refuse %j with the field %s', async (body, field, rule, message) => {
    const admin = await server.createAdmin();
    const answer = await admin.request('POST', '/tags', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field, rule, message }] });
  });
});
