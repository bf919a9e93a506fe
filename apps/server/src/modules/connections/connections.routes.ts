import { endpoints } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import { handle, type Upload } from '../../foundation/http/handle.ts';
import { found } from '../../foundation/refusal.ts';
import type { Connections } from './connections.ts';
import { showBriefConnection, showConnection } from './connections.wire.ts';

interface Attachments {
  keep(actor: Actor, id: number, file: Upload): Promise<void>;
  drop(actor: Actor, id: number): Promise<void>;
}

export const connectionRoutes = (connections: Connections, attachments: Attachments) =>
  handle('connections', endpoints.connections, {
    list: async ({ actor }) => {
      const show = may(actor, 'connection.manage') ? showConnection : showBriefConnection;
      return (await connections.list(actor.companyId)).map(show);
    },
    show: async ({ actor, params }) =>
      showConnection(found(await connections.show(actor.companyId, params.id), 'ERR_NO_WAPP_FOUND')),
    providers: async () => connections.providers(),
    create: async ({ actor, body }) => {
      const { connection, token } = await connections.create(actor, body);
      await connections.begin(actor, connection.id);
      const begun = await connections.show(actor.companyId, connection.id);
      return { ...showConnection(begun ?? connection), token };
    },
    update: async ({ actor, params, body }) => showConnection(await connections.update(actor, params.id, body)),
    remove: async ({ actor, params }) => {
      await connections.remove(actor, params.id);
      return { message: 'Connection deleted' };
    },
    newToken: async ({ actor, params }) => ({ token: await connections.newToken(actor, params.id) }),
    attach: async ({ actor, params, file }) => {
      await attachments.keep(actor, params.id, file);
      return { mensagem: 'Arquivo Anexado' };
    },
    detach: async ({ actor, params }) => {
      await attachments.drop(actor, params.id);
      return { message: 'Attachment removed' };
    },
    restart: async ({ actor }) => {
      await connections.restart(actor);
      return { message: 'Connections restarting' };
    },
    openSession: async ({ actor, params, body }) => {
      await connections.openSession(actor, params.id, body.number);
      return { message: 'Starting session' };
    },
    newSession: async ({ actor, params }) => {
      await connections.newSession(actor, params.id);
      return { message: 'Starting session' };
    },
    endSession: async ({ actor, params }) => {
      await connections.endSession(actor, params.id);
      return { message: 'Session disconnected' };
    },
  });
