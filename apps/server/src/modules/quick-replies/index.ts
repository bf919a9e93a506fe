export { createQuickReplies, type QuickReplies } from './quick-replies.ts';
export { quickReplyRoutes } from './quick-replies.routes.ts';
export { presentQuickReply } from './quick-replies.wire.ts';
