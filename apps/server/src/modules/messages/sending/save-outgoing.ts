import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import type { TicketEffect } from '@balcao/domain/ticket/ticket';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { MessageRow, Origin } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Tickets } from '../../tickets/index.ts';
import { refuse } from '../../../infrastructure/app-error.ts';
import { previewOf, mediaColumns, mediaOf, toColumns, type Sendable } from '../content.ts';
import { emitRead, emitStored } from '../message-events.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { messageStore, type FullMessage } from '../messages.store.ts';
import { outgoingStore } from './outgoing.store.ts';

export interface OutgoingDraft extends Sendable {
  origin: Origin;
  userId: number | null;
  clientKey?: string | undefined;
  quotedId?: number | null | undefined;
  isForwarded?: boolean | undefined;
  /** Earliest time of sending, from now. */
  delayMs?: number | undefined;
  /** Minimum gap to the next message of the conversation. */
  pauseMs?: number | undefined;
  /** The customer's messages of the ticket count as read. */
  marksRead?: boolean | undefined;
  /** Set for automatic messages: the template of this occasion replaces the text once the reply window has closed. */
  occasion?: AutomaticOccasion | undefined;
}

/** Saves an outgoing message, its outbox row and its event in the caller's transaction. */
export async function saveOutgoing(
  tx: Tx,
  tickets: Pick<Tickets, 'inTx'>,
  ticket: TicketRow,
  draft: OutgoingDraft,
  now: Date,
): Promise<FullMessage> {
  const {
    content,
    origin,
    userId,
    clientKey,
    quotedId = null,
    isForwarded = false,
    previewKey,
    delayMs = 0,
    pauseMs,
    marksRead = false,
    occasion,
  } = draft;
  const existing = await findByIdempotencyKey(tx, ticket, userId, clientKey);
  if (existing) return existing;
  const media = mediaOf(content);
  // Sent together: the message takes its number from the ticket, which is touched first.
  const [, saved] = await Promise.all([
    tickets.inTx.touch(tx, ticket.id, {
      preview: previewOf(content, true),
      at: now,
      unread: marksRead ? 'clear' : 'keep',
      ...(origin === 'agent' && { repliedBy: { userId } }),
    }),
    outgoingStore.insert(
      tx,
      {
        ...toColumns(content),
        ticketId: ticket.id,
        contactId: ticket.contactId,
        connectionId: ticket.connectionId,
        clientKey: clientKey ?? null,
        origin,
        userId,
        queueId: ticket.queueId,
        mediaKey: media?.key ?? null,
        ...mediaColumns(media),
        previewKey: previewKey ?? null,
        quotedId,
        isForwarded,
        // Without a connection nothing can be sent: the message fails at once instead of waiting for ever.
        ...(ticket.connectionId === null
          ? { delivery: 'failed' as const, failureCode: 'ERR_NO_WAPP_FOUND' }
          : { delivery: 'queued' as const, failureCode: null }),
        sentAt: now,
      },
      { payload: { content, pauseMs, ...(occasion && { occasion }) }, delayMs, marksRead },
    ),
  ]);
  if (!saved) return refuse('ERR_IDEMPOTENCY_REUSED');
  const { message, readWids } = saved;
  if (marksRead && (ticket.unread > 0 || readWids.length > 0)) emitRead(tx, ticket, readWids);
  emitStored(tx, message.id, ticket);
  return message;
}

/** Saves an internal note: part of the thread, never sent. */
export async function saveInternalNote(
  tx: Tx,
  tickets: Pick<Tickets, 'inTx'>,
  ticket: TicketRow,
  note: Sendable & {
    userId: number | null;
    clientKey?: string | undefined;
    quotedId?: number | null | undefined;
    mentions?: { id: number; name: string }[] | undefined;
  },
  now: Date,
): Promise<MessageRow> {
  const existing = await findByIdempotencyKey(tx, ticket, note.userId, note.clientKey);
  if (existing) return existing;
  const media = mediaOf(note.content);
  const seq = await tickets.inTx.touch(tx, ticket.id, { preview: null, at: now, unread: 'keep' });
  const columns = toColumns(note.content);
  const { mentions = [] } = note;
  const message = await messageRecordStore.insert(tx, {
    ...columns,
    ...(mentions.length > 0 && { data: { ...columns.data, mentions } }),
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    seq,
    clientKey: note.clientKey ?? null,
    fromMe: true,
    origin: 'agent',
    userId: note.userId,
    queueId: ticket.queueId,
    mediaKey: media?.key ?? null,
    ...mediaColumns(media),
    previewKey: note.previewKey ?? null,
    quotedId: note.quotedId ?? null,
    ack: 2,
    isRead: true,
    isPrivate: true,
    delivery: 'note',
    sentAt: now,
  });
  if (!message) return refuse('ERR_IDEMPOTENCY_REUSED');
  emitStored(tx, message.id, ticket);
  return message;
}

/** The message of a repeated request. Refuses a key that another user or ticket has used. */
async function findByIdempotencyKey(tx: Tx, ticket: TicketRow, userId: number | null, clientKey: string | undefined) {
  const existing = clientKey === undefined ? undefined : await messageStore.byClientKey(tx, clientKey);
  if (existing && (existing.ticketId !== ticket.id || existing.userId !== userId)) refuse('ERR_IDEMPOTENCY_REUSED');
  return existing;
}

export type PerformEffects = (tx: Tx, ticket: TicketRow, effects: TicketEffect[]) => Promise<void>;
