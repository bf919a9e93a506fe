import type { ErrorCode } from '@balcao/contract';
import { Declined, Unanswered, Unsaid } from '@balcao/whatsapp-qr/link';
import type { Reason } from '@balcao/whatsapp-qr/wire';
import { z } from 'zod';
import { NotSent, OutcomeUnknown, Refused } from '../port.ts';

const codes: Record<string, ErrorCode> = {
  down: 'ERR_CHANNEL_DOWN',
  rate: 'ERR_CHANNEL_RATE',
  account: 'ERR_CHANNEL_ACCOUNT',
  'no-account': 'ERR_WAPP_INVALID_CONTACT',
  restricted: 'ERR_CHANNEL_RESTRICTED',
  refused: 'ERR_CHANNEL_REFUSED',
  gone: 'ERR_FETCH_WAPP_MSG',
};
const Fault = z.object({
  end: z.enum(['not-sent', 'refused', 'unknown']),
  code: z.string(),
  detail: z.string().max(1000).catch(''),
  retryAfterMs: z.number().min(0).max(86_400_000).optional().catch(undefined),
  isAccountDead: z.boolean().optional().catch(undefined),
});

/** How a question to a child ended, in words of the port. */
export function faultOf(fault: unknown): Error {
  if (fault instanceof Unsaid) return notThere();
  if (fault instanceof Unanswered) return new OutcomeUnknown(fault.message);
  if (!(fault instanceof Declined)) return fault instanceof Error ? fault : new OutcomeUnknown(String(fault));
  const told = Fault.safeParse(fault.fault);
  // It was there and did not know what to say.
  if (!told.success) return new OutcomeUnknown(fault.message);
  const { end, detail, retryAfterMs, isAccountDead } = told.data;
  const code = codeOf(told.data.code);
  if (end === 'unknown') return new OutcomeUnknown(detail);
  return end === 'refused'
    ? new Refused({ code, detail }, isAccountDead ?? false)
    : new NotSent({ code, detail }, retryAfterMs);
}
export const codeOf = (told: string): ErrorCode => (Object.hasOwn(codes, told) ? codes[told]! : 'ERR_CHANNEL_REFUSED');
export const notThere = () => new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: 'the session is not open here' });

/** Why a session is not connected, in the words of the catalogue. */
export const reasonCodes: Record<Reason, ErrorCode> = {
  network: 'ERR_SESSION_NETWORK',
  'logged-out': 'ERR_SESSION_LOGGED_OUT',
  replaced: 'ERR_SESSION_REPLACED',
  banned: 'ERR_SESSION_BANNED',
  unanswered: 'ERR_SESSION_UNANSWERED',
  outdated: 'ERR_SESSION_OUTDATED',
  broken: 'ERR_SESSION_BROKEN',
};
