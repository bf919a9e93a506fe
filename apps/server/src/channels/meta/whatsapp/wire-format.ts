/** The outer shapes of what the Cloud API delivers. Contents are in `contents.ts`, news of the account in `news.ts`. */
import { z } from 'zod';
import { GraphError } from '../faults.ts';
import { key, name, perhaps, seconds, text, words } from '../words.ts';

export const Delivery = z.object({ entry: z.array(z.unknown()).min(1) });
export const Entry = z.object({ id: words, time: seconds, changes: z.array(z.unknown()).min(1) });
export const Change = z.object({ field: z.string(), value: z.looseObject({}) });

/** Written with a plus here and there. */
const phone = text
  .transform((value) => value.replace(/^\+/, '').replace(/[\s()-]/g, ''))
  .pipe(z.string().regex(/^\d{3,20}$/));
/** «BR.1A2B3C»: a person without a number, known to this business only; after the country up to 128 signs, or «ENT.» and those. */
const userId = text.pipe(z.string().regex(/^[A-Za-z]{2}\.[\w.]{1,140}$/));

export const Contact = z.object({
  wa_id: perhaps(phone),
  user_id: perhaps(userId),
  profile: perhaps(z.object({ name: perhaps(name), username: perhaps(key) })),
});
export type Contact = z.output<typeof Contact>;
export const Contacts = z
  .array(z.unknown())
  .catch([])
  .transform((told) => told.flatMap((one) => Contact.safeParse(one).data ?? []));

/** A number, or the business-scoped id in its place. */
export const Somebody = z.union([
  phone.transform((value) => ({ phone: value })),
  userId.transform((value) => ({ userId: value })),
]);
export type Somebody = z.output<typeof Somebody>;

export const Referral = z.object({
  headline: words,
  body: words,
  source_url: words,
  image_url: words,
  thumbnail_url: words,
});
export type Referral = z.output<typeof Referral>;

export const Message = z.looseObject({
  id: key,
  timestamp: seconds,
  type: z.string().catch('unknown'),
  from: perhaps(Somebody),
  from_user_id: perhaps(userId),
  /** In an echo: whom the account itself wrote to. */
  to: perhaps(Somebody),
  to_user_id: perhaps(userId),
  recipient_user_id: perhaps(userId),
  group_id: perhaps(key),
  context: perhaps(
    z.object({
      id: perhaps(key),
      forwarded: z.boolean().catch(false),
      frequently_forwarded: z.boolean().catch(false),
    }),
  ),
  referral: perhaps(Referral),
});
export type Message = z.output<typeof Message>;

export const Status = z.object({
  id: key,
  status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
  type: words,
  timestamp: seconds,
  recipient_id: perhaps(Somebody),
  recipient_user_id: perhaps(userId),
  /** What we gave along when we sent it. */
  biz_opaque_callback_data: perhaps(key),
  errors: perhaps(z.array(GraphError)),
});

export const System = z.object({
  type: words,
  wa_id: perhaps(phone),
  /** Before version 12. */
  new_wa_id: perhaps(phone),
  user_id: perhaps(userId),
  previous_user_id: perhaps(userId),
});
export const UserIdUpdate = z.object({
  wa_id: perhaps(phone),
  timestamp: seconds,
  user_id: z.object({ previous: userId, current: userId }),
});
export const Call = z.object({
  id: key,
  event: z.string(),
  timestamp: seconds,
  direction: words,
  duration: z.coerce.number().catch(0),
  from: perhaps(Somebody),
  from_user_id: perhaps(userId),
  to: perhaps(Somebody),
});
