import { z } from 'zod';
import { del, get, post } from '../kernel/endpoint.ts';
import { done, id, idParams, plainText, requiredText, timestamp } from '../kernel/schemas.ts';
import { email, queueIds } from './access.ts';
import { NewPassword } from './password-reset.ts';

/** An invitation that was neither accepted nor revoked. */
export const Invitation = z.object({
  id,
  email: z.string(),
  profile: z.enum(['user', 'admin']),
  queueIds: z.array(id),
  /** Name of the user who invited; null if that user was removed. */
  invitedBy: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** Body of the invitation form. The web validates with the same schema. */
export const InvitationDraft = z.object({
  email,
  profile: z.enum(['user', 'admin']).default('user'),
  queueIds: queueIds.default([]),
});

const Invited = z.object({
  invitation: Invitation,
  /** Only without a mail server: the link to pass on by hand. It cannot be read again. */
  link: z.string().nullable(),
});
const token = plainText(100).min(1);

/** Body of the acceptance form. */
export const Acceptance = z.object({ token, name: requiredText(2, 50), password: NewPassword });

export const invitations = {
  list: get('/invitations', { reply: z.object({ invitations: z.array(Invitation) }), access: 'user.manage' }),
  create: post('/invitations', { body: InvitationDraft, reply: Invited, access: 'user.manage', rate: 'invitation' }),
  /** Sends a new link; the former one stops working. */
  resend: post('/invitations/:id/resend', {
    params: idParams,
    reply: Invited,
    access: 'user.manage',
    rate: 'invitation',
  }),
  revoke: del('/invitations/:id', { params: idParams, reply: done, access: 'user.manage' }),
  /** The token is in the body, so that it is in no log. */
  show: post('/invitations/show', {
    body: z.object({ token }),
    reply: z.object({ company: z.string(), email: z.string(), invitedBy: z.string().nullable() }),
    access: 'public',
    rate: 'recovery',
  }),
  accept: post('/invitations/accept', {
    body: Acceptance,
    reply: z.object({ email: z.string() }),
    access: 'public',
    rate: 'recovery',
  }),
};
