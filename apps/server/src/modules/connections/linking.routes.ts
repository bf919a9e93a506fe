import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import { found } from '../../foundation/refusal.ts';
import type { Connections } from './connections.ts';
import { showConnection } from './connections.wire.ts';
import type { PageLinking } from './page-linking.ts';

interface Needs {
  connections: Connections;
  pages: PageLinking;
}

export const linkingRoutes = ({ connections, pages }: Needs) =>
  handle('linkings', endpoints.linkings, {
    show: async ({ actor, params, visit }) => {
      const connection = found(await connections.show(actor.companyId, params.id), 'ERR_NO_WAPP_FOUND');
      return connections.linkingOf(connection, visit.origin);
    },
    check: async ({ actor, params }) => {
      const findings = await connections.checkLinking(actor, params.id);
      const connection = found(await connections.show(actor.companyId, params.id), 'ERR_NO_WAPP_FOUND');
      return { findings, connection: showConnection(connection) };
    },
    begin: async ({ actor, visit }) => ({ url: await pages.begin(actor, visit.origin) }),
    pages: async ({ actor, query }) => ({ pages: await pages.pages(actor, query.link) }),
    join: async ({ actor, body }) => {
      const joined =
        'link' in body
          ? await pages.joinChosen(actor, body.link, body.pageIds, body.addInstagram)
          : await pages.joinAll(actor, body.facebookUserId, body.facebookUserToken, body.addInstagram);
      return joined.map(showConnection);
    },
  });
