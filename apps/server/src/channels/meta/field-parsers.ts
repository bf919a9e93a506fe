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

/** The valid ones of a list; an invalid one does not invalidate the others. */
export const validOnes = <T extends z.ZodType>(schema: T) =>
  z.array(z.unknown()).transform((list) =>
    list.flatMap((raw): z.output<T>[] => {
      const parsed = schema.safeParse(raw);
      return parsed.success ? [parsed.data] : [];
    }),
  );
/** A list that is missing is empty, and a value that should be in one is the only one in it. */
export const listOf = (raw: unknown): unknown[] =>
  Array.isArray(raw) ? (raw as unknown[]) : raw === undefined || raw === null ? [] : [raw];

/** `min(1)` would compare the length of objects too, whose members can be anything. */
export const filledList = z.array(z.unknown()).refine((list) => list.length > 0);

const digits = z
  .string()
  .regex(/^\d{1,17}$/)
  .transform(Number);
/** Limits between the units: seconds reach the year 5138 below the first, milliseconds below the second. */
const FIRST_MILLIS = 1e11;
const FIRST_MICROS = 1e14;
const LAST_MICROS = 1e17;
const toMillis = (value: number): number =>
  value < FIRST_MILLIS ? value * 1000 : value < FIRST_MICROS ? value : value / 1000;
const moment = z
  .union([z.number(), digits])
  .pipe(z.number().min(0).lt(LAST_MICROS))
  .transform((value) => Math.trunc(toMillis(value)));
/**
 * Seconds since 1970. Meta writes times as number or text, in seconds or milliseconds, and not always the same in a field.
 * An invalid time becomes 0 and does not invalidate the message.
 */
export const seconds = moment.transform((value) => Math.floor(value / 1000)).catch(0);
/** Milliseconds since 1970, from any unit; undefined if missing, zero or invalid. */
export const millis = moment
  .transform((value) => (value > 0 ? value : undefined))
  .optional()
  .catch(undefined);
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
