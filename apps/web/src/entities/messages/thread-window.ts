/** The loaded part of a history: pages and updates merged in the server's order, without duplicates, bounded. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Payload } from '@balcao/contract/events/topics';

/** Beyond this number the far end is dropped; scrolling back loads it again. */
export const MAX_MESSAGES = 1500;
const MESSAGES_AFTER_TRIM = 1000;

export interface ThreadWindow {
  /** Oldest first, by id: the order of storage, whatever the timestamps are. */
  messages: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}
export type MessageUpdate = Payload<'appMessage'>;

export const emptyThread: ThreadWindow = { messages: [], hasOlder: false, hasNewer: false };

/** A page at one end, or the surroundings of one message. */
export type Page = {
  at: 'newest' | 'older' | 'newer' | 'around';
  messages: readonly Message[];
  hasMore: boolean;
  hasNewer: boolean;
};

export function withPage(current: ThreadWindow, page: Page): ThreadWindow {
  switch (page.at) {
    case 'newest':
      return { messages: sorted(page.messages), hasOlder: page.hasMore, hasNewer: page.hasNewer };
    case 'older':
      return trimmed(
        { ...current, messages: merged(current.messages, page.messages), hasOlder: page.hasMore },
        'newest',
      );
    case 'newer':
      return trimmed(
        { ...current, messages: merged(current.messages, page.messages), hasNewer: page.hasNewer },
        'oldest',
      );
    case 'around': {
      const around = sorted(page.messages);
      // Overlapping parts are joined; otherwise there would be a gap between them.
      const isOverlapping = around.some((message) => indexOf(current.messages, message.id) >= 0);
      if (!isOverlapping) return { messages: around, hasOlder: page.hasMore, hasNewer: page.hasNewer };
      const extendsOlder = around[0]!.id < (current.messages[0]?.id ?? 0);
      const extendsNewer = around.at(-1)!.id > (current.messages.at(-1)?.id ?? 0);
      return {
        messages: merged(current.messages, around),
        hasOlder: extendsOlder ? page.hasMore : current.hasOlder,
        hasNewer: extendsNewer ? page.hasNewer : current.hasNewer && page.hasNewer,
      };
    }
  }
}

/** Applies many updates at once; the same object if nothing changed. */
export function applyMessageUpdates(
  current: ThreadWindow,
  ticketId: number,
  updates: readonly MessageUpdate[],
): ThreadWindow {
  const changed = new Map<number, Message | null>();
  for (const update of updates) {
    const { id } = update.message;
    if (update.action === 'delete') changed.set(id, null);
    else if (update.action === 'update') {
      if (indexOf(current.messages, id) >= 0 || changed.get(id)) changed.set(id, update.message);
    } else if (update.message.ticketId === ticketId) {
      // While newer pages are missing, the message would follow the wrong one.
      if (!current.hasNewer || indexOf(current.messages, id) >= 0) changed.set(id, update.message);
    }
  }
  if (![...changed].some(([id, message]) => message !== null || indexOf(current.messages, id) >= 0)) return current;
  const isNotDeleted = (message: Message) => changed.get(message.id) !== null;
  const incoming = [...changed.values()].filter((message) => message !== null);
  const messages = merged(
    current.messages.filter((message) => !changed.has(message.id) || isNotDeleted(message)),
    incoming,
  );
  return trimmed({ ...current, messages }, 'oldest');
}

/** The index of a message, or -1. */
export function indexOf(messages: readonly Message[], id: number): number {
  let low = 0;
  let high = messages.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const middleId = messages[middle]!.id;
    if (middleId === id) return middle;
    if (middleId < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function merged(current: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const first = incoming[0];
  const last = current.at(-1);
  // The most common case: one message at the end.
  if (incoming.length === 1 && first && (!last || first.id > last.id)) return [...current, first];
  const all = new Map(current.map((message) => [message.id, message]));
  for (const message of incoming) all.set(message.id, message);
  return sorted([...all.values()]);
}

const sorted = (messages: readonly Message[]): readonly Message[] => messages.toSorted((a, b) => a.id - b.id);

function trimmed(current: ThreadWindow, far: 'oldest' | 'newest'): ThreadWindow {
  if (current.messages.length <= MAX_MESSAGES) return current;
  return far === 'oldest'
    ? { ...current, messages: current.messages.slice(-MESSAGES_AFTER_TRIM), hasOlder: true }
    : { ...current, messages: current.messages.slice(0, MESSAGES_AFTER_TRIM), hasNewer: true };
}
