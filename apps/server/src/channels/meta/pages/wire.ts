/** Schemas of Messenger's and Instagram's payloads. An invalid optional field counts as missing. */
import { z } from 'zod';
import { text } from '../field-parsers.ts';

export const truncate = (value: string, max: number): string => value.slice(0, max).toWellFormed();
const optionalText = text.optional().catch(undefined);
/** Longer ids cannot be indexed. A number beyond the safe integers would become another id. */
const MAX_ID_LENGTH = 500;
const id = z
  .union([text, z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).transform(String)])
  .pipe(z.string().min(1).max(MAX_ID_LENGTH));
const optionalId = id.optional().catch(undefined);
const link = text
  .pipe(
    z
      .string()
      .max(4000)
      .regex(/^https?:\/\//i),
  )
  .optional()
  .catch(undefined);
const MAX_TIMESTAMP_MS = 253_402_300_799_000; // the end of the year 9999
/** Milliseconds since 1970. */
const millis = z.number().min(1).max(MAX_TIMESTAMP_MS).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const unknownList = z.array(z.unknown());

export const WireDelivery = z.object({ object: optionalText, entry: unknownList });
export const WireEntry = z.object({
  id: optionalId,
  time: millis,
  messaging: unknownList.optional(),
  /** Another app controls the conversation; its messages are delivered to us as well. */
  standby: unknownList.optional(),
  changes: unknownList.optional(),
});
export type WireEntry = z.output<typeof WireEntry>;
export const WireChange = z.object({ field: text, value: z.unknown().optional() });

const WireParty = z.object({ id: optionalId, name: optionalText, username: optionalText }).optional().catch(undefined);
/** Fields that every item has. */
export const WireHeader = z.object({
  sender: WireParty,
  recipient: WireParty,
  timestamp: millis,
  message: z.object({ is_echo: flag }).optional().catch(undefined),
});

const WireAdContext = z
  .object({ ad_title: optionalText, photo_url: link, video_url: link })
  .optional()
  .catch(undefined);
export const WireReferral = z.object({
  ref: optionalText,
  source: optionalText,
  type: optionalText,
  ad_id: optionalId,
  referer_uri: link,
  ads_context_data: WireAdContext,
  product: z.object({ id }).optional().catch(undefined),
});
export type WireReferral = z.output<typeof WireReferral>;
const referral = WireReferral.optional().catch(undefined);

export const WireMessage = z.object({
  mid: id,
  text: optionalText,
  attachments: z.unknown().optional(),
  quick_reply: z.object({ payload: text }).optional().catch(undefined),
  reply_to: z
    .object({
      mid: optionalId,
      story: z.object({ id: optionalId, url: link }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  is_echo: flag,
  is_deleted: flag,
  is_unsupported: flag,
  metadata: optionalText,
  referral,
});
export type WireMessage = z.output<typeof WireMessage>;
export const WirePostback = z.object({ mid: optionalId, title: optionalText, payload: optionalText, referral });
export const WireReaction = z.object({ mid: id, action: optionalText, reaction: optionalText, emoji: optionalText });
export const WireDelivered = z.object({ mids: z.array(id).optional().catch(undefined), watermark: millis });
export const WireRead = z.object({ mid: optionalId, watermark: millis });
export const WireEdit = z.object({ mid: id, text });
export const WirePolicy = z.object({ action: optionalText, reason: optionalText });

const WireElement = z.object({
  title: optionalText,
  subtitle: optionalText,
  item_url: link,
  url: link,
  image_url: link,
});
export type WireElement = z.output<typeof WireElement>;
const elements = z.array(WireElement).optional().catch(undefined);
const degrees = (max: number) => z.number().min(-max).max(max);
export const WireAttachment = z.object({
  type: text,
  title: optionalText,
  url: link,
  payload: z
    .object({
      url: link,
      title: optionalText,
      name: optionalText,
      sticker_id: optionalId,
      ig_post_media_id: optionalId,
      coordinates: z
        .object({ lat: degrees(90), long: degrees(180) })
        .optional()
        .catch(undefined),
      template_type: optionalText,
      text: optionalText,
      elements,
      product: z.object({ elements }).optional().catch(undefined),
      buttons: z
        .array(z.object({ title: optionalText, payload: optionalText, url: link }))
        .optional()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type WireAttachment = z.output<typeof WireAttachment>;
