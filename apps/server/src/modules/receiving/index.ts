export { createConnectionCache } from './connection-cache.ts';
export { createInboxWorker, type InboxWorker } from './inbox-worker.ts';
export { createWebhookReceiver } from './webhook-receiver.ts';
