/** The part of a history that is held here: pages and news laid together in the server's order, without doubles, bounded. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Told } from '@balcao/contract/events/topics';

/** Beyond this many the far end is let go; it is a page away when somebody scrolls back. */
export const MOST_KEPT = 1500;
const KEPT_AFTER_TRIM = 1000;

export interface ThreadWindow {
  /** Oldest first, by id: the order in which the server kept them, whatever their clocks say. */
  messages: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}
export type News = Told<'appMessage'>;

export const noThread: ThreadWindow = { messages: [], hasOlder: false, hasNewer: false };

/** What a page adds at one end, or what stands around one message. */
export type Page = {
  at: 'newest' | 'older' | 'newer' | 'around';
  messages: readonly Message[];
  hasMore: boolean;
  hasNewer: boolean;
};

export function withPage(held: ThreadWindow, page: Page): ThreadWindow {
  switch (page.at) {
    case 'newest':
      return { messages: sorted(page.messages), hasOlder: page.hasMore, hasNewer: page.hasNewer };
    case 'older':
      return trimmed({ ...held, messages: merged(held.messages, page.messages), hasOlder: page.hasMore }, 'newest');
    case 'newer':
      return trimmed({ ...held, messages: merged(held.messages, page.messages), hasNewer: page.hasNewer }, 'oldest');
    case 'around': {
      const around = sorted(page.messages);
      // Where the two touch they are one; otherwise a hole would lie between them.
      const isNeighbour = around.some((message) => indexOf(held.messages, message.id) >= 0);
      if (!isNeighbour) return { messages: around, hasOlder: page.hasMore, hasNewer: page.hasNewer };
      const reachesBack = around[0]!.id < (held.messages[0]?.id ?? 0);
      const reachesOn = around.at(-1)!.id > (held.messages.at(-1)?.id ?? 0);
      return {
        messages: merged(held.messages, around),
        hasOlder: reachesBack ? page.hasMore : held.hasOlder,
        hasNewer: reachesOn ? page.hasNewer : held.hasNewer && page.hasNewer,
      };
    }
  }
}

/** Of many pieces of news one new window; the same one when none of them concerns it. */
export function withNews(held: ThreadWindow, ticketId: number, news: readonly News[]): ThreadWindow {
  const changed = new Map<number, Message | null>();
  for (const told of news) {
    const { id } = told.message;
    if (told.action === 'delete') changed.set(id, null);
    else if (told.action === 'update') {
      if (indexOf(held.messages, id) >= 0 || changed.get(id)) changed.set(id, told.message);
    } else if (told.message.ticketId === ticketId) {
      // While newer pages are missing it would stand beside what is not its neighbour.
      if (!held.hasNewer || indexOf(held.messages, id) >= 0) changed.set(id, told.message);
    }
  }
  if (![...changed].some(([id, message]) => message !== null || indexOf(held.messages, id) >= 0)) return held;
  const gone = (message: Message) => changed.get(message.id) !== null;
  const fresh = [...changed.values()].filter((message) => message !== null);
  const messages = merged(
    held.messages.filter((message) => !changed.has(message.id) || gone(message)),
    fresh,
  );
  return trimmed({ ...held, messages }, 'oldest');
}

/** Where it stands, or -1. */
export function indexOf(messages: readonly Message[], id: number): number {
  let low = 0;
  let high = messages.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = messages[middle]!.id;
    if (here === id) return middle;
    if (here < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function merged(held: readonly Message[], fresh: readonly Message[]): readonly Message[] {
  const first = fresh[0];
  const last = held.at(-1);
  // By far the most common: one more at the end.
  if (fresh.length === 1 && first && (!last || first.id > last.id)) return [...held, first];
  const all = new Map(held.map((message) => [message.id, message]));
  for (const message of fresh) all.set(message.id, message);
  return sorted([...all.values()]);
}

const sorted = (messages: readonly Message[]): readonly Message[] => messages.toSorted((a, b) => a.id - b.id);

function trimmed(held: ThreadWindow, far: 'oldest' | 'newest'): ThreadWindow {
  if (held.messages.length <= MOST_KEPT) return held;
  return far === 'oldest'
    ? { ...held, messages: held.messages.slice(-KEPT_AFTER_TRIM), hasOlder: true }
    : { ...held, messages: held.messages.slice(0, KEPT_AFTER_TRIM), hasNewer: true };
}
