import type { ResultFilter } from '@balcao/domain/campaign/campaign';

/** Recipients of an earlier campaign with a certain outcome, as a condition on `r`. */
export const outcomeConditions: Record<ResultFilter, string> = {
  'held-back': `r.state = 'failed' and r.reason = 'ERR_CHANNEL_HELD_BACK'`,
  failed: `r.state = 'failed'`,
  'no-answer': `r.state = 'no-answer'`,
  'not-read': `r.state in ('sent', 'delivered')`,
  'not-replied': `r.state in ('sent', 'delivered', 'read') and r.replied_at is null`,
};
