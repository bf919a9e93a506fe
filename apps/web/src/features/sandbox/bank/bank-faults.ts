import type { BankFaults } from '@balcao/contract/endpoints/payments';
import type { bankTexts } from './bank.texts.ts';

type TextKey = keyof typeof bankTexts;
type WebhookFault = NonNullable<BankFaults['webhooks']>;
type CallFault = NonNullable<BankFaults['calls']>;

/** Every fault of the notifications, by the text that names it. */
export const webhookFaults = {
  normal: {},
  delayed: { delayMs: 30_000 },
  doubled: { copies: 2 },
  reordered: { isReordered: true },
  lost: { isLost: true },
  unsigned: { signature: 'missing' },
  wrongSignature: { signature: 'wrong' },
  staleSignature: { signature: 'stale' },
  foreign: { isForeign: true },
  garbage: { isGarbage: true },
  slow: { isSlow: true },
} as const satisfies Partial<Record<TextKey, WebhookFault>>;
export type WebhookFaultKey = keyof typeof webhookFaults;

export const callFaults = {
  normal: {},
  tooMany: { status: 429 },
  serverError: { status: 500 },
  refused: { status: 401 },
  lostReply: { losesResponse: true },
  hanging: { hangs: true },
  delayedReply: { delayMs: 8000 },
  unreadableReply: { isGarbage: true },
} as const satisfies Partial<Record<TextKey, CallFault>>;
export type CallFaultKey = keyof typeof callFaults;

const keyOf = <K extends string>(faults: Record<K, object>, current: object | undefined): K | undefined =>
  (Object.keys(faults) as K[]).find((key) => isSame(faults[key], current ?? {}));

const isSame = (a: object, b: object): boolean => {
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return left.length === right.length && left.every(([key, value]) => (b as Record<string, unknown>)[key] === value);
};

/** Undefined for a combination that another client has set. */
export const webhookFaultOf = (faults: BankFaults | undefined): WebhookFaultKey | undefined =>
  keyOf(webhookFaults, faults?.webhooks);
export const callFaultOf = (faults: BankFaults | undefined): CallFaultKey | undefined =>
  keyOf(callFaults, faults?.calls);

/** An empty object is the same as none. */
export const hasFaults = (faults: BankFaults | undefined): boolean =>
  [faults?.webhooks, faults?.calls].some((part) => part !== undefined && Object.keys(part).length > 0);
