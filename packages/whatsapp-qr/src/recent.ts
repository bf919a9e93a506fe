/** What was said lately: whose it was, to quote and to answer it; and what of ours it said, for whoever could not open it. */
import { createHash } from 'node:crypto';
import type { WAMessage, WAMessageContent, WAMessageKey } from 'baileys';
import { isGroup, plainJid } from './jids.ts';

const MOST_KEYS = 2000;
const MOST_MESSAGES = 200;

export function createRecent() {
  const keys = new Map<string, WAMessageKey>();
  const messages = new Map<string, WAMessageContent>();
  const put = <T>(map: Map<string, T>, most: number, id: string, value: T) => {
    map.delete(id);
    map.set(id, value);
    if (map.size > most) map.delete(map.keys().next().value!);
  };

  return {
    note({ key }: Pick<WAMessage, 'key'>) {
      if (!key.id) return;
      const { id, remoteJid, fromMe, participant } = key;
      put(keys, MOST_KEYS, id, { id, remoteJid, fromMe, ...(participant && { participant }) });
    },
    /** Of ours, to be sent again to a device that asks for it. */
    keep(message: WAMessage) {
      if (message.key.id && message.message) put(messages, MOST_MESSAGES, message.key.id, message.message);
    },
    said: (id: string): WAMessageContent | undefined => messages.get(id),
    /** Unknown ones are taken for the customer's: that is what agents quote and react to. */
    keyOf(jid: string, id: string): WAMessageKey {
      const known = keys.get(id);
      if (known) return { ...known, remoteJid: jid };
      return { id, remoteJid: jid, fromMe: messages.has(id) };
    },
    /** Something to quote: the id is what counts, phones show their own copy of it. */
    quotable(jid: string, id: string): WAMessage {
      const key = this.keyOf(jid, id);
      return {
        key,
        message: messages.get(id) ?? { conversation: '' },
        ...(isGroup(jid) && key.participant && { participant: plainJid(key.participant) }),
      };
    },
    /** The options of a poll of ours that these hashes stand for. */
    chosen(id: string, hashes: Uint8Array[]): string[] {
      const said = messages.get(id);
      const poll = said?.pollCreationMessage ?? said?.pollCreationMessageV3 ?? said?.pollCreationMessageV2;
      const wanted = new Set(hashes.map((hash) => Buffer.from(hash).toString('hex')));
      return (poll?.options ?? []).flatMap(({ optionName }) =>
        optionName && wanted.has(createHash('sha256').update(optionName).digest('hex')) ? [optionName] : [],
      );
    },
  };
}
export type Recent = ReturnType<typeof createRecent>;
