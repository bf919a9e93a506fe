import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useMemo, useState } from 'react';
import type { ThreadState } from '../../../entities/messages/thread.ts';
import { useTicketLog } from '../../../entities/messages/ticket-log.ts';
import { usePending } from '../../../entities/outbox/outbox.ts';
import { reuse, rowsOf, type Row, type Unread } from './rows.ts';

/** The lines of the thread; a line that says the same as before is the same object. */
export function useRows(ticket: Ticket, thread: ThreadState): readonly Row[] {
  const log = useTicketLog(ticket.id);
  const pending = usePending(ticket.id);
  const unread = useUnread(ticket, thread);
  const { messages, hasOlder, hasNewer } = thread;
  const [lay] = useState(() => layer());
  return useMemo(
    () => lay({ messages, hasOlder, hasNewer, ticketId: ticket.id, log, pending, unread }),
    [lay, messages, hasOlder, hasNewer, ticket.id, log, pending, unread],
  );
}

/** Remembers the lines it laid last. */
function layer() {
  let before = new Map<string, Row>();
  return (matter: Parameters<typeof rowsOf>[0]): readonly Row[] => {
    const rows = reuse(before, rowsOf(matter));
    before = new Map(rows.map((row) => [row.key, row]));
    return rows;
  };
}

/** What was unread when the conversation was opened; it stays marked until it is left. */
function useUnread(ticket: Ticket, { isReady, messages }: ThreadState): Unread | null {
  const [unread, setUnread] = useState<Unread | null | undefined>(undefined);
  if (!isReady || unread === null) return unread ?? null;
  const heard = messages.filter(
    ({ ticketId, fromMe, isPrivate, mediaType }) =>
      ticketId === ticket.id && !fromMe && !isPrivate && mediaType !== 'reactionMessage',
  );
  if (unread) {
    // More was unread than the first page held: the mark goes up with what is loaded above it.
    const at = heard.findIndex(({ id }) => id === unread.fromId);
    const above = at <= 0 ? [] : heard.slice(Math.max(0, at - unread.missing), at);
    if (above.length > 0) setUnread({ ...unread, fromId: above[0]!.id, missing: unread.missing - above.length });
    return unread;
  }
  const waiting = heard.filter(({ read }) => !read);
  const first = waiting[0];
  const missing = Math.max(0, ticket.unreadMessages - waiting.length);
  const found = first ? { fromId: first.id, count: waiting.length + missing, missing } : null;
  setUnread(found);
  return found;
}
