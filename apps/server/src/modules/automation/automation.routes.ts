import { endpoints } from '@balcao/contract';
import { handle } from '../../foundation/http/handle.ts';
import { showOption, showOptionBrief, type Options } from '../queues/index.ts';
import type { Trying } from './trying.ts';

type Shown = Awaited<ReturnType<Options['show']>>;
const show = ({ option, parent }: Shown) => ({
  ...showOption(option),
  mainChatbot: parent && showOptionBrief(parent),
});

export const chatbotRoutes = (options: Options, trying: Trying) =>
  handle('chatbots', endpoints.chatbots, {
    show: async ({ actor, params }) => show(await options.show(actor, params.id)),
    create: async ({ actor, body: { queueId = null, chatbotId = null, options: tree, ...fields } }) =>
      show(await options.create(actor, { queueId, parentId: chatbotId }, fields, tree)),
    update: async ({ actor, params, body: { options: tree, ...fields } }) =>
      show(await options.update(actor, params.id, fields, tree)),
    remove: async ({ actor, params }) => {
      await options.remove(actor, params.id);
      return { message: 'Option deleted' };
    },
    try: ({ actor, body }) => trying.wouldHappen(actor, body),
  });
