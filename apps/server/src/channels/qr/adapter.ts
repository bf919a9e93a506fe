/** WhatsApp through a linked device (QR code). The device itself runs in a child process. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { phoneForms } from '@balcao/domain/contact/phone';
import { pullStream, type Chunk } from '@balcao/whatsapp-qr/file-transfer';
import type { PhoneContact } from '@balcao/whatsapp-qr/wire';
import { Refused, type Account, type Channel } from '../port.ts';
import { abilities } from './abilities.ts';
import { createChildHandlers, sessionNameOf, type QrHostDeps } from './child-handlers.ts';
import { createChildPool, type ChildPool, type ChildProcess } from './child-pool.ts';
import { toChannelError, sessionNotOpen } from './faults.ts';
import { createFileOffers } from './file-offers.ts';
import { createOpenRequests } from './open-requests.ts';
import { parsePayload } from './parse.ts';
import type { ConnectionRef } from './qr-state.ts';
import { addressOf, createSend } from './send.ts';
import { createSpools } from './spools.ts';
import { isSignedWith, SIGNATURE_HEADER } from './signature.ts';

export interface QrDeps extends QrHostDeps {
  start(): ChildProcess;
  openFile(key: string): Promise<{ stream: Readable } | undefined>;
  /** False in processes that run no sessions: their open requests are stored for the process that does. */
  holdsSessions: boolean;
  maxSessions?: number;
  firstWaitMs?: number;
}
const REQUEST_TIMEOUT_MS = 60_000;
const SEND_TIMEOUT_MS = 11 * 60_000;

export function createQrChannel(deps: QrDeps) {
  const fileOffers = createFileOffers();
  const childPool: ChildPool = createChildPool({
    start: deps.start,
    onError: deps.onError,
    ...(deps.maxSessions !== undefined && { maxSessions: deps.maxSessions }),
    ...(deps.firstWaitMs !== undefined && { firstWaitMs: deps.firstWaitMs }),
    handlers: createChildHandlers({ ...deps, fileOffers, closeSession: (session) => childPool.close(session, false) }),
  });
  const request = requestVia(childPool);

  const channel: Channel = {
    abilities(kind) {
      if (kind !== 'whatsapp') throw new Refused({ code: 'ERR_CONTENT_UNSUPPORTED', detail: kind });
      return abilities;
    },
    newSecrets: () => ({ deliveryKey: randomBytes(32).toString('base64url') }),
    isAuthentic: ({ headers, body }, { secrets }) =>
      isSignedWith(secrets['deliveryKey'], body, headers[SIGNATURE_HEADER]),
    parse: parsePayload,
    send: createSend({
      fileOffers,
      openFile: deps.openFile,
      sessionOf: sessionNameOf,
      requestSend: (account, send) => request(account, 'send', { send }, SEND_TIMEOUT_MS),
    }),
    edit: (account, to, wid, text) => request(account, 'edit', { to: addressOf(to), id: wid, text }),
    remove: (account, to, wid) => request(account, 'remove', { to: addressOf(to), id: wid }),
    markRead: (account, to, wids) => request(account, 'read', { to: addressOf(to), ids: wids }),
    typing: (account, to) => request(account, 'typing', { to: addressOf(to) }),
    async fetchMedia(account, { ref }, maxBytes) {
      const { stream } = await request<{ stream: number }>(account, 'fetch', { ref, maxBytes }, SEND_TIMEOUT_MS);
      const ipc = childPool.ipcOf(sessionNameOf(account));
      if (!ipc) throw sessionNotOpen();
      const file = pullStream(() => ipc.request<Chunk>('pull', { stream }, REQUEST_TIMEOUT_MS));
      // A reader that stops early must release the rest in the child.
      return file.once('close', () => void ipc.request('drop', { stream }, REQUEST_TIMEOUT_MS).catch(() => {}));
    },
    async findNumber(account, digits) {
      if (!/^\d{5,20}$/.test(digits)) return null;
      // Old accounts of Brazilian mobile numbers lack the ninth digit.
      const numbers = [...new Set([digits, ...phoneForms(digits)])];
      const { number } = await request<{ number: string | null }>(account, 'findNumber', { numbers });
      return number === null ? null : { number };
    },
    /** Read from the stored contacts, so it works while the session is not connected. */
    async addressBook(account, of) {
      const contacts = (await deps.state.all(account, 'person')).map((text) => JSON.parse(text) as PhoneContact);
      return contacts
        .filter(({ saved, hasChat }) => (of === 'contacts' ? saved !== undefined : hasChat === true))
        .map(({ phone, saved, called }) => ({ name: saved ?? called ?? '', number: phone }));
    },
    session: sessionControl(deps, childPool),
  };
  return {
    channel,
    childPool,
    /** Fake library only: simulates an action of the phone or a customer. */
    play: (connection: ConnectionRef, action: unknown) => request(connection, 'play', { action }),
    async close() {
      await childPool.stop();
      fileOffers.close();
    },
  };
}

/** Sends an IPC request to the child process that runs the session. */
function requestVia(childPool: ChildPool) {
  return async <T>(account: ConnectionRef, command: string, params: object, timeoutMs = REQUEST_TIMEOUT_MS) => {
    const session = sessionNameOf(account);
    const ipc = childPool.ipcOf(session);
    if (!ipc) throw sessionNotOpen();
    try {
      return await ipc.request<T>(command, { session, ...params }, timeoutMs);
    } catch (error) {
      throw toChannelError(error);
    }
  };
}

function sessionControl(deps: QrDeps, childPool: ChildPool): NonNullable<Channel['session']> {
  const { state, onError } = deps;
  const openRequests = createOpenRequests(state);
  const spools = deps.spool && createSpools({ ...deps.spool, enqueue: deps.enqueue, onError });

  async function open(account: Account, reset: boolean, pairingNumber?: string): Promise<void> {
    if (!deps.holdsSessions) return openRequests.save(account, { reset, pairingNumber });
    const savedRequest = await openRequests.take(account);
    const openRequest =
      reset || pairingNumber !== undefined ? { reset, pairingNumber } : (savedRequest ?? { reset, pairingNumber });
    const session = sessionNameOf(account);
    if (openRequest.reset) {
      await childPool.close(session, true).catch(onError);
      await state.clear(account);
    }
    const history = await deps.history(account);
    await spools?.replay();
    await childPool
      .open(session, {
        ...(openRequest.pairingNumber !== undefined && { pairingNumber: openRequest.pairingNumber }),
        ...(history && { history }),
        ...(spools && { spool: spools.spoolOf(session) }),
      })
      .catch((error: unknown) => {
        throw toChannelError(error);
      });
  }
  return {
    open,
    async isOpenLocally(account) {
      return childPool.isOpen(sessionNameOf(account)) && (await openRequests.find(account)) === undefined;
    },
    async close(account, forGood) {
      await childPool.close(sessionNameOf(account), forGood).catch(onError);
      if (forGood) await state.clear(account);
    },
  };
}
