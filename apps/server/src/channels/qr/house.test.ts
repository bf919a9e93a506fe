import type { Connection } from '@balcao/contract/endpoints/connections';
import { messageIdOf } from '@balcao/whatsapp-qr/outgoing';
import { openPretendLibrary, type Act, type Pretend } from '@balcao/whatsapp-qr/pretend-library';
import type { WAMessage } from '@balcao/whatsapp-qr/wa-socket';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import type { QrHouse } from '../../wiring/channels.ts';
import { houseOfDevices } from '../../wiring/linked-devices.ts';
import { createQrChannel } from './adapter.ts';
import type { ChildProcess } from './children.ts';
import { startInside } from './proving.fixture.ts';

// The whole way: a person links a phone over HTTP, a child speaks for it, and everything is in a real database.

let house: TestHouse;
let library: Pretend;
let qr: ReturnType<typeof createQrChannel>;
const children: ChildProcess[] = [];
const SOON = { timeout: 9000, interval: 15 };

/** Channels are there before the rooms; what they need of them is asked for when it is needed. */
function devices(): QrHouse {
  const secrets = { current: house.config.secret };
  return houseOfDevices({ db: house.db, secrets, node: 'here', inside: () => house.modules, failed: () => {} });
}
const later = (): QrHouse => ({
  state: {
    get: (...asked) => devices().state.get(...asked),
    set: (...asked) => devices().state.set(...asked),
    all: (...asked) => devices().state.all(...asked),
    clear: (...asked) => devices().state.clear(...asked),
  },
  lay: (...delivery) => devices().lay(...delivery),
  history: (whose) => devices().history(whose),
  isElsewhere: (whose) => devices().isElsewhere(whose),
  failed: () => {},
});
const aChannelOfDevices = () =>
  createQrChannel({
    ...later(),
    holds: true,
    openFile: async (key) => house.storage.open(key),
    firstWaitMs: 10,
    start() {
      const child = startInside(library);
      children.push(child);
      return child;
    },
  });

beforeAll(async () => {
  library = await openPretendLibrary();
  qr = aChannelOfDevices();
  house = await aHouse({
    open: true,
    channels: { of: (provider) => (provider === 'beta' ? qr.channel : undefined), close: async () => qr.close() },
  });
  await house.work();
});
afterAll(() => house.stop());

interface Phone {
  admin: Caller;
  id: number;
  play(act: Act): Promise<unknown>;
  look(): Promise<Connection>;
  shows(wanted: Partial<Connection>): Promise<Connection>;
}
async function aPhone(settings: Record<string, string> = {}): Promise<Phone> {
  const admin = await house.anAdmin({ settings: { requiredTag: 'disabled', ...settings } });
  const made = await admin.ask('POST', '/whatsapp', { name: 'Celular', channel: 'whatsapp', provider: 'beta' });
  expect(made.statusCode).toBe(200);
  const { id } = made.json<{ id: number }>();
  const look = async () => (await admin.ask('GET', `/whatsapp/${id}`)).json<Connection>();
  return {
    admin,
    id,
    look,
    play: (act) => library.play(`${admin.companyId}/${id}`, act),
    async shows(wanted) {
      await vi.waitFor(async () => expect(await look()).toMatchObject(wanted), SOON);
      return look();
    },
  };
}
async function aLinkedPhone(settings: Record<string, string> = {}, number = '5500900000001'): Promise<Phone> {
  const phone = await aPhone(settings);
  await phone.shows({ status: 'qrcode' });
  await phone.play({ act: 'scan', number });
  await phone.shows({ status: 'CONNECTED' });
  return phone;
}
const rows = async <T>(phone: Phone, text: string): Promise<T[]> =>
  (await house.asOwner.query(text, [phone.admin.companyId])).rows as T[];
const messagesOf = (phone: Phone) =>
  rows<{
    wid: string;
    body: string;
    ack: number;
    delivery: string;
    media_type: string;
    is_edited: boolean;
    is_deleted: boolean;
  }>(phone, 'select * from messages where company_id = $1 order by id');
const whenSaid = async (phone: Phone, wid: unknown) => {
  await vi.waitFor(async () => expect((await messagesOf(phone)).map((row) => row.wid)).toContain(wid), SOON);
  return (await messagesOf(phone)).find((row) => row.wid === wid)!;
};

describe('a phone is linked', () => {
  it('by a picture that only those who manage connections see, and says why when it falls', async () => {
    const phone = await aPhone();
    const agent = await house.anAgent(phone.admin.companyId);
    const { qrcode } = await phone.shows({ status: 'qrcode' });
    expect(qrcode).toMatch(/^2@/);
    expect((await agent.ask('GET', '/whatsapp')).body).not.toContain('2@');
    await phone.play({ act: 'scan', number: '5500900000042' });
    await phone.shows({ status: 'CONNECTED', qrcode: '', number: '5500900000042', pausedBecause: '' });

    await phone.play({ act: 'end', code: 403 });
    await phone.shows({ status: 'DISCONNECTED', pausedBecause: 'ERR_SESSION_BANNED' });
  });

  it('by a code for a number, typed as people type it', async () => {
    const phone = await aPhone();
    const path = `/whatsappsession/${phone.id}`;
    expect((await phone.admin.ask('POST', path, { number: 'abc' })).statusCode).toBe(400);
    expect((await phone.admin.ask('POST', path, { number: '+55 (00) 90000-0043' })).statusCode).toBe(200);
    await phone.shows({ status: 'qrcode', pairingCode: 'BALC4O22', qrcode: '' });
    expect(library.asked).toContainEqual({ what: 'pairing', with: '5500900000043' });
    await phone.play({ act: 'scan' });
    await phone.shows({ status: 'CONNECTED', pairingCode: '' });
  });

  it('again after its owner signed it out: the reason stays beside the new code', async () => {
    const phone = await aLinkedPhone();
    await phone.play({ act: 'end', code: 401 });
    await phone.shows({ status: 'qrcode', pausedBecause: 'ERR_SESSION_LOGGED_OUT' });
    await phone.play({ act: 'scan' });
    await phone.shows({ status: 'CONNECTED', pausedBecause: '' });
  });
});

describe('what a device remembers', () => {
  it('is sealed for its company and connection, names nobody, and lets another process go on from it', async () => {
    const phone = await aLinkedPhone({}, '5500900000044');
    const contacts = [{ id: '5500911110009@s.whatsapp.net', name: 'Vizinha' }];
    await phone.play({ act: 'emit', event: 'contacts.upsert', told: contacts });
    type Row = { kind: string; name_hash: Buffer; sealed: string };
    const kept = () => rows<Row>(phone, 'select * from qr_state where company_id = $1');
    await vi.waitFor(
      async () => expect((await kept()).map(({ kind }) => kind).sort()).toEqual(['creds', 'person']),
      SOON,
    );
    const text = JSON.stringify(await kept());
    for (const secret of ['5500900000044', '5500911110009', 'Vizinha', 'noiseKey']) expect(text).not.toContain(secret);
    for (const { sealed } of await kept()) expect(sealed).toMatch(/^v1\./);

    // Moved to another connection of the same company, it does not open.
    const { companyId } = phone.admin;
    const other = (await phone.admin.ask('POST', '/whatsapp', { name: 'Outro', provider: 'beta' })).json<{
      id: number;
    }>();
    await house.asOwner.query(
      `insert into qr_state select company_id, $3, kind, name_hash, sealed from qr_state
        where company_id = $1 and connection_id = $2 and kind = 'person'`,
      [companyId, phone.id, other.id],
    );
    await expect(devices().state.all({ companyId, connectionId: other.id }, 'person')).rejects.toThrow('sealed');

    const connection = (await house.modules.connections.show(companyId, phone.id))!;
    const account = house.modules.connections.accountOf(connection);
    await qr.channel.session!.close(account, false);
    const codes = (await phone.look()).qrcode;
    await qr.channel.session!.open(account, false);
    await phone.shows({ status: 'CONNECTED', number: '5500900000044' });
    expect(codes).toBe('');
    await phone.admin.ask('DELETE', `/whatsappsession/${phone.id}`);
    expect((await kept()).filter(({ kind }) => kind === 'creds')).toEqual([]);
  });

  it('brings whom the phone knows by name, and whom it has chats with [M-122]', async () => {
    const phone = await aLinkedPhone();
    const { admin, id: whatsappId } = phone;
    const told = [
      { id: '5500911110011@s.whatsapp.net', name: 'Agenda Um' },
      { id: '91@lid', phoneNumber: '5500911110012@s.whatsapp.net', name: 'Agenda Dois' },
      { id: '5500911110013@s.whatsapp.net', notify: 'só conversa' },
    ];
    await phone.play({ act: 'emit', event: 'contacts.upsert', told });
    await phone.play({ act: 'emit', event: 'chats.upsert', told: [{ id: '5500911110013@s.whatsapp.net' }] });
    const imported = async (path: string) =>
      (await admin.ask('POST', path, { whatsappId })).json<{ message: string }>();
    await vi.waitFor(
      async () => expect(await imported('/contacts/import')).toEqual({ message: '2 contacts imported' }),
      SOON,
    );
    expect(await imported('/contacts/import/chats')).toEqual({ message: '1 contacts imported' });
    const people = await rows<{ name: string; number: string }>(
      phone,
      'select * from contacts where company_id = $1 order by number',
    );
    expect(people.map(({ name, number }) => `${name} ${number}`)).toEqual([
      'Agenda Um 5500911110011',
      'Agenda Dois 5500911110012',
      'só conversa 5500911110013',
    ]);
  });
});

describe('a conversation', () => {
  it('comes in, is changed and taken back; in groups with its author, where groups are served; calls when they are over', async () => {
    const phone = await aLinkedPhone({ acceptCallWhatsapp: 'enabled' });
    const { admin } = phone;
    const said = await phone.play({ act: 'say', number: '5500911110021', text: 'bom dia', name: 'Rosa' });
    await whenSaid(phone, said);
    const jid = '5500911110021@s.whatsapp.net';
    const about = (id: string, protocolMessage: object) => ({
      messages: [{ key: { remoteJid: jid, id, fromMe: false }, messageTimestamp: 9, message: { protocolMessage } }],
      type: 'notify',
    });
    const edit = { type: 14, key: { id: said }, editedMessage: { conversation: 'boa tarde' } };
    await phone.play({ act: 'emit', event: 'messages.upsert', told: about('E1', edit) });
    await vi.waitFor(
      async () => expect(await whenSaid(phone, said)).toMatchObject({ body: 'boa tarde', is_edited: true }),
      SOON,
    );
    await phone.play({ act: 'emit', event: 'messages.upsert', told: about('E2', { type: 0, key: { id: said } }) });
    await vi.waitFor(async () => expect(await whenSaid(phone, said)).toMatchObject({ is_deleted: true }), SOON);

    const call = { chatId: jid, from: jid, id: 'K7', date: new Date(), offline: false, isVideo: true };
    for (const status of ['offer', 'terminate'])
      await phone.play({ act: 'emit', event: 'call', told: [{ ...call, status }] });
    expect(await whenSaid(phone, 'call.K7')).toMatchObject({ media_type: 'call_log', ack: 1 });

    const key = { remoteJid: '120363000000777@g.us', participant: '5500911110022@s.whatsapp.net' };
    await phone.play({ act: 'hear', content: { text: 'ninguém ouve' }, key: { ...key, id: 'G1' }, name: 'Téo' });
    await whenSaid(phone, await phone.play({ act: 'say', number: '5500911110021', text: 'depois' }));
    const waiting = () => rows(phone, 'select id from signals where company_id = $1');
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), SOON);
    await admin.ask('PUT', `/whatsapp/${phone.id}`, { allowGroup: true });
    await phone.play({ act: 'hear', content: { text: 'turma ouve' }, key: { ...key, id: 'G2' }, name: 'Téo' });
    await whenSaid(phone, 'G2');
    expect((await messagesOf(phone)).map(({ wid }) => wid)).not.toContain('G1');
    const groups = await rows(
      phone,
      `select g.name, a.number from messages m join contacts g on g.company_id = m.company_id and g.id = m.contact_id
         join contacts a on a.company_id = m.company_id and a.id = m.author_contact_id
        where m.company_id = $1 and m.wid = 'G2' and g.is_group`,
    );
    expect(groups).toEqual([{ name: 'Grupo 0777', number: '5500911110022' }]);
  });

  it('is answered: under our own name of it, once, also when the child falls while it leaves; receipts follow', async () => {
    const phone = await aLinkedPhone();
    const { admin } = phone;
    const said = await phone.play({ act: 'say', number: '5500911110031', text: 'tem?' });
    await whenSaid(phone, said);
    const [ticket] = await rows<{ id: number }>(phone, 'select * from tickets where company_id = $1');
    await admin.ask('PUT', `/tickets/${ticket!.id}`, { status: 'open', userId: admin.user.id });
    await phone.play({ act: 'mood', mood: 'silent-after' });
    const arrived = async () => (await phone.play({ act: 'arrived' })) as { id: string; message: WAMessage }[];
    expect((await admin.ask('POST', `/messages/${ticket!.id}`, { body: 'tem sim' })).statusCode).toBe(200);
    await vi.waitFor(async () => expect(await arrived()).toHaveLength(1), SOON);
    // It is out, and nobody here knows.
    for (const child of children) child.kill();
    await vi.waitFor(
      async () =>
        expect((await messagesOf(phone)).find(({ body }) => body === 'tem sim')).toMatchObject({ delivery: 'sent' }),
      { timeout: 20_000, interval: 50 },
    );
    const [one] = await rows<{ correlation: string; wid: string }>(
      phone,
      'select o.correlation, m.wid from outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id where o.company_id = $1',
    );
    expect((await arrived()).map(({ id }) => id)).toEqual([messageIdOf(one!.correlation)]);
    expect(one!.wid).toBe(messageIdOf(one!.correlation));
    const key = { remoteJid: '5500911110031@s.whatsapp.net', id: one!.wid, fromMe: true };
    await phone.play({ act: 'emit', event: 'messages.update', told: [{ key, update: { status: 4 } }] });
    await vi.waitFor(async () => expect(await whenSaid(phone, one!.wid)).toMatchObject({ ack: 3 }), SOON);
  }, 40_000);
});
