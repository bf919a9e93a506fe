import { endpoints } from '@balcao/contract';
import type { Invitation } from '@balcao/contract/endpoints/invitations';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Invitations } from './invitations.ts';
import type { ReadInvitation } from './invitations.store.ts';

export const invitationRoutes = (invitations: Invitations, now: () => Date) => {
  const present = (row: ReadInvitation): Invitation => ({
    id: row.id,
    email: row.email,
    profile: row.profile,
    queueIds: row.queueIds,
    invitedBy: row.invitedByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    expired: row.expiresAt <= now(),
  });
  return handle('invitations', endpoints.invitations, {
    list: async ({ actor }) => ({ invitations: (await invitations.list(actor)).map(present) }),
    create: async ({ actor, body, info }) => {
      const { invitation, link } = await invitations.create(actor, body, info);
      return { invitation: present(invitation), link };
    },
    resend: async ({ actor, params, info }) => {
      const { invitation, link } = await invitations.resend(actor, params.id, info);
      return { invitation: present(invitation), link };
    },
    revoke: async ({ actor, params }) => {
      await invitations.revoke(actor, params.id);
      return { message: 'Invitation revoked' };
    },
    show: ({ body, info }) => invitations.show(body.token, info),
    accept: ({ body, info }) => invitations.accept(body, info),
  });
};
