/** What the house asks of a session. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { WAMessage } from 'baileys';
import { codeOf, readAck, readThrown, SendFailed, type SendFault } from './endings.ts';
import { addressOf, isGroup, isLid, isPhone, userOf } from './jids.ts';
import { libraryType, readRef } from './media-ref.ts';
import { contentOf, messageIdOf } from './outgoing.ts';
import { atMost } from './pulling.ts';
import type { Session } from './session.ts';
import type { WaLibrary, WaSocketLike } from './wa-socket.ts';
import type { OutFile, Who, WireSend } from './wire.ts';

export interface ActNeeds {
  library: WaLibrary;
  session: Session;
  open(file: OutFile): Readable;
  /** How long the server's word on a message is waited for. */
  ackWithinMs?: number;
}
const UPLOAD_WITHIN_MS = 10 * 60_000;
const MOST_KNOWN = 5000;
const refused = (code: string, detail: string) => new SendFailed({ end: 'refused', code, detail });

export function createActs({ library, session, open, ackWithinMs = 20_000 }: ActNeeds) {
  /** Numbers that are known to have an account, and how the network writes them. */
  const accounts = new Map<string, string>();

  function socket(): WaSocketLike {
    const mine = session.socket();
    if (mine) return mine;
    const rests = session.rests();
    const isDead = rests === 'logged-out' || rests === 'banned' || rests === 'replaced';
    throw new SendFailed(
      isDead
        ? { end: 'refused', code: 'account', detail: rests, isAccountDead: true }
        : { end: 'not-sent', code: 'down', detail: 'the session is not connected' },
    );
  }

  /** Writing to a number without an account looks like success to whoever does it: so it is asked for first. */
  async function lookUp(number: string): Promise<string | undefined> {
    const known = accounts.get(number);
    if (known !== undefined) return known;
    const [found] = (await socket().onWhatsApp(number)) ?? [];
    if (!found?.exists || !isPhone(found.jid)) return undefined;
    if (accounts.size >= MOST_KNOWN) accounts.clear();
    accounts.set(number, userOf(found.jid));
    return userOf(found.jid);
  }
  async function addressOfPeer(who: Who): Promise<string> {
    const jid = addressOf(who);
    if (jid === undefined) throw refused('no-account', 'nobody is named');
    if (isGroup(jid) || isLid(jid) || who.lid !== undefined) return jid;
    const number = await lookUp(who.phone!).catch((fault: unknown) => {
      throw fault instanceof SendFailed ? fault : new SendFailed(beforeSending(fault));
    });
    if (number === undefined) throw refused('no-account', 'this number has no account');
    return `${number}@s.whatsapp.net`;
  }

  async function deliver(jid: string, id: string, make: () => Promise<WAMessage | undefined>): Promise<void> {
    const mine = socket();
    // Listened for before it is sent: the server may be quick.
    const word = mine.waitForMessage(id, UPLOAD_WITHIN_MS).then(
      (told) => readAck(told),
      (): SendFault => ({ end: 'unknown', code: 'no-answer', detail: 'the line was lost' }),
    );
    let made: WAMessage | undefined;
    try {
      made = await make();
    } catch (fault) {
      throw new SendFailed(readThrown(fault));
    }
    if (made) {
      session.recent.note({ key: { id, remoteJid: jid, fromMe: true } });
      session.recent.keep(made);
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<SendFault>((done) => {
      timer = setTimeout(
        () => done({ end: 'unknown', code: 'no-answer', detail: 'the server does not answer' }),
        ackWithinMs,
      );
    });
    const fault = await Promise.race([word, late]).finally(() => clearTimeout(timer));
    if (fault) throw new SendFailed(fault);
  }

  return {
    async send({ correlation, to, say, quotes, isForwarded }: WireSend): Promise<{ id: string }> {
      const mine = socket();
      const jid = await addressOfPeer(to);
      const id = messageIdOf(correlation);
      const content = contentOf(say, {
        open,
        keyOf: (wid) => session.recent.keyOf(jid, wid),
        isForwarded: isForwarded ?? false,
      });
      const options = { messageId: id, ...(quotes !== undefined && { quoted: session.recent.quotable(jid, quotes) }) };
      await deliver(jid, id, () => mine.sendMessage(jid, content, options));
      return { id };
    },
    async edit({ to, id, text }: { to: Who; id: string; text: string }): Promise<void> {
      const jid = await addressOfPeer(to);
      // Another name each time: somebody may go back to words that were there before. Twice the same does no harm.
      const name = messageIdOf(`edit ${id} ${randomUUID()}`);
      const edit = { id, remoteJid: jid, fromMe: true };
      await deliver(jid, name, () => socket().sendMessage(jid, { text, linkPreview: null, edit }, { messageId: name }));
    },
    async remove({ to, id }: { to: Who; id: string }): Promise<void> {
      const jid = await addressOfPeer(to);
      const name = messageIdOf(`remove ${id}`);
      const gone = { id, remoteJid: jid, fromMe: true };
      await deliver(jid, name, () => socket().sendMessage(jid, { delete: gone }, { messageId: name }));
    },
    async read({ to, ids }: { to: Who; ids: string[] }): Promise<void> {
      const jid = addressOf(to);
      if (jid === undefined) return;
      // In a group each receipt names the author; one that is not known any more is left out.
      const keys = ids.map((id) => session.recent.keyOf(jid, id)).filter((key) => !isGroup(jid) || key.participant);
      if (keys.length > 0) await socket().readMessages(keys);
    },
    async typing({ to }: { to: Who }): Promise<void> {
      const jid = addressOf(to);
      if (jid !== undefined) await socket().sendPresenceUpdate('composing', jid);
    },
    /** The first of these numbers that has an account, as the network writes it. */
    async lookUp({ numbers }: { numbers: string[] }): Promise<{ number: string | null }> {
      for (const number of numbers) {
        const found = await lookUp(number);
        if (found !== undefined) return { number: found };
      }
      return { number: null };
    },
    async fetch({ ref, maxBytes }: { ref: string; maxBytes: number }): Promise<Readable> {
      const media = readRef(ref);
      if (!media) throw refused('gone', 'no such file');
      const { mediaKey, type, key } = media;
      const from = (directPath: string) => library.download({ mediaKey, directPath }, libraryType[type]);
      try {
        return atMost(await from(media.directPath), maxBytes);
      } catch (fault) {
        if (!isGone(fault))
          throw new SendFailed({ end: 'not-sent', code: 'down', detail: String(fault).slice(0, 200) });
      }
      // Files are kept for some weeks; the phone may still have it and put it up again.
      const again = await putUpAgain(media.type, mediaKey, media.directPath, key).catch(() => undefined);
      if (again === undefined) throw refused('gone', 'the file is no longer there');
      return atMost(await from(again), maxBytes);
    },
  };

  async function putUpAgain(type: string, mediaKey: Uint8Array, directPath: string, key: WAMessage['key']) {
    const name = `${type}Message` as 'imageMessage';
    const message = await socket().updateMediaMessage({ key, message: { [name]: { mediaKey, directPath } } });
    const path = message.message?.[name]?.directPath;
    return path?.startsWith('/') ? path : undefined;
  }
}
export type Acts = ReturnType<typeof createActs>;

const isGone = (fault: unknown): boolean => [404, 410, 403].includes(codeOf(fault) ?? 0);
/** Whatever happens to a question, the message itself was not sent. */
function beforeSending(fault: unknown): SendFault {
  const read = readThrown(fault);
  return read.end === 'unknown' ? { ...read, end: 'not-sent', code: 'down' } : read;
}
