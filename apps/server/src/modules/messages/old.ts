import type { Tx } from '../../foundation/db/tx.ts';
import type { Tickets } from '../tickets/index.ts';
import { lineOf } from './content.ts';
import { columnsOf, timeOf, type Arrived } from './incoming.ts';
import { oldStore, type OldRow } from './old.store.ts';

/** An old message, and the conversation of old that it is laid into. */
export interface OldMessage extends Pick<Arrived, 'signal' | 'connectionId' | 'maxMediaBytes'> {
  ticketId: number;
  queueId: number | null;
  contactId: number;
  authorId: number | null;
}

/** Keeps what was said before an account was linked, in this order: read by now, told to nobody, answered by nobody. */
export async function keepOld(
  tx: Tx,
  tickets: Pick<Tickets, 'fillImported'>,
  messages: readonly OldMessage[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const byTicket = Map.groupBy(messages, ({ ticketId }) => ticketId);
  const last = await tickets.fillImported(
    tx,
    [...byTicket].map(([id, own]) => {
      const { signal } = own.at(-1)!;
      const inbound = own.findLast((one) => !one.signal.fromMe);
      return {
        id,
        count: own.length,
        body: lineOf(signal.content),
        fromMe: signal.fromMe,
        at: timeOf(signal.at),
        inboundAt: inbound ? timeOf(inbound.signal.at) : null,
      };
    }),
  );
  const seqs = new Map([...byTicket].map(([id, own]) => [id, last.get(id)! - own.length]));
  return oldStore.insert(
    tx,
    messages.map((message) => {
      const seq = seqs.get(message.ticketId)! + 1;
      seqs.set(message.ticketId, seq);
      return rowOf(message, seq);
    }),
  );
}

function rowOf({ signal, connectionId, maxMediaBytes, ...where }: OldMessage, seq: number): OldRow {
  return {
    ticket_id: where.ticketId,
    contact_id: where.contactId,
    connection_id: connectionId,
    seq,
    quotes: (signal.content.kind === 'reaction' ? signal.content.to : signal.quotes) ?? null,
    from_me: signal.fromMe,
    queue_id: where.queueId,
    author_contact_id: where.authorId,
    ...columnsOf(signal, maxMediaBytes),
  };
}
