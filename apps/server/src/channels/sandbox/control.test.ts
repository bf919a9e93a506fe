import { endpoints } from '@balcao/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { createSafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { linkButton } from '../conformance.samples.ts';
import { createSandboxControl } from './control.ts';
import { startSandbox, type Sandbox } from './conformance.fixture.ts';

let sandbox: Sandbox;
beforeEach(async () => (sandbox = await startSandbox()));
afterEach(() => sandbox.close());
const { reply: threadReply } = endpoints.sandbox.thread;

describe('sandbox control', () => {
  it('returns the default customers of a connection that was never opened', async () => {
    const account = sandbox.account('whatsapp');
    const view = await sandbox.control.getAccountState(account, 'pt');
    expect(view).toMatchObject({ session: 'none', waiting: 0, clockAheadHours: 0, faults: { sends: 'fine' } });
    expect(view.customers.map(({ name, about }) => [name, about])).toEqual([
      ['Helena Prado', 'Cliente nova, com pressa'],
      ['João Figueiredo', 'Reclama da garantia'],
      ['Dona Zilda', 'Só manda áudio'],
      ['Caio', 'Sem número, só nome de usuário'],
      ['Condomínio das Flores', 'Grupo com três vizinhos'],
    ]);
    expect((await sandbox.control.getAccountState(account, 'en')).customers[0]!.about).toBe('New customer, in a hurry');
  });

  it('lists scripts in the language of the caller', () => {
    for (const language of ['pt', 'en', 'es'] as const) {
      const scripts = sandbox.control.scripts(language);
      expect(scripts.length).toBeGreaterThanOrEqual(4);
      expect(endpoints.sandbox.scripts.reply.safeParse(scripts).success).toBe(true);
    }
  });

  it('returns the thread of a customer in the format of the contract', async () => {
    const account = await sandbox.open('whatsapp');
    const by = { customerId: 'helena' };
    await sandbox.control.run(account, 'everything', 'helena');
    const helena = await sandbox.control.peer(account, 'helena');
    const { wid } = await sandbox.channel.send(account, {
      to: helena,
      correlation: 'c1',
      content: { ...linkButton, image: sandbox.storeFile(Buffer.from('x'), 'image/png', 'a.png') },
    });
    const [answer] = await sandbox.act(account, { act: 'say', ...by, text: 'Vi!', quotes: wid });
    await sandbox.act(account, { act: 'react', ...by, wid, emoji: '😀' });
    await sandbox.channel.send(account, {
      to: helena,
      correlation: 'c2',
      content: { kind: 'reaction', to: answer!, emoji: '🙏' },
    });
    await sandbox.webhookServer.until((all) => (all.some(({ body }) => body.includes('hologram')) ? true : undefined));
    const thread = await sandbox.control.thread(account, 'helena', { language: 'pt' });
    expect(threadReply.parse(thread)).toEqual(thread);
    expect(thread.messages).toHaveLength(15);
    expect(thread.messages.find((message) => message.wid === answer)).toMatchObject({
      fromCustomer: true,
      quotes: { wid, fromCustomer: false, text: 'Site' },
      reactions: [{ emoji: '🙏', fromCustomer: false }],
    });
    expect(thread.messages.find((message) => message.wid === wid)).toMatchObject({
      reactions: [{ emoji: '😀', fromCustomer: true }],
      content: { kind: 'button', image: { mime: 'image/png' } },
    });
    expect(thread.customer.unread).toBe(1);
  });

  it('waits for changes of a thread', async () => {
    const account = await sandbox.open('whatsapp');
    const { revision } = await sandbox.control.thread(account, 'helena', { language: 'pt' });
    const waiting = sandbox.control.thread(account, 'helena', { knows: revision, language: 'pt' });
    await sandbox.channel.send(account, {
      to: await sandbox.control.peer(account, 'helena'),
      correlation: 'n1',
      content: { kind: 'text', text: 'novidade' },
    });
    const thread = await waiting;
    expect(thread.revision).toBeGreaterThan(revision);
    expect(thread.messages).toMatchObject([{ content: { text: 'novidade' } }]);
  });

  it('returns the bytes of a file and refuses an unknown one', async () => {
    const account = await sandbox.open('whatsapp');
    await sandbox.act(account, { act: 'send', customerId: 'helena', type: 'image' });
    await sandbox.act(account, {
      act: 'send',
      customerId: 'helena',
      type: 'document',
      file: { fileName: 'ação.txt', mime: 'text/plain', base64: Buffer.from('olá').toString('base64') },
    });
    const { messages } = await sandbox.control.thread(account, 'helena', { language: 'pt' });
    const refs = messages.map(({ content }) => (content.kind === 'media' ? content.media.ref : ''));
    const photo = await sandbox.control.media(account, refs[0]!);
    expect(Buffer.from(photo.base64, 'base64')).toEqual(readFileSync(new URL('samples/receita.jpg', import.meta.url)));
    expect(await sandbox.control.media(account, refs[1]!)).toEqual({
      mime: 'text/plain',
      fileName: 'ação.txt',
      base64: 'b2zDoQ==',
    });
    await expect(sandbox.control.media(account, 'nothing')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  it('adds customers with a number, customers with a user name only, and groups', async () => {
    const account = await sandbox.open('whatsapp');
    const add = (draft: object) =>
      sandbox.control.newCustomer(account, endpoints.sandbox.newCustomer.body.parse(draft), 'pt');
    expect(await add({ name: 'Nina', number: '5511987650001' })).toMatchObject({
      name: 'Nina',
      number: '5511987650001',
      isGroup: false,
    });
    const nameless = await add({ name: 'Léo', username: 'leo.s' });
    expect(nameless).toMatchObject({ number: '', username: 'leo.s' });
    expect((await sandbox.control.peer(account, nameless.id)).identities.map(({ kind }) => kind)).toEqual([
      'lid',
      'username',
    ]);
    const group = await add({ name: 'Time', isGroup: true, members: ['Ana', 'Beto', 'Cris'] });
    expect(group.members.map(({ name }) => name)).toEqual(['Ana', 'Beto', 'Cris']);
    expect((await sandbox.control.getAccountState(account, 'pt')).customers).toHaveLength(8);
    await sandbox.control.act(account, { act: 'start-over' });
    expect((await sandbox.control.getAccountState(account, 'pt')).customers).toHaveLength(5);
  });

  it('keeps the ids of the default customers after starting over', async () => {
    const account = await sandbox.open('facebook');
    const before = await sandbox.control.peer(account, 'helena');
    await sandbox.control.act(account, { act: 'start-over' });
    expect(await sandbox.control.peer(account, 'helena')).toEqual(before);
  });

  it('refuses unknown customers and scripts, and reports an unreachable network', async () => {
    const account = await sandbox.open('whatsapp');
    const options = { language: 'pt' as const };
    await expect(sandbox.control.thread(account, 'missing', options)).rejects.toMatchObject({
      code: 'ERR_NO_CONTACT_FOUND',
    });
    await expect(sandbox.control.run(account, 'no-such-story', 'helena')).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
    const deps = { controlToken: 'x', serverUrl: () => '', safeFetch: createSafeFetch({ allowLoopback: true }) };
    const nowhere = createSandboxControl({ ...deps, networkUrl: 'http://127.0.0.1:1' });
    await expect(nowhere.getAccountState(account, 'pt')).rejects.toMatchObject({ code: 'ERR_CHANNEL_DOWN' });
    const wrongTokenControl = createSandboxControl({ ...deps, networkUrl: sandbox.network().url });
    await expect(wrongTokenControl.getAccountState(account, 'pt')).rejects.toMatchObject({ code: 'ERR_CHANNEL_DOWN' });
  });
});
