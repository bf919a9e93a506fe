/** Turns received messages into wire items. Waits for messages that cannot be decrypted yet, and decrypts poll votes. */
import type { AuthenticationCreds, WAMessage, WAMessageKey } from 'baileys';
import type { ContactDirectory } from './contact-directory.ts';
import { unwrapped } from './content.ts';
import { lidsIn, messageItems, peerOf, STUB } from './events.ts';
import { addressOf, isGroup, plainJid } from './jids.ts';
import type { Recent } from './recent.ts';
import type { WaLibrary } from './wa-socket.ts';
import type { WireItem } from './wire.ts';

interface MessageReceiverDeps {
  library: WaLibrary;
  directory: ContactDirectory;
  recent: Recent;
  creds(): AuthenticationCreds | undefined;
  deliver(items: WireItem[]): void;
  undecipheredMs: number;
}

export function createMessageReceiver(deps: MessageReceiverDeps) {
  const { directory, recent, deliver, undecipheredMs } = deps;
  const { facts } = directory;
  /** By chat and id, because phones choose ids themselves. */
  const undeciphered = new Map<string, NodeJS.Timeout>();
  const nameOf = ({ id, remoteJid, remoteJidAlt }: WAMessageKey): string =>
    `${addressOf(peerOf(remoteJid, isGroup(remoteJid) ? undefined : remoteJidAlt, undefined, facts)) ?? ''} ${id}`;

  /** The library requests the message again. After the timeout it is delivered as undeciphered. */
  function awaitResend({ key, messageTimestamp }: WAMessage) {
    const name = nameOf(key);
    if (!key.id || key.fromMe || undeciphered.has(name)) return;
    const timer = setTimeout(() => {
      undeciphered.delete(name);
      // An id of its own, so that the message itself is still accepted if it arrives later.
      const placeholder = { key: { ...key, id: `waiting.${key.id}`, isViewOnce: true }, messageTimestamp } as WAMessage;
      const items = messageItems(placeholder, facts);
      deliver(
        items.map((item) =>
          item.item === 'message' ? { ...item, content: { kind: 'strange', what: 'undeciphered' } } : item,
        ),
      );
    }, undecipheredMs);
    undeciphered.set(name, timer);
  }
  function cancelWait(key: WAMessageKey) {
    const name = nameOf(key);
    const timer = undeciphered.get(name);
    if (!timer) return;
    clearTimeout(timer);
    undeciphered.delete(name);
  }

  return {
    async handle(messages: WAMessage[]) {
      await directory.resolveLids(lidsIn(messages.map(({ key }) => key)));
      for (const message of messages) {
        const { key } = message;
        recent.saveKey(message);
        if (message.messageStubType === STUB.ciphertext && !message.message) {
          awaitResend(message);
          continue;
        }
        cancelWait(key);
        if (isGroup(key.remoteJid)) await directory.resolveGroupName(plainJid(key.remoteJid));
        else if (!key.fromMe) directory.saveChatOf(message);
        deliver(voteItems(message, deps) ?? messageItems(message, facts));
      }
    },
    stop() {
      for (const timer of undeciphered.values()) clearTimeout(timer);
    },
  };
}

/** Undefined when the message is not a vote. Only votes on recently sent polls can be decrypted. */
function voteItems(message: WAMessage, deps: MessageReceiverDeps): WireItem[] | undefined {
  const update = message.message && unwrapped(message.message).content.pollUpdateMessage;
  const id = update?.pollCreationMessageKey?.id;
  if (!update || !id) return undefined;
  const chosen = deps.recent.chosen({ ...message.key, id }, decryptVote(message, id, deps) ?? []);
  const [item] = messageItems({ ...message, message: { conversation: id } }, deps.directory.facts);
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

/** The key depends on creator and voter, each by number or LID as the conversation uses them. All pairs are tried. */
function decryptVote({ key, message }: WAMessage, id: string, { library, recent, creds }: MessageReceiverDeps) {
  const secret = recent.contentOf({ ...key, id })?.messageContextInfo?.messageSecret;
  if (!secret) return undefined;
  const me = creds()?.me;
  const own = [me?.id, me?.lid];
  const voters = key.fromMe ? own : [key.participant ?? key.remoteJid, key.participantAlt ?? key.remoteJidAlt];
  const vote = message && unwrapped(message).content.pollUpdateMessage?.vote;
  for (const creator of own.map(plainJid).filter(Boolean))
    for (const voter of voters.map(plainJid).filter(Boolean)) {
      const hashes = library.openVote?.(vote, { id, secret, creator, voter });
      if (hashes) return hashes;
    }
  return undefined;
}
