import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Privacy } from './privacy.ts';
import { presentConsents, presentErasure, presentExport } from './privacy.wire.ts';

/** `sign` returns a link that is valid for about an hour. */
export const privacyRoutes = (privacy: Privacy, sign: (key: string) => string) =>
  handle('privacy', endpoints.privacy, {
    consents: async ({ actor, params }) => presentConsents(await privacy.consents(actor, params.id)),
    withdraw: async ({ actor, params, body }) => presentConsents(await privacy.withdraw(actor, params.id, body.reason)),
    exports: async ({ actor, params }) =>
      (await privacy.exports(actor, params.id)).map((row) => presentExport(row, sign)),
    makeExport: async ({ actor, params }) => presentExport(await privacy.requestExport(actor, params.id), sign),
    erase: async ({ actor, params, body }) => presentErasure(await privacy.erase(actor, params.id, body.name)),
    erasures: async ({ actor, query }) => {
      const { rows, ...page } = await privacy.erasures(actor, query.pageNumber);
      return { erasures: rows.map(presentErasure), ...page };
    },
    erasure: async ({ actor, params }) => presentErasure(await privacy.erasure(actor, params.id)),
  });
