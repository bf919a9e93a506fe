/**
 * What stands in for WhatsApp where things are only tried: it shows codes, pairs when told, takes what is sent and says
 * what it is told to say. Messages are made by Baileys itself, files are sealed as they really are; only the network is
 * not there.
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

/** How the next message fares: the server's word, or none. */
export type Mood =
  | { error: string; backoff?: string }
  | 'silent-before'
  | 'silent-after'
  | 'reset'
  | 'garbage'
  | 'down';
export type Act =
  | { act: 'scan'; number?: string; lid?: string }
  | { act: 'code' }
  | { act: 'end'; code: number }
  | { act: 'mood'; mood: Mood }
  /** The customer says this. */
  | { act: 'hear'; content: AnyMessageContent; key?: Partial<WAMessageKey>; name?: string }
  /** The same in words, for whoever is another process. */
  | { act: 'say'; number: string; text: string; name?: string }
  | { act: 'emit'; event: keyof BaileysEventMap; told: unknown }
  | { act: 'arrived' };
export interface Pretend extends WaLibrary {
  play(session: string, act: Act): Promise<unknown>;
  /** What was asked of the phone besides messages. */
  asked: { what: string; with: unknown }[];
  /** Numbers behind LIDs. */
  numbers: Map<string, string>;
}

/** Who has an account there: nobody whose number ends in four zeros, and nobody with too few digits. */
const hasAccount = (number: string) => /^\d{10,15}$/.test(number) && !number.endsWith('0000');
const OWN = '5500900000001';
const HKDF: MediaType[] = ['image', 'video', 'audio', 'document', 'sticker'];

export async function openPretendLibrary(): Promise<Pretend> {
  const baileys = await import('baileys');
  const sealed = new Map<string, Buffer>();
  const phones = new Map<string, ReturnType<typeof aPhone>>();
  const asked: Pretend['asked'] = [];
  const numbers = new Map<string, string>();

  const phoneOf = (session: string) => {
    const phone = phones.get(session) ?? aPhone();
    phones.set(session, phone);
    return phone;
  };
  async function upload(path: string) {
    const directPath = `/v/${randomBytes(9).toString('base64url')}.enc`;
    sealed.set(directPath, await readFile(path));
    return { mediaUrl: `https://mmg.whatsapp.net${directPath}`, directPath };
  }
  const make = (jid: string, content: AnyMessageContent, options: object) =>
    baileys.generateWAMessage(jid, content, { userJid: `${OWN}@s.whatsapp.net`, upload, ...options });

  function connect({ session, creds }: ConnectOptions): WaSocketLike {
    const phone = phoneOf(session);
    const emitter = new EventEmitter();
    let isOver = false;
    const emit = <T extends keyof BaileysEventMap>(event: T, told: BaileysEventMap[T]) =>
      void emitter.emit(event, told);
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
      const message: WAMessage = await make(jid, content, options);
      if (mood === 'silent-before') return message;
      if (mood === 'reset') return (setImmediate(over, 428), message);
      const word =
        mood === 'garbage'
          ? 'what?'
          : { tag: 'ack', attrs: { class: 'message', ...(typeof mood === 'object' && mood) } };
      // A phone that has a message under this name already does not show it again.
      if (typeof mood !== 'object' && !phone.sent.has(message.key.id!)) phone.sent.set(message.key.id!, message);
      if (mood !== 'silent-after') setImmediate(() => emitter.emit(`word ${message.key.id}`, word));
      return message;
    }
    const note = (what: string) => async (told: unknown, to?: unknown) =>
      void asked.push({ what, with: to === undefined ? told : [told, to] });
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
            emitter.off(`word ${id}`, heard).off('lost', lost);
            end();
          };
          const heard = (word: unknown) => settle(() => done(word));
          const lost = () => settle(() => failed(new Error('Connection Closed')));
          const timer = setTimeout(() => settle(() => done(undefined)), timeoutMs).unref();
          emitter.once(`word ${id}`, heard).once('lost', lost);
        }),
      readMessages: note('read'),
      sendPresenceUpdate: note('presence'),
      onWhatsApp: async (...asked) =>
        asked.filter(hasAccount).map((number) => ({ jid: `${number}@s.whatsapp.net`, exists: true })),
      async requestPairingCode(number) {
        asked.push({ what: 'pairing', with: number });
        creds.pairingCode = 'BALC4O22';
        return creds.pairingCode;
      },
      groupMetadata: async (jid) => ({ subject: `Grupo ${jid.split('@')[0]!.slice(-4)}` }),
      updateMediaMessage: async (message) => message,
      signalRepository: { lidMapping: { getPNForLID: async (lid) => numbers.get(lid) ?? null } },
      async logout() {
        asked.push({ what: 'logout', with: session });
      },
      end: () => over(428),
    };
  }

  async function play(session: string, act: Act): Promise<unknown> {
    const phone = phoneOf(session);
    const { socket } = phone;
    if (act.act === 'mood') return void phone.moods.push(act.mood);
    if (act.act === 'arrived') return [...phone.sent].map(([id, message]) => ({ id, message }));
    if (!socket) throw new Error('no socket');
    switch (act.act) {
      case 'scan': {
        const me = { id: `${act.number ?? OWN}:7@s.whatsapp.net`, lid: `${act.lid ?? '900001'}:7@lid`, name: 'Loja' };
        Object.assign(socket.creds, { me, registered: true } satisfies Partial<AuthenticationCreds>);
        socket.emit('creds.update', { me });
        socket.emit('connection.update', { isNewLogin: true });
        // As the real one does: paired, it wants to be connected again.
        return socket.over(515);
      }
      case 'code':
        return socket.emit('connection.update', { qr: `2@${session},${(phone.codes += 1)}` });
      case 'end':
        return socket.over(act.code);
      case 'emit':
        return socket.emit(act.event, act.told as never);
      case 'say':
      case 'hear': {
        const jid =
          act.act === 'say' ? `${act.number}@s.whatsapp.net` : (act.key?.remoteJid ?? '5500911110001@s.whatsapp.net');
        const content = act.act === 'say' ? { text: act.text, linkPreview: null } : act.content;
        const id = (act.act === 'hear' && act.key?.id) || randomBytes(10).toString('hex').toUpperCase();
        const made: WAMessage = await make(jid, content, { messageId: id });
        const key = { ...made.key, fromMe: false, ...(act.act === 'hear' && act.key), id };
        const message = { ...made, key, pushName: act.name ?? 'Helena Prado' };
        socket.emit('messages.upsert', { messages: [message], type: 'notify' });
        return id;
      }
    }
  }

  return {
    newCreds: baileys.initAuthCreds,
    connect,
    play,
    asked,
    numbers,
    async download({ directPath, mediaKey }, type) {
      const bytes = sealed.get(directPath ?? '');
      if (!bytes || !HKDF.includes(type)) throw Object.assign(new Error('gone'), { output: { statusCode: 404 } });
      const { iv, cipherKey } = await baileys.getMediaKeys(mediaKey, type);
      const opener = createDecipheriv('aes-256-cbc', cipherKey, iv);
      // The last ten bytes prove that nobody has changed it.
      return Readable.from([Buffer.concat([opener.update(bytes.subarray(0, -10)), opener.final()])]);
    },
    openVote: voteOpener(baileys.decryptPollVote),
    pack: (value) => JSON.stringify(value, baileys.BufferJSON.replacer),
    unpack: (_, text) => JSON.parse(text, baileys.BufferJSON.reviver) as unknown,
  };
}

function aPhone() {
  return {
    codes: 0,
    moods: [] as Mood[],
    /** What this account has sent, as the other end has it. */
    sent: new Map<string, WAMessage>(),
    socket: undefined as
      | {
          creds: AuthenticationCreds;
          emit<T extends keyof BaileysEventMap>(event: T, told: BaileysEventMap[T]): void;
          over(code: number): void;
        }
      | undefined,
  };
}
