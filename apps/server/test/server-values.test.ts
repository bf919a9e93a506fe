import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from './connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const noGreeting = { sendGreetingAccepted: 'disabled' };
const PAST = '1999-12-31T23:59:59.000Z';

describe('values that only the server sets', () => {
  it('of a ticket are not changed by an update, and no other status is accepted [MA-06]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const other = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500951240001');
    const foreign = await other.openTicket('5500951240002');
    const row = async () => {
      const { updated_at: _, ...stored } = (await company.tickets())[0];
      return stored as Record<string, unknown>;
    };
    const before = await row();
    const update = (body: object) => company.admin.request('PUT', `/tickets/${ticket.id}`, body);
    for (const body of [
      { contactId: foreign.contactId },
      { contact: { id: foreign.contactId } },
      { companyId: other.companyId },
      { uuid: foreign.uuid },
      { id: foreign.id },
      { createdAt: PAST, updatedAt: PAST },
      { isGroup: true },
      { unreadMessages: -7 },
      { whatsappId: other.connectionId },
      { lastMessage: 'canário', fromMe: true },
    ]) {
      expect([200, 400], JSON.stringify(body)).toContain((await update(body)).statusCode);
      expect(await row(), JSON.stringify(body)).toEqual(before);
    }
    for (const status of ['nps', 'lgpd', 'x', '', null, 7, ['open']])
      expect((await update({ status })).statusCode, JSON.stringify(status)).toBe(400);
    expect(await row()).toEqual(before);
  });

  it('of a message are those of the server, and a private message of any kind never reaches the channel [MA-07]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500951240003');
    const elsewhere = await company.openTicket('5500951240004', 'outra');
    const sentBefore = service.testChannel.sent.length;
    const send = async (body: object) => {
      const answer = await company.admin.request('POST', `/messages/${ticket.id}`, body);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ id: number }[]>()[0]!.id;
    };
    const chosen = {
      fromMe: false,
      ack: 4,
      wid: 'canario-wid',
      createdAt: PAST,
      sentAt: PAST,
      ticketId: elsewhere.id,
      contactId: elsewhere.contactId,
      userId: 1,
      delivery: 'read',
      isDeleted: true,
      isForwarded: true,
    };
    const id = await send({ body: 'nossa', ...chosen });
    const rowOf = async (messageId: number) => (await company.messages()).find((row) => Number(row.id) === messageId);
    const row = await service.until(
      () => rowOf(id),
      (seen) => seen?.wid !== null,
    );
    expect(row).toMatchObject({
      ticket_id: ticket.id,
      from_me: true,
      user_id: company.admin.user.id,
      is_deleted: false,
      is_forwarded: false,
    });
    expect(row.wid).not.toBe('canario-wid');
    expect(+new Date(row.created_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(+new Date(row.sent_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(service.testChannel.sent).toHaveLength(sentBefore + 1);

    const kinds = [
      { body: 'texto' },
      { body: 'citada', quotedMsg: { id } },
      { location: { latitude: 1, longitude: 2 } },
      { vCard: { name: 'Rui', number: '5500987654321' } },
      { reaction: { messageId: id, emoji: '👍' } },
    ];
    for (const isPrivate of [true, 'true'])
      for (const kind of kinds) {
        const answer = await company.admin.request('POST', `/messages/${ticket.id}`, { ...kind, isPrivate });
        expect([200, 400], answer.body).toContain(answer.statusCode);
        if (answer.statusCode === 200) expect(answer.json()).toMatchObject([{ isPrivate: true, delivery: 'note' }]);
      }
    // A message after them arrives, so theirs would have arrived before it.
    await send({ body: 'depois' });
    await service.until(
      async () => service.testChannel.texts(),
      (texts) => texts.at(-1) === 'depois',
    );
    expect(service.testChannel.sent).toHaveLength(sentBefore + 2);
  });
});
