/*
 * Outgoing path, from a request to the outcome. Each step is one file:
 *
 * 1. messages.routes.ts            request: sending/send.routes.ts, sending/interactive.routes.ts
 *    public-send-api.ts            the same for other programs, by API token
 * 2. sending/send.ts               permission, reply window, variables, idempotency key
 *    sending/auto-messages.ts      texts that the product sends by itself
 * 3. sending/save-outgoing.ts      stored message, outbox row and event in one transaction
 * 4. sending/send-scheduler.ts     which send queue is next (concurrency.ts, account-pauses.ts)
 *    sending/delivery-worker.ts    claim a row (claim-delivery.ts), call the channel, save the outcome
 * 5. sending/outcome.ts            sent, failed or unknown; retry-policy.ts decides what follows an error
 *    receiving/receipts.ts         later reports of the channel: delivered, read, failed
 *
 * Incoming messages are stored by `receiving/` (called by the module receiving), read by `reading/`; files are in `media/`.
 */

import type { TranscribeAudio } from './media/transcription.ts';
import type { IncomingMessageDeps } from './receiving/save-incoming.ts';
import type { AutoMessageDeps } from './sending/auto-messages.ts';
import type { DeliveryDeps } from './sending/delivery-worker.ts';

// Requests
export { messageRoutes } from './messages.routes.ts';
export { createMessages, type Messages } from './messages.ts';
export { createPublicSendApi, type PublicSendApi } from './public-send-api.ts';
export type { OutgoingContent } from './content.ts';
export { addDemoMessages } from './sending/demo-messages.store.ts';
// Sending
export { createAutoMessages, type AutoMessages } from './sending/auto-messages.ts';
export { templateContent, type ChosenTemplate } from './sending/template-content.ts';
export { permanentErrors } from './sending/permanent-errors.ts';
export { createReplyWindow } from './sending/reply-window.ts';
export { createTypingIndicator, type TypingIndicator } from './sending/typing.ts';
export { createDeliveryWorker, type DeliveryWorker } from './sending/delivery-worker.ts';
// Receiving
export { createIncomingMessages, type IncomingMessage, type IncomingMessages } from './receiving/save-incoming.ts';
export { isPlainReceipt } from './receiving/receipts.ts';
export type { EarlyEvents } from './receiving/early-changes.ts';
export { createMessageBatch, type MessageBatch } from './receiving/message-batch.ts';
export { saveImported, type ImportedMessage } from './receiving/imported-messages.ts';
export { fromStoredEvent, toStoredEvent, type StoredEvent } from './receiving/stored-event.ts';
// Reading
export { maskingRules, loadMessageViews } from './reading/message-views.ts';
export { createReadReceipts } from './reading/read-receipts.ts';
export { markLastInboundUnread } from './reading/mark-unread.store.ts';
// Media
export { createOutgoingMedia, type HeaderMedia, type OutgoingMedia } from './media/outgoing-media.ts';
export { createDownloadWorker, type DownloadWorker } from './media/download-worker.ts';
export { createTranscription, saveTranscription } from './media/transcription.ts';

/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export interface MessageUpwardCalls {
  findFallbackTemplate: AutoMessageDeps['templateFor'];
  endBotDialog: AutoMessageDeps['endBot'];
  recordSendOutcome: DeliveryDeps['onAttempt'];
  countReached: DeliveryDeps['countReached'];
  recordRefusal: DeliveryDeps['onRefused'];
  recordLateRefusal: IncomingMessageDeps['onRefused'];
  transcribeAudio: TranscribeAudio;
}
