import type { ErrorCode } from '@balcao/contract/errors/catalogue';

/** A message that failed with one of these fails again when it is tried again. */
export const permanentErrors = [
  'ERR_REPLY_WINDOW',
  'ERR_CONTENT_UNSUPPORTED',
  'ERR_EMPTY_MESSAGE',
  'ERR_NO_CONTACT_FOUND',
  'ERR_CONTACT_BLOCKED',
] as const satisfies readonly ErrorCode[];
