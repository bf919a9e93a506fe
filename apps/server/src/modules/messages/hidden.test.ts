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
