import type { ChannelEvent } from '../../../channels/port.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Contacts } from '../../contacts/index.ts';
import { storedIdsOf } from '../channel-ids.ts';
import { incomingColumns } from '../content.ts';
import { messageStore, type MessageOfId } from '../messages.store.ts';
import { parseTime } from './message-changes.ts';

type MessageEvent = Extract<ChannelEvent, { type: 'message' }>;

/**
 * The id under which a message is to be stored whose id is taken. Undefined if it is the stored message itself, which the
 * channel delivered again.
 */
export async function findFreeId(
  tx: Tx,
  contacts: Pick<Contacts, 'inTx'>,
  connectionId: number,
  event: MessageEvent,
): Promise<string | undefined> {
  const names = storedIdsOf(event.wid);
  const [stored, peerIds, authorIds] = await Promise.all([
    messageStore.withIds(tx, connectionId, names),
    contacts.inTx.findIdsByPeer(tx, event.peer),
    event.author ? contacts.inTx.findIdsByPeer(tx, event.author) : undefined,
  ]);
  if (stored.some((message) => isOfSender(message, event, peerIds, authorIds) || isEqual(message, event)))
    return undefined;
  const taken = new Set(stored.map(({ wid }) => wid));
  const free = names.find((name) => !taken.has(name));
  if (free === undefined) throw new Error(`${stored.length} messages have the id ${event.wid}`);
  return free;
}

/** The account chooses the ids of its own messages; every other sender only those of its messages in a conversation. */
function isOfSender(
  { fromMe, contactId, authorContactId }: MessageOfId,
  event: MessageEvent,
  peerIds: readonly number[],
  authorIds: readonly number[] | undefined,
): boolean {
  if (fromMe || event.fromMe) return fromMe && event.fromMe;
  if (!peerIds.includes(contactId)) return false;
  return authorContactId === null || authorIds === undefined || authorIds.includes(authorContactId);
}

/** The same message: its sender is named by an identity that is not known to be of the same contact. */
function isEqual({ fromMe, sentAt, mediaType, body, isEdited }: MessageOfId, event: MessageEvent): boolean {
  if (fromMe !== event.fromMe || +sentAt !== +parseTime(event.at)) return false;
  const columns = incomingColumns(event);
  return mediaType === columns.mediaType && (isEdited || body === columns.body);
}
