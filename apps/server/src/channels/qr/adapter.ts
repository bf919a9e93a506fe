/** WhatsApp by a linked device: what the house sees of it. The device itself lives in a child process. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { phoneForms } from '@balcao/domain/contact/phone';
import { createOffers, pulled, type Piece } from '@balcao/whatsapp-qr/pulling';
import type { HistoryWish, Person, StateEntry, WireDelivery, WireSend } from '@balcao/whatsapp-qr/wire';
import { Refused, type Account, type Channel, type Peer, type StoredMedia } from '../port.ts';
import { abilities } from './abilities.ts';
import { createChildren, type ChildProcess } from './children.ts';
import { faultOf, notThere } from './faults.ts';
import { readDelivery } from './reading.ts';
import { isSignedWith, SIGNATURE_HEADER } from './signature.ts';
import { canSay, writeContent, writePeer } from './writing.ts';

type Whose = Pick<Account, 'companyId' | 'connectionId'>;
export interface QrNeeds {
  start(): ChildProcess;
  /** What devices remember, sealed. */
  state: {
    get(whose: Whose, kind: string, names: string[]): Promise<Record<string, string>>;
    set(whose: Whose, entries: StateEntry[]): Promise<void>;
    all(whose: Whose, kind: string): Promise<string[]>;
    clear(whose: Whose): Promise<unknown>;
  };
  /** Resolves when the delivery is safe; only then may the child forget it. */
  lay(companyId: number, connectionId: number, body: Buffer): Promise<void>;
  /** Which part of what was before is wanted. */
  history(whose: Whose): Promise<HistoryWish | undefined>;
  /** Another node has the session by now: what this one loses is no news. */
  isElsewhere(whose: Whose): Promise<boolean>;
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
  /** False where another process of the house holds sessions: what is wished for is left for it. */
  holds: boolean;
  failed(fault: unknown): void;
  mostSessions?: number;
  firstWaitMs?: number;
}
const ASK_WITHIN_MS = 60_000;
const SEND_WITHIN_MS = 11 * 60_000;
const nameOf = ({ companyId, connectionId }: Whose): string => `${companyId}/${connectionId}`;
const whoseIs = (name: string): Whose => {
  const [companyId, connectionId] = name.split('/').map(Number) as [number, number];
  return { companyId, connectionId };
};
interface Wish {
  afresh: boolean;
  pairingNumber?: string | undefined;
}
type Of<T> = T & { session: string };

export function createQrChannel(needs: QrNeeds) {
  const { state, lay, openFile, failed } = needs;
  const offers = createOffers();
  /** Whose file each offer is: a child sees those of its own sessions. */
  const offeredTo = new Map<number, string>();
  const children = createChildren({
    start: needs.start,
    failed,
    ...(needs.mostSessions !== undefined && { mostSessions: needs.mostSessions }),
    ...(needs.firstWaitMs !== undefined && { firstWaitMs: needs.firstWaitMs }),
    answers: {
      async deliver({ session, body }: Of<{ body: string }>) {
        const whose = whoseIs(session);
        const known = await withoutLoss(whose, body);
        await lay(whose.companyId, whose.connectionId, Buffer.from(known));
      },
      get: ({ session, kind, names }: Of<{ kind: string; names: string[] }>) =>
        state.get(whoseIs(session), kind, names),
      set: ({ session, entries }: Of<{ entries: StateEntry[] }>) => state.set(whoseIs(session), entries),
      async forget({ session }: Of<object>) {
        await state.clear(whoseIs(session));
      },
      async pull({ session, stream }: Of<{ stream: number }>) {
        if (offeredTo.get(stream) !== session) throw new Error('this file is no longer offered');
        return offers.pull(stream);
      },
      log: async ({ text }: { text: string }) => failed(new Error(`a child of WhatsApp by QR: ${nameless(text)}`)),
    },
  });

  /** Replaced by another node of our own is not replaced by a stranger. */
  async function withoutLoss(whose: Whose, body: string): Promise<string> {
    if (!body.includes('"why":"replaced"') || !(await needs.isElsewhere(whose))) return body;
    // What is left of it here would only come in the way of the one that counts.
    setImmediate(() => void children.close(nameOf(whose), false).catch(failed));
    const { mark, items } = JSON.parse(body) as WireDelivery;
    return JSON.stringify({ mark, items: items.filter((item) => item.item !== 'session' || item.why !== 'replaced') });
  }

  /** Through the child that has the session. */
  async function ask<T>(account: Whose, what: string, asked: object, withinMs = ASK_WITHIN_MS): Promise<T> {
    const session = nameOf(account);
    const link = children.linkOf(session);
    if (!link) throw notThere();
    try {
      return await link.ask<T>(what, { session, ...asked }, withinMs);
    } catch (fault) {
      throw faultOf(fault);
    }
  }

  async function send(account: Account, outgoing: Parameters<Channel['send']>[1]): Promise<{ wid: string }> {
    const { to, content, correlation, quotes, isForwarded } = outgoing;
    if (!canSay(content.kind)) throw unsupported(content.kind);
    const who = addressOf(to);
    const offered: number[] = [];
    const files = new Map<string, Readable>();
    for (const media of mediaOf(content)) files.set(media.key, await streamOf(media));
    const say = writeContent(content, (media) => {
      const stream = offers.offer(files.get(media.key)!);
      offered.push(stream);
      offeredTo.set(stream, nameOf(account));
      return { stream, mime: media.mime, name: media.fileName };
    });
    if (!say) throw unsupported(content.kind);
    const send: WireSend = {
      correlation,
      to: who,
      say,
      ...(quotes !== undefined && { quotes }),
      ...(isForwarded && { isForwarded }),
    };
    try {
      const { id } = await ask<{ id: string }>(account, 'send', { send }, SEND_WITHIN_MS);
      return { wid: id };
    } finally {
      for (const stream of offered) {
        offers.forget(stream);
        offeredTo.delete(stream);
      }
    }
  }
  async function streamOf({ key }: StoredMedia): Promise<Readable> {
    const file = await openFile(key);
    if (!file) throw new Refused({ code: 'ERR_SENDING_WAPP_MSG', detail: 'the file is no longer kept' });
    return file.stream;
  }

  /** Told to the process that holds sessions, by what both can read. */
  const leaveWish = (account: Whose, wish: Wish) =>
    state.set(account, [{ kind: 'wish', name: 'open', value: JSON.stringify(wish) }]);
  async function wishOf(account: Whose): Promise<Wish | undefined> {
    const text = (await state.get(account, 'wish', ['open']))['open'];
    return text === undefined ? undefined : (JSON.parse(text) as Wish);
  }
  async function takeWish(account: Whose): Promise<Wish | undefined> {
    const wish = await wishOf(account);
    if (wish) await state.set(account, [{ kind: 'wish', name: 'open', value: null }]);
    return wish;
  }
  async function open(account: Account, afresh: boolean, pairingNumber?: string): Promise<void> {
    if (!needs.holds) return leaveWish(account, { afresh, pairingNumber });
    const left = await takeWish(account);
    const wish =
      afresh || pairingNumber !== undefined ? { afresh, pairingNumber } : (left ?? { afresh, pairingNumber });
    const session = nameOf(account);
    if (wish.afresh) {
      await children.close(session, true).catch(failed);
      await state.clear(account);
    }
    const history = await needs.history(account);
    await children
      .open(session, {
        ...(wish.pairingNumber !== undefined && { pairingNumber: wish.pairingNumber }),
        ...(history && { history }),
      })
      .catch((fault: unknown) => {
        throw faultOf(fault);
      });
  }

  const channel: Channel = {
    abilities(kind) {
      if (kind !== 'whatsapp') throw new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail: kind });
      return abilities;
    },
    newSecrets: () => ({ deliveryKey: randomBytes(32).toString('base64url') }),
    isAuthentic: ({ headers, body }, { secrets }) =>
      isSignedWith(secrets['deliveryKey'], body, headers[SIGNATURE_HEADER]),
    read: readDelivery,
    send,
    edit: (account, to, wid, text) => ask(account, 'edit', { to: addressOf(to), id: wid, text }),
    remove: (account, to, wid) => ask(account, 'remove', { to: addressOf(to), id: wid }),
    markRead: (account, to, wids) => ask(account, 'read', { to: addressOf(to), ids: wids }),
    typing: (account, to) => ask(account, 'typing', { to: addressOf(to) }),
    async fetchMedia(account, { ref }, maxBytes) {
      const { stream } = await ask<{ stream: number }>(account, 'fetch', { ref, maxBytes }, SEND_WITHIN_MS);
      const link = children.linkOf(nameOf(account));
      if (!link) throw notThere();
      const file = pulled(() => link.ask<Piece>('pull', { stream }, ASK_WITHIN_MS));
      // Whoever stops reading has no use for the rest.
      return file.once('close', () => void link.ask('drop', { stream }, ASK_WITHIN_MS).catch(() => {}));
    },
    async lookUp(account, digits) {
      if (!/^\d{5,20}$/.test(digits)) return null;
      // Old accounts of Brazilian mobiles are known without the ninth digit.
      const { number } = await ask<{ number: string | null }>(account, 'lookUp', { numbers: formsOf(digits) });
      return number === null ? null : { number };
    },
    /** Kept as the phone told it, so that it can be read also while nobody is connected. */
    async addressBook(account, of) {
      const people = (await state.all(account, 'person')).map((text) => JSON.parse(text) as Person);
      return people
        .filter(({ saved, hasChat }) => (of === 'contacts' ? saved !== undefined : hasChat === true))
        .map(({ phone, saved, called }) => ({ name: saved ?? called ?? '', number: phone }));
    },
    session: {
      open,
      async isHere(account) {
        return children.isOpen(nameOf(account)) && (await wishOf(account)) === undefined;
      },
      async close(account, forGood) {
        await children.close(nameOf(account), forGood).catch(failed);
        if (forGood) await state.clear(account);
      },
    },
  };
  return {
    channel,
    children,
    /** Where the network is only pretended: something happens at the other end. */
    play: (whose: Whose, act: unknown) => ask(whose, 'play', { act }),
    async close() {
      await children.stop();
      offers.close();
    },
  };
}

/** The library's faults name people by their numbers, and sometimes show keys. */
const nameless = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/\d{7,}/g, '…')
    .replace(/[\w+=-]{40,}/g, '…');
const formsOf = (digits: string): string[] => [...new Set([digits, ...phoneForms(digits)])];
const unsupported = (what: string) => new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail: what });
const mediaOf = (content: Parameters<Channel['send']>[1]['content']): StoredMedia[] =>
  content.kind === 'media' ? [content.media] : content.kind === 'button' && content.image ? [content.image] : [];

function addressOf(peer: Peer) {
  const who = writePeer(peer);
  if (!who) throw new Refused({ code: 'ERR_WAPP_INVALID_CONTACT', detail: 'WhatsApp has no name for the contact' });
  return who;
}
