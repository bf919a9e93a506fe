import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { messageIdOf } from '@balcao/whatsapp-qr/outgoing';
import type { WAMessage } from '@balcao/whatsapp-qr/wa-socket';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorOf } from '../conformance.ts';
import { NotSent, Refused, type Account, type Content } from '../port.ts';
import { startQrHost, type TestQrHost } from './conformance.fixture.ts';

const hosts: TestQrHost[] = [];
async function startHost(more: Parameters<typeof startQrHost>[0] = {}) {
  const host = await startQrHost(more);
  hosts.push(host);
  return host;
}
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});
const helena = { identities: [{ kind: 'phone' as const, value: '5500911110001' }], isGroup: false };
const sendText = (host: TestQrHost, account: Account, correlation: string) =>
  host.channel.send(account, { to: helena, content: { kind: 'text', text: 'oi' }, correlation });
const sent = async (host: TestQrHost, account: Account) =>
  ((await host.play(account, { type: 'arrived' })) as { id: string }[]).map(({ id }) => id);
describe('linking a device', () => {
  it('shows a QR code and connects with the number of the phone that scans it', async () => {
    const host = await startHost();
    const account = host.account();
    await host.channel.session!.open(account, false);
    await host.until(() => host.states(account).some(({ state }) => state === 'code'));
    await host.play(account, { type: 'scan', number: '5500900000077' });
    await host.until(() => host.states(account).at(-1)?.state === 'open');
    expect(host.states(account)).toEqual([
      { item: 'session', state: 'opening' },
      { item: 'session', state: 'code', qr: expect.stringMatching(/^2@/) },
      { item: 'session', state: 'open', phone: '5500900000077' },
    ]);
    expect([...host.storedState.keys()]).toContain('1 creds me');
  });

  it('requests a pairing code for a number', async () => {
    const host = await startHost();
    const account = host.account();
    await host.channel.session!.open(account, false, '5500900000078');
    const code = await host.until(() => host.states(account).find(({ state }) => state === 'code'));
    expect(code).toEqual({ item: 'session', state: 'code', pairingCode: 'BALC4O22' });
    expect(host.library.requests).toEqual([{ what: 'pairing', with: '5500900000078' }]);
  });

  it('stops after three codes without a scan', async () => {
    const host = await startHost();
    const account = host.account();
    await host.channel.session!.open(account, false);
    const codes = () => host.states(account).filter(({ state }) => state === 'code').length;
    for (const count of [1, 2, 3]) {
      await host.until(() => codes() === count);
      await host.play(account, { type: 'code' });
    }
    const last = await host.until(() => host.states(account).find(({ state }) => state === 'closed'));
    expect([codes(), last.reason]).toEqual([3, 'unanswered']);
  });
});

describe('disconnects', () => {
  it.each([
    [428, 'opening network, open'],
    [503, 'opening network, open'],
    [515, 'open'],
    [401, 'closed logged-out, opening logged-out, code'],
    [440, 'closed replaced'],
    [403, 'closed banned'],
  ])('close code %i leads to: %s', async (code, expected) => {
    const host = await startHost();
    const account = await host.paired(host.account());
    const before = host.states(account).length;
    await host.play(account, { type: 'end', code });
    const steps = () =>
      host
        .states(account)
        .slice(before)
        .map(({ state, reason }) => [state, reason].filter(Boolean).join(' '))
        .join(', ');
    await host.until(() => steps() === expected);
    // Only an unlinked device loses its credentials; the others need them to reconnect.
    expect([...host.storedState.keys()].some((name) => name.endsWith('creds me'))).toBe(code !== 401);
    const error = await errorOf(sendText(host, account, 'x'));
    if (code === 440 || code === 403) expect(error).toMatchObject({ name: 'Refused', isAccountDead: true });
  });

  it('does not report a replacement by another node of this installation', async () => {
    const host = await startHost({ isElsewhere: async () => true });
    const account = await host.paired(host.account());
    await host.play(account, { type: 'end', code: 440 });
    await host.until(() => host.entries.some(({ body }) => body.toString().endsWith('"items":[]}')));
    expect(host.states(account).at(-1)).toMatchObject({ state: 'open' });
    await vi.waitUntil(async () => !(await host.channel.session!.isOpenLocally!(account)));
  });
});

describe('receiving', () => {
  it('retries deliveries in order until the server has stored them', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    host.refuse(2);
    const ids: string[] = [];
    for (const text of ['um', 'dois', 'três'])
      ids.push((await host.play(account, { type: 'text', number: '5500911110001', text })) as string);
    await host.deliveryOf(ids[2]!);
    const receivedIds = host.items(account.connectionId).flatMap((item) => (item.item === 'message' ? [item.id] : []));
    expect(receivedIds).toEqual(ids);
  });

  it('disconnects while the delivery queue is full and reconnects when it has capacity', async () => {
    const host = await startHost({ maxQueuedCharacters: 3000 });
    const account = await host.paired(host.account());
    const connect = vi.spyOn(host.library, 'connect');
    host.refuse(Infinity);
    const before = host.states(account).length;
    const ids: string[] = [];
    const text = 'x'.repeat(900);
    // The message that fills the queue is received, too.
    for (let n = 0; n < 5; n++)
      ids.push((await host.play(account, { type: 'text', number: '5500911110001', text })) as string);
    await vi.waitUntil(() => errorOf(sendText(host, account, 'y')).then((error) => error instanceof NotSent));
    // No connection is opened meanwhile, neither by itself nor on request.
    await host.channel.session!.open(account, false);
    await new Promise((done) => setTimeout(done, 60));
    expect(connect).not.toHaveBeenCalled();
    host.refuse(0);
    await host.until(() => host.states(account).slice(before).at(-1)?.state === 'open');
    const receivedIds = host.items(account.connectionId).flatMap((item) => (item.item === 'message' ? [item.id] : []));
    expect(receivedIds).toEqual(ids);
  });

  it('delivers events that the library had buffered when the connection was lost', async () => {
    const host = await startHost();
    const account = host.account();
    const connect = host.library.connect;
    const key = { remoteJid: '5500911110001@s.whatsapp.net', id: 'BUFFERED', fromMe: false };
    host.library.connect = (options) => {
      const socket = connect(options);
      let pending: WAMessage[] = [{ key, message: { conversation: 'oi' }, messageTimestamp: 5 }];
      const flush = () => {
        const messages = options.creds.registered ? pending : [];
        pending = [];
        if (messages.length > 0)
          void host.play(account, { type: 'emit', event: 'messages.upsert', payload: { messages, type: 'append' } });
        return true;
      };
      return { ...socket, ev: { ...socket.ev, flush } };
    };
    await host.paired(account);
    await host.play(account, { type: 'end', code: 428 });
    await host.deliveryOf('BUFFERED');
  });

  it('delivers queued messages before the server stops', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    host.refuse(1);
    const id = await host.play(account, { type: 'text', number: '5500911110001', text: 'última' });
    await host.close();
    expect(host.items(account.connectionId).at(-1)).toMatchObject({ item: 'message', id });
  });

  it('delivers an undecipherable message when it is resent, else a placeholder', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    const stub = (id: string) => ({
      key: { remoteJid: '5500911110001@s.whatsapp.net', id, fromMe: false },
      messageStubType: 2,
      messageTimestamp: 5,
    });
    const payload = { messages: [stub('LATE'), stub('NEVER')], type: 'notify' as const };
    await host.play(account, { type: 'emit', event: 'messages.upsert', payload });
    const message = { ...stub('LATE'), messageStubType: undefined, message: { conversation: 'enfim' } };
    await host.play(account, {
      type: 'emit',
      event: 'messages.upsert',
      payload: { messages: [message], type: 'notify' },
    });
    await host.deliveryOf('waiting.NEVER');
    const messages = host.items(account.connectionId).flatMap((item) => (item.item === 'message' ? [item] : []));
    expect(messages.map(({ id, content }) => [id, content.kind])).toEqual([
      ['LATE', 'text'],
      ['waiting.NEVER', 'strange'],
    ]);
  });

  it('waits for an undecipherable message also when another chat sends its id [F-H4]', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    const key = { remoteJid: '5500911110001@s.whatsapp.net', id: 'SAME', fromMe: false };
    const other = { ...key, remoteJid: '5500911110002@s.whatsapp.net' };
    const messages = [
      { key, messageStubType: 2, messageTimestamp: 5 },
      { key: other, messageTimestamp: 5, message: { conversation: 'oi' } },
    ];
    await host.play(account, { type: 'emit', event: 'messages.upsert', payload: { messages, type: 'notify' } });
    await host.deliveryOf('waiting.SAME');
    const delivered = host.items(account.connectionId).flatMap((item) => (item.item === 'message' ? [item] : []));
    expect(delivered.map(({ id, chat }) => [id, chat.phone])).toEqual([
      ['SAME', '5500911110002'],
      ['waiting.SAME', '5500911110001'],
    ]);
  });

  it('resolves votes on own polls to the chosen options and reports votes on unknown polls as such', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    const content: Content<never> = { kind: 'poll', question: 'Cor?', options: ['Azul', 'Preta'], isMultiple: true };
    const { wid } = await host.channel.send(account, { to: helena, content, correlation: 'poll' });
    const [{ message }] = (await host.play(account, { type: 'arrived' })) as [{ message: WAMessage }];
    const secret = message.message!.messageContextInfo!.messageSecret!;
    const [creator, voter] = ['5500900000001@s.whatsapp.net', '5500911110001@s.whatsapp.net'];
    const chosen = ['Azul', 'Preta'].map((option) => createHash('sha256').update(option).digest());
    // Protobuf: field 1 is a repeated byte string.
    const plain = Buffer.concat(chosen.flatMap((hash) => [Buffer.from([0x0a, hash.length]), hash]));
    const first = createHmac('sha256', new Uint8Array(32)).update(secret).digest();
    const key = createHmac('sha256', first).update(`${wid}${creator}${voter}Poll Vote\x01`).digest();
    const encIv = Buffer.alloc(12, 5);
    const seal = createCipheriv('aes-256-gcm', key, encIv).setAAD(Buffer.from(`${wid}\0${voter}`));
    const encPayload = Buffer.concat([seal.update(plain), seal.final(), seal.getAuthTag()]);
    const voted = (id: string, about: string) => ({
      key: { remoteJid: voter, id, fromMe: false },
      messageTimestamp: 5,
      message: { pollUpdateMessage: { pollCreationMessageKey: { id: about }, vote: { encPayload, encIv } } },
    });
    const payload = { messages: [voted('V1', wid), voted('V2', 'FORGOTTEN')], type: 'notify' as const };
    await host.play(account, { type: 'emit', event: 'messages.upsert', payload });
    await host.deliveryOf('V2');
    expect(host.items(account.connectionId).slice(-2)).toMatchObject([
      { id: 'V1', quotes: wid, content: { kind: 'choice', title: 'Azul, Preta' } },
      { id: 'V2', quotes: 'FORGOTTEN', content: { kind: 'strange', what: 'pollVote' } },
    ]);
  });

  it('names the group and the author of a group message, with the number behind a LID', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    host.library.numbers.set('77@lid', '5500911110007@s.whatsapp.net');
    const key = { remoteJid: '120363000000001@g.us', participant: '77@lid' };
    const id = (await host.play(account, {
      type: 'message',
      content: { text: 'oi, turma' },
      key,
      name: 'Bia',
    })) as string;
    const [event] = host.channel.parse(await host.deliveryOf(id), account);
    expect(event).toMatchObject({
      type: 'message',
      peer: { isGroup: true, name: 'Grupo 0001', identities: [{ kind: 'group', value: '120363000000001' }] },
      author: {
        name: 'Bia',
        identities: [
          { kind: 'phone', value: '5500911110007' },
          { kind: 'lid', value: '77' },
        ],
      },
    });
  });

  it('reports the number of a LID only if that contact wrote without one', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    const key = { remoteJid: '66@lid', id: 'L1' };
    await host.play(account, { type: 'message', content: { text: 'oi' }, key });
    for (const lid of ['99', '66'])
      await host.play(account, {
        type: 'emit',
        event: 'lid-mapping.update',
        payload: { lid: `${lid}@lid`, pn: `55009111100${lid}@s.whatsapp.net` },
      });
    await host.until(() => host.items(account.connectionId).some(({ item }) => item === 'renumbered'));
    expect(host.items(account.connectionId).filter(({ item }) => item === 'renumbered')).toMatchObject([
      { from: { lid: '66' }, to: { lid: '66', phone: '5500911110066' } },
    ]);
  });

  it('delivers history only if requested, within the range and marked as history', async () => {
    const historyRequest = { from: 100, to: 200, hasGroups: false };
    const set = (messageTimestamp: number) => ({
      key: { remoteJid: '5500911110001@s.whatsapp.net', id: `OLD${messageTimestamp}`, fromMe: false },
      messageTimestamp,
      message: { conversation: 'antes' },
    });
    const payload = { chats: [], contacts: [], messages: [set(150), set(250)], progress: 30 };
    const plain = await startHost();
    const without = await plain.paired(plain.account());
    const host = await startHost({ history: async () => historyRequest });
    const account = await host.paired(host.account());
    for (const [testHost, hostAccount] of [
      [plain, without],
      [host, account],
    ] as const) {
      await testHost.play(hostAccount, { type: 'emit', event: 'messaging-history.set', payload });
      await testHost.deliveryOf(
        (await testHost.play(hostAccount, { type: 'text', number: '5500911110001', text: 'agora' })) as string,
      );
    }
    const parsedEvents = (testHost: TestQrHost, hostAccount: Account) =>
      testHost.entries
        .flatMap(({ body }) => [...testHost.channel.parse(body, hostAccount)])
        .filter(({ type }) => type !== 'session');
    expect(parsedEvents(host, account)).toMatchObject([
      { wid: 'OLD150', isHistory: true },
      { type: 'history', progress: 30 },
      { content: { text: 'agora' } },
    ]);
    expect(parsedEvents(plain, without)).toHaveLength(1);
  });
});

describe('child processes', () => {
  it('replaces a crashed child without a new code and sends an interrupted message once', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    const before = host.states(account).length;
    await host.play(account, { type: 'mood', mood: 'silent-after' });
    const sending = errorOf(sendText(host, account, 'crash'));
    await host.until(() => true);
    while ((await sent(host, account)).length === 0) await new Promise((done) => setTimeout(done, 5));
    host.starts[0]!.kill();
    expect(await sending).toMatchObject({ name: 'OutcomeUnknown' });
    expect(await errorOf(sendText(host, account, 'meanwhile'))).toBeInstanceOf(NotSent);
    expect(await host.reopened(account, before)).toEqual(['opening', 'open']);
    expect(host.starts).toHaveLength(2);
    expect((await sendText(host, account, 'crash')).wid).toBe(messageIdOf('crash'));
    expect(await sent(host, account)).toEqual([messageIdOf('crash')]);
  });

  it('distributes sessions over children and ends a child without sessions', async () => {
    const host = await startHost({ maxSessions: 2 });
    const accounts = Array.from({ length: 5 }, () => host.account());
    for (const account of accounts) await host.channel.session!.open(account, false);
    expect([host.childPool.count(), (await host.childPool.figures()).map(({ sessions }) => sessions)]).toEqual([
      3,
      [2, 2, 1],
    ]);
    for (const account of accounts.slice(0, 2)) await host.channel.session!.close(account, false);
    // A child without sessions is ended.
    expect(host.childPool.count()).toBe(2);
  });
});

describe('commands', () => {
  it('marks as read, edits, removes, shows typing and looks up both forms of a Brazilian number', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    const { wid } = await sendText(host, account, 'a');
    await host.channel.edit!(account, helena, wid, 'olá');
    await host.channel.remove!(account, helena, wid);
    await host.channel.markRead!(account, helena, ['X1']);
    await host.channel.typing!(account, helena, undefined);
    const jid = '5500911110001@s.whatsapp.net';
    expect(host.library.requests).toEqual([
      { what: 'read', with: [{ id: 'X1', remoteJid: jid, fromMe: false }] },
      { what: 'presence', with: ['composing', jid] },
    ]);
    expect(await sent(host, account)).toHaveLength(3);
    expect(await host.channel.findNumber(account, '551198760000')).toBeNull();
    expect(await errorOf(host.channel.findNumber(host.account(), '5511987654321'))).toBeInstanceOf(NotSent);
  });

  it('unlinks the device and clears its state when the session is closed for good', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    await host.channel.session!.close(account, true);
    expect(host.library.requests).toEqual([{ what: 'logout', with: '1/1' }]);
    expect([...host.storedState]).toEqual([]);
    expect(await errorOf(sendText(host, account, 'b'))).not.toBeInstanceOf(Refused);
  });

  it('returns the address book also while the session is closed', async () => {
    const host = await startHost();
    const account = await host.paired(host.account());
    const emit = (event: 'contacts.upsert' | 'contacts.update' | 'chats.upsert', payload: unknown) =>
      host.play(account, { type: 'emit', event, payload });
    await emit('contacts.upsert', [
      { id: '5500911110001@s.whatsapp.net', name: 'Helena da Ótica' },
      { id: '88@lid', phoneNumber: '5500911110002@s.whatsapp.net', notify: 'bia' },
      { id: '120363000000001@g.us', name: 'Turma' },
    ]);
    await emit('chats.upsert', [{ id: '88@lid' }, { id: '120363000000001@g.us', name: 'Turma' }]);
    await emit('contacts.update', [{ id: '5500911110001@s.whatsapp.net', notify: 'Lena' }]);
    await host.play(account, { type: 'text', number: '5500911110003', text: 'oi', name: 'Nova' });
    await host.channel.session!.close(account, false);
    expect(await host.channel.addressBook!(account, 'contacts')).toEqual([
      { name: 'Helena da Ótica', number: '5500911110001' },
    ]);
    expect(await host.channel.addressBook!(account, 'chats')).toEqual([
      { name: 'bia', number: '5500911110002' },
      { name: 'Nova', number: '5500911110003' },
    ]);
  });
});

it('stores open requests for the process that runs sessions', async () => {
  const webProcess = await startHost({ holdsSessions: false });
  const account = webProcess.account();
  await webProcess.channel.session!.open(account, false, '5500900000078');
  expect([await webProcess.channel.session!.isOpenLocally!(account), webProcess.starts.length]).toEqual([false, 0]);
  const sessionProcess = await startHost({ state: webProcess.deps.state });
  await sessionProcess.channel.session!.open(account, false);
  const code = await sessionProcess.until(() => sessionProcess.states(account).find(({ state }) => state === 'code'));
  expect(code).toMatchObject({ pairingCode: 'BALC4O22' });
  expect([...webProcess.storedState.keys()].some((name) => name.includes('wish'))).toBe(false);
  expect(await sessionProcess.channel.session!.isOpenLocally!(account)).toBe(true);
  // A later request makes the running session count as not open.
  await webProcess.channel.session!.open(account, true);
  expect(await sessionProcess.channel.session!.isOpenLocally!(account)).toBe(false);
});
