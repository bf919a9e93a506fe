/** One linked device: connected, kept connected, listened to. What it hears goes to the house in order. */
import type { AuthenticationCreds, BaileysEventMap, WAMessage } from 'baileys';
import { codeOf, endingOf, waitBefore } from './endings.ts';
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
  whoOf,
  type Facts,
} from './events.ts';
import { isGroup, isLid, isPhone, plainJid, userOf } from './jids.ts';
import type { Memory } from './memory.ts';
import { createRecent } from './recent.ts';
import type { WaLibrary, WaSocketLike } from './wa-socket.ts';
import type { HistoryWish, Person, Reason, WireItem } from './wire.ts';

export interface SessionNeeds {
  named: string;
  library: WaLibrary;
  memory: Memory;
  tell(items: WireItem[]): void;
  /** Whether the house takes what it is told. */
  room: { isFull(): boolean; hasRoom(): boolean };
  /** The device is no longer linked: what is kept of it is of no use. */
  forget(): Promise<void>;
  failed(fault: unknown): void;
  waits?: { before(attempt: number, chance: number): number; restartMs: number; undecipheredMs: number };
}
export interface Opening {
  pairingNumber?: string | undefined;
  history?: HistoryWish | undefined;
}
/** More codes than this are shown to nobody. */
const MOST_CODES = 3;
const GROUP_WITHIN_MS = 5000;
const END_WITHIN_MS = 1000;
const MOST_NAMES = 20_000;
/** Events that wait to be looked at; a house that does not answer holds them up. */
const MOST_EVENTS = 1000;
const usual = { before: waitBefore, restartMs: 2000, undecipheredMs: 60_000 };
/** So many ends of a kind that nobody can explain, and what is kept must be damaged. */
const MOST_BAD = 5;

export function createSession(
  { named, library, memory, tell, room, forget, failed, waits = usual }: SessionNeeds,
  opening: Opening,
) {
  const recent = createRecent();
  const calls = createCalls();
  const names = new Map<string, string>();
  const phones = new Map<string, string>();
  const spoken = new Set<string>();
  const numberless = new Set<string>();
  const undeciphered = new Map<string, NodeJS.Timeout>();
  let socket: WaSocketLike | undefined;
  let creds: AuthenticationCreds | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hearing: Promise<void> = Promise.resolve();
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
  let rests: Reason | undefined;

  const facts: Facts = { phoneOf: (lid) => phones.get(lid), nameOf: (jid) => names.get(jid) };
  const now = () => Math.floor(Date.now() / 1000);
  const isPaired = () => creds !== undefined && isLinked(creds);

  async function connect() {
    timer = undefined;
    if (isEnded) return;
    // What has not been heard yet is kept by the network, and by nobody here.
    if (!room.hasRoom() || events > MOST_EVENTS / 2) return again(waits.before(0, Math.random()));
    creds ??= await known();
    if (isEnded) return;
    const mine = library.connect({
      session: named,
      creds,
      keys: memory.keys,
      wantsHistory: opening.history !== undefined,
      getMessage: async ({ id }) => recent.said(id ?? ''),
    });
    socket = mine;
    /** Of a socket that was replaced meanwhile nothing is heard; one after the other, whatever has to be looked up. */
    const on = <T extends keyof BaileysEventMap>(event: T, work: (told: BaileysEventMap[T]) => void | Promise<void>) =>
      mine.ev.on(event, (told) => {
        if (socket !== mine) return;
        events += 1;
        hearing = hearing
          .then(() => work(told))
          .catch(failed)
          .finally(() => {
            events -= 1;
            if (room.isFull()) hangUp(mine);
          });
        if (events > MOST_EVENTS) hangUp(mine);
      });
    // What the library has gathered it forgets right after this; the network takes it for told.
    mine.ev.on('connection.update', ({ connection }) => void (connection === 'close' && mine.ev.flush?.()));
    on('creds.update', async () => creds && (await memory.keepCreds(creds)));
    on('connection.update', (told) => stepped(mine, told));
    on('messages.upsert', ({ messages }) => heard(messages));
    on('messages.update', (updates) => tell(statusItems(updates, facts)));
    on('message-receipt.update', (updates) => tell(groupReceiptItems(updates, facts)));
    on('call', async (told) => {
      await lookUpLids(told.flatMap(({ from, callerPn }) => (isLid(from) && !callerPn ? [plainJid(from)] : [])));
      tell(calls(told, facts));
    });
    on('lid-mapping.update', (mapping) => {
      const lid = userOf(mapping.lid);
      const before = phones.get(lid);
      knowLid(mapping.lid, mapping.pn);
      // Phones tell the numbers of all their contacts; news it is of those who were told of without one, or with another.
      const isOther = before !== undefined && before !== userOf(mapping.pn);
      if (numberless.delete(lid) || isOther) tell(mappingItems(mapping, now()));
    });
    on('messaging-history.set', history);
    on('messaging-history.status', ({ status }) => {
      if (opening.history && status === 'complete') tell([{ item: 'history', percent: 100 }]);
    });
    on('message-capping.update', ({ capping_status: status }) => {
      if (status === 'CAPPED') tell([{ item: 'health', what: 'restricted', detail: 'new conversations', at: now() }]);
    });
    on('contacts.upsert', meet);
    on('contacts.update', meet);
    on('chats.upsert', (chats) => chatsOf(chats));
    on('groups.upsert', (groups) => groups.forEach(({ id, subject }) => name(id, subject)));
    on('groups.update', (groups) => groups.forEach(({ id, subject }) => id && name(id, subject)));
  }
  /** The house does not take what is heard. Nothing may get lost, nor may the others of this process suffer for it. */
  function hangUp(mine: WaSocketLike) {
    if (socket !== mine || hungUp === mine || isEnded || !isPaired()) return;
    hungUp = mine;
    failed(new Error(`session ${named}: too much waits for the house, hung up until there is room`));
    void Promise.resolve(mine.end(undefined)).catch(failed);
  }
  /** Half a pairing is of no use to another one. */
  async function known(): Promise<AuthenticationCreds> {
    const kept = await memory.creds();
    return kept && isLinked(kept) ? kept : library.newCreds();
  }
  function again(ms: number) {
    if (isEnded) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect().catch(broke), ms);
  }
  /** Not even a socket came of it. */
  function broke(fault: unknown) {
    failed(fault);
    down('network');
    again(waits.before((attempts += 1), Math.random()));
  }
  const down = (why: Reason) => {
    if (!isDown) tell([{ item: 'session', state: 'opening', why }]);
    isDown = true;
  };

  async function stepped(mine: WaSocketLike, told: BaileysEventMap['connection.update']) {
    if (told.qr) await showCode(mine, told.qr);
    if (told.reachoutTimeLock) {
      const { isActive, enforcementType } = told.reachoutTimeLock;
      tell([{ item: 'health', what: isActive ? 'restricted' : 'restored', detail: enforcementType ?? '', at: now() }]);
    }
    if (told.connection === 'open') {
      isOpen = true;
      isDown = false;
      attempts = codes = bad = 0;
      tell([{ item: 'session', state: 'open', ...(mine.user && { phone: userOf(mine.user.id) }) }]);
    }
    if (told.connection === 'close') await closed(codeOf(told.lastDisconnect?.error));
  }

  async function showCode(mine: WaSocketLike, qr: string) {
    const number = opening.pairingNumber;
    // A code that is typed stays the same while the socket lives, whatever pictures come after.
    if (number !== undefined && codedFor === mine) return;
    codedFor = mine;
    codes += 1;
    if (codes > MOST_CODES) {
      rest('unanswered');
      return void mine.end(undefined);
    }
    if (number === undefined) return tell([{ item: 'session', state: 'code', qr }]);
    const pairingCode = await mine.requestPairingCode(number);
    tell([{ item: 'session', state: 'code', pairingCode }]);
  }

  async function closed(code: number | undefined) {
    isOpen = false;
    socket = undefined;
    if (isEnded || rests) return;
    const ending = endingOf(code, isPaired());
    bad = code === 500 ? bad + 1 : 0;
    if (bad >= MOST_BAD) return rest('broken');
    switch (ending.next) {
      case 'at-once':
        return again(0);
      case 'again':
        down(ending.why!);
        return again(waits.before(attempts++, Math.random()));
      case 'afresh':
        return startAfresh(ending.why!);
      case 'rest':
        if (ending.why === 'banned') tell([{ item: 'health', what: 'banned', detail: String(code), at: now() }]);
        return rest(ending.why!);
    }
  }
  function rest(why: Reason) {
    rests = why;
    tell([{ item: 'session', state: 'closed', why }]);
  }
  /** The phone has let this device go: another can be linked in its place. */
  async function startAfresh(why: Reason) {
    // In one breath: whoever sees a session at rest would let go of it.
    tell([
      { item: 'session', state: 'closed', why },
      { item: 'session', state: 'opening', why },
    ]);
    isDown = true;
    await memory.settle();
    await forget();
    creds = undefined;
    again(waits.restartMs);
  }

  // Hearing -----------------------------------------------------------------------------------------------------------

  async function heard(messages: WAMessage[]) {
    await lookUpLids(lidsIn(messages.map(({ key }) => key)));
    for (const message of messages) {
      const { key } = message;
      recent.note(message);
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
      else if (!key.fromMe) spokeWith(message);
      tell(vote(message) ?? messageItems(message, facts));
    }
  }
  /** Whoever writes has a chat from now on. */
  function spokeWith({ key, pushName }: WAMessage) {
    const { phone, lid } = whoOf(key.remoteJid, key.remoteJidAlt, undefined, facts);
    if (phone === undefined && lid !== undefined && numberless.size < MOST_NAMES) numberless.add(lid);
    if (phone === undefined || spoken.has(phone)) return;
    if (spoken.size >= MOST_NAMES) spoken.clear();
    spoken.add(phone);
    memory.meet([{ phone, hasChat: true, ...(pushName && { called: pushName }) }], failed);
  }
  /** It could not be opened; the sender is asked to send it again. Only when that takes too long is it told of. */
  function wait({ key, messageTimestamp }: WAMessage) {
    if (!key.id || key.fromMe || undeciphered.has(key.id)) return;
    const timer = setTimeout(() => {
      undeciphered.delete(key.id!);
      // Under a name of its own: should it come after all, it is told as what it is.
      const stand = { key: { ...key, id: `waiting.${key.id}`, isViewOnce: true }, messageTimestamp } as WAMessage;
      const items = messageItems(stand, facts);
      tell(
        items.map((item) =>
          item.item === 'message' ? { ...item, said: { kind: 'strange', what: 'undeciphered' } } : item,
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
    const [told] = messageItems({ ...message, message: { conversation: chosen.join(', ') } }, facts);
    if (told?.item !== 'message') return [];
    const title = chosen.join(', ');
    return [
      {
        ...told,
        quotes: id,
        said: title === '' ? { kind: 'strange', what: 'pollVote' } : { kind: 'choice', id: title, title },
      },
    ];
  }

  /** It is sealed for who asked and who answers, by whichever of their names the conversation uses. */
  function openedVote({ key, message }: WAMessage, id: string): Uint8Array[] | undefined {
    const secret = recent.said(id)?.messageContextInfo?.messageSecret;
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
    meet(set.contacts);
    chatsOf(set.chats);
    if (!opening.history) return;
    await lookUpLids(lidsIn(set.messages.map(({ key }) => key)));
    tell(historyItems(set, facts, opening.history));
  }

  async function lookUpLids(lids: string[]) {
    for (const lid of new Set(lids)) {
      if (phones.has(userOf(lid))) continue;
      const pn = await socket?.signalRepository.lidMapping.getPNForLID(lid).catch(() => null);
      if (pn) knowLid(lid, pn);
    }
  }
  async function knowGroup(jid: string) {
    if (names.has(jid)) return;
    const timeout = new Promise<undefined>((done) => setTimeout(() => done(undefined), GROUP_WITHIN_MS).unref());
    const group = await Promise.race([socket?.groupMetadata(jid).catch(() => undefined), timeout]);
    // Asked once: a group that cannot be looked at is called by its number.
    name(jid, group?.subject ?? userOf(jid));
  }
  function name(jid: string, text: string | undefined | null) {
    if (!text) return;
    if (names.size >= MOST_NAMES) names.clear();
    names.set(plainJid(jid), text.slice(0, 250));
  }
  function knowLid(lid: string, pn: string) {
    if (!isLid(lid) || !isPhone(pn)) return;
    if (phones.size >= MOST_NAMES) phones.clear();
    phones.set(userOf(lid), userOf(pn));
  }
  function meet(contacts: BaileysEventMap['contacts.update']) {
    const people = contacts.flatMap((contact): (Partial<Person> & { phone: string })[] => {
      const { id = '', lid, phoneNumber, name: saved, notify: called } = contact;
      if (lid && phoneNumber) knowLid(lid, phoneNumber);
      else if (isLid(id) && phoneNumber) knowLid(id, phoneNumber);
      else if (lid && isPhone(id)) knowLid(lid, id);
      name(id, saved ?? called);
      const { phone } = whoOf(id, phoneNumber, undefined, facts);
      return phone === undefined || (!saved && !called)
        ? []
        : [{ phone, ...(saved && { saved }), ...(called && { called }) }];
    });
    if (people.length > 0) memory.meet(people, failed);
  }
  function chatsOf(chats: BaileysEventMap['chats.upsert']) {
    const people = chats.flatMap(({ id, name: title, pnJid, lidJid }) => {
      if (!id) return [];
      if (isGroup(id)) name(id, title);
      if (pnJid && isLid(id)) knowLid(id, pnJid);
      if (lidJid && isPhone(id)) knowLid(lidJid, id);
      const { phone } = whoOf(id, pnJid, undefined, facts);
      return phone === undefined ? [] : [{ phone, hasChat: true as const }];
    });
    if (people.length > 0) memory.meet(people, failed);
  }

  return {
    recent,
    facts,
    start() {
      tell([{ item: 'session', state: 'opening' }]);
      void connect().catch(broke);
    },
    /** The socket to speak through, as long as it is open. */
    socket: (): WaSocketLike | undefined => (isOpen ? socket : undefined),
    me: () => creds?.me,
    rests: () => rests,
    /** Ends quietly; for good the phone is told that this device is no more. */
    async end(forGood: boolean) {
      isEnded = true;
      clearTimeout(timer);
      for (const one of undeciphered.values()) clearTimeout(one);
      const mine = socket;
      if (forGood && isOpen)
        await Promise.race([
          mine?.logout().catch(() => {}),
          new Promise((done) => setTimeout(done, 5 * END_WITHIN_MS).unref()),
        ]);
      // The other end may never answer a good-bye.
      await Promise.race([mine?.end(undefined), new Promise((done) => setTimeout(done, END_WITHIN_MS).unref())]);
      isOpen = false;
      await hearing;
      await memory.settle();
    },
  };
}
export type Session = ReturnType<typeof createSession>;

const isLinked = ({ me, registered, account }: AuthenticationCreds): boolean =>
  me !== undefined && (registered || account !== undefined);
