import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Tag } from '@balcao/contract/endpoints/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aScreen } from '../../../test/screens.ts';
import { aService } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

let numbers = 0;
async function aDesk() {
  const counter = await service.aCounter();
  const { admin } = counter;
  const number = `55009878${String(++numbers).padStart(5, '0')}`;
  const { id: ticketId, contactId } = await counter.attended(number, `oi ${number}`);
  const tag = async (name: string, kanban = 0) =>
    (await admin.ask('POST', '/tags', { name, kanban })).json<{ id: number }>().id;
  const sync = (...ids: number[]) => admin.ask('POST', '/tags/sync', { contactId, tags: ids.map((id) => ({ id })) });
  const has = async () => (await admin.ask('GET', `/contactTags/${contactId}`)).json<{ tags: boolean }>().tags;
  return { admin, ticketId, contactId, tag, sync, has };
}
const names = (tags: { name: string }[]) => tags.map(({ name }) => name);

describe('the tags of a contact [M-100]', () => {
  it('are replaced all at once and taken off one by one; whoever shows the contact or its conversation is told [M-128]', async () => {
    const { admin, ticketId, contactId, tag, sync, has } = await aDesk();
    const [vip, loyal] = [await tag('VIP'), await tag('Retorno')];
    const screen = await aScreen(service.house, admin);
    const told = (expected: string[]) =>
      Promise.all([
        screen.hears('contact', (one) => 'contact' in one && names(one.contact.tags).join() === expected.join()),
        screen.hears(
          'ticket',
          (one) =>
            'ticket' in one && one.ticket.id === ticketId && names(one.ticket.contact.tags).join() === expected.join(),
        ),
      ]);
    expect(await has()).toBe(false);
    const answer = await sync(vip, loyal, vip);
    expect(answer.statusCode).toBe(200);
    expect(names(answer.json<Contact>().tags)).toEqual(['Retorno', 'VIP']);
    await told(['Retorno', 'VIP']);
    expect(await has()).toBe(true);
    const carriers = async () => (await admin.ask('GET', `/tags/${vip}`)).json<Tag>();
    expect(await carriers()).toMatchObject({ contactsCount: 1, contacts: [{ id: contactId }] });
    expect(names((await sync(vip)).json<Contact>().tags)).toEqual(['VIP']);
    await told(['VIP']);
    screen.forget();
    expect((await admin.ask('DELETE', `/tags-contacts/${vip}/${contactId}`)).statusCode).toBe(200);
    await told([]);
    expect(await has()).toBe(false);
    expect(await carriers()).toMatchObject({ contactsCount: 0, contacts: [] });
    expect((await admin.ask('DELETE', `/tags-contacts/${vip}/${contactId}`)).statusCode).toBe(404);
    screen.close();
  });

  it('are plain tags: with one that is not there, or a lane of the board, nothing is changed', async () => {
    const { tag, sync, has, admin, contactId } = await aDesk();
    const [vip, lane] = [await tag('VIP'), await tag('Novo', 1)];
    await sync(vip);
    for (const stranger of [lane, 2_000_000_000]) {
      const answer = await sync(stranger);
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'ERR_NO_TAG_FOUND']);
    }
    expect(await has()).toBe(true);
    expect(names((await admin.ask('GET', `/contacts/${contactId}`)).json<Contact>().tags)).toEqual(['VIP']);
  });
});
