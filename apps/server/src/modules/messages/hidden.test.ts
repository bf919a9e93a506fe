import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aScreen } from '../../../test/screens.ts';
import { aService, person } from '../../../test/service.ts';

// What a company keeps from its people's eyes stays hidden in every place; and what stands in the list is what was said last.

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

describe('where numbers are hidden', () => {
  it('no card in a conversation shows one, on the screen or in the thread, and no name of who was merged', async () => {
    const counter = await service.aCounter({ enableLGPD: 'enabled', lgpdHideNumber: 'enabled' });
    const ticket = await counter.attended('5511990005001');
    const screen = await aScreen(service.house, counter.admin);
    const secret = '5511990005999';
    const card = { kind: 'contacts' as const, contacts: [{ name: 'Tia Rosa', numbers: [secret] }] };
    await counter.ring([counter.says('5511990005001', card)]);
    await screen.hears('appMessage', (told) => 'ticket' in told && told.message.mediaType === 'contactMessage');
    const thread = await counter.admin.ask('GET', `/messages/${ticket.uuid}`);
    for (const told of [thread.body, screen.frames.join()]) {
      expect(told).not.toContain(secret);
      expect(told).toContain('5511990**-**99');
    }
    screen.close();

    await counter.ring([counter.says('5511990005002', 'sem nome', { peer: person('5511990005002', '5511990005002') })]);
    const other = await service.until(counter.tickets, (rows) => rows.length === 2);
    await counter.admin.ask('POST', `/contacts/${ticket.contactId}/merge`, {
      otherId: other.at(-1).contact_id,
      reason: 'A mesma pessoa',
    });
    const merges = await counter.admin.ask('GET', `/contacts/${ticket.contactId}/merges`);
    expect(merges.json()).toMatchObject([{ goneName: '5511990**-**02' }]);
  });

  it('a card with a hidden number is not sent: it would lead to somebody else', async () => {
    const counter = await service.aCounter({ enableLGPD: 'enabled', lgpdHideNumber: 'enabled' });
    const ticket = await counter.attended('5511990005003');
    const answer = await counter.admin.ask('POST', `/messages/${ticket.id}`, {
      body: '',
      vCard: { name: 'Tia Rosa', number: '5511990**-**99' },
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('what a customer took back', () => {
  /** A picture with words under it, quoted by the next message, then taken back; and everything that anybody could see of it. */
  async function takenBack(number: string, settings: Record<string, string>) {
    const counter = await service.aCounter(settings);
    const ticket = await counter.attended(number);
    service.phone.files.set(`file-${number}`, Buffer.from('meu segredo em arquivo'));
    const media = { mime: 'text/plain', ref: `file-${number}`, fileName: 'segredo.txt' };
    const words = counter.says(number, { kind: 'media', type: 'document', media, caption: 'Meu segredo' });
    if (words.is !== 'message') throw new Error('no message');
    await counter.ring([words]);
    await service.until(counter.messages, (rows) => rows.some((row) => row.media_key !== null));
    await counter.ring([counter.says(number, 'e aí?', { quotes: words.wid })]);
    await service.until(counter.messages, (rows) => rows.some((row) => row.quoted_id !== null));
    const ask = async (path: string) => (await counter.admin.ask('GET', path)).body;
    const seen = JSON.parse(await ask(`/messages/${ticket.uuid}`)) as { messages: { mediaUrl: string | null }[] };
    const link = seen.messages.find(({ mediaUrl }) => mediaUrl !== null)!.mediaUrl!;
    const screen = await aScreen(service.house, counter.admin);
    await counter.ring([{ is: 'removed', wid: words.wid, peer: words.peer, at: words.at }]);
    await screen.hears('appMessage', (told) => told.action === 'update' && told.message.isDeleted);
    const told = {
      socket: screen.frames.join(),
      thread: await ask(`/messages/${ticket.uuid}`),
      list: await ask('/tickets?status=open&pageNumber=1'),
      search: await ask('/messages-search?searchParam=segredo'),
      deliveries: await ask('/deliveries?state=all'),
      file: (await service.house.app.inject({ method: 'GET', url: link })).body,
    };
    screen.close();
    return Object.entries(told).flatMap(([place, text]) => (/segredo/i.test(text) ? [place] : []));
  }

  it('is nowhere to be seen, not even through a link that was good before, where the company hides it [LG-04] [M-160]', async () => {
    const hiding = { enableLGPD: 'enabled', lgpdDeleteMessage: 'enabled' };
    expect(await takenBack('5511990005011', hiding)).toEqual([]);
  });

  it('stays readable, marked as taken back, where the company does not [LG-04] [M-160]', async () => {
    expect(await takenBack('5511990005012', {})).toEqual(['socket', 'thread', 'search', 'deliveries', 'file']);
  });
});

describe('the last words in the list', () => {
  it('are not those that the customer took back', async () => {
    const counter = await service.aCounter({ enableLGPD: 'enabled', lgpdDeleteMessage: 'enabled' });
    const words = counter.says('5511990005004', 'Meu segredo');
    await counter.ring([words]);
    await service.until(counter.messages, (rows) => rows.length === 1);
    if (words.is !== 'message') throw new Error('no message');
    await counter.ring([{ is: 'removed', wid: words.wid, peer: words.peer, at: words.at }]);
    await service.until(counter.messages, (rows) => rows[0].is_deleted);
    const list = await counter.admin.ask('GET', '/tickets?status=pending&showAll=true&pageNumber=1');
    expect(list.json().tickets).toHaveLength(1);
    expect(list.body).not.toContain('Meu segredo');
  });

  it('change when they are edited, whatever was noted after them', async () => {
    const counter = await service.aCounter();
    const ticket = await counter.attended('5511990005005');
    const words = counter.says('5511990005005', 'as duas');
    if (words.is !== 'message') throw new Error('no message');
    await counter.ring([words]);
    await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'as duas'));
    await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'só para nós', isPrivate: true });
    await counter.ring([{ is: 'edited', wid: words.wid, peer: words.peer, text: 'às três', at: words.at }]);
    const [shown] = await service.until(counter.tickets, (rows) => rows[0].last_message !== 'as duas');
    expect(shown.last_message).toBe('às três');
  });
});
