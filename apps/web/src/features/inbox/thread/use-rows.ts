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
  if (unread !== undefined || !isReady) return unread ?? null;
  const waiting = messages.filter(
    ({ ticketId, fromMe, isPrivate, read, mediaType }) =>
      ticketId === ticket.id && !fromMe && !isPrivate && !read && mediaType !== 'reactionMessage',
  );
  const first = waiting[0];
  const found = first ? { fromId: first.id, count: Math.max(waiting.length, ticket.unreadMessages) } : null;
  setUnread(found);
  return found;
}
