/** Parses attachments, each as a content of its own. Pure and total. */
import type { Content, MediaRef, MediaType } from '../../port.ts';
import { isMetaFileHost } from '../hosts.ts';
import { plainLabel } from '../../unrecognized.ts';
import { truncate, WireAttachment, type WireElement } from './wire.ts';

/** In order; the text becomes the caption of the first attachment that can have one, else a message before all. */
export function parseAttachments(rawAttachments: unknown[], text: string): Content[] {
  const contents = withoutDuplicates(rawAttachments).map(parseAttachment);
  if (text === '') return contents;
  const carrier = contents.findIndex(({ kind }) => kind === 'media' || kind === 'share' || kind === 'story');
  const first = contents[carrier];
  if (!first) return [{ kind: 'text', text }, ...contents];
  const carrying = first.kind === 'media' ? { ...first, caption: text } : ({ ...first, text } as Content);
  return contents.with(carrier, carrying);
}

export const pictureAt = (url: string | undefined): { image?: MediaRef } =>
  url !== undefined && isMetaFileHost(url) ? { image: { mime: 'image/jpeg', ref: url } } : {};

/**
 * Meta sends some attachments twice, in an old and a new type: a sticker also as a picture, a post also as a share. The
 * new type has more fields and is kept.
 */
function withoutDuplicates(rawAttachments: unknown[]): unknown[] {
  const parsed = rawAttachments.map((attachment) => WireAttachment.safeParse(attachment).data);
  const duplicateCheck =
    (oldType: string, newType: string, name: 'sticker_id' | 'ig_post_media_id') => (attachment: WireAttachment) =>
      attachment.type === oldType &&
      attachment.payload?.[name] !== undefined &&
      parsed.some((other) => other?.type === newType && other.payload?.[name] === attachment.payload?.[name]);
  const duplicateChecks = [
    duplicateCheck('image', 'sticker', 'sticker_id'),
    duplicateCheck('share', 'ig_post', 'ig_post_media_id'),
  ];
  return rawAttachments.filter((_, n) => !duplicateChecks.some((isDuplicate) => parsed[n] && isDuplicate(parsed[n])));
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
/** Their URL is a video; a card shows a still picture only. */
const FILMS = new Set(['reel', 'ig_reel']);

function parseAttachment(raw: unknown): Content {
  const parsed = WireAttachment.safeParse(raw);
  if (!parsed.success) return { kind: 'unsupported', what: 'attachment' };
  const attachment = parsed.data;
  const { type, payload } = attachment;
  const url = payload?.url ?? attachment.url;
  if (Object.hasOwn(mediaTypes, type) && url !== undefined && /^https?:\/\//i.test(url)) {
    const isSticker = type === 'image' && payload?.sticker_id !== undefined;
    return parseFile(
      isSticker ? 'sticker' : mediaTypes[type]!,
      url,
      payload?.name ?? payload?.title ?? attachment.title,
    );
  }
  if (SHARES.has(type)) {
    const title = payload?.title ?? attachment.title ?? '';
    // Meta withholds some shares and sends neither title nor URL.
    if (title === '' && url === undefined) return { kind: 'unsupported', what: type };
    const id = payload?.ig_post_media_id ?? payload?.reel_video_id ?? payload?.id;
    const picture = FILMS.has(type) ? {} : pictureAt(url);
    return { kind: 'share', title, text: '', ...(id && { id }), ...(url && { url }), ...picture };
  }
  if (type === 'story_mention')
    return {
      kind: 'story',
      act: 'mention',
      text: '',
      ...(payload?.id && { id: payload.id }),
      ...(url && { url }),
      ...pictureAt(url),
    };
  if (type === 'location' && payload?.coordinates) {
    const { lat, long } = payload.coordinates;
    return { kind: 'location', latitude: lat, longitude: long, ...(attachment.title && { name: attachment.title }) };
  }
  if (type === 'template') return parseTemplate(attachment);
  return { kind: 'unsupported', what: plainLabel(type) };
}

function parseFile(type: MediaType, url: string, title: string | undefined): Content {
  const name = type === 'document' ? (title ?? nameIn(url)) : undefined;
  return {
    kind: 'media',
    type,
    media: { mime: mimes[type], ref: url, ...(name && { fileName: truncate(name, 200) }) },
    // Both channels have voice messages only, no audio files.
    ...(type === 'audio' && { isVoice: true }),
  };
}

/** A template sent by another app, or a shared product, as readable content. */
function parseTemplate({ title, url, payload }: WireAttachment): Content {
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
    ...(first?.id && { id: first.id }),
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
