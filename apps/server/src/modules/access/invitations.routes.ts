import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Invitations } from './invitations.ts';
import { presentInvitation } from './invitations.wire.ts';

export const invitationRoutes = (invitations: Invitations, now: () => Date) =>
  handle('invitations', endpoints.invitations, {
    list: async ({ actor }) => ({
      invitations: (await invitations.list(actor)).map((row) => presentInvitation(row, now())),
    }),
    create: async ({ actor, body, info }) => {
      const { invitation, link } = await invitations.create(actor, body, info);
      return { invitation: presentInvitation(invitation, now()), link };
    },
    resend: async ({ actor, params, info }) => {
      const { invitation, link } = await invitations.resend(actor, params.id, info);
      return { invitation: presentInvitation(invitation, now()), link };
    },
    revoke: async ({ actor, params }) => {
      await invitations.revoke(actor, params.id);
      return { message: 'Invitation revoked' };
    },
    show: ({ body, info }) => invitations.show(body.token, info),
    accept: ({ body, info }) => invitations.accept(body, info),
  });
