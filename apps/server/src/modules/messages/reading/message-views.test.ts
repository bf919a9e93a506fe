import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainEvents, openSocket } from '../../../../test/sockets.ts';
import { startConnectedServer, createPeer } from '../../../../test/connected-server.ts';

// Masked data stays hidden on every path, and the preview is the last message.

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

describe('masked numbers', () => {
  it('are masked in contact cards, in sockets and threads, and in names of merged contacts', async () => {
    const company = await service.createConnectedCompany({ enableLGPD: 'enabled', lgpdHideNumber: 'enabled' });
    const ticket = await company.openTicket('5511990005001');
    const screen = await openSocket(service.server, company.admin);
    const secret = '5511990005999';
    const card = { kind: 'contacts' as const, contacts: [{ name: 'Tia Rosa', numbers: [secret] }] };
    await company.sendWebhook([company.customerMessage('5511990005001', card)]);
    await screen.waitFor(
      'appMessage',
      (payload) => 'ticket' in payload && payload.message.mediaType === 'contactMessage',
    );
    const thread = await company.admin.request('GET', `/messages/${ticket.uuid}`);
    for (const text of [thread.body, screen.frames.join()]) {
      expect(text).not.toContain(secret);
      expect(text).toContain('5511990**-**99');
    }
    screen.close();

    await company.sendWebhook([
      company.customerMessage('5511990005002', 'sem nome', { peer: createPeer('5511990005002', '5511990005002') }),
    ]);
    const other = await service.until(company.tickets, (rows) => rows.length === 2);
    await company.admin.request('POST', `/contacts/${ticket.contactId}/merge`, {
      otherId: other.at(-1).contact_id,
      reason: 'A mesma pessoa',
    });
    const merges = await company.admin.request('GET', `/contacts/${ticket.contactId}/merges`);
    expect(merges.json()).toMatchObject([{ goneName: '5511990**-**02' }]);
  });

  it('cannot be sent as a contact card', async () => {
    const company = await service.createConnectedCompany({ enableLGPD: 'enabled', lgpdHideNumber: 'enabled' });
    const ticket = await company.openTicket('5511990005003');
    const answer = await company.admin.request('POST', `/messages/${ticket.id}`, {
      body: '',
      vCard: { name: 'Tia Rosa', number: '5511990**-**99' },
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('a message deleted by the customer', () => {
  /** An image with caption, quoted by the next message, then deleted; returns everything that users can see of it. */
  async function exposedAfterDeletion(number: string, settings: Record<string, string>) {
    const company = await service.createConnectedCompany(settings);
    const ticket = await company.openTicket(number);
    service.testChannel.files.set(`file-${number}`, Buffer.from('meu segredo em arquivo'));
    const media = { mime: 'text/plain', ref: `file-${number}`, fileName: 'segredo.txt' };
    const message = company.customerMessage(number, { kind: 'media', type: 'document', media, caption: 'Meu segredo' });
    if (message.type !== 'message') throw new Error('no message');
    await company.sendWebhook([message]);
    await service.until(company.messages, (rows) => rows.some((row) => row.media_key !== null));
    await company.sendWebhook([company.customerMessage(number, 'e aí?', { quotes: message.wid })]);
    await service.until(company.messages, (rows) => rows.some((row) => row.quoted_id !== null));
    const getBody = async (path: string) => (await company.admin.request('GET', path)).body;
    const seen = JSON.parse(await getBody(`/messages/${ticket.uuid}`)) as { messages: { mediaUrl: string | null }[] };
    const link = seen.messages.find(({ mediaUrl }) => mediaUrl !== null)!.mediaUrl!;
    const screen = await openSocket(service.server, company.admin);
    await drainEvents(company.admin, screen);
    await company.sendWebhook([
      { type: 'removed', wid: message.wid, fromMe: false, peer: message.peer, at: message.at },
    ]);
    await screen.waitFor('appMessage', (payload) => payload.action === 'update' && payload.message.isDeleted);
    const sources = {
      socket: screen.frames.join(),
      thread: await getBody(`/messages/${ticket.uuid}`),
      list: await getBody('/tickets?status=open&pageNumber=1'),
      search: await getBody('/messages-search?searchParam=segredo'),
      deliveries: await getBody('/deliveries?state=all'),
      file: (await service.server.app.inject({ method: 'GET', url: link })).body,
    };
    screen.close();
    return Object.entries(sources).flatMap(([source, text]) => (/segredo/i.test(text) ? [source] : []));
  }

  it('is hidden everywhere, also behind earlier links, if the company hides it [LG-04] [M-160]', async () => {
    const hiding = { enableLGPD: 'enabled', lgpdDeleteMessage: 'enabled' };
    expect(await exposedAfterDeletion('5511990005011', hiding)).toEqual([]);
  });

  it('stays readable and marked as deleted otherwise [LG-04] [M-160]', async () => {
    expect(await exposedAfterDeletion('5511990005012', {})).toEqual([
      'socket',
      'thread',
      'search',
      'deliveries',
      'file',
    ]);
  });
});

describe('the preview of a ticket', () => {
  it('does not show a message that the customer deleted', async () => {
    const company = await service.createConnectedCompany({ enableLGPD: 'enabled', lgpdDeleteMessage: 'enabled' });
    const message = company.customerMessage('5511990005004', 'Meu segredo');
    await company.sendWebhook([message]);
    await service.until(company.messages, (rows) => rows.length === 1);
    if (message.type !== 'message') throw new Error('no message');
    await company.sendWebhook([
      { type: 'removed', wid: message.wid, fromMe: false, peer: message.peer, at: message.at },
    ]);
    await service.until(company.messages, (rows) => rows[0].is_deleted);
    const list = await company.admin.request('GET', '/tickets?status=pending&showAll=true&pageNumber=1');
    expect(list.json().tickets).toHaveLength(1);
    expect(list.body).not.toContain('Meu segredo');
  });

  it('changes with an edit of the last message, also with later internal notes', async () => {
    const company = await service.createConnectedCompany();
    const ticket = await company.openTicket('5511990005005');
    const message = company.customerMessage('5511990005005', 'as duas');
    if (message.type !== 'message') throw new Error('no message');
    await company.sendWebhook([message]);
    await service.until(company.messages, (rows) => rows.some((row) => row.body === 'as duas'));
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'só para nós', isPrivate: true });
    await company.sendWebhook([
      { type: 'edited', wid: message.wid, fromMe: false, peer: message.peer, text: 'às três', at: message.at },
    ]);
    const [updatedTicket] = await service.until(company.tickets, (rows) => rows[0].last_message !== 'as duas');
    expect(updatedTicket.last_message).toBe('às três');
  });
});
