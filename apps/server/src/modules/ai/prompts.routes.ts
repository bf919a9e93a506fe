import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Ai } from './ai-module.ts';
import {
  parseNewPrompt,
  parsePrompt,
  parseTry,
  presentKnowledge,
  presentKnowledgeBrief,
  presentPrompt,
  presentPromptBrief,
  presentTried,
} from './prompts.wire.ts';

export const promptRoutes = ({ prompts, knowledge, tryPrompt }: Pick<Ai, 'prompts' | 'knowledge' | 'tryPrompt'>) =>
  handle(
    'prompts',
    endpoints.prompts,
    {
      list: async ({ actor, query }) => {
        const filter = { search: query.searchParam, page: query.pageNumber };
        const { full, rows, count, hasMore } = await prompts.list(actor, filter);
        return { prompts: full ? full.map(presentPrompt) : rows.map(presentPromptBrief), count, hasMore };
      },
      show: async ({ actor, params }) => presentPrompt(await prompts.get(actor, params.id)),
      create: async ({ actor, body }) => presentPrompt(await prompts.create(actor, parseNewPrompt(body))),
      update: async ({ actor, params, body }) =>
        presentPrompt(await prompts.update(actor, params.id, parsePrompt(body))),
      remove: async ({ actor, params }) => {
        await prompts.remove(actor, params.id);
        return { message: 'Prompt deleted' };
      },
      try: async ({ actor, params, body }) => presentTried(await tryPrompt(actor, params.id, parseTry(body))),

      knowledge: async ({ actor, params }) => ({
        entries: (await knowledge.list(actor, params.id)).map(presentKnowledgeBrief),
      }),
      knowledgeEntry: async ({ actor, params }) =>
        presentKnowledge(await knowledge.get(actor, params.id, params.entryId)),
      addKnowledge: async ({ actor, params, body }) => presentKnowledge(await knowledge.add(actor, params.id, body)),
      uploadKnowledge: async ({ actor, params, file }) =>
        presentKnowledge(await knowledge.upload(actor, params.id, file)),
      changeKnowledge: async ({ actor, params, body }) =>
        presentKnowledge(await knowledge.change(actor, params.id, params.entryId, body)),
      removeKnowledge: async ({ actor, params }) => {
        await knowledge.remove(actor, params.id, params.entryId);
        return { message: 'Knowledge deleted' };
      },
      searchKnowledge: async ({ actor, params, body }) => ({
        passages: (await knowledge.search(actor, params.id, body.text)).map(
          ({ entryId, title, body: text, score }) => ({
            entryId,
            title,
            text,
            score,
          }),
        ),
      }),
    },
    { uploadKnowledge: ({ actor }) => knowledge.admitUpload(actor) },
  );
