/** Error codes of the Graph API: our error code for each, and whether a retry makes sense. */
import type { ErrorCode } from '@balcao/contract';
import { z } from 'zod';
import { NotSent, OutcomeUnknown, Refused, type ChannelFault } from '../port.ts';

const optionalText = z.string().catch('');
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .pipe(z.int());
export const GraphError = z.object({
  code: number,
  error_subcode: number.optional().catch(undefined),
  title: optionalText,
  message: optionalText,
  error_user_msg: optionalText,
  error_data: z.object({ details: optionalText }).optional().catch(undefined),
  is_transient: z.boolean().optional().catch(undefined),
  fbtrace_id: optionalText,
});
export type GraphError = z.output<typeof GraphError>;
export const GraphErrorBody = z.object({ error: GraphError });

type ErrorRule =
  | { code: ErrorCode; type: 'later'; scope: 'account' | 'pair'; waitMs?: number }
  | { code: ErrorCode; type: 'refused' | 'dead' | 'unknown' };

const MINUTE = 60_000;
const later = (code: ErrorCode, waitMs?: number): ErrorRule => ({
  code,
  type: 'later',
  scope: 'account',
  ...(waitMs !== undefined && { waitMs }),
});
const refused = (code: ErrorCode): ErrorRule => ({ code, type: 'refused' });
const unknown: ErrorRule = { code: 'ERR_CHANNEL_DOWN', type: 'unknown' };
const dead = (code: ErrorCode): ErrorRule => ({ code, type: 'dead' });

/** By code, or by code and subcode where the code alone means several things. */
const errorRules: Readonly<Record<string, ErrorRule>> = {
  // Failures after which the message may have been sent. Meta recognizes no repeated message, so a retry may double it;
  // a status or echo with our correlation settles it.
  '1': unknown,
  '2': unknown,
  '131000': unknown,
  '131016': unknown,
  '133004': unknown,
  // Temporary failures before anything was sent
  '1200': later('ERR_CHANNEL_DOWN'), // Messenger: sending failed for the moment
  '131057': later('ERR_CHANNEL_DOWN', 5 * MINUTE), // being upgraded by Meta
  // Rate limits
  '4': later('ERR_CHANNEL_RATE', MINUTE),
  '17': later('ERR_CHANNEL_RATE', MINUTE),
  '32': later('ERR_CHANNEL_RATE', MINUTE),
  '613': later('ERR_CHANNEL_RATE', MINUTE),
  '80001': later('ERR_CHANNEL_RATE', MINUTE),
  '80002': later('ERR_CHANNEL_RATE', MINUTE),
  '80006': later('ERR_CHANNEL_RATE', MINUTE),
  '80007': later('ERR_CHANNEL_RATE', MINUTE),
  '80008': later('ERR_CHANNEL_RATE', MINUTE),
  '130429': later('ERR_CHANNEL_RATE'),
  '131056': { code: 'ERR_CHANNEL_PAIR_RATE', type: 'later', scope: 'pair', waitMs: 6000 },
  // The recipient cannot be reached, or not by this account
  '131026': refused('ERR_CHANNEL_NOT_REACHABLE'),
  '131021': refused('ERR_CHANNEL_NOT_REACHABLE'), // to ourselves
  '131030': refused('ERR_CHANNEL_TEST_NUMBER'),
  '551': refused('ERR_CHANNEL_NOT_REACHABLE'),
  '200/1545041': refused('ERR_CHANNEL_NOT_REACHABLE'),
  '10/2018065': refused('ERR_CHANNEL_NOT_REACHABLE'),
  '10/2018108': refused('ERR_CHANNEL_NOT_REACHABLE'),
  '100/2018001': refused('ERR_CHANNEL_NOT_REACHABLE'),
  '100/2534014': refused('ERR_CHANNEL_NOT_REACHABLE'),
  '100/33': refused('ERR_CHANNEL_NOT_FOUND'), // no such object, or none we may see
  '130472': refused('ERR_CHANNEL_HELD_BACK'), // part of an experiment of Meta's
  '131049': refused('ERR_CHANNEL_HELD_BACK'),
  '131050': refused('ERR_CHANNEL_OPTED_OUT'),
  '130497': refused('ERR_CHANNEL_COUNTRY'),
  '131048': refused('ERR_CHANNEL_SPAM'),
  // Outside the reply window
  '470': refused('ERR_REPLY_WINDOW'),
  '131047': refused('ERR_REPLY_WINDOW'),
  '10/2018278': refused('ERR_REPLY_WINDOW'),
  '10/2534022': refused('ERR_REPLY_WINDOW'),
  // Content
  '131051': refused('ERR_CONTENT_UNSUPPORTED'),
  '131052': refused('ERR_CHANNEL_MEDIA'),
  '131053': refused('ERR_CHANNEL_MEDIA'),
  '100/2018008': refused('ERR_CHANNEL_MEDIA'),
  '100/2018047': refused('ERR_CHANNEL_MEDIA'),
  '100/2018109': refused('ERR_CHANNEL_MEDIA'),
  '100/2018294': refused('ERR_CHANNEL_MEDIA'),
  '132000': refused('ERR_TEMPLATE_GAPS'),
  '132001': refused('ERR_TEMPLATE_MISSING'),
  '132005': refused('ERR_TEMPLATE_GAPS'),
  '132007': refused('ERR_TEMPLATE_REFUSED'),
  '132012': refused('ERR_TEMPLATE_GAPS'),
  '132015': refused('ERR_TEMPLATE_STOPPED'),
  '132016': refused('ERR_TEMPLATE_STOPPED'),
  '132018': refused('ERR_TEMPLATE_GAPS'),
  '132068': refused('ERR_TEMPLATE_REFUSED'),
  '132069': refused('ERR_TEMPLATE_REFUSED'),
  // Account
  '131042': refused('ERR_CHANNEL_PAYMENT'),
  '131037': refused('ERR_CHANNEL_DISPLAY_NAME'),
  '368': refused('ERR_CHANNEL_RESTRICTED'),
  '131031': dead('ERR_CHANNEL_RESTRICTED'),
  // The PIN is wrong, was guessed too often, or the number was registered a moment ago.
  '133005': refused('ERR_META_PIN'),
  '133008': refused('ERR_META_PIN'),
  '133009': refused('ERR_META_PIN'),
  '133015': refused('ERR_META_PIN'),
  '133016': refused('ERR_META_PIN'),
  '33': dead('ERR_CHANNEL_UNREGISTERED'), // the number was deleted
  '131045': dead('ERR_CHANNEL_UNREGISTERED'),
  '133010': dead('ERR_CHANNEL_UNREGISTERED'),
  '0': dead('ERR_CHANNEL_ACCOUNT'),
  '102': dead('ERR_CHANNEL_ACCOUNT'),
  '190': dead('ERR_CHANNEL_ACCOUNT'),
  '3': dead('ERR_CHANNEL_RIGHTS'),
  '131005': dead('ERR_CHANNEL_RIGHTS'),
};

/** Unknown codes are refusals with the message of the Graph API. */
function ruleFor({ code, error_subcode, is_transient }: GraphError): ErrorRule {
  const exact = errorRules[`${code}/${error_subcode ?? ''}`];
  if (exact) return exact;
  // Missing permissions. With a subcode the error concerns this contact or call only: a conversation that another app
  // controls must not stop the account.
  if (code === 10 || (code >= 200 && code <= 299))
    return error_subcode ? refused('ERR_CHANNEL_RIGHTS') : dead('ERR_CHANNEL_RIGHTS');
  const byCode = errorRules[String(code)];
  if (byCode) return byCode;
  return is_transient ? unknown : refused('ERR_CHANNEL_REFUSED');
}

/** Fault of a failed receipt; it is not retried automatically. */
export const faultOf = (error: GraphError): ChannelFault & { code: ErrorCode } => ({
  code: ruleFor(error).code,
  detail: detailOf(error),
});

/** Error of a failed call; `clean` removes secrets from its text. */
export function toSendError(
  error: GraphError | undefined,
  { status, retryAfterMs }: { status: number; retryAfterMs: number | undefined },
  clean: (text: string) => string = (text) => text,
): NotSent | Refused | OutcomeUnknown {
  if (!error) return errorByStatus(status, retryAfterMs);
  const rule = ruleFor(error);
  const fault = { code: rule.code, detail: detailOf(error, clean) };
  // A server error leaves open whether the message was sent; only a rate limit is certain.
  const isContradictory = status >= 500 && rule.type === 'later' && rule.code === 'ERR_CHANNEL_DOWN';
  if (rule.type === 'unknown' || isContradictory) return new OutcomeUnknown(fault.detail);
  if (rule.type === 'later') return new NotSent(fault, retryAfterMs ?? rule.waitMs, rule.scope);
  return new Refused(fault, rule.type === 'dead');
}

function errorByStatus(status: number, retryAfterMs: number | undefined): NotSent | Refused | OutcomeUnknown {
  const detail = `status ${status}`;
  if (status === 429) return new NotSent({ code: 'ERR_CHANNEL_RATE', detail }, retryAfterMs);
  if (status === 401) return new Refused({ code: 'ERR_CHANNEL_ACCOUNT', detail }, true);
  if (status >= 400 && status < 500) return new Refused({ code: 'ERR_CHANNEL_REFUSED', detail });
  // A server error: the request may have been carried out or not.
  return new OutcomeUnknown(detail);
}

const MAX_DETAIL_LENGTH = 500;
function detailOf(
  { code, error_subcode, title, message, error_data, error_user_msg }: GraphError,
  clean: (text: string) => string = (text) => text,
): string {
  const number = error_subcode === undefined ? String(code) : `${code}/${error_subcode}`;
  const texts = [...new Set([message || title, error_data?.details ?? '', error_user_msg])].filter(
    (text) => text !== '',
  );
  // Cleaned before it is cut: a truncated secret would not be found.
  return clean([number, ...texts].join(': '))
    .replaceAll('\0', '')
    .slice(0, MAX_DETAIL_LENGTH)
    .toWellFormed();
}
