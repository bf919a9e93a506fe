import type { Presences } from '../../infrastructure/realtime/presence.ts';
import type { SocketConversations } from '../../infrastructure/realtime/socket-server.ts';
import type { Modules } from '../modules.ts';
import { createConversations } from './conversations.ts';
import { findConversation } from './find-conversation.ts';
import { createFlowEditors } from './flow-editors.ts';
import { createPanelRooms, type PanelWatchers } from './panel-rooms.ts';

interface Deps {
  presence: Presences;
  watchers: PanelWatchers;
  now(): number;
  onError(error: unknown): void;
}

/** What clients open: conversations and flows, which they show each other, and the live panel. */
export function createClientRooms(modules: Modules, deps: Deps): SocketConversations {
  const { flowModule, access, db } = modules;
  const conversations = createConversations({ ...deps, find: findConversation(modules) });
  const flowEditors = createFlowEditors({
    ...deps,
    async find({ companyId, userId }, flowId) {
      const isThere = await db.readCompany(companyId, (tx) => flowModule.flows.exists(tx, flowId));
      return isThere ? (await access.users.find(companyId, userId))?.name : undefined;
    },
  });
  const panelRooms = createPanelRooms(deps);
  return {
    ...conversations,
    listen(socket, listen) {
      conversations.listen(socket, listen);
      flowEditors.listen(socket, listen);
      panelRooms.listen(socket, listen);
    },
    async refresh(socket) {
      await conversations.refresh(socket);
      await flowEditors.refresh(socket);
      await panelRooms.refresh(socket);
    },
  };
}
