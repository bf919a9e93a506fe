/** Recent messages: keys for quotes and reactions; own contents for devices that could not decrypt them. */
import { createHash } from 'node:crypto';
import type { WAMessage, WAMessageContent, WAMessageKey } from 'baileys';
import { isGroup, plainJid } from './jids.ts';

const MAX_KEYS = 2000;
const MAX_MESSAGES = 200;

export function createRecent() {
  const keys = new Map<string, WAMessageKey>();
  const messages = new Map<string, WAMessageContent>();
  const put = <T>(map: Map<string, T>, max: number, id: string, value: T) => {
    map.delete(id);
    map.set(id, value);
    if (map.size > max) map.delete(map.keys().next().value!);
  };

  return {
    saveKey({ key }: Pick<WAMessage, 'key'>) {
      if (!key.id) return;
      const { id, remoteJid, fromMe, participant } = key;
      put(keys, MAX_KEYS, id, { id, remoteJid, fromMe, ...(participant && { participant }) });
    },
    /** Own message, for a device that requests it again. */
    saveMessage(message: WAMessage) {
      if (message.key.id && message.message) put(messages, MAX_MESSAGES, message.key.id, message.message);
    },
    contentOf: (id: string): WAMessageContent | undefined => messages.get(id),
    /** Unknown ids are taken for the customer's messages: agents quote and react to those. */
    keyOf(jid: string, id: string): WAMessageKey {
      const stored = keys.get(id);
      if (stored) return { ...stored, remoteJid: jid };
      return { id, remoteJid: jid, fromMe: messages.has(id) };
    },
    /** Message to quote. Only the id matters; phones show their own copy. */
    quotable(jid: string, id: string): WAMessage {
      const key = this.keyOf(jid, id);
      return {
        key,
        message: messages.get(id) ?? { conversation: '' },
        ...(isGroup(jid) && key.participant && { participant: plainJid(key.participant) }),
      };
    },
    /** Options of an own poll with these hashes. */
    chosen(id: string, hashes: Uint8Array[]): string[] {
      const content = messages.get(id);
      const poll = content?.pollCreationMessage ?? content?.pollCreationMessageV3 ?? content?.pollCreationMessageV2;
      const chosenHashes = new Set(hashes.map((hash) => Buffer.from(hash).toString('hex')));
      return (poll?.options ?? []).flatMap(({ optionName }) =>
        optionName && chosenHashes.has(createHash('sha256').update(optionName).digest('hex')) ? [optionName] : [],
      );
    },
  };
}
export type Recent = ReturnType<typeof createRecent>;
