import { guarded } from '../../infrastructure/realtime/listener.ts';
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
  const exits = [conversations, flowEditors, panelRooms].map(({ exit }) => guarded(exit, deps.onError));
  return {
    ...conversations,
    listen(listen) {
      conversations.listen(listen);
      flowEditors.listen(listen);
      panelRooms.listen(listen);
    },
    exit(socket) {
      for (const exit of exits) exit(socket);
    },
    async refresh(socket) {
      await conversations.refresh(socket);
      await flowEditors.refresh(socket);
      await panelRooms.refresh(socket);
    },
  };
}
