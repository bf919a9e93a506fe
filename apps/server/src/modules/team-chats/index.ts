export { createTeamChats, type TeamChatDeps, type TeamChats, type UnreadChatMessage } from './team-chats.ts';
export { teamChatRoutes } from './team-chats.routes.ts';
export { presentTeamChat, presentTeamChatMessage } from './team-chats.wire.ts';
