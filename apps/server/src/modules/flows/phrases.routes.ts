import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Phrases } from './phrases.ts';
import { parseNewPhrase, parsePhrase, presentPhrase } from './phrases.wire.ts';

export const phraseRoutes = (phrases: Phrases) =>
  handle('phrases', endpoints.phrases, {
    list: async ({ actor, query }) => {
      const { rows, hasMore } = await phrases.list(actor, query.searchParam);
      return { flow: rows.map(presentPhrase), hasMore };
    },
    show: async ({ actor, params }) => ({ details: presentPhrase(await phrases.get(actor, params.id)) }),
    create: async ({ actor, body }) => presentPhrase(await phrases.create(actor, parseNewPhrase(body))),
    update: async ({ actor, body: { id, ...change } }) => {
      await phrases.update(actor, id, parsePhrase(change));
      return 'ok' as const;
    },
    remove: async ({ actor, params }) => presentPhrase(await phrases.remove(actor, params.id)),
    try: async ({ actor, body }) => ({
      matches: (await phrases.try(actor, body.text, body.whatsappId ?? null)).map(presentPhrase),
    }),
  });
