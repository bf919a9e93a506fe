import type { CustomerAction, Ad, CustomerProfile } from '../customer-actions.ts';
import { newMid } from '../ids.ts';
import { customersMedia, linkOf } from '../media.ts';
import { nowOf, type InstagramAccount, type AccountCustomer, type PageAccount, type SimulatorState } from '../state.ts';

type Pages = PageAccount | InstagramAccount;

/** An action on Messenger or Instagram as one element of `messaging`. */
export function pagesAction(
  state: SimulatorState,
  account: Pages,
  { profile, edits }: Pick<AccountCustomer, 'profile' | 'edits'>,
  action: CustomerAction,
): { id: string; messaging: Record<string, unknown>; isMessage: boolean } {
  const isInstagram = account.kind === 'instagram';
  const id = action.id ?? newMid(state.random);
  const atMs = action.at === undefined ? nowOf(state) : Date.parse(action.at);
  const frame = { sender: { id: profile.id }, recipient: { id: account.id }, timestamp: atMs };
  const about = (event: Record<string, unknown>, isMessage = false) => ({
    id,
    messaging: { ...frame, ...event },
    isMessage,
  });
  const only = (channel: 'messenger' | 'instagram') => {
    if (account.kind !== channel) throw unsupportedAction(account, action);
  };
  switch (action.kind) {
    case 'reaction':
      return about({
        reaction: {
          mid: action.to,
          action: action.emoji ? 'react' : 'unreact',
          ...(action.emoji && {
            reaction: action.emoji === '❤' || action.emoji === '❤️' ? 'love' : 'other',
            emoji: action.emoji,
          }),
        },
      });
    case 'edit':
      return about({ message_edit: { mid: action.of, text: action.text, num_edit: edits } });
    case 'revoke':
      only('instagram');
      return about({ message: { mid: action.of, is_deleted: true } });
    case 'postback':
      return about(
        {
          postback: {
            mid: id,
            title: action.title,
            payload: action.payload,
            ...(action.ad && { referral: referralOf(action.ad, state) }),
          },
        },
        true,
      );
    case 'referral':
      return about({
        referral: {
          ref: action.ref,
          source: action.ad ? 'ADS' : isInstagram ? 'IGME-SOURCE-LINK' : 'SHORTLINK',
          type: 'OPEN_THREAD',
          ...(action.ad && referralOf(action.ad, state)),
        },
      });
    case 'read':
      return about({
        read: isInstagram ? { mid: action.of ?? '' } : { watermark: Date.parse(action.upTo ?? '') || atMs },
      });
    case 'delivered':
      only('messenger');
      return about({
        delivery: { ...(action.ids && { mids: action.ids }), watermark: Date.parse(action.upTo ?? '') || atMs },
      });
    case 'echo':
      return {
        id,
        messaging: echoOf(
          account,
          profile,
          { mid: id, text: action.text, ...(action.appId !== undefined && { app_id: Number(action.appId) }) },
          atMs,
        ),
        isMessage: false,
      };
    default:
      return about(
        {
          message: {
            mid: id,
            ...messageOf(state, account, action),
            ...(action.quotes !== undefined && { reply_to: { mid: action.quotes } }),
          },
        },
        true,
      );
  }
}

function messageOf(state: SimulatorState, account: Pages, action: CustomerAction): Record<string, unknown> {
  const isInstagram = account.kind === 'instagram';
  const attached = (type: string, payload: Record<string, unknown>, more = {}) => ({
    attachments: [{ type, payload, ...more }],
  });
  switch (action.kind) {
    case 'text':
      return { text: action.text, ...(action.ad && { referral: referralOf(action.ad, state) }) };
    case 'media': {
      const media = customersMedia(state, account.id, action.type, action, true);
      const type = action.type === 'document' ? 'file' : action.type === 'sticker' ? 'image' : action.type;
      const sticker = action.type === 'sticker' && { sticker_id: 369_239_263_222_822 };
      return {
        ...(action.caption !== undefined && { text: action.caption }),
        ...attached(type, { url: linkOf(state, media), ...sticker }),
        ...sticker,
      };
    }
    case 'location':
      if (isInstagram) break;
      return attached(
        'location',
        { coordinates: { lat: action.latitude, long: action.longitude } },
        { title: action.name ?? 'Localização' },
      );
    case 'button':
      return { text: action.title, quick_reply: { payload: action.payload } };
    case 'story-reply':
      if (!isInstagram) break;
      return { text: action.text, reply_to: { story: { url: action.url, id: action.storyId } } };
    case 'story-mention':
      if (!isInstagram) break;
      return attached('story_mention', { url: action.url });
    case 'share': {
      const type = action.type ?? (isInstagram ? 'share' : 'fallback');
      const title = action.title === undefined ? {} : { title: action.title };
      return attached(
        type,
        { url: action.url, ...title, ...(/reel/.test(type) && { reel_video_id: state.random.digits(16) }) },
        type === 'fallback' ? title : {},
      );
    }
    case 'unsupported':
      return { is_unsupported: true };
    default:
  }
  throw unsupportedAction(account, action);
}
const unsupportedAction = (account: Pages, { kind }: CustomerAction) =>
  new Error(`The action "${kind}" does not exist on ${account.kind}.`);

/** Echo of a message that the account sent, through the API or another app. */
export function echoOf(
  account: Pages,
  profile: CustomerProfile,
  message: Record<string, unknown>,
  atMs: number,
): Record<string, unknown> {
  return {
    sender: { id: account.id },
    recipient: { id: profile.id },
    timestamp: atMs,
    message: { is_echo: true, ...message },
  };
}

const referralOf = ({ id, headline, url, imageUrl }: Ad, state: SimulatorState) => ({
  ref: url,
  ad_id: id ?? state.random.digits(15),
  source: 'ADS',
  type: 'OPEN_THREAD',
  ads_context_data: {
    ad_title: headline,
    photo_url: imageUrl ?? `${state.url}/_cdn/none`,
    post_id: state.random.digits(15),
  },
});
