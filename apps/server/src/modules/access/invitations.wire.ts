import type { Invitation } from '@balcao/contract/endpoints/invitations';
import type { ReadInvitation } from './invitations.store.ts';

export const presentInvitation = (row: ReadInvitation, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  profile: row.profile,
  queueIds: row.queueIds,
  invitedBy: row.invitedByName,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  expired: row.expiresAt <= now,
});
