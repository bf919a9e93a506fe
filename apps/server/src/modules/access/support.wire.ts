import type { SupportAccess } from '@balcao/contract/endpoints/support';
import type { SupportAccessRow } from '../../infrastructure/db/schema/access.ts';

/** An access that expired ended at that moment. */
export const presentSupportAccess = (
  { id, superUserName, reason, startedAt, expiresAt, endedAt }: SupportAccessRow,
  now: Date,
): SupportAccess => ({
  id,
  userName: superUserName,
  reason,
  startedAt: startedAt.toISOString(),
  endedAt: (endedAt ?? (expiresAt <= now ? expiresAt : null))?.toISOString() ?? null,
});
