import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETED } from '@balcao/domain/message/preview';
import type { ChannelEvent } from '../../channels/port.ts';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

type MessageEvent = Extract<ChannelEvent, { type: 'message' }>;
let conversationCount = 0;

/** A company with one accepted ticket of a new customer, whose message was «oi». */
async function createConversation() {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
  const number = `55009622${String(++conversationCount).padStart(5, '0')}`;
  const ticket = await company.openTicket(number, 'oi');
  const [first] = await company.messages();
  const stored = async (n: number) => service.until(company.messages, (rows) => rows.length === n);
  return {
    ...company,
    ticket,
    first,
    write: (text: string) => company.customerMessage(number, text) as MessageEvent,
    phone: (text: string) => company.customerMessage(number, text, { fromMe: true, peer: createPeer(number) }),
    react: (to: string, emoji: string) => company.customerMessage(number, { kind: 'reaction', to, emoji }),
    edited: (wid: string, text: string): ChannelEvent => ({
      type: 'edited',
      wid,
      text,
      fromMe: false,
      peer: createPeer(number),
      at: new Date().toISOString(),
    }),
    stored,
    /** What an agent sends, as stored once the channel has it. */
    async send(body: object) {
      const answer = await company.admin.request('POST', `/messages/${ticket.id}`, body);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json()[0];
    },
    settled: () => service.until(company.messages, (rows) => rows.every(({ delivery }) => delivery !== 'queued')),
    async shown() {
      const rows = await company.tickets();
      return [rows[0].last_message, rows[0].last_from_me];
    },
    waitForStep: (id: number, step: string) =>
      service.until(
        async () => (await company.admin.request('GET', `/deliveries/${id}`)).json().steps,
        (steps: Record<string, string>[]) => steps.some((entry) => entry['told'] === step),
      ),
  };
}

describe('the list shows of a ticket', () => {
  it('the newest message of one delivery, although its reaction was removed with the same one', async () => {
    const { sendWebhook, write, phone, react, stored, shown } = await createConversation();
    const first = write('a primeira');
    await sendWebhook([first, phone('do telefone'), react(first.wid, '❤'), react(first.wid, '')]);
    await stored(5);
    expect(await shown()).toEqual(['❤', false]);
  });

  it('no internal note and no reaction that an agent removed', async () => {
    const { first, send, settled, shown } = await createConversation();
    await send({ body: 'às ordens' });
    await send({ reaction: { messageId: first.id, emoji: '👍' } });
    await send({ reaction: { messageId: first.id, emoji: '' } });
    await send({ body: 'só nossa', isPrivate: 'true' });
    await settled();
    expect(await shown()).toEqual(['👍', true]);
  });

  it('the text of an edit, whatever follows without a preview, and no edit of an earlier message', async () => {
    const { sendWebhook, write, react, edited, stored, messages, send, shown } = await createConversation();
    const [earlier, last] = [write('às nove'), write('às dez')];
    await sendWebhook([earlier, last, react(last.wid, '')]);
    await stored(4);
    await send({ body: 'só nossa', isPrivate: 'true' });
    await sendWebhook([edited(earlier.wid, 'às oito'), edited(last.wid, 'às onze')]);
    await service.until(messages, (rows) => rows.filter((row) => row.is_edited).length === 2);
    expect(await shown()).toEqual(['às onze', false]);
  });

  it('that an agent deleted the message, and its text again after the channel refused that or an edit', async () => {
    const { admin, send, settled, shown, waitForStep } = await createConversation();
    const { id } = await send({ body: 'engano' });
    await settled();
    service.testChannel.moods.push('refused');
    await admin.request('POST', `/messages/edit/${id}`, { body: 'outro engano' });
    await waitForStep(id, 'edit-failed');
    expect(await shown()).toEqual(['engano', true]);
    service.testChannel.moods.push('refused');
    await admin.request('DELETE', `/messages/${id}`);
    await waitForStep(id, 'remove-failed');
    expect(await shown()).toEqual(['engano', true]);
    await admin.request('DELETE', `/messages/${id}`);
    expect(await shown()).toEqual([DELETED, true]);
  });
});
