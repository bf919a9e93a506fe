import { describe, expect, it } from 'vitest';
import { pixCharge } from '../conformance.samples.ts';
import { Refused, type Account, type Peer } from '../port.ts';
import { textAction, texts, setUpSandbox } from './network.fixture.ts';

const network = setUpSandbox();
const { peerOf, reply, waitForEvents } = network;

describe('customer actions', () => {
  it('send quotes, reactions, edits and removals with the id of their message', async () => {
    const account = await network.sandbox.open('whatsapp');
    const { wid } = await reply(account, 'Qual tamanho?');
    const [own] = await network.sandbox.act(account, { ...textAction('O grande'), quotes: wid });
    await network.sandbox.act(
      account,
      { act: 'react', customerId: 'helena', wid, emoji: '👍' },
      { act: 'edit', customerId: 'helena', wid: own!, text: 'O pequeno' },
      { act: 'delete', customerId: 'helena', wid: own! },
    );
    const events = await waitForEvents(account, (all) => all.some((event) => event.type === 'removed'));
    const about = events.filter((event) => event.type !== 'receipt' && event.type !== 'session');
    expect(about).toMatchObject([
      { type: 'message', wid: own, quotes: wid, content: { text: 'O grande' } },
      { type: 'message', content: { kind: 'reaction', to: wid, emoji: '👍' } },
      { type: 'edited', wid: own, text: 'O pequeno' },
      { type: 'removed', wid: own },
    ]);
  });

  it('cannot remove a message of the company or quote an unknown one', async () => {
    const account = await network.sandbox.open('whatsapp');
    const { wid } = await reply(account, 'oi');
    await expect(
      network.sandbox.control.act(account, { act: 'delete', customerId: 'helena', wid }),
    ).rejects.toMatchObject({
      code: 'ERR_NO_MESSAGE_FOUND',
    });
    await expect(network.sandbox.act(account, { ...textAction('x'), quotes: 'nothing' })).rejects.toThrow('404');
  });

  it('choose a row of a list by its id', async () => {
    const account = await network.sandbox.open('whatsapp');
    const { wid } = await network.sandbox.channel.send(account, {
      to: await peerOf(account),
      correlation: 'list-1',
      content: {
        kind: 'list',
        title: '',
        text: 'Com quem?',
        button: 'Ver',
        sections: [{ title: '', rows: [{ id: 'v', title: 'Vendas' }] }],
      },
    });
    await network.sandbox.act(account, { act: 'choose', customerId: 'helena', wid, choiceId: 'v' });
    const events = await waitForEvents(account, (all) => all.some((event) => event.type === 'message'));
    expect(events.at(-1)).toMatchObject({ quotes: wid, content: { kind: 'choice', id: 'v', title: 'Vendas' } });
    await expect(
      network.sandbox.act(account, { act: 'choose', customerId: 'helena', wid, choiceId: 'w' }),
    ).rejects.toThrow('404');
  });

  it('choose a button by its id', async () => {
    const account = await network.sandbox.open('facebook');
    await network.sandbox.act(account, textAction('oi'));
    const { wid } = await network.sandbox.channel.send(account, {
      to: await peerOf(account),
      correlation: 'buttons-1',
      content: { kind: 'buttons', title: '', text: 'Com quem?', choices: [{ id: 'v', title: 'Vendas' }] },
    });
    await network.sandbox.act(account, { act: 'choose', customerId: 'helena', wid, choiceId: 'v' });
    const events = await waitForEvents(account, (all) => all.filter((event) => event.type === 'message').length > 1);
    expect(events.filter((event) => event.type === 'message').at(-1)).toMatchObject({
      quotes: wid,
      content: { kind: 'choice', id: 'v', title: 'Vendas' },
    });
    const { messages, customer } = await network.sandbox.control.thread(account, 'helena', { language: 'pt' });
    expect(messages[1]!.content).toMatchObject({ kind: 'buttons', text: 'Com quem?', footer: '' });
    expect(customer.lastText).toBe('Vendas');
  });

  it('name the author in a group', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.act(account, { ...textAction('Bom dia, vizinhos', 'flores'), memberId: 'bia' });
    const [message] = (await waitForEvents(account, (all) => all.some((event) => event.type === 'message'))).filter(
      (event) => event.type === 'message',
    );
    expect(message).toMatchObject({
      peer: { isGroup: true, name: 'Condomínio das Flores' },
      author: { name: 'Bia', isGroup: false },
    });
  });

  it('use the ids of their channel', async () => {
    const kindsOf = async (kind: Account['kind'], id: string) => {
      const account = await network.sandbox.open(kind);
      return (await peerOf(account, id)).identities.map((identity) => [
        identity.kind,
        identity.scope === network.sandbox.idOf(account),
      ]);
    };
    expect(await kindsOf('whatsapp', 'helena')).toEqual([
      ['phone', false],
      ['lid', false],
    ]);
    expect(await kindsOf('whatsapp', 'caio')).toEqual([
      ['lid', false],
      ['username', false],
    ]);
    expect(await kindsOf('whatsappapi', 'helena')).toEqual([
      ['phone', false],
      ['bsuid', true],
    ]);
    expect(await kindsOf('whatsappapi', 'caio')).toEqual([
      ['bsuid', true],
      ['username', false],
    ]);
    expect(await kindsOf('facebook', 'helena')).toEqual([['psid', true]]);
    expect(await kindsOf('instagram', 'helena')).toEqual([
      ['igsid', true],
      ['username', false],
    ]);
  });

  it('include an address book with contacts and chats [M-122]', async () => {
    const account = await network.sandbox.open('whatsapp');
    const contacts = await network.sandbox.channel.addressBook!(account, 'contacts');
    const customers = (await network.sandbox.phones(account)).filter(
      ({ isGroup, ids }) => !isGroup && ids.phone !== undefined,
    );
    expect(contacts.map(({ name }) => name)).toEqual(customers.map(({ name }) => name));
    for (const { number } of contacts) expect(number).toMatch(/^\d{10,15}$/);
    const before = await network.sandbox.channel.addressBook!(account, 'chats');
    await network.sandbox.act(account, textAction('bom dia'));
    const helena = customers.find(({ id }) => id === 'helena')!.name;
    expect(before.map(({ name }) => name)).not.toContain(helena);
    expect((await network.sandbox.channel.addressBook!(account, 'chats')).map(({ name }) => name)).toContain(helena);
  });

  it('find a number in both forms and return the form of the network', async () => {
    const account = await network.sandbox.open('whatsapp');
    expect(await network.sandbox.channel.findNumber(account, '551187654321')).toEqual({ number: '5511987654321' });
    expect(await network.sandbox.channel.findNumber(account, '5531987654321')).toEqual({ number: '553187654321' });
    expect(await network.sandbox.channel.findNumber(account, '5511900000000')).toBeNull();
    const to = (value: string): Peer => ({ identities: [{ kind: 'phone', value }], isGroup: false });
    await network.sandbox.channel.send(account, {
      to: to('5531987650000'),
      content: { kind: 'text', text: 'a' },
      correlation: 'n-1',
    });
    await network.sandbox.channel.send(account, {
      to: to('553187650000'),
      content: { kind: 'text', text: 'b' },
      correlation: 'n-2',
    });
    const matches = (await network.sandbox.phones(account)).filter(({ ids }) => ids.phone === '553187650000');
    expect(matches.map(({ messages }) => messages.length)).toEqual([2]);
  });

  it('on the account’s own phone are delivered as own messages without a correlation', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.act(account, { act: 'own-phone', customerId: 'helena', text: 'Respondi pelo celular' });
    const [message] = (await waitForEvents(account, (all) => texts(all).length > 0)).filter(
      (event) => event.type === 'message',
    );
    expect(message).toMatchObject({ fromMe: true });
    expect(message).not.toHaveProperty('correlation');
  });

  it('advance the clock and close the reply window', async () => {
    const account = await network.sandbox.open('whatsappapi');
    await network.sandbox.act(account, textAction('oi'));
    await reply(account, 'olá');
    const { clockAheadHours } = await network.sandbox.control.advance(account, 25);
    expect(clockAheadHours).toBe(25);
    const late = await reply(account, 'ainda aí?').catch((cause: unknown) => cause);
    expect((late as Refused).fault.code).toBe('ERR_REPLY_WINDOW');
    // A template is accepted at any time and does not open the window.
    const [first] = (await network.sandbox.channel.templates!(account)).filter(({ status }) => status === 'approved');
    const { name, language } = first!;
    await network.sandbox.channel.send(account, {
      to: await peerOf(account),
      correlation: 'template-1',
      content: { kind: 'template', template: { name, language, text: 'Olá, Helena!', body: [{ value: 'Helena' }] } },
    });
    const { messages } = await network.sandbox.control.thread(account, 'helena', { language: 'pt' });
    expect(messages.at(-1)!.content).toMatchObject({ kind: 'template', name, text: 'Olá, Helena!', image: null });
    await expect(reply(account, 'e agora?')).rejects.toMatchObject({ fault: { code: 'ERR_REPLY_WINDOW' } });
    const before = Date.now();
    await network.sandbox.act(account, textAction('estou'));
    await reply(account, 'que bom');
    const events = await waitForEvents(account, (all) => texts(all).length >= 2);
    const last = events.filter((event) => event.type === 'message').at(-1)!;
    expect(Date.parse(last.at) - before).toBeGreaterThan(24 * 3_600_000);
    expect(await network.sandbox.control.advance(account, 0)).toMatchObject({ clockAheadHours: 0 });
  });

  it('run scripts to the end and wait for messages of the company', async () => {
    const account = await network.sandbox.open('whatsapp');
    await network.sandbox.control.run(account, 'pix', 'helena');
    await waitForEvents(account, (all) => texts(all).length >= 1);
    await reply(account, 'Claro, um momento');
    await network.sandbox.channel.send(account, {
      to: await peerOf(account),
      correlation: 'pix-1',
      content: pixCharge,
    });
    const receivedTexts = texts(await waitForEvents(account, (all) => texts(all).length >= 3));
    expect(receivedTexts).toEqual(['Posso pagar no PIX?', 'Recebi, vou pagar agora', 'Pronto, pago! Obrigada']);
  });

  it('run a script with every kind of message on another channel', async () => {
    const account = await network.sandbox.open('instagram');
    await network.sandbox.control.run(account, 'everything', 'joao');
    const events = await waitForEvents(account, (all) => all.filter((event) => event.type === 'message').length >= 13);
    const kinds = events.flatMap((event) => (event.type === 'message' ? [event.content.kind] : []));
    expect(kinds).toEqual([
      'ad',
      'media',
      'media',
      'media',
      'media',
      'media',
      'media',
      'location',
      'contacts',
      'poll',
      'event',
      'call',
      'unsupported',
    ]);
  });
});
