export { createMessages, type Messages } from './messages.ts';
export { createDelivery, type Delivery } from './deliver.ts';
export { createSpeaking } from './speaking.ts';
export { createOutMedia } from './out-media.ts';
export { messageRoutes, showMessages } from './messages.routes.ts';
export { hearReceipt } from './receipts.ts';
export { createIncoming, type Incoming } from './incoming.ts';
