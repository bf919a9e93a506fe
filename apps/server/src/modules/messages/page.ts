import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { lineOf, mediaOf, tellOf, type OutContent } from './content.ts';
import { columnsOf, timeOf, type Arrived } from './incoming.ts';
import { messageStore, type PageRow } from './messages.store.ts';
import { outboxStore } from './outbox.store.ts';

/** What the house answers by itself to what was just written. */
export interface Said {
  ticket: TicketRow;
  content: OutContent;
  quotedId: number | null;
  at: Date;
}
type Item = { heard: Arrived; kept?: (messageId: number) => void; said?: never } | { said: Said; heard?: never };

/**
 * What customers wrote and what they were answered at once, collected and kept together: a few statements for a page,
 * however much is on it. Whoever wants to look a message up, or to write anything else into its ticket, has the page
 * kept first.
 */
export function createPage(tx: Tx, tickets: Pick<Tickets, 'touchMany'>) {
  let waiting: Item[] = [];
  return {
    /** `kept` hears the message's id as soon as it has one. */
    add: (heard: Arrived, kept?: (messageId: number) => void) => void waiting.push({ heard, ...(kept && { kept }) }),
    say: (said: Said) => void waiting.push({ said }),

    async keep(): Promise<void> {
      if (waiting.length === 0) return;
      const page = waiting;
      waiting = [];
      const byTicket = Map.groupBy(page, ({ heard, said }) => (heard ?? said).ticket.id);
      const last = await tickets.touchMany(
        tx,
        [...byTicket].map(([id, own]) => {
          const heard = own.flatMap((item) => item.heard ?? []);
          const { said, heard: word } = own.at(-1)!;
          return {
            id,
            count: own.length,
            unread: heard.length,
            body: lineOf(said ? said.content : word.signal.content),
            fromMe: said !== undefined,
            at: lastOf(heard),
          };
        }),
      );
      const seqs = new Map([...byTicket].map(([id, own]) => [id, last.get(id)! - own.length]));
      const rows = page.map(({ heard, said }): PageRow => {
        const { id } = (heard ?? said).ticket;
        const seq = seqs.get(id)! + 1;
        seqs.set(id, seq);
        return heard ? heardRow(heard, seq) : saidRow(said, seq);
      });
      const kept = await messageStore.insertPage(tx, rows);
      // Known under another conversation: nothing of this may stay, not even its place in the order.
      if (kept.length < rows.length) throw new Error('a message of this page is already kept');
      await handOver(
        tx,
        page.flatMap(({ said }, n) => (said ? [{ ...said, messageId: kept[n]!.id }] : [])),
      );
      for (const [n, item] of page.entries()) {
        const { ticket } = item.heard ?? item.said;
        const { id, media_state } = kept[n]!;
        if (item.heard) item.kept?.(id);
        tx.emit({ is: 'message.stored', messageId: id, ticketId: ticket.id, place: placeOf(ticket) });
        if (media_state === 'pending') tx.emit({ is: 'media.pending', messageId: id });
      }
    },
  };
}
export type Page = ReturnType<typeof createPage>;

/** When the customer last spoke: what nobody can read opens no window to answer in. */
function lastOf(heard: Arrived[]): Date | null {
  const word = heard.findLast(({ signal }) => !signal.isPuzzle);
  return word ? timeOf(word.signal.at) : null;
}

/** To the outbox, in the order in which it was said. */
async function handOver(tx: Tx, said: (Said & { messageId: number })[]): Promise<void> {
  if (said.length === 0) return;
  await outboxStore.addMany(
    tx,
    said.flatMap(({ ticket: { id, connectionId }, content, messageId }) =>
      connectionId === null
        ? []
        : [{ connectionId, ticketId: id, messageId, act: 'send' as const, payload: { content } }],
    ),
  );
  await messageStore.receipts(
    tx,
    said.map(({ messageId }) => messageId),
    'stored',
  );
}

function heardRow({ signal, ticket, contact, author, connectionId, maxMediaBytes }: Arrived, seq: number): PageRow {
  return {
    ticket_id: ticket.id,
    contact_id: contact.id,
    connection_id: connectionId,
    seq,
    from_me: false,
    origin: 'customer',
    delivery: 'received',
    quoted_id: null,
    queue_id: ticket.queueId,
    author_contact_id: author?.id ?? null,
    media_key: null,
    ...columnsOf(signal, maxMediaBytes),
  };
}

function saidRow({ ticket, content, quotedId, at }: Said, seq: number): PageRow {
  const media = mediaOf(content);
  const { mediaType, body, data } = tellOf(content);
  return {
    ticket_id: ticket.id,
    contact_id: ticket.contactId,
    connection_id: ticket.connectionId,
    seq,
    wid: null,
    from_me: true,
    origin: 'bot',
    delivery: 'queued',
    quoted_id: quotedId,
    queue_id: ticket.queueId,
    author_contact_id: null,
    body,
    media_type: mediaType,
    data,
    media_name: media?.fileName ?? '',
    media_mime: media?.mime ?? null,
    media_bytes: media?.bytes ?? null,
    media_key: media?.key ?? null,
    media_state: 'ready',
    media_ref: null,
    is_forwarded: false,
    sent_at: at.toISOString(),
  };
}
