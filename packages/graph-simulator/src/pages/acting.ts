import type { Act, Ad, Person } from '../acts.ts';
import { newMid } from '../ids.ts';
import { customersMedia, linkOf } from '../media.ts';
import { nowOf, type InstagramAccount, type Known, type PageAccount, type World } from '../world.ts';

type Pages = PageAccount | InstagramAccount;

/** What a customer did on Messenger or Instagram: one element of `messaging`. */
export function pagesAct(
  world: World,
  account: Pages,
  { person, edits }: Pick<Known, 'person' | 'edits'>,
  act: Act,
): { id: string; messaging: Record<string, unknown>; isMessage: boolean } {
  const isInstagram = account.kind === 'instagram';
  const id = act.id ?? newMid(world.random);
  const atMs = act.at === undefined ? nowOf(world) : Date.parse(act.at);
  const frame = { sender: { id: person.id }, recipient: { id: account.id }, timestamp: atMs };
  const about = (what: Record<string, unknown>, isMessage = false) => ({
    id,
    messaging: { ...frame, ...what },
    isMessage,
  });
  const only = (channel: 'messenger' | 'instagram') => {
    if (account.kind !== channel) throw new Error(`Nobody does «${act.does}» on ${account.kind}.`);
  };
  switch (act.does) {
    case 'reaction':
      return about({
        reaction: {
          mid: act.to,
          action: act.emoji ? 'react' : 'unreact',
          ...(act.emoji && { reaction: act.emoji === '❤' || act.emoji === '❤️' ? 'love' : 'other', emoji: act.emoji }),
        },
      });
    case 'edit':
      return about({ message_edit: { mid: act.of, text: act.text, num_edit: edits } });
    case 'revoke':
      only('instagram');
      return about({ message: { mid: act.of, is_deleted: true } });
    case 'postback':
      return about(
        {
          postback: {
            mid: id,
            title: act.title,
            payload: act.payload,
            ...(act.ad && { referral: referralOf(act.ad, world) }),
          },
        },
        true,
      );
    case 'referral':
      return about({
        referral: {
          ref: act.ref,
          source: act.ad ? 'ADS' : isInstagram ? 'IGME-SOURCE-LINK' : 'SHORTLINK',
          type: 'OPEN_THREAD',
          ...(act.ad && referralOf(act.ad, world)),
        },
      });
    case 'read':
      return about({ read: isInstagram ? { mid: act.of ?? '' } : { watermark: Date.parse(act.upTo ?? '') || atMs } });
    case 'delivered':
      only('messenger');
      return about({ delivery: { ...(act.ids && { mids: act.ids }), watermark: Date.parse(act.upTo ?? '') || atMs } });
    case 'echo':
      return {
        id,
        messaging: echoOf(
          account,
          person,
          { mid: id, text: act.text, ...(act.appId !== undefined && { app_id: Number(act.appId) }) },
          atMs,
        ),
        isMessage: false,
      };
    default:
      return about(
        {
          message: {
            mid: id,
            ...messageOf(world, account, act),
            ...(act.quotes !== undefined && { reply_to: { mid: act.quotes } }),
          },
        },
        true,
      );
  }
}

function messageOf(world: World, account: Pages, act: Act): Record<string, unknown> {
  const isInstagram = account.kind === 'instagram';
  const attached = (type: string, payload: Record<string, unknown>, more = {}) => ({
    attachments: [{ type, payload, ...more }],
  });
  switch (act.does) {
    case 'text':
      return { text: act.text, ...(act.ad && { referral: referralOf(act.ad, world) }) };
    case 'media': {
      const media = customersMedia(world, account.id, act.type, act, true);
      const type = act.type === 'document' ? 'file' : act.type === 'sticker' ? 'image' : act.type;
      const sticker = act.type === 'sticker' && { sticker_id: 369_239_263_222_822 };
      return {
        ...(act.caption !== undefined && { text: act.caption }),
        ...attached(type, { url: linkOf(world, media), ...sticker }),
        ...sticker,
      };
    }
    case 'location':
      if (isInstagram) break;
      return attached(
        'location',
        { coordinates: { lat: act.latitude, long: act.longitude } },
        { title: act.name ?? 'Localização' },
      );
    case 'button':
      return { text: act.title, quick_reply: { payload: act.payload } };
    case 'story-reply':
      if (!isInstagram) break;
      return { text: act.text, reply_to: { story: { url: act.url, id: act.storyId } } };
    case 'story-mention':
      if (!isInstagram) break;
      return attached('story_mention', { url: act.url });
    case 'share': {
      const type = act.type ?? (isInstagram ? 'share' : 'fallback');
      const title = act.title === undefined ? {} : { title: act.title };
      return attached(
        type,
        { url: act.url, ...title, ...(/reel/.test(type) && { reel_video_id: world.random.digits(16) }) },
        type === 'fallback' ? title : {},
      );
    }
    case 'unsupported':
      return { is_unsupported: true };
    default:
  }
  throw new Error(`Nobody does «${act.does}» on ${account.kind}.`);
}

/** What the account itself said, from here or from elsewhere. */
export function echoOf(
  account: Pages,
  person: Person,
  message: Record<string, unknown>,
  atMs: number,
): Record<string, unknown> {
  return {
    sender: { id: account.id },
    recipient: { id: person.id },
    timestamp: atMs,
    message: { is_echo: true, ...message },
  };
}

const referralOf = ({ id, headline, url, imageUrl }: Ad, world: World) => ({
  ref: url,
  ad_id: id ?? world.random.digits(15),
  source: 'ADS',
  type: 'OPEN_THREAD',
  ads_context_data: {
    ad_title: headline,
    photo_url: imageUrl ?? `${world.url}/_cdn/none`,
    post_id: world.random.digits(15),
  },
});
