import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import type { QuickMessages } from './quick-messages.ts';
import { readQuickMessage, showQuickMessage } from './quick-messages.wire.ts';

export const quickMessageRoutes = (quickMessages: QuickMessages, sign: (key: string) => string) =>
  handle('quickMessages', endpoints.quickMessages, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await quickMessages.list(actor, {
        search: query.searchParam,
        page: query.pageNumber,
      });
      return { records: rows.map((row) => showQuickMessage(row, sign)), ...page };
    },
    pick: async ({ actor }) => (await quickMessages.pick(actor)).map((row) => showQuickMessage(row, sign)),
    show: async ({ actor, params }) => showQuickMessage(await quickMessages.show(actor, params.id), sign),
    create: async ({ actor, body }) =>
      showQuickMessage(await quickMessages.create(actor, readQuickMessage(body)), sign),
    update: async ({ actor, params, body }) =>
      showQuickMessage(await quickMessages.update(actor, params.id, readQuickMessage(body)), sign),
    remove: async ({ actor, params }) => {
      await quickMessages.remove(actor, params.id);
      return { message: 'Quick message deleted' };
    },
    attach: async ({ actor, params, file }) => {
      await quickMessages.attach(actor, params.id, file);
      return { mensagem: 'Arquivo Anexado' };
    },
    detach: async ({ actor, params }) => {
      await quickMessages.detach(actor, params.id);
      return { mensagem: 'Arquivo Excluído' };
    },
  });
