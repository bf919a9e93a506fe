import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { checks } from '../../../../../tools/verify/checks.ts';
import type { Caller } from '../../../test/people.ts';
import { aScreen } from '../../../test/screens.ts';
import { aService } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

let numbers = 0;
const aNumber = () => `55009877${String(++numbers).padStart(5, '0')}`;
const refusal = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
/** A conversation that the admin attends, and an agent who may not see it. */
async function aDesk() {
  const counter = await service.aCounter();
  const outsider = await service.house.anAgent(counter.companyId);
  const number = aNumber();
  const { id, contactId } = await counter.attended(number, `oi ${number}`);
  const show = async () => (await counter.admin.ask('GET', `/tickets/${id}`)).json<Ticket>();
  return { ...counter, outsider, number, id, contactId, show };
}

describe('the lane of a conversation', () => {
  const lane = async (admin: Caller, name: string) =>
    (await admin.ask('POST', '/tags', { name, color: '#1E88E5', kanban: 1 })).json<{ id: number; name: string }>();

  it('is one: choosing another replaces it, clearing leaves none, and the lists are told [M-099]', async () => {
    const { admin, id, show } = await aDesk();
    const [first, second] = [await lane(admin, 'Novo'), await lane(admin, 'Concluído')];
    const screen = await aScreen(service.house, admin);
    const lanesTold = (names: string[]) =>
      screen.hears(
        'ticket',
        (told) => 'ticket' in told && told.ticket.tags.map(({ name }) => name).join() === names.join(),
      );

    const set = await admin.ask('PUT', `/ticket-tags/${id}/${first.id}`);
    expect([set.statusCode, set.json()]).toEqual([201, { ticketId: id, tagId: first.id }]);
    expect((await show()).tags).toEqual([{ id: first.id, name: 'Novo', color: '#1E88E5' }]);
    await lanesTold(['Novo']);
    await admin.ask('PUT', `/ticket-tags/${id}/${second.id}`);
    expect((await show()).tags.map(({ name }) => name)).toEqual(['Concluído']);
    await lanesTold(['Concluído']);
    screen.forget();
    expect((await admin.ask('DELETE', `/ticket-tags/${id}`)).statusCode).toBe(200);
    expect((await show()).tags).toEqual([]);
    await lanesTold([]);
    expect((await admin.ask('DELETE', `/ticket-tags/${id}`)).statusCode).toBe(200);
    screen.close();
  });

  it('is a lane of the board, of a conversation that one may read [M-099]', async () => {
    const { admin, outsider, id, show } = await aDesk();
    const novo = await lane(admin, 'Novo');
    const plain = (await admin.ask('POST', '/tags', { name: 'VIP' })).json<{ id: number }>();
    expect(refusal(await admin.ask('PUT', `/ticket-tags/${id}/${plain.id}`))).toEqual([404, 'ERR_NO_LANE_FOUND']);
    expect(refusal(await outsider.ask('PUT', `/ticket-tags/${id}/${novo.id}`))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    await admin.ask('PUT', `/ticket-tags/${id}/${novo.id}`);
    expect(refusal(await outsider.ask('DELETE', `/ticket-tags/${id}`))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    expect((await show()).tags).toHaveLength(1);
  });

  it('two who choose at once leave one lane', async () => {
    const { admin, id, show } = await aDesk();
    const lanes = [await lane(admin, 'Novo'), await lane(admin, 'Depois'), await lane(admin, 'Concluído')];
    await Promise.all(lanes.map((one) => admin.ask('PUT', `/ticket-tags/${id}/${one.id}`)));
    expect((await show()).tags).toHaveLength(1);
  });
});

describe('words begun', () => {
  const NONE = { body: '', isPrivate: false, updatedAt: null };

  it('are kept for each person, replaced by the next, and gone when nothing is left of them', async () => {
    const { admin, id, companyId } = await aDesk();
    const other = await service.house.anAgent(companyId, { profile: 'admin' });
    const read = async (who: Caller) => (await who.ask('GET', `/tickets/${id}/draft`)).json();
    expect(await read(admin)).toEqual(NONE);
    const kept = await admin.ask('PUT', `/tickets/${id}/draft`, { body: 'Bom dia, vou', isPrivate: true });
    expect(kept.json()).toEqual({ body: 'Bom dia, vou', isPrivate: true, updatedAt: expect.stringMatching(/Z$/) });
    expect(await read(admin)).toEqual(kept.json());
    expect(await read(other)).toEqual(NONE);
    await admin.ask('PUT', `/tickets/${id}/draft`, { body: 'Bom dia, vou ver' });
    expect(await read(admin)).toMatchObject({ body: 'Bom dia, vou ver', isPrivate: false });
    expect((await admin.ask('PUT', `/tickets/${id}/draft`, { body: '' })).json()).toEqual(NONE);
    expect(await read(admin)).toEqual(NONE);
    const { rows } = await service.house.asOwner.query('select from ticket_drafts where company_id = $1', [companyId]);
    expect(rows).toEqual([]);
  });

  it('may be as long as a message and no longer', async () => {
    const { admin, id } = await aDesk();
    const keep = (length: number) => admin.ask('PUT', `/tickets/${id}/draft`, { body: 'a'.repeat(length) });
    expect((await keep(65_536)).statusCode).toBe(200);
    expect((await keep(65_537)).json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ rule: 'tooLong' }] });
  });

  it('belong to a conversation that one may read, and go with it and with their author', async () => {
    const { admin, outsider, id, companyId } = await aDesk();
    const second = await service.house.anAgent(companyId, { profile: 'admin' });
    for (const answer of [
      await outsider.ask('GET', `/tickets/${id}/draft`),
      await outsider.ask('PUT', `/tickets/${id}/draft`, { body: 'Oi' }),
    ])
      expect(refusal(answer)).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    for (const who of [admin, second]) await who.ask('PUT', `/tickets/${id}/draft`, { body: 'Oi' });
    const authors = async () =>
      (await service.house.asOwner.query('select user_id from ticket_drafts where ticket_id = $1', [id])).rows;
    await admin.ask('DELETE', `/users/${second.user.id}`);
    expect(await authors()).toEqual([{ user_id: admin.user.id }]);
    await admin.ask('DELETE', `/tickets/${id}`);
    expect(await authors()).toEqual([]);
  });
});

describe('to be looked at again', () => {
  const wrong = async (companyId: number) => {
    const { text } = checks.find(({ name }) => name === 'unread counter')!;
    const { rows } = await service.house.asOwner.query<{ company_id: number }>(text);
    return rows.filter((row) => row.company_id === companyId);
  };

  it('shows as unread until it is opened, and counts what nobody has read', async () => {
    const { admin, id, companyId, show, messages } = await aDesk();
    await admin.ask('POST', `/tickets/${id}/seen`);
    expect((await show()).unreadMessages).toBe(0);
    const screen = await aScreen(service.house, admin);
    const marked = await admin.ask('POST', `/tickets/${id}/unread`);
    expect([marked.statusCode, marked.json<Ticket>().unreadMessages]).toEqual([200, 1]);
    await screen.hears('ticket', (told) => 'ticket' in told && told.ticket.unreadMessages === 1);
    expect((await messages()).filter((row) => !row.from_me && !row.is_read)).toHaveLength(1);
    expect(await wrong(companyId)).toEqual([]);
    // Once is enough.
    expect((await admin.ask('POST', `/tickets/${id}/unread`)).json<Ticket>().unreadMessages).toBe(1);

    await admin.ask('POST', `/tickets/${id}/seen`);
    expect((await show()).unreadMessages).toBe(0);
    expect(await wrong(companyId)).toEqual([]);
    screen.close();
  });

  it('a new message of the customer counts on from there', async () => {
    const { admin, id, companyId, number, ring, says, show } = await aDesk();
    await admin.ask('POST', `/tickets/${id}/seen`);
    await admin.ask('POST', `/tickets/${id}/unread`);
    await ring([says(number, 'alguém aí?')]);
    await service.until(show, ({ unreadMessages }) => unreadMessages === 2);
    expect(await wrong(companyId)).toEqual([]);
  });

  it('asks for something to read: where the customer never wrote, or all is over, there is nothing', async () => {
    const { admin, outsider, id, companyId, connectionId } = await aDesk();
    expect(refusal(await outsider.ask('POST', `/tickets/${id}/unread`))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    const contact = (await admin.ask('POST', '/contacts', { name: 'Zilda Prado', number: aNumber() })).json<{
      id: number;
    }>();
    const begun = (
      await admin.ask('POST', '/tickets', { contactId: contact.id, whatsappId: connectionId })
    ).json<Ticket>();
    expect(refusal(await admin.ask('POST', `/tickets/${begun.id}/unread`))).toEqual([400, 'ERR_NOTHING_TO_READ_AGAIN']);
    await admin.ask('PUT', `/tickets/${id}`, { status: 'closed' });
    expect(refusal(await admin.ask('POST', `/tickets/${id}/unread`))).toEqual([409, 'ERR_TICKET_TRANSITION']);
    expect(await wrong(companyId)).toEqual([]);
  });
});
