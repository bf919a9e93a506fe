/** Schemas and helpers that the parsers of Meta's payloads share. */
import { z } from 'zod';
import type { Account, Content } from '../port.ts';
import { plainLabel } from '../unrecognized.ts';
import { storableText as text } from '../wire-fields.ts';

export { storableText as text, idText as key } from '../wire-fields.ts';
/** A missing or invalid text is empty. */
export const optionalText = text.catch('');
/** Name of a contact, truncated. */
export const name = text.transform((value) => value.slice(0, 1000).toWellFormed());
export const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const LAST_SECOND = 253_402_300_799; // the end of the year 9999
const digits = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number);
/** Seconds since 1970 as text or number. An invalid time becomes 0 and does not invalidate the message. */
export const seconds = z.union([z.number(), digits]).pipe(z.int().min(0).max(LAST_SECOND)).catch(0);
export const unsupported = (type: unknown): Content => ({ kind: 'unsupported', what: plainLabel(type) });

/** The channel's own message id; undefined if the id was generated here. */
export function channelMessageId(wid: string): string | undefined {
  if (/^(unread|reaction|postback|referral)\./.test(wid)) return undefined;
  return wid.replace(/(#\d+|[#.]ad)$/, '');
}

/** Correlation of an earlier part of a split message. The last part carries the bare correlation and counts for all. */
export const EARLIER_PART = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})#\d+$/;

/** The account for which contact ids are valid. */
export const scopeOf = ({ kind, secrets }: Account): string =>
  (kind === 'whatsappapi' ? secrets['wabaId'] : kind === 'instagram' ? secrets['igId'] : secrets['pageId']) ?? '';
