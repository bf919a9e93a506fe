/** One linked device: connected, kept connected, listened to. What it hears goes to the house in order. */
import type { AuthenticationCreds, BaileysEventMap, WAMessage } from 'baileys';
import { codeOf, parseDisconnect, reconnectDelay } from './disconnects.ts';
import { unwrapped } from './content.ts';
import {
  createCalls,
  groupReceiptItems,
  historyItems,
  lidsIn,
  mappingItems,
  messageItems,
  statusItems,
  STUB,
  peerOf,
  type Facts,
} from './events.ts';
import { isGroup, isLid, isPhone, plainJid, userOf } from './jids.ts';
import type { DeviceState } from './device-state.ts';
import { createRecent } from './recent.ts';
import type { WaLibrary, WaSocketLike } from './wa-socket.ts';
import type { HistoryRange, PhoneContact, Reason, WireItem } from './wire.ts';

export interface SessionDeps {
  sessionName: string;
  library: WaLibrary;
  deviceState: DeviceState;
  deliver(items: WireItem[]): void;
  /** Whether the house takes what it is told. */
  deliveryQueue: { isFull(): boolean; hasCapacity(): boolean };
  /** The device is no longer linked: what is kept of it is of no use. */
  clearState(): Promise<void>;
  onError(error: unknown): void;
  waits?: { before(attempt: number, chance: number): number; restartMs: number; undecipheredMs: number };
}
export interface Opening {
  pairingNumber?: string | undefined;
  history?: HistoryRange | undefined;
}
/** More codes than this are shown to nobody. */
const MAX_CODES = 3;
const GROUP_TIMEOUT_MS = 5000;
const END_TIMEOUT_MS = 1000;
const MAX_NAMES = 20_000;
/** Events that wait to be looked at; a house that does not answer holds them up. */
const MAX_PENDING_EVENTS = 1000;
const DEFAULT_WAITS = { before: reconnectDelay, restartMs: 2000, undecipheredMs: 60_000 };
/** So many ends of a kind that nobody can explain, and what is kept must be damaged. */
const MAX_SERVER_ERRORS = 5;

export function createSession(
  {
    sessionName,
    library,
    deviceState,
    deliver,
    deliveryQueue,
    clearState,
    onError,
    waits = DEFAULT_WAITS,
  }: SessionDeps,
  opening: Opening,
) {
  const recent = createRecent();
  const calls = createCalls();
  const names = new Map<string, string>();
  const phones = new Map<string, string>();
  const knownChats = new Set<string>();
  const numberless = new Set<string>();
  const undeciphered = new Map<string, NodeJS.Timeout>();
  let socket: WaSocketLike | undefined;
  let creds: AuthenticationCreds | undefined;
  let timer: NodeJS.Timeout | undefined;
  let processing: Promise<void> = Promise.resolve();
  let events = 0;
  let hungUp: WaSocketLike | undefined;
  let isOpen = false;
  let isEnded = false;
  let isDown = false;
  let attempts = 0;
  let codes = 0;
  let bad = 0;
  let codedFor: WaSocketLike | undefined;
  /** Why it rests; nothing but a person gets it going again. */
  let stopReason: Reason | undefined;

  const facts: Facts = { phoneOf: (lid) => phones.get(lid), nameOf: (jid) => names.get(jid) };
  const now = () => Math.floor(Date.now() / 1000);
  const isPaired = () => creds !== undefined && isLinked(creds);

  async function connect() {
    timer = undefined;
    if (isEnded) return;
    // What has not been heard yet is kept by the network, and by nobody here.
    if (!deliveryQueue.hasCapacity() || events > MAX_PENDING_EVENTS / 2) return again(waits.before(0, Math.random()));
    creds ??= await loadCreds();
    if (isEnded) return;
    const waSocket = library.connect({
      session: sessionName,
      creds,
      keys: deviceState.keys,
      wantsHistory: opening.history !== undefined,
      getMessage: async ({ id }) => recent.contentOf(id ?? ''),
    });
    socket = waSocket;
    /** Of a socket that was replaced meanwhile nothing is heard; one after the other, whatever has to be looked up. */
    const on = <T extends keyof BaileysEventMap>(
      event: T,
      work: (payload: BaileysEventMap[T]) => void | Promise<void>,
    ) =>
      waSocket.ev.on(event, (payload) => {
        if (socket !== waSocket) return;
        events += 1;
        processing = processing
          .then(() => work(payload))
          .catch(onError)
          .finally(() => {
            events -= 1;
            if (deliveryQueue.isFull()) hangUp(waSocket);
          });
        if (events > MAX_PENDING_EVENTS) hangUp(waSocket);
      });
    // What the library has gathered it forgets right after this; the network takes it for told.
    waSocket.ev.on('connection.update', ({ connection }) => void (connection === 'close' && waSocket.ev.flush?.()));
    on('creds.update', async () => creds && (await deviceState.saveCreds(creds)));
    on('connection.update', (update) => handleConnectionUpdate(waSocket, update));
    on('messages.upsert', ({ messages }) => handleMessages(messages));
    on('messages.update', (updates) => deliver(statusItems(updates, facts)));
    on('message-receipt.update', (updates) => deliver(groupReceiptItems(updates, facts)));
    on('call', async (callEvents) => {
      await resolveLids(callEvents.flatMap(({ from, callerPn }) => (isLid(from) && !callerPn ? [plainJid(from)] : [])));
      deliver(calls(callEvents, facts));
    });
    on('lid-mapping.update', (mapping) => {
      const lid = userOf(mapping.lid);
      const before = phones.get(lid);
      knowLid(mapping.lid, mapping.pn);
      // Phones tell the numbers of all their contacts; news it is of those who were told of without one, or with another.
      const isOther = before !== undefined && before !== userOf(mapping.pn);
      if (numberless.delete(lid) || isOther) deliver(mappingItems(mapping, now()));
    });
    on('messaging-history.set', history);
    on('messaging-history.status', ({ status }) => {
      if (opening.history && status === 'complete') deliver([{ item: 'history', percent: 100 }]);
    });
    on('message-capping.update', ({ capping_status: status }) => {
      if (status === 'CAPPED')
        deliver([{ item: 'health', what: 'restricted', detail: 'new conversations', at: now() }]);
    });
    on('contacts.upsert', saveContacts);
    on('contacts.update', saveContacts);
    on('chats.upsert', (chats) => chatsOf(chats));
    on('groups.upsert', (groups) => groups.forEach(({ id, subject }) => name(id, subject)));
    on('groups.update', (groups) => groups.forEach(({ id, subject }) => id && name(id, subject)));
  }
  /** The house does not take what is heard. Nothing may get lost, nor may the others of this process suffer for it. */
  function hangUp(waSocket: WaSocketLike) {
    if (socket !== waSocket || hungUp === waSocket || isEnded || !isPaired()) return;
    hungUp = waSocket;
    onError(new Error(`session ${sessionName}: too much waits for the house, hung up until there is room`));
    void Promise.resolve(waSocket.end(undefined)).catch(onError);
  }
  /** Half a pairing is of no use to another one. */
  async function loadCreds(): Promise<AuthenticationCreds> {
    const storedCreds = await deviceState.creds();
    return storedCreds && isLinked(storedCreds) ? storedCreds : library.newCreds();
  }
  function again(ms: number) {
    if (isEnded) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect().catch(broke), ms);
  }
  /** Not even a socket came of it. */
  function broke(error: unknown) {
    onError(error);
    down('network');
    again(waits.before((attempts += 1), Math.random()));
  }
  const down = (reason: Reason) => {
    if (!isDown) deliver([{ item: 'session', state: 'opening', reason }]);
    isDown = true;
  };

  async function handleConnectionUpdate(waSocket: WaSocketLike, update: BaileysEventMap['connection.update']) {
    if (update.qr) await showCode(waSocket, update.qr);
    if (update.reachoutTimeLock) {
      const { isActive, enforcementType } = update.reachoutTimeLock;
      deliver([
        { item: 'health', what: isActive ? 'restricted' : 'restored', detail: enforcementType ?? '', at: now() },
      ]);
    }
    if (update.connection === 'open') {
      isOpen = true;
      isDown = false;
      attempts = codes = bad = 0;
      deliver([{ item: 'session', state: 'open', ...(waSocket.user && { phone: userOf(waSocket.user.id) }) }]);
    }
    if (update.connection === 'close') await closed(codeOf(update.lastDisconnect?.error));
  }

  async function showCode(waSocket: WaSocketLike, qr: string) {
    const number = opening.pairingNumber;
    // A code that is typed stays the same while the socket lives, whatever pictures come after.
    if (number !== undefined && codedFor === waSocket) return;
    codedFor = waSocket;
    codes += 1;
    if (codes > MAX_CODES) {
      stopWith('unanswered');
      return void waSocket.end(undefined);
    }
    if (number === undefined) return deliver([{ item: 'session', state: 'code', qr }]);
    const pairingCode = await waSocket.requestPairingCode(number);
    deliver([{ item: 'session', state: 'code', pairingCode }]);
  }

  async function closed(code: number | undefined) {
    isOpen = false;
    socket = undefined;
    if (isEnded || stopReason) return;
    const disconnect = parseDisconnect(code, isPaired());
    bad = code === 500 ? bad + 1 : 0;
    if (bad >= MAX_SERVER_ERRORS) return stopWith('broken');
    switch (disconnect.next) {
      case 'at-once':
        return again(0);
      case 'again':
        down(disconnect.reason!);
        return again(waits.before(attempts++, Math.random()));
      case 'afresh':
        return restart(disconnect.reason!);
      case 'rest':
        if (disconnect.reason === 'banned')
          deliver([{ item: 'health', what: 'banned', detail: String(code), at: now() }]);
        return stopWith(disconnect.reason!);
    }
  }
  function stopWith(reason: Reason) {
    stopReason = reason;
    deliver([{ item: 'session', state: 'closed', reason }]);
  }
  /** The phone has let this device go: another can be linked in its place. */
  async function restart(reason: Reason) {
    // In one breath: whoever sees a session at rest would let go of it.
    deliver([
      { item: 'session', state: 'closed', reason },
      { item: 'session', state: 'opening', reason },
    ]);
    isDown = true;
    await deviceState.flush();
    await clearState();
    creds = undefined;
    again(waits.restartMs);
  }

  // Hearing -----------------------------------------------------------------------------------------------------------

  async function handleMessages(messages: WAMessage[]) {
    await resolveLids(lidsIn(messages.map(({ key }) => key)));
    for (const message of messages) {
      const { key } = message;
      recent.saveKey(message);
      if (message.messageStubType === STUB.ciphertext && !message.message) {
        wait(message);
        continue;
      }
      const waited = undeciphered.get(key.id ?? '');
      if (waited) {
        clearTimeout(waited);
        undeciphered.delete(key.id!);
      }
      if (isGroup(key.remoteJid)) await knowGroup(plainJid(key.remoteJid));
      else if (!key.fromMe) rememberChat(message);
      deliver(vote(message) ?? messageItems(message, facts));
    }
  }
  /** Whoever writes has a chat from now on. */
  function rememberChat({ key, pushName }: WAMessage) {
    const { phone, lid } = peerOf(key.remoteJid, key.remoteJidAlt, undefined, facts);
    if (phone === undefined && lid !== undefined && numberless.size < MAX_NAMES) numberless.add(lid);
    if (phone === undefined || knownChats.has(phone)) return;
    if (knownChats.size >= MAX_NAMES) knownChats.clear();
    knownChats.add(phone);
    deviceState.saveContacts([{ phone, hasChat: true, ...(pushName && { called: pushName }) }], onError);
  }
  /** It could not be opened; the sender is asked to send it again. Only when that takes too long is it told of. */
  function wait({ key, messageTimestamp }: WAMessage) {
    if (!key.id || key.fromMe || undeciphered.has(key.id)) return;
    const timer = setTimeout(() => {
      undeciphered.delete(key.id!);
      // Under a name of its own: should it come after all, it is told as what it is.
      const placeholder = { key: { ...key, id: `waiting.${key.id}`, isViewOnce: true }, messageTimestamp } as WAMessage;
      const items = messageItems(placeholder, facts);
      deliver(
        items.map((item) =>
          item.item === 'message' ? { ...item, content: { kind: 'strange', what: 'undeciphered' } } : item,
        ),
      );
    }, waits.undecipheredMs);
    undeciphered.set(key.id, timer);
  }
  /** A vote is sealed; of polls that were sent lately it can be opened. Undefined when this is no vote. */
  function vote(message: WAMessage): WireItem[] | undefined {
    const update = message.message && unwrapped(message.message).content.pollUpdateMessage;
    const id = update?.pollCreationMessageKey?.id;
    if (!update || !id) return undefined;
    const chosen = recent.chosen(id, openedVote(message, id) ?? []);
    const [item] = messageItems({ ...message, message: { conversation: chosen.join(', ') } }, facts);
    if (item?.item !== 'message') return [];
    const title = chosen.join(', ');
    return [
      {
        ...item,
        quotes: id,
        content: title === '' ? { kind: 'strange', what: 'pollVote' } : { kind: 'choice', id: title, title },
      },
    ];
  }

  /** It is sealed for who asked and who answers, by whichever of their names the conversation uses. */
  function openedVote({ key, message }: WAMessage, id: string): Uint8Array[] | undefined {
    const secret = recent.contentOf(id)?.messageContextInfo?.messageSecret;
    if (!secret) return undefined;
    const own = [creds?.me?.id, creds?.me?.lid];
    const voters = key.fromMe ? own : [key.participant ?? key.remoteJid, key.participantAlt ?? key.remoteJidAlt];
    for (const creator of own.map(plainJid).filter(Boolean))
      for (const voter of voters.map(plainJid).filter(Boolean)) {
        const opened = library.openVote?.(message && unwrapped(message).content.pollUpdateMessage?.vote, {
          id,
          secret,
          creator,
          voter,
        });
        if (opened) return opened;
      }
    return undefined;
  }

  async function history(set: BaileysEventMap['messaging-history.set']) {
    for (const { lid, pn } of set.lidPnMappings ?? []) knowLid(lid, pn);
    saveContacts(set.contacts);
    chatsOf(set.chats);
    if (!opening.history) return;
    await resolveLids(lidsIn(set.messages.map(({ key }) => key)));
    deliver(historyItems(set, facts, opening.history));
  }

  async function resolveLids(lids: string[]) {
    for (const lid of new Set(lids)) {
      if (phones.has(userOf(lid))) continue;
      const pn = await socket?.signalRepository.lidMapping.getPNForLID(lid).catch(() => null);
      if (pn) knowLid(lid, pn);
    }
  }
  async function knowGroup(jid: string) {
    if (names.has(jid)) return;
    const timeout = new Promise<undefined>((done) => setTimeout(() => done(undefined), GROUP_TIMEOUT_MS).unref());
    const group = await Promise.race([socket?.groupMetadata(jid).catch(() => undefined), timeout]);
    // Asked once: a group that cannot be looked at is called by its number.
    name(jid, group?.subject ?? userOf(jid));
  }
  function name(jid: string, text: string | undefined | null) {
    if (!text) return;
    if (names.size >= MAX_NAMES) names.clear();
    names.set(plainJid(jid), text.slice(0, 250));
  }
  function knowLid(lid: string, pn: string) {
    if (!isLid(lid) || !isPhone(pn)) return;
    if (phones.size >= MAX_NAMES) phones.clear();
    phones.set(userOf(lid), userOf(pn));
  }
  function saveContacts(contacts: BaileysEventMap['contacts.update']) {
    const contactUpdates = contacts.flatMap((contact): (Partial<PhoneContact> & { phone: string })[] => {
      const { id = '', lid, phoneNumber, name: saved, notify: called } = contact;
      if (lid && phoneNumber) knowLid(lid, phoneNumber);
      else if (isLid(id) && phoneNumber) knowLid(id, phoneNumber);
      else if (lid && isPhone(id)) knowLid(lid, id);
      name(id, saved ?? called);
      const { phone } = peerOf(id, phoneNumber, undefined, facts);
      return phone === undefined || (!saved && !called)
        ? []
        : [{ phone, ...(saved && { saved }), ...(called && { called }) }];
    });
    if (contactUpdates.length > 0) deviceState.saveContacts(contactUpdates, onError);
  }
  function chatsOf(chats: BaileysEventMap['chats.upsert']) {
    const contactUpdates = chats.flatMap(({ id, name: title, pnJid, lidJid }) => {
      if (!id) return [];
      if (isGroup(id)) name(id, title);
      if (pnJid && isLid(id)) knowLid(id, pnJid);
      if (lidJid && isPhone(id)) knowLid(lidJid, id);
      const { phone } = peerOf(id, pnJid, undefined, facts);
      return phone === undefined ? [] : [{ phone, hasChat: true as const }];
    });
    if (contactUpdates.length > 0) deviceState.saveContacts(contactUpdates, onError);
  }

  return {
    recent,
    facts,
    start() {
      deliver([{ item: 'session', state: 'opening' }]);
      void connect().catch(broke);
    },
    /** The socket to speak through, as long as it is open. */
    socket: (): WaSocketLike | undefined => (isOpen ? socket : undefined),
    me: () => creds?.me,
    stopReason: () => stopReason,
    /** Ends quietly; for good the phone is told that this device is no more. */
    async end(forGood: boolean) {
      isEnded = true;
      clearTimeout(timer);
      for (const waitingTimer of undeciphered.values()) clearTimeout(waitingTimer);
      const waSocket = socket;
      if (forGood && isOpen)
        await Promise.race([
          waSocket?.logout().catch(() => {}),
          new Promise((done) => setTimeout(done, 5 * END_TIMEOUT_MS).unref()),
        ]);
      // The other end may never answer a good-bye.
      await Promise.race([waSocket?.end(undefined), new Promise((done) => setTimeout(done, END_TIMEOUT_MS).unref())]);
      isOpen = false;
      await processing;
      await deviceState.flush();
    },
  };
}
export type Session = ReturnType<typeof createSession>;

const isLinked = ({ me, registered, account }: AuthenticationCreds): boolean =>
  me !== undefined && (registered || account !== undefined);
