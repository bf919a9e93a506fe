/*
 * Incoming path, from a webhook to the stored message. Each step is one file:
 *
 * 1. webhook-receiver.ts        verify the signature, split the payload by account, commit it to `inbox`, answer 200
 *    connection-cache.ts        connection, channel and keys by webhook key, account name or connection id
 * 2. inbox-parser.ts            parse inbox entries into channel events, assign each to a conversation and a shard
 * 3. shard-worker.ts            process a shard in order and in batches; retry a failed event alone, then quarantine it
 * 4. channel-event-handler.ts   handle one batch of events in one transaction
 *    batch-context.ts           what the events of a batch share: duplicates, contacts, tickets, message batch, bot
 *    message-handler.ts         a message: contact, ticket, stored message, bot
 * 5. The transaction records domain events; wiring/event-handlers.ts publishes them to the sockets.
 *
 * inbox-worker.ts starts and stops steps 2 to 4. inbox.store.ts holds the SQL of `inbox`, `signals` and `quarantine`.
 */

// Step 1
export { createWebhookReceiver } from './webhook-receiver.ts';
export { createConnectionCache } from './connection-cache.ts';
// Steps 2 to 4
export { createInboxWorker, type InboxWorker } from './inbox-worker.ts';
