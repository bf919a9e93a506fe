import { endpoints } from '@balcao/contract';
import type { SupportAccess } from '@balcao/contract/endpoints/support';
import type { SupportAccessRow } from '../../infrastructure/db/schema/access.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Support } from './support.ts';

export const supportRoutes = (support: Support, now: () => Date) => {
  const present = ({ id, superUserName, reason, startedAt, expiresAt, endedAt }: SupportAccessRow): SupportAccess => ({
    id,
    userName: superUserName,
    reason,
    startedAt: startedAt.toISOString(),
    endedAt: (endedAt ?? (expiresAt <= now() ? expiresAt : null))?.toISOString() ?? null,
  });
  return handle('support', endpoints.support, {
    show: async ({ params }) => {
      const { allowed, accesses } = await support.show(params.companyId);
      return { allowed, accesses: accesses.map(present) };
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
    list: async ({ actor }) => ({ accesses: (await support.list(actor)).map(present) }),
    renew: async ({ actor }) => {
      const { token, expiresAt } = await support.renew(actor);
      return { token, expiresAt: expiresAt.toISOString() };
    },
    end: async ({ actor, params }) => {
      await support.end(actor, params.id);
      return { message: 'Support access ended' };
    },
  });
};
