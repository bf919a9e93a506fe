import { endpoints } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { handle, type Upload } from '../../infrastructure/http/handle.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Connections } from './connections.ts';
import { presentConnectionBrief, presentConnection } from './connections.wire.ts';

interface Attachments {
  save(actor: Actor, id: number, file: Upload): Promise<void>;
  drop(actor: Actor, id: number): Promise<void>;
}

export const connectionRoutes = (connections: Connections, attachments: Attachments) =>
  handle('connections', endpoints.connections, {
    list: async ({ actor }) => {
      const present = can(actor, 'connection.manage') ? presentConnection : presentConnectionBrief;
      return (await connections.list(actor.companyId)).map(present);
    },
    show: async ({ actor, params }) =>
      presentConnection(assertFound(await connections.find(actor.companyId, params.id), 'ERR_NO_WAPP_FOUND')),
    providers: async () => connections.providers(),
    create: async ({ actor, body }) => {
      const { connection, token } = await connections.create(actor, body);
      await connections.tryOpenSession(actor, connection.id);
      const started = await connections.find(actor.companyId, connection.id);
      return { ...presentConnection(started ?? connection), token };
    },
    update: async ({ actor, params, body }) => presentConnection(await connections.update(actor, params.id, body)),
    remove: async ({ actor, params }) => {
      await connections.remove(actor, params.id);
      return { message: 'Connection deleted' };
    },
    newToken: async ({ actor, params }) => ({ token: await connections.newToken(actor, params.id) }),
    attach: async ({ actor, params, file }) => {
      await attachments.save(actor, params.id, file);
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
