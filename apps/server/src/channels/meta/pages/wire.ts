/** Schemas of Messenger's and Instagram's payloads. An invalid optional field counts as missing. */
import { z } from 'zod';
import { listOf, millis, text, validOnes } from '../field-parsers.ts';

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
/** The address of a story or a share, kept as it is; only web addresses are opened. */
const address = text.pipe(z.string().min(1).max(4000)).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const unknownList = z.array(z.unknown());
const items = z.unknown().optional().transform(listOf);

export const WireDelivery = z.object({ object: optionalText, entry: unknownList });
export const WireEntry = z.object({
  id: optionalId,
  time: millis,
  messaging: items,
  /** Another app controls the conversation; its messages are delivered to us as well. */
  standby: items,
  changes: items,
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
  .object({
    ad_title: optionalText,
    photo_url: link,
    video_url: link,
    post_id: optionalId,
    product_id: optionalId,
  })
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
      story: z.object({ id: optionalId, url: address }).optional().catch(undefined),
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
export const WireDelivered = z.object({ mids: validOnes(id).optional().catch(undefined), watermark: millis });
export const WireRead = z.object({ mid: optionalId, watermark: millis });
export const WireEdit = z.object({
  mid: id,
  text: text.pipe(z.string().min(1)),
  /** How often the message was edited. */
  num_edit: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,7}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(0).max(1_000_000))
    .optional()
    .catch(undefined),
});
export const WirePolicy = z.object({ action: optionalText, reason: optionalText });
export const WireOptIn = z.object({
  ref: optionalText,
  type: optionalText,
  title: optionalText,
  payload: optionalText,
});
const appId = z
  .union([text, z.number().transform(String)])
  .optional()
  .catch(undefined);
export const WireHandover = z.object({
  new_owner_app_id: appId,
  previous_owner_app_id: appId,
  requested_owner_app_id: appId,
});

const WireElement = z.object({
  id: optionalId,
  title: optionalText,
  subtitle: optionalText,
  item_url: link,
  url: link,
  image_url: link,
});
export type WireElement = z.output<typeof WireElement>;
const elements = validOnes(WireElement).optional().catch(undefined);
const degrees = (max: number) => z.number().min(-max).max(max);
export const WireAttachment = z.object({
  type: text,
  title: optionalText,
  url: address,
  payload: z
    .object({
      url: address,
      title: optionalText,
      name: optionalText,
      sticker_id: optionalId,
      ig_post_media_id: optionalId,
      reel_video_id: optionalId,
      id: optionalId,
      coordinates: z
        .object({ lat: degrees(90), long: degrees(180) })
        .optional()
        .catch(undefined),
      template_type: optionalText,
      text: optionalText,
      elements,
      product: z.object({ elements }).optional().catch(undefined),
      buttons: validOnes(z.object({ title: optionalText, payload: optionalText, url: link }))
        .optional()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type WireAttachment = z.output<typeof WireAttachment>;
