import type { SkipReason } from './campaign.ts';

export interface EligibilityFacts {
  channel: 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram';
  /** The channel can reach such an address: a number, or an id of this page. */
  hasAddress: boolean;
  /** Null: unknown. */
  isValid: boolean | null;
  isBlocked: boolean;
  hasOptedOut: boolean;
  /** The person wrote to this connection at some time. */
  hasWritten: boolean;
  /** Null on a channel without a reply window. */
  isWindowOpen: boolean | null;
  hasText: boolean;
  hasTemplate: boolean;
  allowsCold: boolean;
}
export type Eligibility =
  | { type: 'skip'; reason: SkipReason }
  /** `costs`: a person outside the reply window, who counts against the budget. */
  | { type: 'send'; content: 'text' | 'template'; isCold: boolean; costs: boolean };

const skip = (reason: SkipReason): Eligibility => ({ type: 'skip', reason });

/** Whether this person may be contacted now, and with what. */
export function decideEligibility(facts: EligibilityFacts): Eligibility {
  const { channel, isWindowOpen, hasWritten, hasText, hasTemplate } = facts;
  if (!facts.hasAddress || facts.isValid === false) return skip('invalid');
  if (facts.isBlocked) return skip('blocked');
  if (facts.hasOptedOut) return skip('opted-out');
  if (channel === 'whatsapp') {
    if (!hasText) return skip('no-template');
    if (!hasWritten && !facts.allowsCold) return skip('cold');
    return { type: 'send', content: 'text', isCold: !hasWritten, costs: true };
  }
  if (isWindowOpen !== false && hasText) return { type: 'send', content: 'text', isCold: !hasWritten, costs: false };
  if (channel !== 'whatsappapi') return skip('window-closed');
  if (!hasTemplate) return skip(hasText ? 'window-closed' : 'no-template');
  return { type: 'send', content: 'template', isCold: !hasWritten, costs: isWindowOpen === false };
}
