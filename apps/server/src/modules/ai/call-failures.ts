import type { TurnFailure } from '@balcao/contract/endpoints/prompts';
import type { CallFailure } from '@balcao/domain/flow/service-call';

/** What a failed turn of a model means to a flow. */
export const turnFailures: Record<TurnFailure, CallFailure> = {
  noKey: 'notConfigured',
  notInPlan: 'notConfigured',
  overdue: 'notConfigured',
  keyRefused: 'key',
  quotaUsedUp: 'quota',
  monthCeiling: 'ceilingReached',
  dayCeiling: 'ceilingReached',
  turnCeiling: 'ceilingReached',
  contactCeiling: 'ceilingReached',
  unavailable: 'down',
  refused: 'request',
  empty: 'unreadable',
};
