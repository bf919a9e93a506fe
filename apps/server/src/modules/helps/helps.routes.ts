import { endpoints } from '@balcao/contract';
import { assertFound } from '../../infrastructure/app-error.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Helps } from './helps.ts';
import { presentHelp } from './helps.wire.ts';

export const helpRoutes = (helps: Helps) =>
  handle('helps', endpoints.helps, {
    list: async ({ query: { searchParam: search, pageNumber: page } }) => {
      const { rows, ...rest } = await helps.list({ search, page });
      return { records: rows.map(presentHelp), ...rest };
    },
    pick: async () => (await helps.pick()).map(presentHelp),
    show: async ({ params }) => presentHelp(assertFound(await helps.find(params.id), 'ERR_NO_HELP_FOUND')),
    create: async ({ actor, body }) => presentHelp(await helps.create(actor, body)),
    update: async ({ actor, params, body }) => presentHelp(await helps.update(actor, params.id, body)),
    remove: async ({ actor, params }) => {
      await helps.remove(actor, params.id);
      return { message: 'Help deleted' };
    },
  });
