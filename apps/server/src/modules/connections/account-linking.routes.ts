import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Connections } from './connections.ts';
import { presentConnection } from './connections.wire.ts';
import type { MetaSignInFlow } from './meta-sign-in.ts';

interface Deps {
  connections: Connections;
  pages: MetaSignInFlow;
}

export const accountLinkingRoutes = ({ connections, pages }: Deps) =>
  handle('linkings', endpoints.linkings, {
    show: async ({ actor, params, info }) => {
      const connection = assertFound(await connections.find(actor.companyId, params.id), 'ERR_NO_WAPP_FOUND');
      return connections.linkingOf(connection, info.origin);
    },
    check: async ({ actor, params, body }) => {
      const findings = await connections.checkLinking(actor, params.id, body.pin);
      const connection = assertFound(await connections.find(actor.companyId, params.id), 'ERR_NO_WAPP_FOUND');
      return { findings, connection: presentConnection(connection) };
    },
    begin: async ({ actor, info }) => ({ url: await pages.start(actor, info.origin) }),
    pages: async ({ actor, query }) => ({ pages: await pages.pages(actor, query.link) }),
    join: async ({ actor, body }) => {
      const joined =
        'link' in body
          ? await pages.joinChosen(actor, body.link, body.pageIds, body.addInstagram)
          : await pages.joinAll(actor, body.facebookUserId, body.facebookUserToken, body.addInstagram);
      return joined.map(presentConnection);
    },
  });
