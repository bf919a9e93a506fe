import type { CallFailure, CallRequest, CallResult } from '@balcao/domain/flow/service-call';

/** Which calls fail together, which may be repeated, and how long a failing service is paused. Pure. */

/** A failing account does not stop the calls of other accounts. */
export function accountOf(request: CallRequest): string {
  switch (request.kind) {
    case 'http':
      return `http:${hostOf(request.call.url)}`;
    case 'bot':
      return request.integrationId === null
        ? `typebot:${hostOf(request.typebot?.url ?? '')}`
        : accountOfIntegration(request.integrationId);
    case 'webhook':
      return accountOfIntegration(request.integrationId);
    case 'model':
      return request.promptId === null ? `model:${request.fields?.apiKeyRef ?? ''}` : `prompt:${request.promptId}`;
    case 'transcription':
      return 'transcription';
  }
}
export const accountOfIntegration = (integrationId: number): string => `integration:${integrationId}`;
const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** The service gets the request twice without harm, should the process end before the answer. */
export function isRepeatable(request: CallRequest): boolean {
  switch (request.kind) {
    case 'http':
      return request.call.method === 'GET';
    case 'bot':
      return request.session === null;
    case 'webhook':
    case 'model':
    case 'transcription':
      return true;
  }
}

export const MAX_ATTEMPTS = 3;
const RETRY_MS = [10_000, 60_000];
const passing = new Set<CallFailure>(['unreachable', 'tooSlow', 'busy', 'down']);
/** Deliveries of webhooks are tried three times; undefined: not again. Other calls are answered by the flow. */
export function retryMs(kind: CallRequest['kind'], attempt: number, result: CallResult): number | undefined {
  if (kind !== 'webhook' || result.type === 'done' || !passing.has(result.reason)) return undefined;
  return attempt >= MAX_ATTEMPTS ? undefined : RETRY_MS[attempt - 1];
}

const serviceFailures = new Set<CallFailure>(['unreachable', 'tooSlow', 'busy', 'down', 'tooLarge', 'unreadable']);
/** Null: the result says nothing about the service. */
export const serviceWorks = (result: CallResult): boolean | null =>
  result.type === 'done' ? true : serviceFailures.has(result.reason) ? false : null;

/** Failures in a row after which an account is paused: 30 seconds, then twice as long each time, up to ten minutes. */
export const MAX_FAILURES = 5;
export const FIRST_PAUSE_SECONDS = 30;
export const MAX_PAUSE_SECONDS = 600;
/** Twice the longest call: one that tries a failing account and takes longer was interrupted. */
export const TRIAL_SECONDS = 30;
