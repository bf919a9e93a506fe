/** Pieces that the readers of Meta's deliveries share. */
import { z } from 'zod';
import type { Account, Content } from '../port.ts';
import { plainLabel } from '../unrecognized.ts';

/** Neither NUL nor half a character can be stored; no person types them. */
export const text = z.string().transform((value) => value.replaceAll('\0', '').toWellFormed());
/** Something to read that may be missing, or be no text at all. */
export const optionalText = text.catch('');
/** Longer ids could not be looked up again. */
export const key = text.pipe(z.string().min(1).max(200));
/** Names of people. */
export const name = text.transform((value) => value.slice(0, 1000).toWellFormed());
export const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const LAST_SECOND = 253_402_300_799; // the end of the year 9999
const digits = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number);
/** Seconds since 1970, written as text or number. An hour that cannot be one does not make the message unreadable. */
export const seconds = z.union([z.number(), digits]).pipe(z.int().min(0).max(LAST_SECOND)).catch(0);
export const unsupported = (type: unknown): Content => ({ kind: 'unsupported', what: plainLabel(type) });

/** The channel's own name of a message; undefined for what has one of our making only. */
export function channelMessageId(wid: string): string | undefined {
  if (/^(unread|reaction|postback|referral)\./.test(wid)) return undefined;
  return wid.replace(/(#\d+|[#.]ad)$/, '');
}

/** The mark of a part of a longer send of ours; the last part carries the correlation alone and speaks for all of them. */
export const EARLIER_PART = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})#\d+$/;

/** The account for which an id of theirs means something. */
export const scopeOf = ({ kind, secrets }: Account): string =>
  (kind === 'whatsappapi' ? secrets['wabaId'] : kind === 'instagram' ? secrets['igId'] : secrets['pageId']) ?? '';
