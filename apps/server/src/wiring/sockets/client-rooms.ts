import type { Presences } from '../../infrastructure/realtime/presence.ts';
import type { SocketConversations } from '../../infrastructure/realtime/socket-server.ts';
import type { Modules } from '../modules.ts';
import { createConversations } from './conversations.ts';
import { findConversation } from './find-conversation.ts';
import { createFlowEditors } from './flow-editors.ts';

interface Deps {
  presence: Presences;
  now(): number;
  onError(error: unknown): void;
}

/** What clients open and show each other: conversations and flows. */
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
  return {
    ...conversations,
    listen(socket, listen) {
      conversations.listen(socket, listen);
      flowEditors.listen(socket, listen);
    },
    async refresh(socket) {
      await conversations.refresh(socket);
      await flowEditors.refresh(socket);
    },
  };
}
