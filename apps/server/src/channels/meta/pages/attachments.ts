/** What hangs on a message, each as a content of its own. Pure and total. */
import type { Content, MediaRef, MediaType } from '../../port.ts';
import { isTheirs } from '../hosts.ts';
import { plainName } from '../../puzzle.ts';
import { cut, WireAttachment, type WireElement } from './wire.ts';

/** In the order they came; the words go with the first that can carry them, or before all when none can. */
export function readAttachments(told: unknown[], words: string): Content[] {
  const contents = withoutTwins(told).map(readOne);
  if (words === '') return contents;
  const carrier = contents.findIndex(({ kind }) => kind === 'media' || kind === 'share' || kind === 'story');
  const first = contents[carrier];
  if (!first) return [{ kind: 'text', text: words }, ...contents];
  const carrying = first.kind === 'media' ? { ...first, caption: words } : ({ ...first, text: words } as Content);
  return contents.with(carrier, carrying);
}

export const pictureAt = (url: string | undefined): { image?: MediaRef } =>
  url !== undefined && isTheirs(url) ? { image: { mime: 'image/jpeg', ref: url } } : {};

/**
 * The same thing twice, in an old word and a new one: a sticker that is also told as a picture, a post that is also told
 * as a share. The new word says more.
 */
function withoutTwins(told: unknown[]): unknown[] {
  const known = told.map((one) => WireAttachment.safeParse(one).data);
  const named = (old: string, fresh: string, name: 'sticker_id' | 'ig_post_media_id') => (one: WireAttachment) =>
    one.type === old &&
    one.payload?.[name] !== undefined &&
    known.some((other) => other?.type === fresh && other.payload?.[name] === one.payload?.[name]);
  const isTwin = [named('image', 'sticker', 'sticker_id'), named('share', 'ig_post', 'ig_post_media_id')];
  return told.filter((_, n) => !isTwin.some((is) => known[n] && is(known[n])));
}

const mediaTypes: Record<string, MediaType> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  sticker: 'sticker',
};
const mimes: Record<MediaType, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mp4',
  document: 'application/octet-stream',
  sticker: 'image/png',
};
const SHARES = new Set(['share', 'fallback', 'post', 'ig_post', 'reel', 'ig_reel', 'ig_story', 'story_share']);
/** Moving pictures: the card has room for a still one. */
const FILMS = new Set(['reel', 'ig_reel']);

function readOne(told: unknown): Content {
  const parsed = WireAttachment.safeParse(told);
  if (!parsed.success) return { kind: 'unsupported', what: 'attachment' };
  const attachment = parsed.data;
  const { type, payload } = attachment;
  const url = payload?.url ?? attachment.url;
  if (Object.hasOwn(mediaTypes, type) && url !== undefined) {
    const isSticker = type === 'image' && payload?.sticker_id !== undefined;
    return readFile(
      isSticker ? 'sticker' : mediaTypes[type]!,
      url,
      payload?.name ?? payload?.title ?? attachment.title,
    );
  }
  if (SHARES.has(type)) {
    const title = payload?.title ?? attachment.title ?? '';
    // A share that Meta keeps to itself comes with nothing at all.
    if (title === '' && url === undefined) return { kind: 'unsupported', what: type };
    return { kind: 'share', title, text: '', ...(url && { url }), ...(!FILMS.has(type) && pictureAt(url)) };
  }
  if (type === 'story_mention')
    return { kind: 'story', act: 'mention', text: '', ...(url && { url }), ...pictureAt(url) };
  if (type === 'location' && payload?.coordinates) {
    const { lat, long } = payload.coordinates;
    return { kind: 'location', latitude: lat, longitude: long, ...(attachment.title && { name: attachment.title }) };
  }
  if (type === 'template') return readTemplate(attachment);
  return { kind: 'unsupported', what: plainName(type) };
}

function readFile(type: MediaType, url: string, title: string | undefined): Content {
  const name = type === 'document' ? (title ?? nameIn(url)) : undefined;
  return {
    kind: 'media',
    type,
    media: { mime: mimes[type], ref: url, ...(name && { fileName: cut(name, 200) }) },
    // Neither channel has sound that was not spoken into it.
    ...(type === 'audio' && { isVoice: true }),
  };
}

/** A template that another program has sent, or a product that was passed on: what of it can be read. */
function readTemplate({ title, url, payload }: WireAttachment): Content {
  const choices = (payload?.buttons ?? []).flatMap((button) =>
    button.title ? [{ id: button.payload ?? button.url ?? button.title, title: button.title }] : [],
  );
  if (payload?.text) {
    return choices.length === 0
      ? { kind: 'text', text: payload.text }
      : { kind: 'buttons', title: '', text: payload.text, choices };
  }
  const cards = payload?.elements ?? payload?.product?.elements ?? [];
  const [first] = cards;
  const names = cards.map((card) => card.title ?? '').filter((name) => name !== '');
  const address = (card: WireElement | undefined) => card?.item_url ?? card?.url ?? url;
  if (names.length === 0 && !title && address(first) === undefined) return { kind: 'unsupported', what: 'template' };
  const to = address(first);
  return {
    kind: 'share',
    title: names.join(', ') || (title ?? ''),
    text: first?.subtitle ?? '',
    ...(to && { url: to }),
    ...pictureAt(first?.image_url),
  };
}

function nameIn(url: string): string | undefined {
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  if (!last.includes('.')) return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
