import type { TurnFailure } from '@balcao/contract/endpoints/prompts';
import type { CallFailure } from '@balcao/domain/flow/service-call';
import type { ServiceReason } from '../../gateways/ai/port.ts';

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

/** What a failure of the service itself means to a flow. */
export function serviceFailureOf(reason: ServiceReason): CallFailure {
  if (reason === 'answer') return 'unreadable';
  return reason === 'session' ? 'request' : reason;
}
