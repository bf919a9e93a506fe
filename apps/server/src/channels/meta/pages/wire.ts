/** The JSON of Messenger's and Instagram's deliveries, read with patience: a field that is odd is a field that is missing. */
import { z } from 'zod';
import { text } from '../words.ts';

export const cut = (value: string, most: number): string => value.slice(0, most).toWellFormed();
const words = text.optional().catch(undefined);
/** Longer names could not be looked up again. A number beyond what is exact would be somebody else's. */
const LONGEST_ID = 500;
const id = z
  .union([text, z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).transform(String)])
  .pipe(z.string().min(1).max(LONGEST_ID));
const maybeId = id.optional().catch(undefined);
const link = text
  .pipe(
    z
      .string()
      .max(4000)
      .regex(/^https?:\/\//i),
  )
  .optional()
  .catch(undefined);
const LAST_MOMENT = 253_402_300_799_000; // the end of the year 9999
/** Milliseconds since 1970. */
const millis = z.number().min(1).max(LAST_MOMENT).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const some = z.array(z.unknown());

export const WireDelivery = z.object({ object: words, entry: some });
export const WireEntry = z.object({
  id: maybeId,
  time: millis,
  messaging: some.optional(),
  /** Another app has the conversation at this moment; what the customer says is said to us all the same. */
  standby: some.optional(),
  changes: some.optional(),
});
export type WireEntry = z.output<typeof WireEntry>;
export const WireChange = z.object({ field: text, value: z.unknown().optional() });

const WireParty = z.object({ id: maybeId, name: words, username: words }).optional().catch(undefined);
/** What every item has around it. */
export const WireAround = z.object({
  sender: WireParty,
  recipient: WireParty,
  timestamp: millis,
  message: z.object({ is_echo: flag }).optional().catch(undefined),
});

const WireAdContext = z.object({ ad_title: words, photo_url: link, video_url: link }).optional().catch(undefined);
export const WireReferral = z.object({
  ref: words,
  source: words,
  type: words,
  ad_id: maybeId,
  referer_uri: link,
  ads_context_data: WireAdContext,
  product: z.object({ id }).optional().catch(undefined),
});
export type WireReferral = z.output<typeof WireReferral>;
const referral = WireReferral.optional().catch(undefined);

export const WireMessage = z.object({
  mid: id,
  text: words,
  attachments: z.unknown().optional(),
  quick_reply: z.object({ payload: text }).optional().catch(undefined),
  reply_to: z
    .object({
      mid: maybeId,
      story: z.object({ id: maybeId, url: link }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  is_echo: flag,
  is_deleted: flag,
  is_unsupported: flag,
  metadata: words,
  referral,
});
export type WireMessage = z.output<typeof WireMessage>;
export const WirePostback = z.object({ mid: maybeId, title: words, payload: words, referral });
export const WireReaction = z.object({ mid: id, action: words, reaction: words, emoji: words });
export const WireDelivered = z.object({ mids: z.array(id).optional().catch(undefined), watermark: millis });
export const WireRead = z.object({ mid: maybeId, watermark: millis });
export const WireEdit = z.object({ mid: id, text });
export const WirePolicy = z.object({ action: words, reason: words });

const WireElement = z.object({ title: words, subtitle: words, item_url: link, url: link, image_url: link });
export type WireElement = z.output<typeof WireElement>;
const elements = z.array(WireElement).optional().catch(undefined);
const degrees = (most: number) => z.number().min(-most).max(most);
export const WireAttachment = z.object({
  type: text,
  title: words,
  url: link,
  payload: z
    .object({
      url: link,
      title: words,
      name: words,
      sticker_id: maybeId,
      ig_post_media_id: maybeId,
      coordinates: z
        .object({ lat: degrees(90), long: degrees(180) })
        .optional()
        .catch(undefined),
      template_type: words,
      text: words,
      elements,
      product: z.object({ elements }).optional().catch(undefined),
      buttons: z
        .array(z.object({ title: words, payload: words, url: link }))
        .optional()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type WireAttachment = z.output<typeof WireAttachment>;
