/** Recent messages: keys for quotes and reactions; own contents for devices that could not decrypt them. */
import { createHash } from 'node:crypto';
import type { WAMessage, WAMessageContent, WAMessageKey } from 'baileys';
import { isGroup, plainJid } from './jids.ts';

/** Entries; a message of a contact with number and LID has two. */
const MAX_KEYS = 4000;
const MAX_MESSAGES = 400;

type Ref = Pick<WAMessageKey, 'id' | 'remoteJid' | 'remoteJidAlt'>;

/** Phones choose message ids themselves, so a message is found only in its chat. `addressesOf` returns all names of a chat. */
export function createRecent(addressesOf: (jid: string) => string[]) {
  const keys = new Map<string, WAMessageKey>();
  const messages = new Map<string, WAMessageContent>();
  function namesOf({ id, remoteJid, remoteJidAlt }: Ref): string[] {
    if (!id || !remoteJid) return [];
    // In a group the alternative address is that of the author.
    const jids = remoteJidAlt && !isGroup(remoteJid) ? [remoteJid, remoteJidAlt] : [remoteJid];
    return [...new Set(jids.flatMap(addressesOf))].map((address) => `${address} ${id}`);
  }
  const put = <T>(map: Map<string, T>, max: number, ref: Ref, value: T) => {
    for (const name of namesOf(ref)) {
      map.delete(name);
      map.set(name, value);
      if (map.size > max) map.delete(map.keys().next().value!);
    }
  };
  function find<T>(map: Map<string, T>, ref: Ref): T | undefined {
    const name = namesOf(ref).find((known) => map.has(known));
    return name === undefined ? undefined : map.get(name);
  }

  return {
    saveKey({ key }: Pick<WAMessage, 'key'>) {
      const { id, remoteJid, fromMe, participant } = key;
      put(keys, MAX_KEYS, key, { id, remoteJid, fromMe, ...(participant && { participant }) });
    },
    /** Own message, for a device that requests it again. */
    saveMessage(jid: string, { key: { id }, message }: Pick<WAMessage, 'key' | 'message'>) {
      if (message) put(messages, MAX_MESSAGES, { id, remoteJid: jid }, message);
    },
    contentOf: (ref: Ref): WAMessageContent | undefined => find(messages, ref),
    /** Unknown ids are taken for the customer's messages: agents quote and react to those. */
    keyOf(jid: string, id: string): WAMessageKey {
      const ref = { id, remoteJid: jid };
      const stored = find(keys, ref);
      if (stored) return { ...stored, remoteJid: jid };
      return { ...ref, fromMe: find(messages, ref) !== undefined };
    },
    /** Message to quote. Only the id matters; phones show their own copy. */
    quotable(jid: string, id: string): WAMessage {
      const key = this.keyOf(jid, id);
      return {
        key,
        message: find(messages, { id, remoteJid: jid }) ?? { conversation: '' },
        ...(isGroup(jid) && key.participant && { participant: plainJid(key.participant) }),
      };
    },
    /** Options of an own poll with these hashes. */
    chosen(ref: Ref, hashes: Uint8Array[]): string[] {
      const content = find(messages, ref);
      const poll = content?.pollCreationMessage ?? content?.pollCreationMessageV3 ?? content?.pollCreationMessageV2;
      const chosenHashes = new Set(hashes.map((hash) => Buffer.from(hash).toString('hex')));
      return (poll?.options ?? []).flatMap(({ optionName }) =>
        optionName && chosenHashes.has(createHash('sha256').update(optionName).digest('hex')) ? [optionName] : [],
      );
    },
  };
}
export type Recent = ReturnType<typeof createRecent>;
