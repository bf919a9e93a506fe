import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { checks } from '../../../../../tools/verify/checks.ts';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

let numbers = 0;
const newNumber = () => `55009877${String(++numbers).padStart(5, '0')}`;
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
/** A ticket that the administrator handles, and an agent who may not read it. */
async function createFixture() {
  const company = await service.createConnectedCompany();
  const outsider = await service.server.createAgent(company.companyId);
  const number = newNumber();
  const { id } = await company.openTicket(number, `oi ${number}`);
  const getTicket = async () => (await company.admin.request('GET', `/tickets/${id}`)).json<Ticket>();
  return { ...company, outsider, number, id, getTicket };
}

describe('mark as unread', () => {
  const wrongCounters = async (companyId: number) => {
    const { text } = checks.find(({ name }) => name === 'unread counter')!;
    const { rows } = await service.server.asOwner.query<{ company_id: number }>(text);
    return rows.filter((row) => row.company_id === companyId);
  };

  it('marks the customer’s last message as unread until the ticket is opened', async () => {
    const { admin, id, companyId, getTicket, messages } = await createFixture();
    await admin.request('POST', `/tickets/${id}/seen`);
    expect((await getTicket()).unreadMessages).toBe(0);
    const socket = await openSocket(service.server, admin);
    const marked = await admin.request('POST', `/tickets/${id}/unread`);
    expect([marked.statusCode, marked.json<Ticket>().unreadMessages]).toEqual([200, 1]);
    await socket.waitFor('ticket', (payload) => 'ticket' in payload && payload.ticket.unreadMessages === 1);
    expect((await messages()).filter((row) => !row.from_me && !row.is_read)).toHaveLength(1);
    expect(await wrongCounters(companyId)).toEqual([]);
    // Marking again changes nothing.
    expect((await admin.request('POST', `/tickets/${id}/unread`)).json<Ticket>().unreadMessages).toBe(1);

    await admin.request('POST', `/tickets/${id}/seen`);
    expect((await getTicket()).unreadMessages).toBe(0);
    expect(await wrongCounters(companyId)).toEqual([]);
    socket.close();
  });

  it('counts a new message of the customer on top', async () => {
    const { admin, id, companyId, number, sendWebhook, customerMessage, getTicket } = await createFixture();
    await admin.request('POST', `/tickets/${id}/seen`);
    await admin.request('POST', `/tickets/${id}/unread`);
    await sendWebhook([customerMessage(number, 'alguém aí?')]);
    await service.until(getTicket, ({ unreadMessages }) => unreadMessages === 2);
    expect(await wrongCounters(companyId)).toEqual([]);
  });

  it('refuses a ticket without a message of the customer, and a closed one', async () => {
    const { admin, outsider, id, companyId, connectionId } = await createFixture();
    expect(errorOf(await outsider.request('POST', `/tickets/${id}/unread`))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    const contact = (await admin.request('POST', '/contacts', { name: 'Zilda Prado', number: newNumber() })).json<{
      id: number;
    }>();
    const started = (
      await admin.request('POST', '/tickets', { contactId: contact.id, whatsappId: connectionId })
    ).json<Ticket>();
    expect(errorOf(await admin.request('POST', `/tickets/${started.id}/unread`))).toEqual([
      400,
      'ERR_NOTHING_TO_READ_AGAIN',
    ]);
    await admin.request('PUT', `/tickets/${id}`, { status: 'closed' });
    expect(errorOf(await admin.request('POST', `/tickets/${id}/unread`))).toEqual([409, 'ERR_TICKET_TRANSITION']);
    expect(await wrongCounters(companyId)).toEqual([]);
  });
});
