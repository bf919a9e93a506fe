import { hasCardNumber } from '@balcao/domain/billing/card-number';
import { z } from 'zod';

// Schemas that many endpoints share.

/** Maximum of a PostgreSQL integer. A larger id is a validation error, not a server error. */
const MAX_ID = 2_147_483_647;
const MAX_TEXT = 10_000;

const idNumber = z.number().int().positive().max(MAX_ID);
/** Ids in paths and queries are digits only: no sign, space, exponent or fraction. */
const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(idNumber);
export const id = z.union([idNumber, idText]);
export const idParams = z.object({ id: idText });
export const companyParams = z.object({ companyId: idText });
/** Forms send "" for a cleared selection. */
export const optionalId = z
  .union([z.literal(''), z.null(), id])
  .transform((value) => (value === '' ? null : value))
  .optional();

/** PostgreSQL cannot store NUL. */
export const plainText = (max = MAX_TEXT) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), { params: { rule: 'invalid' } });
/** A required text; outer spaces are trimmed. */
export const requiredText = (min: number, max: number) => plainText(max).trim().min(min);
/** Cards are typed at the payment provider only: a text that contains a number of one is refused. */
export const withoutCard = (text: z.ZodType<string, string>) =>
  text.refine((value) => !hasCardNumber(value), { params: { rule: 'cardNumber' } });

/** On/off value: `enabled` or `disabled` in responses; older forms are accepted in requests. */
export const onOff = z.enum(['enabled', 'disabled']);
export const onOffInput = z
  .union([z.enum(['enabled', 'disabled', 'enable', 'disable']), z.boolean()])
  .transform((value): 'enabled' | 'disabled' =>
    value === true || value === 'enabled' || value === 'enable' ? 'enabled' : 'disabled',
  );

export const color = z.string().regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/);
export const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
/** A calendar date that PostgreSQL accepts. */
export const calendarDay = z.iso.date().refine((text) => text >= '1900-01-01' && text <= '2999-12-31');
/** A time with its offset, in years that PostgreSQL accepts. */
export const storableTime = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1900 && year <= 2999;
  });
export const timestamp = z.string().describe('ISO 8601, UTC');

export const searchText = plainText(200).default('');
const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number);
export const pageQuery = z.object({ searchParam: searchText, pageNumber: pageNumber.default(1) });

/** Ids as JSON in the query, for example queueIds=[1,2]; an empty text means an empty list. */
export const jsonIds = z
  .string()
  .max(20_000)
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return text === '' ? [] : (JSON.parse(text) as unknown);
    } catch {
      context.addIssue({ code: 'custom', params: { rule: 'invalid' } });
      return z.NEVER;
    }
  })
  .pipe(z.array(z.union([idNumber, idText])).max(1000));

/** One page of a list. Each list has its own key ('tags', 'users', …). */
export const page = <K extends string, T extends z.ZodType>(key: K, item: T) =>
  z.object({ [key]: z.array(item), count: z.number(), hasMore: z.boolean() } as Record<K, z.ZodArray<T>> & {
    count: z.ZodNumber;
    hasMore: z.ZodBoolean;
  });
export const done = z.object({ message: z.string() });
/** A response without a body. */
export const noContent = z.undefined();
