/** The ad, product or link that led a customer to the conversation. */
import type { Content, Reference } from '../../port.ts';
import { pictureAt } from './attachments.ts';
import type { WireReferral } from './wire.ts';

/** Undefined if the referral names nothing. */
export function referenceOf(referral: WireReferral | undefined): Reference | undefined {
  if (!referral) return undefined;
  const { ref, source, type, ad_id, referer_uri, ads_context_data: ad, product } = referral;
  const id = product?.id ?? ad_id;
  const reference = {
    ...(id && { id }),
    ...(ad?.ad_title && { title: ad.ad_title }),
    ...(referer_uri && { url: referer_uri }),
    ...(ref && { ref }),
    ...(ad?.post_id && { postId: ad.post_id }),
    ...(ad?.product_id && { productId: ad.product_id }),
    ...((source ?? type) && { source: source ?? type }),
  };
  if (Object.keys(reference).length === 0) return undefined;
  return { type: product ? 'product' : ad_id !== undefined || ad || source === 'ADS' ? 'ad' : 'link', ...reference };
}

/** The ad merged with the text of the message. */
export const adContent = (
  { ref, source, ad_id, referer_uri, ads_context_data: ad }: WireReferral,
  text: string,
): Content => ({
  kind: 'ad',
  text,
  title: ad?.ad_title || ad_id || source || ref || '',
  ...(ref && { body: ref }),
  ...(referer_uri && { url: referer_uri }),
  ...pictureAt(ad?.photo_url ?? ad?.video_url),
});
