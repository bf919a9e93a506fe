import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Support } from './support.ts';
import { presentSupportAccess } from './support.wire.ts';

export const supportRoutes = (support: Support, now: () => Date) =>
  handle('support', endpoints.support, {
    show: async ({ params }) => {
      const { allowed, accesses } = await support.show(params.companyId);
      return { allowed, accesses: accesses.map((row) => presentSupportAccess(row, now())) };
    },
    start: async ({ actor, params, body }) => {
      const { access, company, token, expiresAt } = await support.start(actor, params.companyId, body.reason);
      return {
        id: access.id,
        company: company.name,
        token,
        expiresAt: expiresAt.toISOString(),
        endsAt: access.expiresAt.toISOString(),
      };
    },
    list: async ({ actor }) => ({
      accesses: (await support.list(actor)).map((row) => presentSupportAccess(row, now())),
    }),
    renew: async ({ actor }) => {
      const { token, expiresAt } = await support.renew(actor);
      return { token, expiresAt: expiresAt.toISOString() };
    },
    end: async ({ actor, params }) => {
      await support.end(actor, params.id);
      return { message: 'Support access ended' };
    },
  });
