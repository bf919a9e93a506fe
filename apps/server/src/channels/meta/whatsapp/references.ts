/** The ad, post or product that a message names besides its content. */
import type { Content, Reference } from '../../port.ts';
import type { Message, Referral } from './wire-format.ts';

export function referenceOf({ referral, context }: Message): Reference | undefined {
  const product = context?.referred_product;
  if (referral) return ofReferral(referral, product?.product_retailer_id);
  if (!product?.product_retailer_id) return undefined;
  return {
    type: 'product',
    id: product.product_retailer_id,
    ...(product.catalog_id && { catalogId: product.catalog_id }),
  };
}

function ofReferral(referral: Referral, productId: string | undefined): Reference | undefined {
  const { source_type, source_id, source_url, headline, body, ctwa_clid, ref } = referral;
  const reference = {
    ...(source_id && { id: source_id }),
    ...(headline && { title: headline }),
    ...(body && { body }),
    ...(source_url && { url: source_url }),
    ...(ref && { ref }),
    ...(ctwa_clid && { clickId: ctwa_clid }),
    ...(productId && { productId }),
  };
  if (Object.keys(reference).length === 0) return undefined;
  return { type: source_type === 'post' ? 'post' : 'ad', ...reference };
}

/** An ad is merged with the text of the first message; other content keeps its kind. */
export function mergeAd(content: Content, referral: Referral | undefined): Content {
  if (!referral || content.kind !== 'text') return content;
  const { headline, body, source_url, image_url, thumbnail_url } = referral;
  const picture = image_url || thumbnail_url;
  return {
    kind: 'ad',
    text: content.text,
    title: headline,
    ...(body && { body }),
    ...(source_url && { url: source_url }),
    ...(picture && { image: { mime: 'image/jpeg', ref: `${BY_ADDRESS}${picture}` } }),
  };
}
/** Prefix of a reference that is a URL from the payload instead of a media id. */
export const BY_ADDRESS = 'url:';
