import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { QuickReplies } from './quick-replies.ts';
import { parseQuickReply, presentQuickReply } from './quick-replies.wire.ts';

export const quickReplyRoutes = (quickReplies: QuickReplies, sign: (key: string) => string) =>
  handle('quickMessages', endpoints.quickMessages, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await quickReplies.list(actor, {
        search: query.searchParam,
        page: query.pageNumber,
      });
      return { records: rows.map((row) => presentQuickReply(row, sign)), ...page };
    },
    pick: async ({ actor }) => (await quickReplies.pick(actor)).map((row) => presentQuickReply(row, sign)),
    show: async ({ actor, params }) => presentQuickReply(await quickReplies.get(actor, params.id), sign),
    create: async ({ actor, body }) => presentQuickReply(await quickReplies.create(actor, parseQuickReply(body)), sign),
    update: async ({ actor, params, body }) =>
      presentQuickReply(await quickReplies.update(actor, params.id, parseQuickReply(body)), sign),
    remove: async ({ actor, params }) => {
      await quickReplies.remove(actor, params.id);
      return { message: 'Quick message deleted' };
    },
    attach: async ({ actor, params, file }) => {
      await quickReplies.attach(actor, params.id, file);
      return { mensagem: 'Arquivo Anexado' };
    },
    detach: async ({ actor, params }) => {
      await quickReplies.detach(actor, params.id);
      return { mensagem: 'Arquivo Excluído' };
    },
  });
