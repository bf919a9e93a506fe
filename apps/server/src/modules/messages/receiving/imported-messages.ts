import { hasPreview, previewOfMessage } from '@balcao/domain/message/preview';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Preview, Tickets } from '../../tickets/index.ts';
import { incomingColumns } from '../content.ts';
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
  const changesOf = await loadEarlyChanges(tx, messages);
  const byTicket = Map.groupBy(messages, ({ ticketId }) => ticketId);
  const last = await tickets.inTx.fillImported(
    tx,
    [...byTicket].map(([id, ticketMessages]) => {
      const { event } = ticketMessages.at(-1)!;
      const shown = ticketMessages.findLast((message) => hasPreview(incomingColumns(message.event)));
      const inbound = ticketMessages.findLast((message) => !message.event.fromMe);
      return {
        id,
        count: ticketMessages.length,
        preview: shown ? previewOf(shown, changesOf(shown)) : null,
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
  for (const message of messages) {
    const changes = changesOf(message);
    if (!changes) continue;
    const id = await messageStore.idByWid(tx, message.connectionId, message.event.wid);
    if (id !== undefined) await messageRecordStore.update(tx, id, changes);
  }
  return inserted;
}

interface EarlyColumns {
  isDeleted?: true;
  body?: string;
  isEdited?: true;
}
/** What edits and deletions that arrived before these messages make of them; undefined for a message without any. */
async function loadEarlyChanges(tx: Tx, messages: readonly ImportedMessage[]) {
  const early = await earlyChanges.load(
    tx,
    messages.map(({ connectionId, event }) => ({ connectionId, wid: event.wid })),
  );
  return ({ connectionId, event }: ImportedMessage): EarlyColumns | undefined => {
    const changes = early(connectionId, event.wid).filter((change) => isSameSender(change, event));
    if (changes.length === 0) return undefined;
    return Object.assign(
      {},
      ...changes.map((change) =>
        change.type === 'removed' ? { isDeleted: true } : { body: change.text, isEdited: true },
      ),
    ) as EarlyColumns;
  };
}

const previewOf = ({ event }: ImportedMessage, changes: EarlyColumns | undefined): Preview => ({
  text: previewOfMessage({ ...incomingColumns(event), ...changes }),
  fromMe: event.fromMe,
});

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
