/** Commands of the server to one session: send, edit, remove, mark as read, look up numbers, download files. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { WAMessage } from 'baileys';
import { codeOf, parseAck, parseThrown, SendFailed, type SendFailure } from './disconnects.ts';
import { addressOf, isGroup, isLid, isPhone, userOf } from './jids.ts';
import { libraryType, parseRef } from './media-ref.ts';
import { contentOf, messageIdOf } from './outgoing.ts';
import { limitBytes } from './file-transfer.ts';
import type { Session } from './session.ts';
import type { WaLibrary, WaSocketLike } from './wa-socket.ts';
import type { OutFile, WirePeer, WireSend } from './wire.ts';

export interface CommandDeps {
  library: WaLibrary;
  session: Session;
  open(file: OutFile): Readable;
  /** How long to wait for WhatsApp to acknowledge a message. */
  ackTimeoutMs?: number;
}
const UPLOAD_TIMEOUT_MS = 10 * 60_000;
const MAX_CACHED_NUMBERS = 5000;
const refusedError = (code: string, detail: string) => new SendFailed({ end: 'refused', code, detail });

export function createCommands({ library, session, open, ackTimeoutMs = 20_000 }: CommandDeps) {
  /** Numbers that have an account, and how the network writes them. */
  const accounts = new Map<string, string>();

  function socket(): WaSocketLike {
    const waSocket = session.socket();
    if (waSocket) return waSocket;
    const stopReason = session.stopReason();
    const isDead = stopReason === 'logged-out' || stopReason === 'banned' || stopReason === 'replaced';
    throw new SendFailed(
      isDead
        ? { end: 'refused', code: 'account', detail: stopReason, isAccountDead: true }
        : { end: 'not-sent', code: 'down', detail: 'the session is not connected' },
    );
  }

  /** A message to a number without an account seems to succeed, so the number is checked first. */
  async function findAccount(number: string): Promise<string | undefined> {
    const cached = accounts.get(number);
    if (cached !== undefined) return cached;
    const [account] = (await socket().onWhatsApp(number)) ?? [];
    if (!account?.exists || !isPhone(account.jid)) return undefined;
    if (accounts.size >= MAX_CACHED_NUMBERS) accounts.clear();
    accounts.set(number, userOf(account.jid));
    return userOf(account.jid);
  }
  async function addressOfPeer(peer: WirePeer): Promise<string> {
    const jid = addressOf(peer);
    if (jid === undefined) throw refusedError('no-account', 'no recipient is given');
    if (isGroup(jid) || isLid(jid) || peer.lid !== undefined) return jid;
    const number = await findAccount(peer.phone!).catch((error: unknown) => {
      throw error instanceof SendFailed ? error : new SendFailed(notSentFailure(error));
    });
    if (number === undefined) throw refusedError('no-account', 'this number has no account');
    return `${number}@s.whatsapp.net`;
  }

  async function deliver(jid: string, id: string, createMessage: () => Promise<WAMessage | undefined>): Promise<void> {
    const waSocket = socket();
    // Registered before sending: the acknowledgement may arrive at once.
    const ack = waSocket.waitForMessage(id, UPLOAD_TIMEOUT_MS).then(
      (stanza) => parseAck(stanza),
      (): SendFailure => ({ end: 'unknown', code: 'no-answer', detail: 'the connection was lost' }),
    );
    let sentMessage: WAMessage | undefined;
    try {
      sentMessage = await createMessage();
    } catch (error) {
      throw new SendFailed(parseThrown(error));
    }
    if (sentMessage) {
      session.recent.saveKey({ key: { id, remoteJid: jid, fromMe: true } });
      session.recent.saveMessage(jid, sentMessage);
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<SendFailure>((done) => {
      timer = setTimeout(
        () => done({ end: 'unknown', code: 'no-answer', detail: 'the server does not answer' }),
        ackTimeoutMs,
      );
    });
    const failure = await Promise.race([ack, late]).finally(() => clearTimeout(timer));
    if (failure) throw new SendFailed(failure);
  }

  return {
    async send({ correlation, to, content, quotes, isForwarded }: WireSend): Promise<{ id: string }> {
      const waSocket = socket();
      const jid = await addressOfPeer(to);
      const id = messageIdOf(correlation);
      const libraryContent = contentOf(content, {
        open,
        keyOf: (wid) => session.recent.keyOf(jid, wid),
        isForwarded: isForwarded ?? false,
      });
      const options = { messageId: id, ...(quotes !== undefined && { quoted: session.recent.quotable(jid, quotes) }) };
      await deliver(jid, id, () => waSocket.sendMessage(jid, libraryContent, options));
      return { id };
    },
    async edit({ to, id, text }: { to: WirePeer; id: string; text: string }): Promise<void> {
      const jid = await addressOfPeer(to);
      // A new id each time: an edit may restore an earlier text. A repeated edit does no harm.
      const name = messageIdOf(`edit ${id} ${randomUUID()}`);
      const edit = { id, remoteJid: jid, fromMe: true };
      await deliver(jid, name, () => socket().sendMessage(jid, { text, linkPreview: null, edit }, { messageId: name }));
    },
    async remove({ to, id }: { to: WirePeer; id: string }): Promise<void> {
      const jid = await addressOfPeer(to);
      const name = messageIdOf(`remove ${id}`);
      const messageKey = { id, remoteJid: jid, fromMe: true };
      await deliver(jid, name, () => socket().sendMessage(jid, { delete: messageKey }, { messageId: name }));
    },
    async read({ to, ids }: { to: WirePeer; ids: string[] }): Promise<void> {
      const jid = addressOf(to);
      if (jid === undefined) return;
      // In a group each receipt names the author; messages without a known author are skipped.
      const keys = ids.map((id) => session.recent.keyOf(jid, id)).filter((key) => !isGroup(jid) || key.participant);
      if (keys.length > 0) await socket().readMessages(keys);
    },
    async typing({ to }: { to: WirePeer }): Promise<void> {
      const jid = addressOf(to);
      if (jid !== undefined) await socket().sendPresenceUpdate('composing', jid);
    },
    /** The first of these numbers that has an account, as the network writes it. */
    async findNumber({ numbers }: { numbers: string[] }): Promise<{ number: string | null }> {
      for (const number of numbers) {
        const account = await findAccount(number);
        if (account !== undefined) return { number: account };
      }
      return { number: null };
    },
    async fetch({ ref, maxBytes }: { ref: string; maxBytes: number }): Promise<Readable> {
      const media = parseRef(ref);
      if (!media) throw refusedError('gone', 'no such file');
      const { mediaKey, type, key } = media;
      const from = (directPath: string) => library.download({ mediaKey, directPath }, libraryType[type]);
      try {
        return limitBytes(await from(media.directPath), maxBytes);
      } catch (error) {
        if (!isExpired(error))
          throw new SendFailed({ end: 'not-sent', code: 'down', detail: String(error).slice(0, 200) });
      }
      // The network stores files for some weeks; the phone may still have the file and upload it again.
      const again = await requestReupload(media.type, mediaKey, media.directPath, key).catch(() => undefined);
      if (again === undefined) throw refusedError('gone', 'the file is no longer there');
      return limitBytes(await from(again), maxBytes);
    },
  };

  async function requestReupload(type: string, mediaKey: Uint8Array, directPath: string, key: WAMessage['key']) {
    const name = `${type}Message` as 'imageMessage';
    const message = await socket().updateMediaMessage({ key, message: { [name]: { mediaKey, directPath } } });
    const path = message.message?.[name]?.directPath;
    return path?.startsWith('/') ? path : undefined;
  }
}
export type Commands = ReturnType<typeof createCommands>;

const isExpired = (error: unknown): boolean => [404, 410, 403].includes(codeOf(error) ?? 0);
/** A failed lookup never leaves the outcome open: the message itself was not sent. */
function notSentFailure(error: unknown): SendFailure {
  const failure = parseThrown(error);
  return failure.end === 'unknown' ? { ...failure, end: 'not-sent', code: 'down' } : failure;
}
