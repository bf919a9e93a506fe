import type { CallFailure } from '@balcao/domain/flow/service-call';
import { ServiceError, type ServiceReason } from '../../gateways/bots/port.ts';

const reasons: Record<ServiceReason, CallFailure> = {
  address: 'address',
  unreachable: 'unreachable',
  tooSlow: 'tooSlow',
  busy: 'busy',
  down: 'down',
  quota: 'quota',
  key: 'key',
  request: 'request',
  session: 'request',
  tooLarge: 'tooLarge',
  answer: 'unreadable',
};

export interface FailedCall {
  type: 'failed';
  reason: CallFailure;
  status?: number;
}
/** A failure of the service as a result; any other error is thrown again. */
export function failedCall(error: unknown): FailedCall {
  if (!(error instanceof ServiceError)) throw error;
  const { reason, status } = error;
  return { type: 'failed', reason: reasons[reason], ...(status !== undefined && { status }) };
}
export const notConfigured: FailedCall = { type: 'failed', reason: 'notConfigured' };
export const ceilingReached: FailedCall = { type: 'failed', reason: 'ceilingReached' };
