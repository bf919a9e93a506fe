import type { ErrorCode } from '@balcao/contract';
import type { ChannelFault } from '../port.ts';
import type { WireErrorCode } from './wire-format.ts';

/** Our error code for each error code of the network. */
const codes: Record<WireErrorCode, ErrorCode> = {
  window: 'ERR_REPLY_WINDOW',
  blocked: 'ERR_CHANNEL_REFUSED',
  unsupported: 'ERR_CONTENT_UNSUPPORTED',
  'invalid-number': 'ERR_WAPP_INVALID_CONTACT',
  'too-large': 'ERR_CHANNEL_REFUSED',
  'too-late': 'ERR_EDITING_WAPP_MSG',
  dead: 'ERR_CHANNEL_ACCOUNT',
  other: 'ERR_CHANNEL_REFUSED',
};

export const faultOf = (code: string, message: string): ChannelFault & { code: ErrorCode } => ({
  code: Object.hasOwn(codes, code) ? codes[code as WireErrorCode] : 'ERR_CHANNEL_REFUSED',
  detail: message === '' ? code : `${code}: ${message}`,
});
