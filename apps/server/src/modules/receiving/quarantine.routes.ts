import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Quarantine } from './quarantine.ts';
import { presentItem } from './quarantine.wire.ts';

export const quarantineRoutes = (quarantine: Quarantine) =>
  handle('quarantine', endpoints.quarantine, {
    list: async ({ actor, query }) => {
      const { items, ...page } = await quarantine.list(actor, query);
      return { ...page, items: items.map(presentItem) };
    },
    putBack: async ({ actor, params }) => {
      await quarantine.putBack(actor, params.id);
      return undefined;
    },
    putBackAll: ({ actor }) => quarantine.putBackAll(actor),
    remove: async ({ actor, params }) => {
      await quarantine.remove(actor, params.id);
      return undefined;
    },
  });
