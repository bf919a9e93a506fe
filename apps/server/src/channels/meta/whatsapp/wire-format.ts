/** Schemas of Cloud API payloads. Contents are in `contents.ts`, account updates in `account-updates.ts`. */
import { z } from 'zod';
import { GraphError } from '../faults.ts';
import { filledList, key, name, optional, seconds, text, optionalText, validOnes } from '../field-parsers.ts';

export const Delivery = z.object({ entry: filledList });
export const Entry = z.object({ id: optionalText, time: seconds, changes: filledList });
/** The lists in the value say what it is; the field does not have to. */
export const Change = z.object({ field: z.string().catch(''), value: z.looseObject({}) });

/** Sometimes written with a plus sign. */
const phone = text
  .transform((value) => value.replace(/^\+/, '').replace(/[\s()-]/g, ''))
  .pipe(z.string().regex(/^\d{3,20}$/));
/** `BR.1A2B3C`: business-scoped id; the country, then up to 128 characters, optionally after `ENT.`. */
const userId = text.pipe(z.string().regex(/^[A-Za-z]{2}\.[\w.]{1,140}$/));

export const Contact = z.object({
  wa_id: optional(phone),
  user_id: optional(userId),
  profile: optional(z.object({ name: optional(name), username: optional(key) })),
});
export type Contact = z.output<typeof Contact>;
export const Contacts = validOnes(Contact).catch([]);

/** A number, or a business-scoped id in the same field. */
export const PhoneOrUserId = z.union([
  phone.transform((value) => ({ phone: value })),
  userId.transform((value) => ({ userId: value })),
]);
export type PhoneOrUserId = z.output<typeof PhoneOrUserId>;

export const Referral = z.object({
  source_type: optionalText,
  source_id: optionalText,
  ctwa_clid: optionalText,
  ref: optionalText,
  headline: optionalText,
  body: optionalText,
  source_url: optionalText,
  image_url: optionalText,
  thumbnail_url: optionalText,
});
export type Referral = z.output<typeof Referral>;

export const Message = z.looseObject({
  id: key,
  timestamp: seconds,
  type: z.string().catch(''),
  from: optional(PhoneOrUserId),
  from_user_id: optional(userId),
  /** In an echo: the recipient of the account's own message. */
  to: optional(PhoneOrUserId),
  to_user_id: optional(userId),
  recipient_user_id: optional(userId),
  group_id: optional(key),
  context: optional(
    z.object({
      id: optional(key),
      forwarded: z.boolean().catch(false),
      frequently_forwarded: z.boolean().catch(false),
      /** The product of the catalog that the customer asks about. */
      referred_product: optional(z.object({ catalog_id: optionalText, product_retailer_id: optionalText })),
    }),
  ),
  referral: optional(Referral),
});
export type Message = z.output<typeof Message>;

export const Status = z.object({
  id: key,
  status: text,
  type: optionalText,
  timestamp: seconds,
  recipient_id: optional(PhoneOrUserId),
  recipient_user_id: optional(userId),
  /** The correlation of our send. */
  biz_opaque_callback_data: optional(key),
  errors: optional(z.array(GraphError)),
});

export const System = z.object({
  type: optionalText,
  wa_id: optional(phone),
  /** API versions before 12. */
  new_wa_id: optional(phone),
  user_id: optional(userId),
  previous_user_id: optional(userId),
});
export const UserIdUpdate = z.object({
  wa_id: optional(phone),
  timestamp: seconds,
  user_id: z.object({ previous: userId, current: userId }),
});
export const Preference = z.object({
  wa_id: optional(phone),
  user_id: optional(userId),
  category: text,
  value: text,
  timestamp: seconds,
});
export const Call = z.object({
  id: key,
  event: z.string(),
  timestamp: seconds,
  direction: optionalText,
  duration: z.coerce.number().catch(0),
  from: optional(PhoneOrUserId),
  from_user_id: optional(userId),
  to: optional(PhoneOrUserId),
});
