import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { messageIdOf } from '@balcao/whatsapp-qr/outgoing';
import type { WAMessage } from '@balcao/whatsapp-qr/wa-socket';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NotSent, Refused, type Account, type Content } from '../port.ts';
import { aQrHouse, type QrHouseForTests } from './proving.fixture.ts';

const houses: QrHouseForTests[] = [];
async function aHouse(more: Parameters<typeof aQrHouse>[0] = {}) {
  const house = await aQrHouse(more);
  houses.push(house);
  return house;
}
afterEach(async () => {
  for (const house of houses.splice(0)) await house.close();
});
const helena = { identities: [{ kind: 'phone' as const, value: '5500911110001' }], isGroup: false };
const say = (house: QrHouseForTests, account: Account, correlation: string) =>
  house.channel.send(account, { to: helena, content: { kind: 'text', text: 'oi' }, correlation });
const sent = async (house: QrHouseForTests, account: Account) =>
  ((await house.play(account, { act: 'arrived' })) as { id: string }[]).map(({ id }) => id);
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (fault: unknown) => fault,
  );

describe('a device is linked', () => {
  it('by a picture: codes are shown, one is read, and it is connected with its number', async () => {
    const house = await aHouse();
    const account = house.account();
    await house.channel.session!.open(account, false);
    await house.until(() => house.states(account).some(({ state }) => state === 'code'));
    await house.play(account, { act: 'scan', number: '5500900000077' });
    await house.until(() => house.states(account).at(-1)?.state === 'open');
    expect(house.states(account)).toEqual([
      { item: 'session', state: 'opening' },
      { item: 'session', state: 'code', qr: expect.stringMatching(/^2@/) },
      { item: 'session', state: 'open', phone: '5500900000077' },
    ]);
    expect([...house.kept.keys()]).toContain('1 creds me');
  });

  it('by a code that is typed into the phone', async () => {
    const house = await aHouse();
    const account = house.account();
    await house.channel.session!.open(account, false, '5500900000078');
    const code = await house.until(() => house.states(account).find(({ state }) => state === 'code'));
    expect(code).toEqual({ item: 'session', state: 'code', pairingCode: 'BALC4O22' });
    expect(house.library.asked).toEqual([{ what: 'pairing', with: '5500900000078' }]);
  });

  it('or rests when three codes were read by nobody', async () => {
    const house = await aHouse();
    const account = house.account();
    await house.channel.session!.open(account, false);
    const codes = () => house.states(account).filter(({ state }) => state === 'code').length;
    for (const count of [1, 2, 3]) {
      await house.until(() => codes() === count);
      await house.play(account, { act: 'code' });
    }
    const last = await house.until(() => house.states(account).find(({ state }) => state === 'closed'));
    expect([codes(), last.why]).toEqual([3, 'unanswered']);
  });
});

describe('a linked device that is thrown out', () => {
  it.each([
    [428, 'opening network, open'],
    [503, 'opening network, open'],
    [515, 'open'],
    [401, 'closed logged-out, opening logged-out, code'],
    [440, 'closed replaced'],
    [403, 'closed banned'],
  ])('by %i: %s', async (code, wanted) => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    const before = house.states(account).length;
    await house.play(account, { act: 'end', code });
    const steps = () =>
      house
        .states(account)
        .slice(before)
        .map(({ state, why }) => [state, why].filter(Boolean).join(' '))
        .join(', ');
    await house.until(() => steps() === wanted);
    // What a phone has let go of is forgotten; all else is needed to come back.
    expect([...house.kept.keys()].some((name) => name.endsWith('creds me'))).toBe(code !== 401);
    const fault = await faultOf(say(house, account, 'x'));
    if (code === 440 || code === 403) expect(fault).toMatchObject({ name: 'Refused', isAccountDead: true });
  });

  it('by another node of ours is no news', async () => {
    const house = await aHouse({ isElsewhere: async () => true });
    const account = await house.paired(house.account());
    await house.play(account, { act: 'end', code: 440 });
    await house.until(() => house.laid.some(({ body }) => body.toString().endsWith('"items":[]}')));
    expect(house.states(account).at(-1)).toMatchObject({ state: 'open' });
    await vi.waitUntil(async () => !(await house.channel.session!.isHere!(account)));
  });
});

describe('what a device hears', () => {
  it('is kept until the house has it safe, in order, and laid as the same bytes', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    house.refuse(2);
    const ids: string[] = [];
    for (const text of ['um', 'dois', 'três'])
      ids.push((await house.play(account, { act: 'say', number: '5500911110001', text })) as string);
    await house.deliveryOf(ids[2]!);
    const heard = house.items(account.connectionId).flatMap((item) => (item.item === 'message' ? [item.id] : []));
    expect(heard).toEqual(ids);
  });

  it('is no more than there is room for: hung up on a house that takes nothing, called again when it does', async () => {
    const house = await aHouse({ mostWaiting: 3000 });
    const account = await house.paired(house.account());
    const connect = vi.spyOn(house.library, 'connect');
    house.refuse(Infinity);
    const before = house.states(account).length;
    const ids: string[] = [];
    const text = 'x'.repeat(900);
    // The one that finds it full is heard, too.
    for (let n = 0; n < 5; n++)
      ids.push((await house.play(account, { act: 'say', number: '5500911110001', text })) as string);
    await vi.waitUntil(() => faultOf(say(house, account, 'y')).then((fault) => fault instanceof NotSent));
    // Nor is another line opened for it meanwhile, by itself or by whoever asks for it.
    await house.channel.session!.open(account, false);
    await new Promise((done) => setTimeout(done, 60));
    expect(connect).not.toHaveBeenCalled();
    house.refuse(0);
    await house.until(() => house.states(account).slice(before).at(-1)?.state === 'open');
    const heard = house.items(account.connectionId).flatMap((item) => (item.item === 'message' ? [item.id] : []));
    expect(heard).toEqual(ids);
  });

  it('and was gathered when the line is lost is told all the same', async () => {
    const house = await aHouse();
    const account = house.account();
    const connect = house.library.connect;
    const key = { remoteJid: '5500911110001@s.whatsapp.net', id: 'GATHERED', fromMe: false };
    house.library.connect = (options) => {
      const socket = connect(options);
      let gathered: WAMessage[] = [{ key, message: { conversation: 'oi' }, messageTimestamp: 5 }];
      const flush = () => {
        const messages = options.creds.registered ? gathered : [];
        gathered = [];
        if (messages.length > 0)
          void house.play(account, { act: 'emit', event: 'messages.upsert', told: { messages, type: 'append' } });
        return true;
      };
      return { ...socket, ev: { ...socket.ev, flush } };
    };
    await house.paired(account);
    await house.play(account, { act: 'end', code: 428 });
    await house.deliveryOf('GATHERED');
  });

  it('is handed over before the house goes', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    house.refuse(1);
    const id = await house.play(account, { act: 'say', number: '5500911110001', text: 'última' });
    await house.close();
    expect(house.items(account.connectionId).at(-1)).toMatchObject({ item: 'message', id });
  });

  it('but cannot open is told when it comes again, or as such when it does not', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    const stub = (id: string) => ({
      key: { remoteJid: '5500911110001@s.whatsapp.net', id, fromMe: false },
      messageStubType: 2,
      messageTimestamp: 5,
    });
    const told = { messages: [stub('LATE'), stub('NEVER')], type: 'notify' as const };
    await house.play(account, { act: 'emit', event: 'messages.upsert', told });
    const message = { ...stub('LATE'), messageStubType: undefined, message: { conversation: 'enfim' } };
    await house.play(account, { act: 'emit', event: 'messages.upsert', told: { messages: [message], type: 'notify' } });
    await house.deliveryOf('waiting.NEVER');
    const heard = house.items(account.connectionId).flatMap((item) => (item.item === 'message' ? [item] : []));
    expect(heard.map(({ id, said }) => [id, said.kind])).toEqual([
      ['LATE', 'text'],
      ['waiting.NEVER', 'strange'],
    ]);
  });

  it('of a poll of ours is what was chosen; a vote for a poll that nobody remembers is kept as one', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    const content: Content<never> = { kind: 'poll', question: 'Cor?', options: ['Azul', 'Preta'], isMultiple: true };
    const { wid } = await house.channel.send(account, { to: helena, content, correlation: 'poll' });
    const [{ message }] = (await house.play(account, { act: 'arrived' })) as [{ message: WAMessage }];
    const secret = message.message!.messageContextInfo!.messageSecret!;
    const [creator, voter] = ['5500900000001@s.whatsapp.net', '5500911110001@s.whatsapp.net'];
    const chosen = ['Azul', 'Preta'].map((option) => createHash('sha256').update(option).digest());
    // A list of bytes as its first field.
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
    const told = { messages: [voted('V1', wid), voted('V2', 'FORGOTTEN')], type: 'notify' as const };
    await house.play(account, { act: 'emit', event: 'messages.upsert', told });
    await house.deliveryOf('V2');
    expect(house.items(account.connectionId).slice(-2)).toMatchObject([
      { id: 'V1', quotes: wid, said: { kind: 'choice', title: 'Azul, Preta' } },
      { id: 'V2', quotes: 'FORGOTTEN', said: { kind: 'strange', what: 'pollVote' } },
    ]);
  });

  it('of groups names the group and who of it wrote; of a LID the number behind it', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    house.library.numbers.set('77@lid', '5500911110007@s.whatsapp.net');
    const key = { remoteJid: '120363000000001@g.us', participant: '77@lid' };
    const id = (await house.play(account, { act: 'hear', content: { text: 'oi, turma' }, key, name: 'Bia' })) as string;
    const [signal] = house.channel.read(await house.deliveryOf(id), account);
    expect(signal).toMatchObject({
      is: 'message',
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

  it('of a number that becomes known is told for those who wrote without one', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    const key = { remoteJid: '66@lid', id: 'L1' };
    await house.play(account, { act: 'hear', content: { text: 'oi' }, key });
    for (const lid of ['99', '66'])
      await house.play(account, {
        act: 'emit',
        event: 'lid-mapping.update',
        told: { lid: `${lid}@lid`, pn: `55009111100${lid}@s.whatsapp.net` },
      });
    await house.until(() => house.items(account.connectionId).some(({ item }) => item === 'renumbered'));
    expect(house.items(account.connectionId).filter(({ item }) => item === 'renumbered')).toMatchObject([
      { from: { lid: '66' }, to: { lid: '66', phone: '5500911110066' } },
    ]);
  });

  it('of what was before comes only when it is wanted, and marked', async () => {
    const wish = { from: 100, to: 200, hasGroups: false };
    const set = (messageTimestamp: number) => ({
      key: { remoteJid: '5500911110001@s.whatsapp.net', id: `OLD${messageTimestamp}`, fromMe: false },
      messageTimestamp,
      message: { conversation: 'antes' },
    });
    const told = { chats: [], contacts: [], messages: [set(150), set(250)], progress: 30 };
    const plain = await aHouse();
    const without = await plain.paired(plain.account());
    const house = await aHouse({ history: async () => wish });
    const account = await house.paired(house.account());
    for (const [one, whose] of [
      [plain, without],
      [house, account],
    ] as const) {
      await one.play(whose, { act: 'emit', event: 'messaging-history.set', told });
      await one.deliveryOf((await one.play(whose, { act: 'say', number: '5500911110001', text: 'agora' })) as string);
    }
    const heard = (one: QrHouseForTests, whose: Account) =>
      one.laid.flatMap(({ body }) => one.channel.read(body, whose)).filter(({ is }) => is !== 'session');
    expect(heard(house, account)).toMatchObject([
      { wid: 'OLD150', isHistory: true },
      { is: 'history', progress: 30 },
      { content: { text: 'agora' } },
    ]);
    expect(heard(plain, without)).toHaveLength(1);
  });
});

describe('a child that falls', () => {
  it('is followed by another, which comes back without a new code; what was being sent is sent once', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    const before = house.states(account).length;
    await house.play(account, { act: 'mood', mood: 'silent-after' });
    const sending = faultOf(say(house, account, 'crash'));
    await house.until(() => true);
    while ((await sent(house, account)).length === 0) await new Promise((done) => setTimeout(done, 5));
    house.starts[0]!.kill();
    expect(await sending).toMatchObject({ name: 'OutcomeUnknown' });
    expect(await faultOf(say(house, account, 'meanwhile'))).toBeInstanceOf(NotSent);
    await house.until(() => house.states(account).length > before && house.states(account).at(-1)?.state === 'open');
    expect(house.starts).toHaveLength(2);
    expect(
      house
        .states(account)
        .slice(before)
        .map(({ state }) => state),
    ).toEqual(['opening', 'open']);
    expect((await say(house, account, 'crash')).wid).toBe(messageIdOf('crash'));
    expect(await sent(house, account)).toEqual([messageIdOf('crash')]);
  });

  it('holds no more sessions than it may, and speaks for its own alone', async () => {
    const house = await aHouse({ mostSessions: 2 });
    const accounts = Array.from({ length: 5 }, () => house.account());
    for (const account of accounts) await house.channel.session!.open(account, false);
    expect([house.children.count(), (await house.children.figures()).map(({ sessions }) => sessions)]).toEqual([
      3,
      [2, 2, 1],
    ]);
    for (const account of accounts.slice(0, 2)) await house.channel.session!.close(account, false);
    // A process without sessions is given back.
    expect(house.children.count()).toBe(2);
  });
});

describe('what is asked of a phone', () => {
  it('marks, changes, takes back, shows that somebody writes, and looks up both spellings of a Brazilian number', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    const { wid } = await say(house, account, 'a');
    await house.channel.edit!(account, helena, wid, 'olá');
    await house.channel.remove!(account, helena, wid);
    await house.channel.markRead!(account, helena, ['X1']);
    await house.channel.typing!(account, helena, undefined);
    const jid = '5500911110001@s.whatsapp.net';
    expect(house.library.asked).toEqual([
      { what: 'read', with: [{ id: 'X1', remoteJid: jid, fromMe: false }] },
      { what: 'presence', with: ['composing', jid] },
    ]);
    expect(await sent(house, account)).toHaveLength(3);
    expect(await house.channel.lookUp(account, '551198760000')).toBeNull();
    expect(await faultOf(house.channel.lookUp(house.account(), '5511987654321'))).toBeInstanceOf(NotSent);
  });

  it('ends for good: the phone is told, and nothing is remembered', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    await house.channel.session!.close(account, true);
    expect(house.library.asked).toEqual([{ what: 'logout', with: '1/1' }]);
    expect([...house.kept]).toEqual([]);
    expect(await faultOf(say(house, account, 'b'))).not.toBeInstanceOf(Refused);
  });

  it('its address book stays known, also while nobody is connected', async () => {
    const house = await aHouse();
    const account = await house.paired(house.account());
    const emit = (event: 'contacts.upsert' | 'contacts.update' | 'chats.upsert', told: unknown) =>
      house.play(account, { act: 'emit', event, told });
    await emit('contacts.upsert', [
      { id: '5500911110001@s.whatsapp.net', name: 'Helena da Ótica' },
      { id: '88@lid', phoneNumber: '5500911110002@s.whatsapp.net', notify: 'bia' },
      { id: '120363000000001@g.us', name: 'Turma' },
    ]);
    await emit('chats.upsert', [{ id: '88@lid' }, { id: '120363000000001@g.us', name: 'Turma' }]);
    await emit('contacts.update', [{ id: '5500911110001@s.whatsapp.net', notify: 'Lena' }]);
    await house.play(account, { act: 'say', number: '5500911110003', text: 'oi', name: 'Nova' });
    await house.channel.session!.close(account, false);
    expect(await house.channel.addressBook!(account, 'contacts')).toEqual([
      { name: 'Helena da Ótica', number: '5500911110001' },
    ]);
    expect(await house.channel.addressBook!(account, 'chats')).toEqual([
      { name: 'bia', number: '5500911110002' },
      { name: 'Nova', number: '5500911110003' },
    ]);
  });
});

it('where another process holds sessions, what is wished for is left for it', async () => {
  const office = await aHouse({ holds: false });
  const account = office.account();
  await office.channel.session!.open(account, false, '5500900000078');
  expect([await office.channel.session!.isHere!(account), office.starts.length]).toEqual([false, 0]);
  const workshop = await aHouse({ state: office.needs.state });
  await workshop.channel.session!.open(account, false);
  const code = await workshop.until(() => workshop.states(account).find(({ state }) => state === 'code'));
  expect(code).toMatchObject({ pairingCode: 'BALC4O22' });
  expect([...office.kept.keys()].some((name) => name.includes('wish'))).toBe(false);
  expect(await workshop.channel.session!.isHere!(account)).toBe(true);
  // What is wished for after that makes what is open there another's.
  await office.channel.session!.open(account, true);
  expect(await workshop.channel.session!.isHere!(account)).toBe(false);
});
