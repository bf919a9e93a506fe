/**
 * Fake WhatsApp for tests and demos: shows codes, pairs, accepts messages and plays simulated actions. Baileys builds the
 * messages and encrypts the files as usual; only the network is missing.
 */
import { createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type {
  AnyMessageContent,
  AuthenticationCreds,
  BaileysEventMap,
  MediaType,
  WAMessage,
  WAMessageKey,
} from 'baileys';
import { voteOpener } from './vote.ts';
import type { ConnectOptions, WaLibrary, WaSocketLike } from './wa-socket.ts';

/** How the server answers the next message. */
export type Mood =
  | { error: string; backoff?: string }
  | 'silent-before'
  | 'silent-after'
  | 'reset'
  | 'garbage'
  | 'down';
export type SimulatedAction =
  | { type: 'scan'; number?: string; lid?: string }
  | { type: 'code' }
  | { type: 'end'; code: number }
  | { type: 'mood'; mood: Mood }
  /** The customer sends any content. */
  | { type: 'message'; content: AnyMessageContent; key?: Partial<WAMessageKey>; name?: string }
  /** The customer sends a text; plain JSON for callers in another process. */
  | { type: 'text'; number: string; text: string; name?: string }
  | { type: 'emit'; event: keyof BaileysEventMap; payload: unknown }
  | { type: 'arrived' };
export interface FakeLibrary extends WaLibrary {
  play(session: string, action: SimulatedAction): Promise<unknown>;
  /** Requests to the phone other than messages. */
  requests: { what: string; with: unknown }[];
  /** Numbers behind LIDs. */
  numbers: Map<string, string>;
}

/** Numbers ending in four zeros and numbers with fewer than ten digits have no account. */
const hasAccount = (number: string) => /^\d{10,15}$/.test(number) && !number.endsWith('0000');
const OWN = '5500900000001';
const HKDF: MediaType[] = ['image', 'video', 'audio', 'document', 'sticker'];

export async function openFakeLibrary(): Promise<FakeLibrary> {
  const baileys = await import('baileys');
  const sealed = new Map<string, Buffer>();
  const phones = new Map<string, FakePhone>();
  const requests: FakeLibrary['requests'] = [];
  const numbers = new Map<string, string>();

  const phoneOf = (session: string) => {
    const phone = phones.get(session) ?? createPhone();
    phones.set(session, phone);
    return phone;
  };
  async function upload(path: string) {
    const directPath = `/v/${randomBytes(9).toString('base64url')}.enc`;
    sealed.set(directPath, await readFile(path));
    return { mediaUrl: `https://mmg.whatsapp.net${directPath}`, directPath };
  }
  const createMessage = (jid: string, content: AnyMessageContent, options: object) =>
    baileys.generateWAMessage(jid, content, { userJid: `${OWN}@s.whatsapp.net`, upload, ...options });

  function connect({ session, creds }: ConnectOptions): WaSocketLike {
    const phone = phoneOf(session);
    const emitter = new EventEmitter();
    let isOver = false;
    const emit = <T extends keyof BaileysEventMap>(event: T, payload: BaileysEventMap[T]) =>
      void emitter.emit(event, payload);
    const over = (code: number) => {
      if (isOver) return;
      isOver = true;
      emitter.emit('lost');
      const error = Object.assign(new Error('ended'), { output: { statusCode: code } });
      emit('connection.update', { connection: 'close', lastDisconnect: { error, date: new Date() } });
    };
    phone.socket = { creds, emit, over };
    setImmediate(() => {
      if (isOver) return;
      emit('connection.update', { connection: 'connecting' });
      if (creds.registered) emit('connection.update', { connection: 'open' });
      else emit('connection.update', { qr: `2@${session},${(phone.codes += 1)}` });
    });

    async function sendMessage(jid: string, content: AnyMessageContent, options: { messageId?: string } = {}) {
      const mood = phone.moods.shift();
      if (mood === 'down') throw Object.assign(new Error('Connection Closed'), { output: { statusCode: 428 } });
      const message: WAMessage = await createMessage(jid, content, options);
      if (mood === 'silent-before') return message;
      if (mood === 'reset') return (setImmediate(over, 428), message);
      const ack =
        mood === 'garbage'
          ? 'what?'
          : { tag: 'ack', attrs: { class: 'message', ...(typeof mood === 'object' && mood) } };
      // A phone shows a message id only once.
      if (typeof mood !== 'object' && !phone.sent.has(message.key.id!)) phone.sent.set(message.key.id!, message);
      if (mood !== 'silent-after') setImmediate(() => emitter.emit(`ack ${message.key.id}`, ack));
      return message;
    }
    const record = (what: string) => async (argument: unknown, to?: unknown) =>
      void requests.push({ what, with: to === undefined ? argument : [argument, to] });
    return {
      ev: { on: (event, listener) => void emitter.on(event, listener) },
      get user() {
        return creds.me;
      },
      sendMessage,
      waitForMessage: (id, timeoutMs = 60_000) =>
        new Promise((done, failed) => {
          const settle = (end: () => void) => {
            clearTimeout(timer);
            emitter.off(`ack ${id}`, onAck).off('lost', lost);
            end();
          };
          const onAck = (ack: unknown) => settle(() => done(ack));
          const lost = () => settle(() => failed(new Error('Connection Closed')));
          const timer = setTimeout(() => settle(() => done(undefined)), timeoutMs).unref();
          emitter.once(`ack ${id}`, onAck).once('lost', lost);
        }),
      readMessages: record('read'),
      sendPresenceUpdate: record('presence'),
      onWhatsApp: async (...phoneNumbers) =>
        phoneNumbers.filter(hasAccount).map((number) => ({ jid: `${number}@s.whatsapp.net`, exists: true })),
      async requestPairingCode(number) {
        requests.push({ what: 'pairing', with: number });
        creds.pairingCode = 'BALC4O22';
        return creds.pairingCode;
      },
      groupMetadata: async (jid) => ({ subject: `Grupo ${jid.split('@')[0]!.slice(-4)}` }),
      updateMediaMessage: async (message) => message,
      signalRepository: { lidMapping: { getPNForLID: async (lid) => numbers.get(lid) ?? null } },
      async logout() {
        requests.push({ what: 'logout', with: session });
      },
      end: () => over(428),
    };
  }

  return {
    newCreds: baileys.initAuthCreds,
    connect,
    play: (session, action) => play(phoneOf(session), session, action, createMessage),
    requests,
    numbers,
    async download({ directPath, mediaKey }, type) {
      const bytes = sealed.get(directPath ?? '');
      if (!bytes || !HKDF.includes(type)) throw Object.assign(new Error('gone'), { output: { statusCode: 404 } });
      const { iv, cipherKey } = await baileys.getMediaKeys(mediaKey, type);
      const opener = createDecipheriv('aes-256-cbc', cipherKey, iv);
      // The last ten bytes are the MAC.
      return Readable.from([Buffer.concat([opener.update(bytes.subarray(0, -10)), opener.final()])]);
    },
    openVote: voteOpener(baileys.decryptPollVote),
    pack: (value) => JSON.stringify(value, baileys.BufferJSON.replacer),
    unpack: (_, text) => JSON.parse(text, baileys.BufferJSON.reviver) as unknown,
  };
}

async function play(
  phone: FakePhone,
  session: string,
  action: SimulatedAction,
  createMessage: (jid: string, content: AnyMessageContent, options: object) => Promise<WAMessage>,
): Promise<unknown> {
  const { socket } = phone;
  if (action.type === 'mood') return void phone.moods.push(action.mood);
  if (action.type === 'arrived') return [...phone.sent].map(([id, message]) => ({ id, message }));
  if (!socket) throw new Error('no socket');
  switch (action.type) {
    case 'scan': {
      const me = {
        id: `${action.number ?? OWN}:7@s.whatsapp.net`,
        lid: `${action.lid ?? '900001'}:7@lid`,
        name: 'Loja',
      };
      Object.assign(socket.creds, { me, registered: true } satisfies Partial<AuthenticationCreds>);
      socket.emit('creds.update', { me });
      socket.emit('connection.update', { isNewLogin: true });
      // The real network also requests a new connection after pairing.
      return socket.over(515);
    }
    case 'code':
      return socket.emit('connection.update', { qr: `2@${session},${(phone.codes += 1)}` });
    case 'end':
      return socket.over(action.code);
    case 'emit':
      return socket.emit(action.event, action.payload as never);
    case 'text':
    case 'message': {
      const jid =
        action.type === 'text'
          ? `${action.number}@s.whatsapp.net`
          : (action.key?.remoteJid ?? '5500911110001@s.whatsapp.net');
      const content = action.type === 'text' ? { text: action.text, linkPreview: null } : action.content;
      const id = (action.type === 'message' && action.key?.id) || randomBytes(10).toString('hex').toUpperCase();
      const generated = await createMessage(jid, content, { messageId: id });
      const key = { ...generated.key, fromMe: false, ...(action.type === 'message' && action.key), id };
      const message = { ...generated, key, pushName: action.name ?? 'Helena Prado' };
      socket.emit('messages.upsert', { messages: [message], type: 'notify' });
      return id;
    }
  }
}

type FakePhone = ReturnType<typeof createPhone>;
function createPhone() {
  return {
    codes: 0,
    moods: [] as Mood[],
    /** Messages sent by this account, as the recipient received them. */
    sent: new Map<string, WAMessage>(),
    socket: undefined as
      | {
          creds: AuthenticationCreds;
          emit<T extends keyof BaileysEventMap>(event: T, payload: BaileysEventMap[T]): void;
          over(code: number): void;
        }
      | undefined,
  };
}
