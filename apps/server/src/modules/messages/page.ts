import type { MediaRef } from '../../channels/port.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { lineOf, mediaOf, tellOf } from './content.ts';
import { stateOf, timeOf, type Arrived } from './incoming.ts';
import { messageStore, type ArrivedRow } from './messages.store.ts';

/**
 * What customers wrote, collected and kept together: two statements for a page, however many messages are on it. Whoever
 * wants to look a message up, or to write anything else into its ticket, has the page kept first.
 */
export function createPage(tx: Tx, tickets: Pick<Tickets, 'touchMany'>) {
  let waiting: Arrived[] = [];
  return {
    add: (arrived: Arrived) => void waiting.push(arrived),

    async keep(): Promise<void> {
      if (waiting.length === 0) return;
      const page = waiting;
      waiting = [];
      const byTicket = Map.groupBy(page, ({ ticket }) => ticket.id);
      const last = await tickets.touchMany(
        tx,
        [...byTicket].map(([id, own]) => {
          const { signal } = own.at(-1)!;
          return { id, count: own.length, body: lineOf(signal.content), at: timeOf(signal.at) };
        }),
      );
      const seqs = new Map([...byTicket].map(([id, own]) => [id, last.get(id)! - own.length]));
      const rows = page.map((arrived): ArrivedRow => {
        const seq = seqs.get(arrived.ticket.id)! + 1;
        seqs.set(arrived.ticket.id, seq);
        return rowOf(arrived, seq);
      });
      const kept = await messageStore.insertArrived(tx, rows);
      // Known under another conversation: nothing of this may stay, not even its place in the order.
      if (kept.length < rows.length) throw new Error('a message of this page is already kept');
      for (const [n, { ticket }] of page.entries()) {
        const { id, media_state } = kept[n]!;
        tx.emit({ is: 'message.stored', messageId: id, ticketId: ticket.id, place: placeOf(ticket) });
        if (media_state === 'pending') tx.emit({ is: 'media.pending', messageId: id });
      }
    },
  };
}
export type Page = ReturnType<typeof createPage>;

function rowOf({ signal, ticket, contact, author, connectionId, maxMediaBytes }: Arrived, seq: number): ArrivedRow {
  const media = mediaOf<MediaRef>(signal.content);
  const { mediaType, body, data } = tellOf(signal.content);
  const { mediaState, mediaRef } = { mediaState: 'ready', mediaRef: null, ...(media && stateOf(media, maxMediaBytes)) };
  return {
    ticket_id: ticket.id,
    contact_id: contact.id,
    connection_id: connectionId,
    seq,
    wid: signal.wid,
    queue_id: ticket.queueId,
    author_contact_id: author?.id ?? null,
    body,
    media_type: mediaType,
    data,
    media_name: media?.fileName ?? '',
    media_mime: media?.mime ?? null,
    media_bytes: media?.bytes ?? null,
    media_state: mediaState,
    media_ref: mediaRef,
    is_forwarded: signal.isForwarded ?? false,
    sent_at: timeOf(signal.at).toISOString(),
  };
}
