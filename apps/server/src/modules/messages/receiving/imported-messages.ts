import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Tickets } from '../../tickets/index.ts';
import { previewText } from '../content.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { messageStore } from '../messages.store.ts';
import { earlyChanges, isSameSender } from './early-changes.ts';
import { parseTime } from './message-changes.ts';
import { columnsOf, type IncomingMessage } from './save-incoming.ts';
import { importedMessageStore, type ImportedRow } from './imported-messages.store.ts';

/** A message from before the account was linked, and the imported ticket it belongs to. */
export interface ImportedMessage extends Pick<IncomingMessage, 'event' | 'connectionId' | 'maxMediaBytes'> {
  ticketId: number;
  queueId: number | null;
  contactId: number;
  authorId: number | null;
}

/** Stores imported messages in this order: already read, without events and without a bot reply. */
export async function saveImported(
  tx: Tx,
  tickets: Pick<Tickets, 'inTx'>,
  messages: readonly ImportedMessage[],
): Promise<number> {
  if (messages.length === 0) return 0;
  const byTicket = Map.groupBy(messages, ({ ticketId }) => ticketId);
  const last = await tickets.inTx.fillImported(
    tx,
    [...byTicket].map(([id, ticketMessages]) => {
      const { event } = ticketMessages.at(-1)!;
      const inbound = ticketMessages.findLast((message) => !message.event.fromMe);
      return {
        id,
        count: ticketMessages.length,
        body: previewText(event.content),
        fromMe: event.fromMe,
        at: parseTime(event.at),
        inboundAt: inbound ? parseTime(inbound.event.at) : null,
      };
    }),
  );
  const seqs = new Map([...byTicket].map(([id, ticketMessages]) => [id, last.get(id)! - ticketMessages.length]));
  const inserted = await importedMessageStore.insert(
    tx,
    messages.map((message) => {
      const seq = seqs.get(message.ticketId)! + 1;
      seqs.set(message.ticketId, seq);
      return rowOf(message, seq);
    }),
  );
  await applyEarlyChanges(tx, messages);
  return inserted;
}

async function applyEarlyChanges(tx: Tx, messages: readonly ImportedMessage[]): Promise<void> {
  const early = await earlyChanges.load(
    tx,
    messages.map(({ connectionId, event }) => ({ connectionId, wid: event.wid })),
  );
  for (const { connectionId, event } of messages) {
    const changes = early(connectionId, event.wid).filter((change) => isSameSender(change, event));
    const id = changes.length === 0 ? undefined : await messageStore.idByWid(tx, connectionId, event.wid);
    if (id === undefined) continue;
    for (const change of changes)
      await messageRecordStore.update(
        tx,
        id,
        change.type === 'removed' ? { isDeleted: true } : { body: change.text, isEdited: true },
      );
  }
}

function rowOf({ event, connectionId, maxMediaBytes, ...target }: ImportedMessage, seq: number): ImportedRow {
  return {
    ticketId: target.ticketId,
    contactId: target.contactId,
    connectionId,
    seq,
    quotes: (event.content.kind === 'reaction' ? event.content.to : event.quotes) ?? null,
    fromMe: event.fromMe,
    queueId: target.queueId,
    authorContactId: target.authorId,
    ...columnsOf(event, maxMediaBytes),
  };
}
