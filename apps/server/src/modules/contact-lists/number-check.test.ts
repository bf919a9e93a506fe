import type { ContactList, ContactListItem } from '@balcao/contract/endpoints/contact-lists';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { Caller } from '../../../test/users.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer({}, { env: { ROLE: 'api' } });
});
afterAll(() => service.server.stop());

async function createList(admin: Caller, numbers: string[]): Promise<ContactList> {
  const list = (await admin.request('POST', '/contact-lists', { name: 'Clientes' })).json<ContactList>();
  for (const number of numbers)
    await admin.request('POST', '/contact-list-items', { contactListId: list.id, name: 'Cliente', number });
  return list;
}
const read = async (admin: Caller, id: number) =>
  (await admin.request('GET', `/contact-lists/${id}`)).json<ContactList>();
const validity = async (admin: Caller, id: number) =>
  Object.fromEntries(
    (await admin.request('GET', `/contact-list-items?contactListId=${id}`))
      .json<{ contacts: ContactListItem[] }>()
      .contacts.map(({ number, isWhatsappValid }) => [number, isWhatsappValid]),
  );
const runCheck = (admin: Caller, listId: number) =>
  service.server.modules.contactLists.runCheck({ companyId: admin.companyId, listId });

describe('the check of the numbers of a contact list', () => {
  it('finds which have WhatsApp and counts them [M-250]', async () => {
    const { admin } = await service.createConnectedCompany();
    // The test channel knows no number that ends in 0000.
    const list = await createList(admin, ['11 98765-4321', '11 98765-0000']);
    expect(await read(admin, list.id)).toMatchObject({ checking: { checked: 0 }, validCount: 0, invalidCount: 0 });
    await runCheck(admin, list.id);
    expect(await validity(admin, list.id)).toEqual({ '5511987654321': true, '5511987650000': false });
    await runCheck(admin, list.id);
    expect(await read(admin, list.id)).toMatchObject({
      checking: null,
      contactsCount: 2,
      validCount: 1,
      invalidCount: 1,
    });
  });

  it('waits for a connection that is down and leaves the numbers unknown [M-250]', async () => {
    const { admin, connectionId } = await service.createConnectedCompany();
    const list = await createList(admin, ['11 98765-4321']);
    await service.server.asOwner.query("update connections set status = 'DISCONNECTED' where id = $1", [connectionId]);
    await runCheck(admin, list.id);
    expect(await validity(admin, list.id)).toEqual({ '5511987654321': null });
    expect((await read(admin, list.id)).checking).not.toBeNull();
    await service.server.asOwner.query("update connections set status = 'CONNECTED' where id = $1", [connectionId]);
    await runCheck(admin, list.id);
    expect(await validity(admin, list.id)).toEqual({ '5511987654321': true });
  });

  it('is refused where no channel can answer it [M-250]', async () => {
    const admin = await service.server.createAdmin();
    const list = await createList(admin, ['11 98765-4321']);
    expect((await read(admin, list.id)).checking).toBeNull();
    const answer = await admin.request('POST', `/contact-lists/${list.id}/check`, {});
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([400, 'ERR_NUMBER_CHECK_UNAVAILABLE']);
    const other = await service.createConnectedCompany();
    const foreign = await admin.request('POST', `/contact-lists/${list.id}/check`, { whatsappId: other.connectionId });
    expect(foreign.statusCode).toBe(404);
  });
});
