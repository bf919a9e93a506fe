import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content, Identity, Peer, Signal } from '../../channels/port.ts';
import { aService, person } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());
type Counter = Awaited<ReturnType<typeof service.aCounter>>;
const sql = async (text: string, values: unknown[] = []) => (await service.house.asOwner.query(text, values)).rows;
/** Until everything that was rung in is worked off. */
const settled = () =>
  service.until(service.house.modules.inbound.waiting, ({ inbox, signals }) => inbox === 0 && signals === 0);
const contactsOf = ({ companyId }: Counter) =>
  sql('select * from contacts where company_id = $1 and merged_into_id is null order by id', [companyId]);

describe('everything up to a moment', () => {
  const ours = async ({ messages }: Counter) => (await messages()).filter((row) => row.from_me);
  const upTo = (number: string, at: Date, told: 'delivered' | 'read' = 'read'): Signal => ({
    is: 'read-up-to',
    peer: person(number),
    told,
    upTo: at.toISOString(),
  });

  it('was read: what had left by then and nothing else, and never backwards', async () => {
    const counter = await service.aCounter();
    const number = '5500990005001';
    const ticket = await counter.attended(number);
    const other = await counter.attended('5500990005002', 'outra');
    const say = (id: number, text: string) => counter.admin.ask('POST', `/messages/${id}`, { body: text });
    const gone = async (n: number) =>
      service.until(
        () => ours(counter),
        (rows) => rows.filter((row) => row.delivery !== 'queued').length === n,
      );
    const greeted = (await gone((await ours(counter)).length)).length;
    await say(ticket.id, 'um');
    await say(ticket.id, 'dois');
    await say(other.id, 'a outra pessoa');
    await gone(greeted + 3);
    service.phone.moods.push('refused');
    await say(ticket.id, 'recusada');
    await gone(greeted + 4);
    // An hour ago nothing of it had left.
    await counter.ring([upTo(number, new Date(Date.now() - 3_600_000))]);
    await settled();
    const states = async () =>
      Object.fromEntries((await ours(counter)).map((row) => [row.body, [row.ack, row.delivery]]));
    expect(await states()).toMatchObject({ um: [1, 'sent'], dois: [1, 'sent'] });
    await counter.ring([upTo(number, new Date(), 'delivered')]);
    await settled();
    expect(await states()).toMatchObject({ um: [2, 'delivered'], dois: [2, 'delivered'] });
    await counter.ring([upTo(number, new Date()), upTo(number, new Date(), 'delivered')]);
    await settled();
    expect(await states()).toMatchObject({
      um: [3, 'read'],
      dois: [3, 'read'],
      recusada: [0, 'failed'],
      'a outra pessoa': [1, 'sent'],
    });
    const [one] = (await ours(counter)).filter((row) => row.body === 'um');
    const told = await sql('select told from message_receipts where message_id = $1 order by id', [one.id]);
    expect(told.map((row) => row.told)).toEqual(['stored', 'accepted', 'delivered', 'read']);
    // What leaves later is not meant by what was said before.
    await say(ticket.id, 'três');
    await gone(greeted + 5);
    await counter.ring([upTo(number, new Date(Date.now() - 60_000))]);
    await settled();
    expect(await states()).toMatchObject({ três: [1, 'sent'] });
  });

  it('waits for what is just leaving, and holds up no word meanwhile', async () => {
    const counter = await service.aCounter();
    const number = '5500990005003';
    const ticket = await counter.attended(number);
    const open = service.phone.close();
    await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'saindo' });
    await service.until(
      () => sql(`select id from outbox where company_id = $1 and state = 'sending'`, [counter.companyId]),
      (rows) => rows.length > 0,
    );
    await counter.ring([upTo(number, new Date(Date.now() + 5000)), counter.says(number, 'já li')]);
    await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'já li'));
    // It waits in a line of its own: what is said next stands behind nobody.
    const waiting = await sql('select conversation, signal ->> $2 as kind from signals where company_id = $1', [
      counter.companyId,
      'is',
    ]);
    expect(waiting).toEqual([{ conversation: expect.stringMatching(/^about:/), kind: 'read-up-to' }]);
    open();
    const rows = await service.until(
      () => ours(counter),
      (seen) => seen.some((row) => row.body === 'saindo' && row.ack > 1),
    );
    expect(rows.find((row) => row.body === 'saindo')).toMatchObject({ ack: 3, delivery: 'read' });
    // Of somebody whom nobody here knows there is nothing to raise.
    await counter.ring([upTo('5500990005999', new Date())]);
    await settled();
    expect(await contactsOf(counter)).toHaveLength(1);
  });

  it('so does what the account itself said without our mark: it may be the very thing that leaves', async () => {
    const counter = await service.aCounter();
    const number = '5500990005004';
    const ticket = await counter.attended(number);
    const { send } = service.phone.channel;
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    service.phone.channel.send = () => gate.then(() => ({ wid: 'sem-marca' }));
    try {
      await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'saindo' });
      await service.until(
        () => sql(`select id from outbox where company_id = $1 and state = 'sending'`, [counter.companyId]),
        (rows) => rows.length > 0,
      );
      // Its echo is quicker than its answer, and the customer writes behind it.
      const next = '5500990005005';
      await counter.ring([
        counter.says(number, 'saindo', { wid: 'sem-marca', fromMe: true }),
        counter.says(number, 'e depois?'),
        counter.says(next, 'outra pessoa'),
      ]);
      await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'outra pessoa'));
      expect((await counter.messages()).map((row) => row.body)).toEqual(['oi', 'saindo', 'outra pessoa']);
      answer();
      await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'e depois?'));
      await settled();
      const said = (await counter.messages()).filter((row) => row.ticket_id === ticket.id);
      expect(said.map((row) => [row.body, row.wid === 'sem-marca'])).toEqual([
        ['oi', false],
        ['saindo', true],
        ['e depois?', false],
      ]);
    } finally {
      service.phone.channel.send = send;
    }
    // What was really written on the phone is kept, in its place.
    const open = service.phone.close();
    await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'daqui' });
    await counter.ring([counter.says(number, 'do celular', { fromMe: true }), counter.says(number, 'certo')]);
    open();
    await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'certo'));
    const bodies = (await counter.messages()).filter((row) => row.ticket_id === ticket.id).map((row) => row.body);
    expect(bodies.slice(3)).toEqual(['daqui', 'do celular', 'certo']);
  });

  it('is found along its index, however much was said before', async () => {
    const client = await service.house.asOwner.connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off');
      const { rows } = await client.query(
        `explain select id from messages where company_id = 1 and contact_id = 2 and connection_id = 3 and from_me
            and ack in (1, 2) and delivery in ('sent', 'delivered') and ack < 3 order by id limit 500`,
      );
      expect(JSON.stringify(rows)).toContain('messages_unconfirmed');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('who has another number from now on', () => {
  const renumbered = (from: Peer, peer: Peer): Signal => ({
    is: 'renumbered',
    from,
    peer,
    at: new Date().toISOString(),
  });

  it('stays the same contact with all that was said, and the old number is free', async () => {
    const counter = await service.aCounter();
    const [old, next] = ['5581987650001', '5581987650002'];
    await counter.ring([counter.says(old, 'do antigo')]);
    await service.until(counter.messages, (rows) => rows.length === 1);
    const [before] = await contactsOf(counter);
    // Met under the new number before the channel says that both are one.
    await counter.ring([counter.says(next, 'do novo')]);
    await service.until(counter.messages, (rows) => rows.length === 2);
    await counter.ring([
      counter.says(old, 'última do antigo'),
      renumbered({ identities: [{ kind: 'phone', value: old }], isGroup: false }, person(next)),
    ]);
    await settled();
    expect(await contactsOf(counter)).toMatchObject([{ id: before.id, number: next }]);
    expect((await counter.messages()).map((row) => row.contact_id)).toEqual([before.id, before.id, before.id]);
    // Both spellings of the new one are theirs; the old one is somebody else's.
    await counter.ring([counter.says('558187650002', 'sem o nono'), counter.says(old, 'sou outra pessoa')]);
    await settled();
    const people = await contactsOf(counter);
    expect(people.map((row) => row.number)).toEqual([next, old]);
    const writers = (await counter.messages()).slice(-2).map((row) => row.contact_id);
    expect(new Set(writers)).toEqual(new Set(people.map((row) => row.id)));
  });

  it('and whoever nobody knew is nobody new', async () => {
    const counter = await service.aCounter();
    await counter.ring([renumbered(person('5581987650011'), person('5581987650012'))]);
    await settled();
    expect(await contactsOf(counter)).toEqual([]);
  });
});

describe('one contact a person, by the rules for each name [IN-08]', () => {
  const bsuid = (value: string): Identity => ({ kind: 'bsuid', value, scope: 'w1' });
  const phone = (value: string): Identity => ({ kind: 'phone', value });
  const username = (value: string): Identity => ({ kind: 'username', value });
  const lid = (value: string): Identity => ({ kind: 'lid', value });
  const cases: [string, Identity[][], number][] = [
    ['with and without the ninth digit', [[phone('5581987651111')], [phone('558187651111')]], 1],
    ['spelled with signs', [[phone('+55 81 98765-1111')], [phone('5581987651111')]], 1],
    ['two landlines that differ by a nine are two', [[phone('558134567890')], [phone('5581934567890')]], 2],
    [
      'a number, then the id with it, then the id alone',
      [[phone('550033330000')], [phone('550033330000'), bsuid('A')], [bsuid('A')]],
      1,
    ],
    ['an id without any number, then its number', [[bsuid('A')], [bsuid('A'), phone('550033330000')]], 1],
    [
      'a LID and a number that turn out to be one',
      [[lid('9')], [phone('550033330000')], [lid('9'), phone('550033330000')]],
      1,
    ],
    ['a user name, then the id that goes with it', [[username('rita')], [username('rita'), bsuid('A')]], 1],
    [
      'a user name that somebody else took over',
      [
        [username('rita'), bsuid('A')],
        [username('rita'), bsuid('B')],
      ],
      2,
    ],
    [
      'and its former owner is still known by the id',
      [[username('rita'), bsuid('A')], [username('rita'), bsuid('B')], [bsuid('A')], [username('rita')]],
      2,
    ],
  ];
  it('whatever they come with', async () => {
    const counter = await service.aCounter();
    let heard = 0;
    for (const [n, [what, told, people]] of cases.entries()) {
      // Everybody of their own: the same names mean somebody else in each.
      const own = (identity: Identity) => ({
        ...identity,
        value: `${identity.value}${identity.kind === 'phone' ? '' : n}`,
      });
      const spelled = (identity: Identity) =>
        identity.kind === 'phone' ? phone(identity.value.replace(/\d$/, String(n))) : own(identity);
      const before = (await contactsOf(counter)).length;
      for (const identities of told) {
        await counter.ring([
          counter.says('x', `vez ${heard}`, { peer: { identities: identities.map(spelled), isGroup: false } }),
        ]);
        heard += 1;
        await service.until(counter.messages, (rows) => rows.length === heard);
      }
      expect((await contactsOf(counter)).length - before, what).toBe(people);
    }
    const [first, second, again, named] = (await counter.messages()).slice(-4).map((row) => row.contact_id);
    expect([again, named]).toEqual([first, second]);
  });

  it('an answer goes to the number as its owner writes it', async () => {
    const counter = await service.aCounter();
    const ticket = await counter.attended('5581987652222');
    await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'para o número inteiro' });
    const sent = await service.until(
      async () => service.phone.sent.find(({ content }) => content.kind === 'text' && content.text.includes('inteiro')),
      (seen) => seen !== undefined,
    );
    expect(sent!.to.identities).toMatchObject([{ kind: 'phone', value: '5581987652222' }]);
  });
});

describe('what is told besides', () => {
  it('what nobody understands is kept and seen, but answered by no bot, and opens no window', async () => {
    const counter = await service.aCounter();
    const queue = await counter.admin.ask('POST', '/queue', { name: 'Vendas', color: '#0EA5E9' });
    const greeting = { greetingMessage: 'Olá! Escolha:', queueIds: [queue.json().id] };
    await counter.admin.ask('PUT', `/whatsapp/${counter.connectionId}`, greeting);
    const puzzle: Content = { kind: 'unsupported', what: 'status.eaten' };
    const never = new Date(0).toISOString();
    await counter.ring([counter.says('5500990005021', puzzle, { isPuzzle: true, at: never })]);
    // Two who write at once are served at once: the one below must be the second.
    await service.until(counter.tickets, (rows) => rows.length === 1);
    await counter.ring([counter.says('5500990005022', { kind: 'unsupported', what: 'poll' }, { at: never })]);
    await settled();
    const tickets = await service.until(counter.tickets, (rows) => rows.length === 2);
    const messages = await counter.messages();
    const of = (n: number) => messages.filter((row) => row.ticket_id === tickets[n].id);
    expect(tickets.map((row) => [row.unread > 0, row.last_inbound_at === null])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(of(0).map((row) => row.media_type)).toEqual(['unsupported']);
    // A customer's own words are answered, whatever they were; an hour that cannot be one is now.
    expect(of(1).length).toBeGreaterThan(1);
    for (const { sent_at } of messages) expect(+sent_at).toBeGreaterThan(Date.now() - 60_000);
  });

  it('a reaction that is taken back is kept, and nobody has to read it', async () => {
    const counter = await service.aCounter();
    const number = '5500990006001';
    const words = counter.says(number, 'gostei') as Extract<Signal, { is: 'message' }>;
    const react = (emoji: string) => counter.says(number, { kind: 'reaction', to: words.wid, emoji });
    await counter.ring([words, react('👍')]);
    await service.until(counter.messages, (rows) => rows.length === 2);
    const [before] = await counter.tickets();
    await counter.ring([react('')]);
    const rows = await service.until(counter.messages, (seen) => seen.length === 3);
    expect(rows[2]).toMatchObject({ media_type: 'reactionMessage', body: '', is_read: true, quoted_id: rows[0].id });
    const [after] = await counter.tickets();
    expect([after.unread, after.last_message]).toEqual([before.unread, before.last_message]);
  });

  it('cards of every kind are kept with their words: for the list, for search, and to be said again', async () => {
    const counter = await service.aCounter();
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
    const ticket = await counter.attended(number);
    const friend = await counter.attended('5500990006003', 'amiga');
    for (const [n, [content, line, again]] of contents.entries()) {
      await counter.ring([counter.says(number, content)]);
      const rows = await service.until(counter.messages, (seen) => seen.filter((row) => !row.from_me).length === n + 3);
      const mine = (await counter.tickets()).find((row) => row.id === ticket.id);
      expect(mine.last_message).toBe(line);
      const forward = { messages: [rows.at(-1).id], contactId: friend.contactId };
      const sent = service.phone.sent.length;
      const answer = await counter.admin.ask('POST', '/message/forward', {
        messageId: rows.at(-1).id,
        contactId: forward.contactId,
        signMessage: false,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const passed = await service.until(
        async () => service.phone.sent.slice(sent),
        (seen) => seen.length > 0,
      );
      expect(passed.map(({ content: said }) => (said.kind === 'text' ? said.text : said.kind))).toEqual([again]);
      await service.until(counter.messages, (seen) => seen.length > rows.length);
    }
    const found = await counter.admin.ask('GET', `/messages-search?searchParam=${encodeURIComponent('grau: 2,75')}`);
    expect(found.json().hits.map((hit: { mediaType: string }) => hit.mediaType)).toEqual([
      'conversation',
      'formMessage',
    ]);
  });

  it('what was before the account was linked is told to nobody, and answered by nobody', async () => {
    const counter = await service.aCounter();
    const old = Array.from({ length: 30 }, (_, n) =>
      counter.says('5500990006004', `antiga ${n}`, { isHistory: true, wid: randomUUID() }),
    );
    await counter.ring([...old, { is: 'history', progress: 40 }, counter.says('5500990006005', 'de agora')]);
    await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'de agora'));
    await settled();
    expect((await counter.tickets()).map((row) => row.last_message)).toEqual(['de agora']);
    const { signals } = await service.house.modules.inbound.waiting();
    expect(signals).toBe(0);
  });
});
