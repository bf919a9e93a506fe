import type { IncomingMessageDeps } from './receiving/save-incoming.ts';
import type { AutoMessageDeps } from './sending/auto-messages.ts';
import type { DeliveryDeps } from './sending/delivery-worker.ts';

export { createMessages, type Messages } from './messages.ts';
export { createDeliveryWorker, type DeliveryWorker } from './sending/delivery-worker.ts';
export { createAutoMessages, type AutoMessages } from './sending/auto-messages.ts';
export { createOutgoingMedia, type HeaderMedia, type OutgoingMedia } from './media/outgoing-media.ts';
export { createDownloadWorker, type DownloadWorker } from './media/download-worker.ts';
export { createReadReceipts } from './reading/read-receipts.ts';
export { createPublicSendApi, type PublicSendApi } from './public-send-api.ts';
export { messageRoutes } from './messages.routes.ts';
export { createMessages, type Messages } from './messages.ts';
export { createPublicSendApi, type PublicSendApi } from './public-send-api.ts';
export type { OutgoingContent } from './content.ts';
// Sending
export { createAutoMessages, type AutoMessages } from './sending/auto-messages.ts';
export { templateContent, type ChosenTemplate } from './sending/template-content.ts';
export { createReplyWindow } from './sending/reply-window.ts';
export { createDeliveryWorker, type DeliveryWorker } from './sending/delivery-worker.ts';
// Receiving
export { createIncomingMessages, type IncomingMessages } from './receiving/save-incoming.ts';
export { createMessageBatch, type MessageBatch } from './receiving/message-batch.ts';
export { saveImported, type ImportedMessage } from './receiving/imported-messages.ts';
export { fromStoredEvent, toStoredEvent, type StoredEvent } from './receiving/stored-event.ts';
export { templateContent, type ChosenTemplate } from './sending/template-content.ts';
export { createReplyWindow } from './sending/reply-window.ts';
export type { OutgoingContent } from './content.ts';

/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export interface MessageUpwardCalls {
  findFallbackTemplate: AutoMessageDeps['templateFor'];
  endBotDialog: AutoMessageDeps['endBot'];
  recordSendOutcome: DeliveryDeps['onAttempt'];
  recordRefusal: IncomingMessageDeps['onRefused'];
}
