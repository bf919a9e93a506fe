import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../../test/users.ts';
import { startConnectedServer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const button = { title: 'Título', description: 'Texto', copyText: 'https://example.com/oferta' };
const pix = {
  title: 'Sinal',
  sendvalue: 1990,
  sendkey_type: 'PHONE',
  sendmerchant_name: 'Ótica',
  sendKey: '81997021145',
};
const list = { title: 'Lentes', text: 'Qual delas?', sections: [{ title: 'Lentes', rows: [{ title: 'Simples' }] }] };
/** The requests that make a channel send, change or read something of a conversation. */
const requests = {
  send: (caller: Caller, { ticketId }: Conversation) => caller.request('POST', `/messages/${ticketId}`, { body: 'x' }),
  list: (caller: Caller, { ticketId }: Conversation) => caller.request('POST', `/messages/lista/${ticketId}`, list),
  copy: (caller: Caller, { ticketId }: Conversation) => caller.request('POST', `/messages/copy/${ticketId}`, button),
  call: (caller: Caller, { ticketId }: Conversation) => caller.request('POST', `/messages/call/${ticketId}`, button),
  link: (caller: Caller, { ticketId }: Conversation) => caller.request('POST', `/messages/URL/${ticketId}`, button),
  pix: (caller: Caller, { ticketId }: Conversation) => caller.request('POST', `/messages/PIX/${ticketId}`, pix),
  forward: (caller: Caller, { ownId, contactId }: Conversation) =>
    caller.request('POST', '/message/forward', { messageId: ownId, contactId }),
  edit: (caller: Caller, { ownId }: Conversation) =>
    caller.request('POST', `/messages/edit/${ownId}`, { body: 'outra' }),
  remove: (caller: Caller, { ownId }: Conversation) => caller.request('DELETE', `/messages/${ownId}`),
  resend: (caller: Caller, { ownId }: Conversation) => caller.request('POST', `/messages/${ownId}/resend`),
  transcribe: (caller: Caller, { voiceFile }: Conversation) =>
    caller.request('GET', `/messages/transcribeAudio/${voiceFile}`),
};
type Conversation = Awaited<ReturnType<typeof createConversation>>;

/** An open conversation with a sent text and a received voice message. */
async function createConversation(number: string) {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
  const ticket = await company.openTicket(number);
  const sent = await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'nossa' });
  const rows = await service.until(company.messages, (seen) => seen.at(-1).wid !== null && seen.length === 2);
  const { key } = await service.server.storage.put(Buffer.from('OggS'), {
    companyId: company.companyId,
    kind: 'media',
  });
  await service.server.asOwner.query(
    `update messages set media_type = 'audio', media_key = $2, media_mime = 'audio/ogg' where id = $1`,
    [rows[0].id, key],
  );
  const ownId = sent.json<{ id: number }[]>()[0]!.id;
  return { company, ticketId: ticket.id, contactId: ticket.contactId, ownId, voiceFile: key.split('/').at(-1)! };
}

it('a conversation of another company is neither written to nor changed nor transcribed; its channel gets nothing [TI-02]', async () => {
  const own = await createConversation('5500951230001');
  const foreign = await createConversation('5500951230002');
  const { sent, actions } = service.testChannel;
  const state = async () => [
    sent.length,
    actions.length,
    await foreign.company.messages(),
    await own.company.messages(),
  ];
  const before = await state();
  for (const [name, request] of Object.entries(requests)) {
    const answer = await request(own.company.admin, foreign);
    expect([name, answer.statusCode], answer.body).toEqual([name, 404]);
  }
  // Ids of both companies in one request.
  const { admin } = own.company;
  const mixed = [
    await admin.request('POST', '/message/forward', { messageId: foreign.ownId, contactId: own.contactId }),
    await admin.request('POST', '/message/forward', { messageId: own.ownId, contactId: foreign.contactId }),
    await admin.request('POST', `/messages/${own.ticketId}`, { body: 'x', quotedMsg: { id: foreign.ownId } }),
    await admin.request('POST', `/messages/${own.ticketId}`, { reaction: { messageId: foreign.ownId, emoji: '👍' } }),
  ];
  expect(mixed.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect(await state()).toEqual(before);

  // The same requests reach the own conversation, so their form is right.
  for (const [name, request] of Object.entries(requests)) {
    if (name === 'transcribe' || name === 'resend') continue;
    const answer = await request(own.company.admin, own);
    expect([name, answer.statusCode], answer.body).toEqual([name, 200]);
  }
});
