import type { TeamChatDeps } from './team-chats.ts';

export { createTeamChats, type TeamChats, type UnreadChatMessage } from './team-chats.ts';
export { teamChatRoutes } from './team-chats.routes.ts';
export { presentTeamChat, presentTeamChatMessage } from './team-chats.wire.ts';

/** Answered by a module that is built later; bound in wiring/upward-calls.ts. */
export type TeamChatUpwardCalls = Pick<TeamChatDeps, 'existingUserIds'>;
