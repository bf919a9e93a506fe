/** WhatsApp by a linked device: what the house sees of it. The device itself lives in a child process. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { phoneForms } from '@balcao/domain/contact/phone';
import { createOffers, pullStream, type Chunk } from '@balcao/whatsapp-qr/file-transfer';
import type { HistoryRange, PhoneContact, StateEntry, WireDelivery, WireSend } from '@balcao/whatsapp-qr/wire';
import { Refused, type Account, type Channel, type Peer, type StoredMedia } from '../port.ts';
import { abilities } from './abilities.ts';
import { createChildPool, type ChildProcess } from './child-pool.ts';
import { toChannelError, sessionNotOpen } from './faults.ts';
import { parsePayload } from './parse.ts';
import { isSignedWith, SIGNATURE_HEADER } from './signature.ts';
import { canSend, serializeContent, serializePeer } from './serialize.ts';

type ConnectionRef = Pick<Account, 'companyId' | 'connectionId'>;
export interface QrDeps {
  start(): ChildProcess;
  /** What devices remember, sealed. */
  state: {
    get(connection: ConnectionRef, kind: string, names: string[]): Promise<Record<string, string>>;
    set(connection: ConnectionRef, entries: StateEntry[]): Promise<void>;
    all(connection: ConnectionRef, kind: string): Promise<string[]>;
    clear(connection: ConnectionRef): Promise<unknown>;
  };
  /** Resolves when the delivery is safe; only then may the child forget it. */
  enqueue(companyId: number, connectionId: number, body: Buffer): Promise<void>;
  /** Which part of what was before is wanted. */
  history(connection: ConnectionRef): Promise<HistoryRange | undefined>;
  /** Another node has the session by now: what this one loses is no news. */
  isElsewhere(connection: ConnectionRef): Promise<boolean>;
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
  /** False where another process of the house holds sessions: what is wished for is left for it. */
  holdsSessions: boolean;
  onError(error: unknown): void;
  maxSessions?: number;
  firstWaitMs?: number;
}
const REQUEST_TIMEOUT_MS = 60_000;
const SEND_TIMEOUT_MS = 11 * 60_000;
const sessionNameOf = ({ companyId, connectionId }: ConnectionRef): string => `${companyId}/${connectionId}`;
const connectionOf = (name: string): ConnectionRef => {
  const [companyId, connectionId] = name.split('/').map(Number) as [number, number];
  return { companyId, connectionId };
};
interface OpenRequest {
  reset: boolean;
  pairingNumber?: string | undefined;
}
type WithSession<T> = T & { session: string };

export function createQrChannel(deps: QrDeps) {
  const { state, enqueue, openFile, onError } = deps;
  const offers = createOffers();
  /** Whose file each offer is: a child sees those of its own sessions. */
  const offeredTo = new Map<number, string>();
  const childPool = createChildPool({
    start: deps.start,
    onError,
    ...(deps.maxSessions !== undefined && { maxSessions: deps.maxSessions }),
    ...(deps.firstWaitMs !== undefined && { firstWaitMs: deps.firstWaitMs }),
    handlers: {
      async deliver({ session, body }: WithSession<{ body: string }>) {
        const connection = connectionOf(session);
        const filteredBody = await withoutReplacedEvent(connection, body);
        await enqueue(connection.companyId, connection.connectionId, Buffer.from(filteredBody));
      },
      get: ({ session, kind, names }: WithSession<{ kind: string; names: string[] }>) =>
        state.get(connectionOf(session), kind, names),
      set: ({ session, entries }: WithSession<{ entries: StateEntry[] }>) => state.set(connectionOf(session), entries),
      async forget({ session }: WithSession<object>) {
        await state.clear(connectionOf(session));
      },
      async pull({ session, stream }: WithSession<{ stream: number }>) {
        if (offeredTo.get(stream) !== session) throw new Error('this file is no longer offered');
        return offers.pull(stream);
      },
      log: async ({ text }: { text: string }) => onError(new Error(`a child of WhatsApp by QR: ${redact(text)}`)),
    },
  });

  /** Replaced by another node of our own is not replaced by a stranger. */
  async function withoutReplacedEvent(connection: ConnectionRef, body: string): Promise<string> {
    if (!body.includes('"why":"replaced"') || !(await deps.isElsewhere(connection))) return body;
    // What is left of it here would only come in the way of the one that counts.
    setImmediate(() => void childPool.close(sessionNameOf(connection), false).catch(onError));
    const { mark, items } = JSON.parse(body) as WireDelivery;
    return JSON.stringify({
      mark,
      items: items.filter((item) => item.item !== 'session' || item.reason !== 'replaced'),
    });
  }

  /** Through the child that has the session. */
  async function request<T>(
    account: ConnectionRef,
    command: string,
    params: object,
    timeoutMs = REQUEST_TIMEOUT_MS,
  ): Promise<T> {
    const session = sessionNameOf(account);
    const ipc = childPool.ipcOf(session);
    if (!ipc) throw sessionNotOpen();
    try {
      return await ipc.request<T>(command, { session, ...params }, timeoutMs);
    } catch (error) {
      throw toChannelError(error);
    }
  }

  async function send(account: Account, outgoing: Parameters<Channel['send']>[1]): Promise<{ wid: string }> {
    const { to, content, correlation, quotes, isForwarded } = outgoing;
    if (!canSend(content.kind)) throw unsupported(content.kind);
    const address = addressOf(to);
    const offered: number[] = [];
    const files = new Map<string, Readable>();
    for (const media of mediaOf(content)) files.set(media.key, await streamOf(media));
    const wireContent = serializeContent(content, (media) => {
      const stream = offers.offer(files.get(media.key)!);
      offered.push(stream);
      offeredTo.set(stream, sessionNameOf(account));
      return { stream, mime: media.mime, name: media.fileName };
    });
    if (!wireContent) throw unsupported(content.kind);
    const send: WireSend = {
      correlation,
      to: address,
      content: wireContent,
      ...(quotes !== undefined && { quotes }),
      ...(isForwarded && { isForwarded }),
    };
    try {
      const { id } = await request<{ id: string }>(account, 'send', { send }, SEND_TIMEOUT_MS);
      return { wid: id };
    } finally {
      for (const stream of offered) {
        offers.remove(stream);
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
  const saveOpenRequest = (account: ConnectionRef, openRequest: OpenRequest) =>
    state.set(account, [{ kind: 'wish', name: 'open', value: JSON.stringify(openRequest) }]);
  async function findOpenRequest(account: ConnectionRef): Promise<OpenRequest | undefined> {
    const text = (await state.get(account, 'wish', ['open']))['open'];
    return text === undefined ? undefined : (JSON.parse(text) as OpenRequest);
  }
  async function takeOpenRequest(account: ConnectionRef): Promise<OpenRequest | undefined> {
    const openRequest = await findOpenRequest(account);
    if (openRequest) await state.set(account, [{ kind: 'wish', name: 'open', value: null }]);
    return openRequest;
  }
  async function open(account: Account, reset: boolean, pairingNumber?: string): Promise<void> {
    if (!deps.holdsSessions) return saveOpenRequest(account, { reset, pairingNumber });
    const savedRequest = await takeOpenRequest(account);
    const openRequest =
      reset || pairingNumber !== undefined ? { reset, pairingNumber } : (savedRequest ?? { reset, pairingNumber });
    const session = sessionNameOf(account);
    if (openRequest.reset) {
      await childPool.close(session, true).catch(onError);
      await state.clear(account);
    }
    const history = await deps.history(account);
    await childPool
      .open(session, {
        ...(openRequest.pairingNumber !== undefined && { pairingNumber: openRequest.pairingNumber }),
        ...(history && { history }),
      })
      .catch((error: unknown) => {
        throw toChannelError(error);
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
    parse: parsePayload,
    send,
    edit: (account, to, wid, text) => request(account, 'edit', { to: addressOf(to), id: wid, text }),
    remove: (account, to, wid) => request(account, 'remove', { to: addressOf(to), id: wid }),
    markRead: (account, to, wids) => request(account, 'read', { to: addressOf(to), ids: wids }),
    typing: (account, to) => request(account, 'typing', { to: addressOf(to) }),
    async fetchMedia(account, { ref }, maxBytes) {
      const { stream } = await request<{ stream: number }>(account, 'fetch', { ref, maxBytes }, SEND_TIMEOUT_MS);
      const ipc = childPool.ipcOf(sessionNameOf(account));
      if (!ipc) throw sessionNotOpen();
      const file = pullStream(() => ipc.request<Chunk>('pull', { stream }, REQUEST_TIMEOUT_MS));
      // Whoever stops reading has no use for the rest.
      return file.once('close', () => void ipc.request('drop', { stream }, REQUEST_TIMEOUT_MS).catch(() => {}));
    },
    async findNumber(account, digits) {
      if (!/^\d{5,20}$/.test(digits)) return null;
      // Old accounts of Brazilian mobiles are known without the ninth digit.
      const { number } = await request<{ number: string | null }>(account, 'lookUp', { numbers: formsOf(digits) });
      return number === null ? null : { number };
    },
    /** Kept as the phone told it, so that it can be read also while nobody is connected. */
    async addressBook(account, of) {
      const contacts = (await state.all(account, 'person')).map((text) => JSON.parse(text) as PhoneContact);
      return contacts
        .filter(({ saved, hasChat }) => (of === 'contacts' ? saved !== undefined : hasChat === true))
        .map(({ phone, saved, called }) => ({ name: saved ?? called ?? '', number: phone }));
    },
    session: {
      open,
      async isOpenLocally(account) {
        return childPool.isOpen(sessionNameOf(account)) && (await findOpenRequest(account)) === undefined;
      },
      async close(account, forGood) {
        await childPool.close(sessionNameOf(account), forGood).catch(onError);
        if (forGood) await state.clear(account);
      },
    },
  };
  return {
    channel,
    childPool,
    /** Where the network is only pretended: something happens at the other end. */
    play: (connection: ConnectionRef, action: unknown) => request(connection, 'play', { action }),
    async close() {
      await childPool.stop();
      offers.close();
    },
  };
}

/** The library's faults name people by their numbers, and sometimes show keys. */
const redact = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/\d{7,}/g, '…')
    .replace(/[\w+=-]{40,}/g, '…');
const formsOf = (digits: string): string[] => [...new Set([digits, ...phoneForms(digits)])];
const unsupported = (detail: string) => new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail });
const mediaOf = (content: Parameters<Channel['send']>[1]['content']): StoredMedia[] =>
  content.kind === 'media' ? [content.media] : content.kind === 'button' && content.image ? [content.image] : [];

function addressOf(peer: Peer) {
  const address = serializePeer(peer);
  if (!address) throw new Refused({ code: 'ERR_WAPP_INVALID_CONTACT', detail: 'WhatsApp has no name for the contact' });
  return address;
}
