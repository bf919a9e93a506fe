import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { OptOuts } from './opt-outs.ts';
import { presentOptOut } from './opt-outs.wire.ts';

export const optOutRoutes = (optOuts: OptOuts) =>
  handle('optOuts', endpoints.optOuts, {
    list: async ({ actor, params }) => (await optOuts.list(actor, params.id)).map(presentOptOut),
    create: async ({ actor, params, body }) => (await optOuts.create(actor, params.id, body.words)).map(presentOptOut),
    remove: async ({ actor, params }) => (await optOuts.remove(actor, params.id)).map(presentOptOut),
  });
