import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Tag } from '@balcao/contract/endpoints/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

let numbers = 0;
async function createFixture() {
  const company = await service.createConnectedCompany();
  const { admin } = company;
  const number = `55009878${String(++numbers).padStart(5, '0')}`;
  const { id: ticketId, contactId } = await company.openTicket(number, `oi ${number}`);
  const tag = async (name: string, kanban = 0) =>
    (await admin.request('POST', '/tags', { name, kanban })).json<{ id: number }>().id;
  const sync = (...ids: number[]) =>
    admin.request('POST', '/tags/sync', { contactId, tags: ids.map((id) => ({ id })) });
  const has = async () => (await admin.request('GET', `/contactTags/${contactId}`)).json<{ tags: boolean }>().tags;
  return { admin, ticketId, contactId, tag, sync, has };
}
const names = (tags: { name: string }[]) => tags.map(({ name }) => name);

describe('tags of a contact [M-100]', () => {
  it('are replaced as a whole or removed one by one, and contact and ticket are published [M-128]', async () => {
    const { admin, ticketId, contactId, tag, sync, has } = await createFixture();
    const [vip, loyal] = [await tag('VIP'), await tag('Retorno')];
    const socket = await openSocket(service.server, admin);
    const waitForTags = (expected: string[]) =>
      Promise.all([
        socket.waitFor(
          'contact',
          (payload) => 'contact' in payload && names(payload.contact.tags).join() === expected.join(),
        ),
        socket.waitFor(
          'ticket',
          (payload) =>
            'ticket' in payload &&
            payload.ticket.id === ticketId &&
            names(payload.ticket.contact.tags).join() === expected.join(),
        ),
      ]);
    expect(await has()).toBe(false);
    const answer = await sync(vip, loyal, vip);
    expect(answer.statusCode).toBe(200);
    expect(names(answer.json<Contact>().tags)).toEqual(['Retorno', 'VIP']);
    await waitForTags(['Retorno', 'VIP']);
    expect(await has()).toBe(true);
    const tagWithContacts = async () => (await admin.request('GET', `/tags/${vip}`)).json<Tag>();
    expect(await tagWithContacts()).toMatchObject({ contactsCount: 1, contacts: [{ id: contactId }] });
    expect(names((await sync(vip)).json<Contact>().tags)).toEqual(['VIP']);
    await waitForTags(['VIP']);
    socket.reset();
    expect((await admin.request('DELETE', `/tags-contacts/${vip}/${contactId}`)).statusCode).toBe(200);
    await waitForTags([]);
    expect(await has()).toBe(false);
    expect(await tagWithContacts()).toMatchObject({ contactsCount: 0, contacts: [] });
    expect((await admin.request('DELETE', `/tags-contacts/${vip}/${contactId}`)).statusCode).toBe(404);
    socket.close();
  });

  it('refuse unknown tags and lanes without changing anything', async () => {
    const { tag, sync, has, admin, contactId } = await createFixture();
    const [vip, lane] = [await tag('VIP'), await tag('Novo', 1)];
    await sync(vip);
    for (const invalidId of [lane, 2_000_000_000]) {
      const answer = await sync(invalidId);
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'ERR_NO_TAG_FOUND']);
    }
    expect(await has()).toBe(true);
    expect(names((await admin.request('GET', `/contacts/${contactId}`)).json<Contact>().tags)).toEqual(['VIP']);
  });
});
