import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import { presentOption, presentOptionBrief, type Options } from '../queues/index.ts';
import type { DryRun } from './dry-run.ts';

type OptionView = Awaited<ReturnType<Options['get']>>;
const presentOptionView = ({ option, parent }: OptionView) => ({
  ...presentOption(option),
  mainChatbot: parent && presentOptionBrief(parent),
});

export const botRoutes = (options: Options, dryRun: DryRun) =>
  handle('chatbots', endpoints.chatbots, {
    show: async ({ actor, params }) => presentOptionView(await options.get(actor, params.id)),
    create: async ({ actor, body: { queueId = null, chatbotId = null, options: tree, ...fields } }) =>
      presentOptionView(await options.create(actor, { queueId, parentId: chatbotId }, fields, tree)),
    update: async ({ actor, params, body: { options: tree, ...fields } }) =>
      presentOptionView(await options.update(actor, params.id, fields, tree)),
    remove: async ({ actor, params }) => {
      await options.remove(actor, params.id);
      return { message: 'Option deleted' };
    },
    try: ({ actor, body }) => dryRun.run(actor, body),
  });
