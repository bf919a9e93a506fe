/*
 * Incoming path, from a webhook to the stored message. Each step is one file:
 *
 * 1. webhook-receiver.ts        verify the signature, split the payload by account, commit it to `inbox`, answer 200
 *    connection-cache.ts        connection, channel and keys by webhook key, account name or connection id
 *    inbox-limits.ts            share of the inbox for each company
 * 2. inbox-parser.ts            companies take turns, one portion of inbox entries each
 *    parse-portion.ts           parse entries into channel events, in slices; event-routing.ts: conversation and shard
 * 3. shard-worker.ts            process a shard in order and in batches; retry a failed event alone, then quarantine it
 * 4. channel-event-handler.ts   handle one batch of events in one transaction
 *    batch-context.ts           what the events of a batch share: duplicates, contacts, tickets, message batch, bot
 *    message-handler.ts         a message: contact, ticket, stored message, bot
 * 5. The transaction records domain events; wiring/event-handlers.ts publishes them to the sockets.
 *
 * inbox-worker.ts starts and stops steps 2 to 4. SQL: inbox.store.ts, queued-events.store.ts (`signals`), quarantine.store.ts.
 */

// Step 1
export { createWebhookReceiver } from './webhook-receiver.ts';
export { createConnectionCache } from './connection-cache.ts';
export { quarantineRoutes } from './quarantine.routes.ts';
// Steps 2 to 4
export { createInboxWorker, type InboxWorker } from './inbox-worker.ts';
