import { createHash } from 'node:crypto';
import { phoneKey } from '@balcao/domain/contact/phone';
import type { ChannelEvent } from '../../channels/port.ts';

/** Enough that conversations of a company do not wait for each other, few enough that batches are large. */
const SHARDS_PER_COMPANY = 3;
/** The shard of a conversation is fixed, so one transaction at a time processes the conversation. */
export const shardOf = (connectionId: number, conversation: string): number =>
  createHash('sha256').update(`${connectionId}\n${conversation}`).digest().readUInt32BE(0) % SHARDS_PER_COMPANY;

/** Imported history has its own shard, so years of old messages never delay new ones. */
export const HISTORY_SHARD = SHARDS_PER_COMPANY;

/** The shard and the conversation in which an event is processed. */
export const routeOf = (connectionId: number, event: ChannelEvent): { shard: number; conversation: string } => ({
  shard: isHistory(event) ? HISTORY_SHARD : shardOf(connectionId, peerKey(event)),
  conversation: conversationKey(event),
});

const isHistory = (event: ChannelEvent): boolean =>
  event.type === 'history' || (event.type === 'message' && event.isHistory === true);

/** The peer of an event; events without a peer (a session) have a key of their own. */
function peerKey(event: ChannelEvent): string {
  if (!('peer' in event)) return event.type;
  // In order with the messages of the former number; messages of the new number resolve to the same contact anyway.
  const { identities } = event.type === 'renumbered' ? event.from : event.peer;
  const [first] = [...identities].sort((a, b) => a.kind.localeCompare(b.kind));
  if (!first) return 'nobody';
  // Both spellings of a Brazilian mobile number share one key, or a contact's messages could overtake each other.
  return `${first.kind}:${first.scope ?? ''}:${first.kind === 'phone' ? phoneKey(first.value) : first.value}`;
}
/**
 * Events with the same key keep their order, and a waiting event blocks the later ones. Messages share the key of their
 * conversation; an event about one message has a key of its own, because it may have to wait for that message.
 */
function conversationKey(event: ChannelEvent): string {
  switch (event.type) {
    case 'receipt':
      return `about:${event.wid ?? event.correlation ?? ''}`;
    case 'edited':
    case 'removed':
    case 'reported':
      return `about:${event.wid}`;
    case 'read-up-to':
      return `about:${peerKey(event)}`;
    default:
      return peerKey(event);
  }
}
