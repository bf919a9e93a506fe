export { createQuickMessages, type QuickMessages } from './quick-messages.ts';
export { quickMessageRoutes } from './quick-messages.routes.ts';
export { showQuickMessage } from './quick-messages.wire.ts';
