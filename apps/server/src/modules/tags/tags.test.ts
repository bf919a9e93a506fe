import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});
afterAll(() => house.stop());

describe('tags', () => {
  it('are made by any user and found again by part of their name, accents aside [M-127] [M-129]', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    const made = await agent.ask('POST', '/tags', { name: 'Orçamento VIP', color: '#ff0000' });
    expect(made.statusCode).toBe(200);
    expect((await admin.ask('GET', '/tags?searchParam=orcamento&pageNumber=1')).json()).toMatchObject({
      tags: [{ name: 'Orçamento VIP', color: '#ff0000', kanban: 0 }],
      count: 1,
      hasMore: false,
    });
  });

  it('carry every field of a lane, and start without them [M-130]', async () => {
    const admin = await house.anAdmin();
    const plain = (await admin.ask('POST', '/tags', { name: 'Simples' })).json();
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
    const next = (await admin.ask('POST', '/tags', { name: 'Depois', kanban: 1 })).json();
    const lane = await admin.ask('POST', '/tags', {
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
    expect((await admin.ask('GET', `/tags/${lane.json().id}`)).json()).toEqual(lane.json());
  });

  it('come page by page, twenty at a time, without repeating one [M-129]', async () => {
    const admin = await house.anAdmin();
    for (let n = 0; n < 25; n++) await admin.ask('POST', '/tags', { name: `Tag ${String(n).padStart(2, '0')}` });
    const first = (await admin.ask('GET', '/tags/?pageNumber=1')).json();
    const second = (await admin.ask('GET', '/tags?pageNumber=2')).json();
    expect([first.tags.length, first.hasMore, first.count]).toEqual([20, true, 25]);
    expect([second.tags.length, second.hasMore]).toEqual([5, false]);
    expect(new Set([...first.tags, ...second.tags].map((tag: { id: number }) => tag.id)).size).toBe(25);
  });

  it('keep lanes apart, and leave a lane out of its own choices [M-129]', async () => {
    const admin = await house.anAdmin();
    const lane = (await admin.ask('POST', '/tags', { name: 'Coluna', kanban: 1 })).json();
    await admin.ask('POST', '/tags', { name: 'Etiqueta' });
    const names = async (path: string) => (await admin.ask('GET', path)).json();
    expect((await names('/tags?kanban=1')).tags.map((tag: { name: string }) => tag.name)).toEqual(['Coluna']);
    expect((await names(`/tags?kanban=1&tagId=${lane.id}`)).tags).toEqual([]);
    expect((await names('/tags/list?kanban=0')).map((tag: { name: string }) => tag.name)).toEqual(['Etiqueta']);
    expect((await names('/tags/list')).length).toBe(2);
    expect((await names('/tag/kanban')).lista.map((tag: { id: number }) => tag.id)).toEqual([lane.id]);
  });

  it('with the same name, colour and kind are the same tag', async () => {
    const admin = await house.anAdmin();
    const one = (await admin.ask('POST', '/tags', { name: 'Igual', color: '#00FF00' })).json();
    const two = (await admin.ask('POST', '/tags', { name: 'igual', color: '#00ff00' })).json();
    expect(two.id).toBe(one.id);
    const other = (await admin.ask('POST', '/tags', { name: 'Outra', color: '#00FF00' })).json();
    const clash = await admin.ask('PUT', `/tags/${other.id}`, { name: 'Igual' }, { 'accept-language': 'pt' });
    expect([clash.statusCode, clash.json()]).toEqual([
      400,
      {
        error: 'ERR_TAG_ALREADY_EXISTS',
        message: 'Já existe uma tag igual.',
        fields: [{ field: 'name', rule: 'taken', message: 'Já está em uso' }],
      },
    ]);
  });

  it('are changed and removed by admins only, and only admins make lanes', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    const { id } = (await agent.ask('POST', '/tags', { name: 'Minha' })).json();
    for (const refused of [
      await agent.ask('PUT', `/tags/${id}`, { name: 'Outra' }),
      await agent.ask('DELETE', `/tags/${id}`),
      await agent.ask('POST', '/tags', { name: 'Coluna', kanban: 1 }),
    ]) {
      expect([refused.statusCode, refused.json().error]).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect((await admin.ask('PUT', `/tags/${id}`, { name: 'Renomeada' })).json()).toMatchObject({
      name: 'Renomeada',
      color: '#A4CCCC',
    });
    expect((await admin.ask('DELETE', `/tags/${id}`)).statusCode).toBe(200);
    expect((await admin.ask('GET', `/tags/${id}`)).json().error).toBe('ERR_NO_TAG_FOUND');
  });

  it('belong to one company: the neighbour neither sees, changes nor removes them [M-018]', async () => {
    const ours = await house.anAdmin();
    const neighbour = await house.anAdmin();
    const { id } = (await ours.ask('POST', '/tags', { name: 'Segredo' })).json();
    for (const answer of [
      await neighbour.ask('GET', `/tags/${id}`),
      await neighbour.ask('PUT', `/tags/${id}`, { name: 'Roubada' }),
      await neighbour.ask('DELETE', `/tags/${id}`),
      await neighbour.ask('POST', '/tags', { name: 'Coluna', kanban: 1, nextLaneId: id }),
    ]) {
      expect(answer.statusCode).toBe(404);
    }
    expect((await neighbour.ask('GET', '/tags/list')).json()).toEqual([]);
    expect((await ours.ask('GET', `/tags/${id}`)).json().name).toBe('Segredo');
  });

  it.each([
    [{ name: 'ab' }, 'name', 'tooShort', 'Muito curto!'],
    [{ name: '' }, 'name', 'required', 'Obrigatório'],
    [{}, 'name', 'required', 'Obrigatório'],
    [{ name: 'Nome', color: 'azul' }, 'color', 'colour', 'Use uma cor como #1E90FF'],
    [{ name: 'Nome', timeLane: -1 }, 'timeLane', 'tooSmall', 'Valor muito baixo'],
    [{ name: 'x'.repeat(101) }, 'name', 'tooLong', 'Muito longo!'],
  ])('answer %j by naming the field %s', async (body, field, rule, message) => {
    const admin = await house.anAdmin();
    const answer = await admin.ask('POST', '/tags', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field, rule, message }] });
  });
});
