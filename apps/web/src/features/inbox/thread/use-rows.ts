import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useMemo, useState } from 'react';
import type { ThreadState } from '../../../entities/messages/thread-store.ts';
import { useTicketLog } from '../../../entities/messages/ticket-log.ts';
import { withTransferTargets } from '../../../entities/messages/transfer-targets.ts';
import { usePending } from '../../../entities/outbox/outbox.ts';
import { reuse, rowsOf, type Row, type Unread } from './rows.ts';

/** The rows of the thread; unchanged rows keep their object. */
export function useRows(ticket: Ticket, thread: ThreadState): readonly Row[] {
  const entries = useTicketLog(ticket.id);
  // A ticket that was closed by its transfer continues as another one, in another queue.
  const current = ticket.status === 'closed' ? null : ticket.queue;
  const log = useMemo(() => withTransferTargets(entries, current), [entries, current]);
  const pending = usePending(ticket.id);
  const unread = useUnread(ticket, thread);
  const { messages, hasOlder, hasNewer } = thread;
  const [buildRows] = useState(() => createRowBuilder());
  return useMemo(
    () => buildRows({ messages, hasOlder, hasNewer, ticketId: ticket.id, log, pending, unread }),
    [buildRows, messages, hasOlder, hasNewer, ticket.id, log, pending, unread],
  );
}

/** Keeps the previous rows for reuse. */
function createRowBuilder() {
  let before = new Map<string, Row>();
  return (input: Parameters<typeof rowsOf>[0]): readonly Row[] => {
    const rows = reuse(before, rowsOf(input));
    before = new Map(rows.map((row) => [row.key, row]));
    return rows;
  };
}

/** What was unread when the ticket was opened; marked until it is left. */
function useUnread(ticket: Ticket, { isReady, messages }: ThreadState): Unread | null {
  const [unread, setUnread] = useState<Unread | null | undefined>(undefined);
  if (!isReady || unread === null) return unread ?? null;
  const received = messages.filter(
    ({ ticketId, fromMe, isPrivate, mediaType }) =>
      ticketId === ticket.id && !fromMe && !isPrivate && mediaType !== 'reactionMessage',
  );
  if (unread) {
    // More was unread than the first page contained: the mark moves up with each loaded page.
    const at = received.findIndex(({ id }) => id === unread.fromId);
    const above = at <= 0 ? [] : received.slice(Math.max(0, at - unread.missing), at);
    if (above.length > 0) setUnread({ ...unread, fromId: above[0]!.id, missing: unread.missing - above.length });
    return unread;
  }
  const waiting = received.filter(({ read }) => !read);
  const first = waiting[0];
  const missing = Math.max(0, ticket.unreadMessages - waiting.length);
  const initialUnread = first ? { fromId: first.id, count: waiting.length + missing, missing } : null;
  setUnread(initialUnread);
  return initialUnread;
}
