import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content, ChannelEvent } from '../../channels/port.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
/** Waits until every received event is processed. */
const allProcessed = () =>
  service.until(
    service.server.modules.receiving.waiting,
    ({ inbox, signals: queuedEvents }) => inbox === 0 && queuedEvents === 0,
  );

describe('other events', () => {
  it('stores an unrecognized event without a bot reply and without opening the reply window', async () => {
    const company = await service.createConnectedCompany();
    const queue = await company.admin.request('POST', '/queue', { name: 'Vendas', color: '#0EA5E9' });
    const greeting = { greetingMessage: 'Olá! Escolha:', queueIds: [queue.json().id] };
    await company.admin.request('PUT', `/whatsapp/${company.connectionId}`, greeting);
    const unrecognized: Content = { kind: 'unsupported', what: 'status.eaten' };
    const never = new Date(0).toISOString();
    await company.sendWebhook([
      company.customerMessage('5500990005021', unrecognized, { isUnrecognized: true, at: never }),
    ]);
    // Different conversations are processed in parallel: wait, so that the next one is second.
    await service.until(company.tickets, (rows) => rows.length === 1);
    await company.sendWebhook([
      company.customerMessage('5500990005022', { kind: 'unsupported', what: 'poll' }, { at: never }),
    ]);
    await allProcessed();
    const tickets = await service.until(company.tickets, (rows) => rows.length === 2);
    const messages = await company.messages();
    const of = (n: number) => messages.filter((row) => row.ticket_id === tickets[n].id);
    expect(tickets.map((row) => [row.unread > 0, row.last_inbound_at === null])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(of(0).map((row) => row.media_type)).toEqual(['unsupported']);
    // An unsupported message of a customer is answered; an invalid time becomes now.
    expect(of(1).length).toBeGreaterThan(1);
    for (const { sent_at } of messages) expect(+sent_at).toBeGreaterThan(Date.now() - 60_000);
  });

  it('stores a removed reaction as read and keeps the preview', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500990006001';
    const message = company.customerMessage(number, 'gostei') as Extract<ChannelEvent, { type: 'message' }>;
    const react = (emoji: string) => company.customerMessage(number, { kind: 'reaction', to: message.wid, emoji });
    await company.sendWebhook([message, react('👍')]);
    await service.until(company.messages, (rows) => rows.length === 2);
    const [before] = await company.tickets();
    await company.sendWebhook([react('')]);
    const rows = await service.until(company.messages, (seen) => seen.length === 3);
    expect(rows[2]).toMatchObject({ media_type: 'reactionMessage', body: '', is_read: true, quoted_id: rows[0].id });
    const [after] = await company.tickets();
    expect([after.unread, after.last_message]).toEqual([before.unread, before.last_message]);
  });

  it('stores the text of each card for the preview, the search and forwarding', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500990006002';
    const contents: [Content, string, string][] = [
      [
        {
          kind: 'form',
          title: 'Exame',
          answers: [
            { label: 'Grau', value: '2,75' },
            { label: '', value: 'manhã' },
          ],
        },
        'Exame\nGrau: 2,75\nmanhã',
        'Exame\nGrau: 2,75\nmanhã',
      ],
      [
        { kind: 'order', text: '', items: [{ name: 'Armação', quantity: 2, cents: 9900 }], currency: 'BRL' },
        '🛒 Pedido · 2× Armação',
        '2× Armação',
      ],
      [{ kind: 'story', act: 'mention', text: '', url: 'https://example.com/s' }, '📖 Story', 'https://example.com/s'],
      [
        { kind: 'share', title: 'Óculos', text: '', url: 'https://example.com/p' },
        'Óculos',
        'Óculos\nhttps://example.com/p',
      ],
      [{ kind: 'choice', id: '7', title: 'Sim, quero' }, 'Sim, quero', 'Sim, quero'],
    ];
    const ticket = await company.openTicket(number);
    const friend = await company.openTicket('5500990006003', 'amiga');
    for (const [n, [content, preview, forwardedText]] of contents.entries()) {
      await company.sendWebhook([company.customerMessage(number, content)]);
      const rows = await service.until(company.messages, (seen) => seen.filter((row) => !row.from_me).length === n + 3);
      const updatedTicket = (await company.tickets()).find((row) => row.id === ticket.id);
      expect(updatedTicket.last_message).toBe(preview);
      const forward = { messages: [rows.at(-1).id], contactId: friend.contactId };
      const sent = service.testChannel.sent.length;
      const answer = await company.admin.request('POST', '/message/forward', {
        messageId: rows.at(-1).id,
        contactId: forward.contactId,
        signMessage: false,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const forwarded = await service.until(
        async () => service.testChannel.sent.slice(sent),
        (seen) => seen.length > 0,
      );
      expect(
        forwarded.map(({ content: sentContent }) =>
          sentContent.kind === 'text' ? sentContent.text : sentContent.kind,
        ),
      ).toEqual([forwardedText]);
      await service.until(company.messages, (seen) => seen.length > rows.length);
    }
    const searchResponse = await company.admin.request(
      'GET',
      `/messages-search?searchParam=${encodeURIComponent('grau: 2,75')}`,
    );
    expect(searchResponse.json().hits.map((hit: { mediaType: string }) => hit.mediaType)).toEqual([
      'conversation',
      'formMessage',
    ]);
  });

  it('ignores old messages without an import, and stores new ones at once', async () => {
    const company = await service.createConnectedCompany();
    const old = Array.from({ length: 30 }, (_, n) =>
      company.customerMessage('5500990006004', `antiga ${n}`, { isHistory: true, wid: randomUUID() }),
    );
    await company.sendWebhook([
      ...old,
      { type: 'history', progress: 40 },
      company.customerMessage('5500990006005', 'de agora'),
    ]);
    await service.until(company.messages, (rows) => rows.some((row) => row.body === 'de agora'));
    await allProcessed();
    expect((await company.tickets()).map((row) => row.last_message)).toEqual(['de agora']);
    const { signals: queuedEvents } = await service.server.modules.receiving.waiting();
    expect(queuedEvents).toBe(0);
  });
});
