/** What a session knows about contacts and groups: names, numbers behind LIDs, existing chats. */
import type { BaileysEventMap, WAMessage } from 'baileys';
import type { DeviceState } from './device-state.ts';
import { peerOf, type Facts } from './events.ts';
import { comparableJid, isGroup, isLid, isPhone, plainJid, userOf } from './jids.ts';
import type { WaSocketLike } from './wa-socket.ts';
import type { PhoneContact } from './wire.ts';

interface DirectoryDeps {
  deviceState: DeviceState;
  socket(): WaSocketLike | undefined;
  onError(error: unknown): void;
}
const GROUP_TIMEOUT_MS = 5000;
/** Bound of each map; a full one starts over. */
const MAX_ENTRIES = 20_000;

export function createContactDirectory({ deviceState, socket, onError }: DirectoryDeps) {
  const names = new Map<string, string>();
  const phones = new Map<string, string>();
  /** LIDs by the comparable form of their number. */
  const lids = new Map<string, string>();
  const knownChats = new Set<string>();
  const requestedGroups = new Set<string>();
  /** LIDs that wrote before their number was known. */
  const lidsWithoutNumber = new Set<string>();
  const facts: Facts = { phoneOf: (lid) => phones.get(lid), nameOf: (jid) => names.get(jid) };

  function setName(jid: string, text: string | undefined | null) {
    if (!text) return;
    if (names.size >= MAX_ENTRIES) names.clear();
    names.set(plainJid(jid), text.slice(0, 250));
  }
  function linkLid(lid: string, pn: string) {
    if (!isLid(lid) || !isPhone(pn)) return;
    if (phones.size >= MAX_ENTRIES) {
      phones.clear();
      lids.clear();
    }
    const former = phones.get(userOf(lid));
    if (former !== undefined) lids.delete(phoneJid(former));
    phones.set(userOf(lid), userOf(pn));
    lids.set(comparableJid(pn), plainJid(lid));
  }

  return {
    facts,
    setName,
    linkLid,
    /** All names of a chat in comparable form: a contact is named by number or LID. */
    addressesOf(jid: string): string[] {
      const address = comparableJid(jid);
      const phone = isLid(address) ? phones.get(userOf(address)) : undefined;
      const other = phone === undefined ? lids.get(address) : phoneJid(phone);
      return other === undefined ? [address] : [address, other];
    },
    /** True when the number must be reported: a known LID has another number, or a LID wrote without one. */
    updateNumber({ lid: lidJid, pn }: BaileysEventMap['lid-mapping.update']): boolean {
      const lid = userOf(lidJid);
      const before = phones.get(lid);
      linkLid(lidJid, pn);
      // Phones send the numbers of all their contacts; most of them change nothing.
      const hasChanged = before !== undefined && before !== userOf(pn);
      return lidsWithoutNumber.delete(lid) || hasChanged;
    },
    async resolveLids(lids: string[]) {
      for (const lid of new Set(lids)) {
        if (phones.has(userOf(lid))) continue;
        const pn = await socket()
          ?.signalRepository.lidMapping.getPNForLID(lid)
          .catch(() => null);
        if (pn) linkLid(lid, pn);
      }
    },
    /** Requested once: a group without readable metadata has no name here, until the network sends its subject. */
    async resolveGroupName(jid: string) {
      if (names.has(jid) || requestedGroups.has(jid)) return;
      if (requestedGroups.size >= MAX_ENTRIES) requestedGroups.clear();
      requestedGroups.add(jid);
      const timeout = new Promise<undefined>((done) => setTimeout(() => done(undefined), GROUP_TIMEOUT_MS).unref());
      const metadata = socket()
        ?.groupMetadata(jid)
        .catch(() => undefined);
      const group = await Promise.race([metadata, timeout]);
      setName(jid, group?.subject);
    },
    /** Stores that the sender of an incoming message has a chat. */
    saveChatOf({ key, pushName }: WAMessage) {
      const { phone, lid } = peerOf(key.remoteJid, key.remoteJidAlt, undefined, facts);
      if (phone === undefined && lid !== undefined && lidsWithoutNumber.size < MAX_ENTRIES) lidsWithoutNumber.add(lid);
      if (phone === undefined || knownChats.has(phone)) return;
      if (knownChats.size >= MAX_ENTRIES) knownChats.clear();
      knownChats.add(phone);
      deviceState.saveContacts([{ phone, hasChat: true, ...(pushName && { called: pushName }) }], onError);
    },
    saveContacts(contacts: BaileysEventMap['contacts.update']) {
      const contactUpdates = contacts.flatMap((contact): (Partial<PhoneContact> & { phone: string })[] => {
        const { id = '', lid, phoneNumber, name: saved, notify: called } = contact;
        if (lid && phoneNumber) linkLid(lid, phoneNumber);
        else if (isLid(id) && phoneNumber) linkLid(id, phoneNumber);
        else if (lid && isPhone(id)) linkLid(lid, id);
        setName(id, saved ?? called);
        const { phone } = peerOf(id, phoneNumber, undefined, facts);
        return phone === undefined || (!saved && !called)
          ? []
          : [{ phone, ...(saved && { saved }), ...(called && { called }) }];
      });
      if (contactUpdates.length > 0) deviceState.saveContacts(contactUpdates, onError);
    },
    saveChats(chats: BaileysEventMap['chats.upsert']) {
      const contactUpdates = chats.flatMap(({ id, name: title, pnJid, lidJid }) => {
        if (!id) return [];
        if (isGroup(id)) setName(id, title);
        if (pnJid && isLid(id)) linkLid(id, pnJid);
        if (lidJid && isPhone(id)) linkLid(lidJid, id);
        const { phone } = peerOf(id, pnJid, undefined, facts);
        return phone === undefined ? [] : [{ phone, hasChat: true as const }];
      });
      if (contactUpdates.length > 0) deviceState.saveContacts(contactUpdates, onError);
    },
  };
}
const phoneJid = (phone: string): string => comparableJid(`${phone}@s.whatsapp.net`);
export type ContactDirectory = ReturnType<typeof createContactDirectory>;
