import type { Connection } from '@balcao/contract/endpoints/connections';
import { messageIdOf } from '@balcao/whatsapp-qr/outgoing';
import { openFakeLibrary, type SimulatedAction, type FakeLibrary } from '@balcao/whatsapp-qr/fake-library';
import type { WAMessage } from '@balcao/whatsapp-qr/wa-socket';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import type { QrHost } from '../../wiring/channels.ts';
import { createQrHost } from '../../wiring/qr-host.ts';
import { createQrChannel } from './adapter.ts';
import type { ChildProcess } from './child-pool.ts';
import { startInProcess } from './conformance.fixture.ts';

// End to end: an admin links a phone over HTTP, a child process runs it, and all data is in a real database.

let server: TestServer;
let library: FakeLibrary;
let qr: ReturnType<typeof createQrChannel>;
const children: ChildProcess[] = [];
const POLL = { timeout: 9000, interval: 15 };

/** Channels are created before the modules, so the host is built on use. */
function devices(): QrHost {
  const secrets = { current: server.config.secret };
  const { db } = server;
  const host = { db, secrets, node: 'here', getModules: () => server.modules };
  return createQrHost({ ...host, isBlocked: () => false, onError: () => {} });
}
const lazyDevices = (): QrHost => ({
  state: {
    get: (...args) => devices().state.get(...args),
    set: (...args) => devices().state.set(...args),
    all: (...args) => devices().state.all(...args),
    clear: (...args) => devices().state.clear(...args),
  },
  enqueue: (...delivery) => devices().enqueue(...delivery),
  history: (connection) => devices().history(connection),
  isElsewhere: (connection) => devices().isElsewhere(connection),
  spoolKeys: [],
  onError: () => {},
});
const createTestChannel = () =>
  createQrChannel({
    ...lazyDevices(),
    holdsSessions: true,
    openFile: async (key) => server.storage.open(key),
    firstWaitMs: 10,
    start() {
      const child = startInProcess(library);
      children.push(child);
      return child;
    },
  });

beforeAll(async () => {
  library = await openFakeLibrary();
  qr = createTestChannel();
  server = await startTestServer({
    open: true,
    channels: { of: (provider) => (provider === 'beta' ? qr.channel : undefined), close: async () => qr.close() },
  });
  await server.work();
});
afterAll(() => server.stop());

interface Phone {
  admin: Caller;
  id: number;
  play(action: SimulatedAction): Promise<unknown>;
  getConnection(): Promise<Connection>;
  waitFor(expected: Partial<Connection>): Promise<Connection>;
}
async function createPhone(settings: Record<string, string> = {}): Promise<Phone> {
  const admin = await server.createAdmin({ settings: { requiredTag: 'disabled', ...settings } });
  const response = await admin.request('POST', '/whatsapp', { name: 'Celular', channel: 'whatsapp', provider: 'beta' });
  expect(response.statusCode).toBe(200);
  const { id } = response.json<{ id: number }>();
  const getConnection = async () => (await admin.request('GET', `/whatsapp/${id}`)).json<Connection>();
  return {
    admin,
    id,
    getConnection,
    play: (action) => library.play(`${admin.companyId}/${id}`, action),
    async waitFor(expected) {
      await vi.waitFor(async () => expect(await getConnection()).toMatchObject(expected), POLL);
      return getConnection();
    },
  };
}
async function createLinkedPhone(settings: Record<string, string> = {}, number = '5500900000001'): Promise<Phone> {
  const phone = await createPhone(settings);
  await phone.waitFor({ status: 'qrcode' });
  await phone.play({ type: 'scan', number });
  await phone.waitFor({ status: 'CONNECTED' });
  return phone;
}
const rows = async <T>(phone: Phone, text: string): Promise<T[]> =>
  (await server.asOwner.query(text, [phone.admin.companyId])).rows as T[];
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
const waitForMessage = async (phone: Phone, wid: unknown) => {
  await vi.waitFor(async () => expect((await messagesOf(phone)).map((row) => row.wid)).toContain(wid), POLL);
  return (await messagesOf(phone)).find((row) => row.wid === wid)!;
};

describe('linking a phone', () => {
  it('shows the QR code to connection managers only and reports the reason of a disconnect', async () => {
    const phone = await createPhone();
    const agent = await server.createAgent(phone.admin.companyId);
    const { qrcode } = await phone.waitFor({ status: 'qrcode' });
    expect(qrcode).toMatch(/^2@/);
    expect((await agent.request('GET', '/whatsapp')).body).not.toContain('2@');
    await phone.play({ type: 'scan', number: '5500900000042' });
    await phone.waitFor({ status: 'CONNECTED', qrcode: '', number: '5500900000042', pausedBecause: '' });

    await phone.play({ type: 'end', code: 403 });
    await phone.waitFor({ status: 'DISCONNECTED', pausedBecause: 'ERR_SESSION_BANNED' });
  });

  it('links by a pairing code for a number in any notation', async () => {
    const phone = await createPhone();
    const path = `/whatsappsession/${phone.id}`;
    expect((await phone.admin.request('POST', path, { number: 'abc' })).statusCode).toBe(400);
    expect((await phone.admin.request('POST', path, { number: '+55 (00) 90000-0043' })).statusCode).toBe(200);
    await phone.waitFor({ status: 'qrcode', pairingCode: 'BALC4O22', qrcode: '' });
    expect(library.requests).toContainEqual({ what: 'pairing', with: '5500900000043' });
    await phone.play({ type: 'scan' });
    await phone.waitFor({ status: 'CONNECTED', pairingCode: '' });
  });

  it('shows the reason beside the new code after the phone unlinked the device', async () => {
    const phone = await createLinkedPhone();
    await phone.play({ type: 'end', code: 401 });
    await phone.waitFor({ status: 'qrcode', pausedBecause: 'ERR_SESSION_LOGGED_OUT' });
    await phone.play({ type: 'scan' });
    await phone.waitFor({ status: 'CONNECTED', pausedBecause: '' });
  });
});

describe('device state', () => {
  it('is encrypted for its company and connection and lets another process continue the session', async () => {
    const phone = await createLinkedPhone({}, '5500900000044');
    const contacts = [{ id: '5500911110009@s.whatsapp.net', name: 'Vizinha' }];
    await phone.play({ type: 'emit', event: 'contacts.upsert', payload: contacts });
    type Row = { kind: string; name_hash: Buffer; sealed: string };
    const storedState = () => rows<Row>(phone, 'select * from qr_state where company_id = $1');
    await vi.waitFor(
      async () => expect((await storedState()).map(({ kind }) => kind).sort()).toEqual(['creds', 'person']),
      POLL,
    );
    const text = JSON.stringify(await storedState());
    for (const secret of ['5500900000044', '5500911110009', 'Vizinha', 'noiseKey']) expect(text).not.toContain(secret);
    for (const { sealed } of await storedState()) expect(sealed).toMatch(/^v1\./);

    // Copied to another connection of the same company, it cannot be decrypted.
    const { companyId } = phone.admin;
    const other = (await phone.admin.request('POST', '/whatsapp', { name: 'Outro', provider: 'beta' })).json<{
      id: number;
    }>();
    await server.asOwner.query(
      `insert into qr_state select company_id, $3, kind, name_hash, sealed from qr_state
        where company_id = $1 and connection_id = $2 and kind = 'person'`,
      [companyId, phone.id, other.id],
    );
    await expect(devices().state.all({ companyId, connectionId: other.id }, 'person')).rejects.toThrow('sealed');

    const connection = (await server.modules.connections.find(companyId, phone.id))!;
    const account = server.modules.connections.accountOf(connection);
    await qr.channel.session!.close(account, false);
    const codes = (await phone.getConnection()).qrcode;
    await qr.channel.session!.open(account, false);
    await phone.waitFor({ status: 'CONNECTED', number: '5500900000044' });
    expect(codes).toBe('');
    await phone.admin.request('DELETE', `/whatsappsession/${phone.id}`);
    expect((await storedState()).filter(({ kind }) => kind === 'creds')).toEqual([]);
  });

  it('imports the saved contacts and the chats of the phone [M-122]', async () => {
    const phone = await createLinkedPhone();
    const { admin, id: whatsappId } = phone;
    const payload = [
      { id: '5500911110011@s.whatsapp.net', name: 'Agenda Um' },
      { id: '91@lid', phoneNumber: '5500911110012@s.whatsapp.net', name: 'Agenda Dois' },
      { id: '5500911110013@s.whatsapp.net', notify: 'só conversa' },
    ];
    await phone.play({ type: 'emit', event: 'contacts.upsert', payload });
    await phone.play({ type: 'emit', event: 'chats.upsert', payload: [{ id: '5500911110013@s.whatsapp.net' }] });
    const imported = async (path: string) =>
      (await admin.request('POST', path, { whatsappId })).json<{ message: string }>();
    await vi.waitFor(
      async () => expect(await imported('/contacts/import')).toEqual({ message: '2 contacts imported' }),
      POLL,
    );
    expect(await imported('/contacts/import/chats')).toEqual({ message: '1 contacts imported' });
    const storedContacts = await rows<{ name: string; number: string }>(
      phone,
      'select * from contacts where company_id = $1 order by number',
    );
    expect(storedContacts.map(({ name, number }) => `${name} ${number}`)).toEqual([
      'Agenda Um 5500911110011',
      'Agenda Dois 5500911110012',
      'só conversa 5500911110013',
    ]);
  });
});

describe('conversations', () => {
  it('receives messages, edits, removals, ended calls and, where groups are allowed, group messages with author', async () => {
    const phone = await createLinkedPhone({ acceptCallWhatsapp: 'enabled' });
    const { admin } = phone;
    const messageId = await phone.play({ type: 'text', number: '5500911110021', text: 'bom dia', name: 'Rosa' });
    await waitForMessage(phone, messageId);
    const jid = '5500911110021@s.whatsapp.net';
    const about = (id: string, protocolMessage: object) => ({
      messages: [{ key: { remoteJid: jid, id, fromMe: false }, messageTimestamp: 9, message: { protocolMessage } }],
      type: 'notify',
    });
    const edit = { type: 14, key: { id: messageId }, editedMessage: { conversation: 'boa tarde' } };
    await phone.play({ type: 'emit', event: 'messages.upsert', payload: about('E1', edit) });
    await vi.waitFor(
      async () => expect(await waitForMessage(phone, messageId)).toMatchObject({ body: 'boa tarde', is_edited: true }),
      POLL,
    );
    await phone.play({
      type: 'emit',
      event: 'messages.upsert',
      payload: about('E2', { type: 0, key: { id: messageId } }),
    });
    await vi.waitFor(
      async () => expect(await waitForMessage(phone, messageId)).toMatchObject({ is_deleted: true }),
      POLL,
    );

    const call = { chatId: jid, from: jid, id: 'K7', date: new Date(), offline: false, isVideo: true };
    for (const status of ['offer', 'terminate'])
      await phone.play({ type: 'emit', event: 'call', payload: [{ ...call, status }] });
    expect(await waitForMessage(phone, 'call.K7')).toMatchObject({ media_type: 'call_log', ack: 1 });

    const key = { remoteJid: '120363000000777@g.us', participant: '5500911110022@s.whatsapp.net' };
    await phone.play({ type: 'message', content: { text: 'ninguém ouve' }, key: { ...key, id: 'G1' }, name: 'Téo' });
    await waitForMessage(phone, await phone.play({ type: 'text', number: '5500911110021', text: 'depois' }));
    const waiting = () => rows(phone, 'select id from signals where company_id = $1');
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), POLL);
    await admin.request('PUT', `/whatsapp/${phone.id}`, { allowGroup: true });
    await phone.play({ type: 'message', content: { text: 'turma ouve' }, key: { ...key, id: 'G2' }, name: 'Téo' });
    await waitForMessage(phone, 'G2');
    expect((await messagesOf(phone)).map(({ wid }) => wid)).not.toContain('G1');
    const groups = await rows(
      phone,
      `select g.name, a.number from messages m join contacts g on g.company_id = m.company_id and g.id = m.contact_id
         join contacts a on a.company_id = m.company_id and a.id = m.author_contact_id
        where m.company_id = $1 and m.wid = 'G2' and g.is_group`,
    );
    expect(groups).toEqual([{ name: 'Grupo 0777', number: '5500911110022' }]);
  });

  it('sends an answer once although the child crashes meanwhile, and applies its receipts', async () => {
    const phone = await createLinkedPhone();
    const { admin } = phone;
    const messageId = await phone.play({ type: 'text', number: '5500911110031', text: 'tem?' });
    await waitForMessage(phone, messageId);
    const [ticket] = await rows<{ id: number }>(phone, 'select * from tickets where company_id = $1');
    await admin.request('PUT', `/tickets/${ticket!.id}`, { status: 'open', userId: admin.user.id });
    await phone.play({ type: 'mood', mood: 'silent-after' });
    const arrived = async () => (await phone.play({ type: 'arrived' })) as { id: string; message: WAMessage }[];
    expect((await admin.request('POST', `/messages/${ticket!.id}`, { body: 'tem sim' })).statusCode).toBe(200);
    await vi.waitFor(async () => expect(await arrived()).toHaveLength(1), POLL);
    // The message is sent but not acknowledged.
    for (const child of children) child.kill();
    await vi.waitFor(
      async () =>
        expect((await messagesOf(phone)).find(({ body }) => body === 'tem sim')).toMatchObject({ delivery: 'sent' }),
      { timeout: 20_000, interval: 50 },
    );
    const [row] = await rows<{ correlation: string; wid: string }>(
      phone,
      'select o.correlation, m.wid from outbox o join messages m on m.company_id = o.company_id and m.id = o.message_id where o.company_id = $1',
    );
    expect((await arrived()).map(({ id }) => id)).toEqual([messageIdOf(row!.correlation)]);
    expect(row!.wid).toBe(messageIdOf(row!.correlation));
    const key = { remoteJid: '5500911110031@s.whatsapp.net', id: row!.wid, fromMe: true };
    await phone.play({ type: 'emit', event: 'messages.update', payload: [{ key, update: { status: 4 } }] });
    await vi.waitFor(async () => expect(await waitForMessage(phone, row!.wid)).toMatchObject({ ack: 3 }), POLL);
  }, 40_000);
});
