import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { TeamChats } from './team-chats.ts';
import { parseTeamChat, presentTeamChat, presentTeamChatMessage } from './team-chats.wire.ts';

export const teamChatRoutes = (teamChats: TeamChats) =>
  handle('teamChats', endpoints.teamChats, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await teamChats.list(actor, { search: query.searchParam, page: query.pageNumber });
      return { records: rows.map(presentTeamChat), ...page };
    },
    show: async ({ actor, params }) => presentTeamChat(await teamChats.getByUuid(actor, params.uuid)),
    create: async ({ actor, body }) => presentTeamChat(await teamChats.create(actor, parseTeamChat(body))),
    update: async ({ actor, params, body }) =>
      presentTeamChat(await teamChats.update(actor, params.id, parseTeamChat(body))),
    remove: async ({ actor, params }) => {
      await teamChats.remove(actor, params.id);
      return { message: 'Chat deleted' };
    },
    messages: async ({ actor, params, query: { searchParam, pageNumber, before } }) => {
      const found = await teamChats.messages(actor, params.id, {
        search: searchParam,
        page: pageNumber,
        ...(before !== undefined && { before }),
      });
      const { rows, ...page } = found;
      return { records: rows.map(presentTeamChatMessage), ...page };
    },
    send: async ({ actor, params, body: { message, clientKey = null } }) =>
      presentTeamChatMessage(await teamChats.send(actor, params.id, { body: message, clientKey })),
    read: async ({ actor, params, body }) => presentTeamChat(await teamChats.read(actor, params.id, body.seq)),
  });
