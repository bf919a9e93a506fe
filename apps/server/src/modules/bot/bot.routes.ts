import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Options } from '../queues/index.ts';
import { presentDryRun, presentOptionView } from './bot.wire.ts';
import type { DryRun } from './dry-run.ts';

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
    try: async ({ actor, body }) => presentDryRun(await dryRun.run(actor, body)),
  });
