import type { ErrorCode } from '@balcao/contract';
import { Declined, Unanswered, Undelivered } from '@balcao/whatsapp-qr/ipc';
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
const WireFault = z.object({
  end: z.enum(['not-sent', 'refused', 'unknown']),
  code: z.string(),
  detail: z.string().max(1000).catch(''),
  retryAfterMs: z.number().min(0).max(86_400_000).optional().catch(undefined),
  isAccountDead: z.boolean().optional().catch(undefined),
});

/** Error of an IPC request as an error of the channel port. */
export function toChannelError(error: unknown): Error {
  if (error instanceof Undelivered) return sessionNotOpen();
  if (error instanceof Unanswered) return new OutcomeUnknown(error.message);
  if (!(error instanceof Declined)) return error instanceof Error ? error : new OutcomeUnknown(String(error));
  const parsed = WireFault.safeParse(error.failure);
  // The child rejected the request without a known failure.
  if (!parsed.success) return new OutcomeUnknown(error.message);
  const { end, detail, retryAfterMs, isAccountDead } = parsed.data;
  const code = codeOf(parsed.data.code);
  if (end === 'unknown') return new OutcomeUnknown(detail);
  return end === 'refused'
    ? new Refused({ code, detail }, isAccountDead ?? false)
    : new NotSent({ code, detail }, retryAfterMs);
}
export const codeOf = (childCode: string): ErrorCode =>
  Object.hasOwn(codes, childCode) ? codes[childCode]! : 'ERR_CHANNEL_REFUSED';
export const sessionNotOpen = () => new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: 'the session is not open here' });

/** Error code of each reason why a session is not connected. */
export const reasonCodes: Record<Reason, ErrorCode> = {
  network: 'ERR_SESSION_NETWORK',
  'logged-out': 'ERR_SESSION_LOGGED_OUT',
  replaced: 'ERR_SESSION_REPLACED',
  banned: 'ERR_SESSION_BANNED',
  unanswered: 'ERR_SESSION_UNANSWERED',
  outdated: 'ERR_SESSION_OUTDATED',
  broken: 'ERR_SESSION_BROKEN',
};
