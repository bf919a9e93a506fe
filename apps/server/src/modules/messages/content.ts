import { hasPreview, previewLabels, previewOfMessage } from '@balcao/domain/message/preview';
import type { Content, MediaRef, MediaType, Reference, StoredMedia } from '../../channels/port.ts';
import type { MessageRow } from '../../infrastructure/db/schema/messages.ts';
import type { Preview } from '../tickets/index.ts';

/** Columns of a message made from its content, the same for both directions. */
export interface MessageColumns {
  mediaType: string;
  /** Text of the message, in the thread and in the preview. */
  body: string;
  /** Data of a card. */
  data: object | null;
}

const mediaTypeOf = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  document: 'application',
  sticker: 'image',
} as const;

export function toColumns(content: Content<unknown>): MessageColumns {
  switch (content.kind) {
    case 'text':
      return { mediaType: 'conversation', body: content.text, data: null };
    case 'media':
      return {
        mediaType: content.isViewOnce ? 'viewOnceMessage' : mediaTypeOf[content.type],
        body: content.caption ?? '',
        data: { type: content.type, isVoice: content.isVoice ?? false, isViewOnce: content.isViewOnce ?? false },
      };
    case 'location':
      return { mediaType: 'locationMessage', body: content.name ?? previewLabels.location, data: withoutKind(content) };
    case 'contacts':
      return {
        mediaType: 'contactMessage',
        body: content.contacts.map((contact) => contact.name).join(', ') || previewLabels.contacts,
        data: withoutKind(content),
      };
    case 'list':
      return { mediaType: 'listMessage', body: content.text, data: withoutKind(content) };
    case 'button':
      return {
        mediaType: 'interactiveMessage',
        body: content.title,
        data: withoutKind({ ...content, image: undefined }),
      };
    case 'pix':
      return { mediaType: 'interactiveMessage', body: content.title, data: { ...withoutKind(content), act: 'pix' } };
    case 'buttons':
      return { mediaType: 'buttonsMessage', body: content.text, data: withoutKind(content) };
    case 'template':
      return {
        mediaType: 'templateMessage',
        body: content.template.text,
        data: withoutKind({ ...content.template, kind: '' }),
      };
    case 'form':
      return { mediaType: 'formMessage', body: formText(content), data: withoutKind(content) };
    case 'order':
      return { mediaType: 'orderMessage', body: content.text, data: withoutKind(content) };
    case 'story':
      return { mediaType: 'storyMessage', body: content.text, data: withoutKind({ ...content, image: undefined }) };
    case 'share':
      return { mediaType: 'shareMessage', body: content.text, data: withoutKind({ ...content, image: undefined }) };
    case 'choice':
      return {
        mediaType: 'conversation',
        body: content.title,
        data: { choiceId: content.id, ...(content.description && { description: content.description }) },
      };
    case 'reaction':
      return { mediaType: 'reactionMessage', body: content.emoji, data: { to: content.to } };
    case 'poll':
      return { mediaType: 'pollCreationMessageV3', body: content.question, data: withoutKind(content) };
    case 'event':
      return {
        mediaType: 'eventMessage',
        body: content.title,
        data: withoutKind({ endsAt: endOf(content), ...content }),
      };
    case 'ad':
      return { mediaType: 'adMetaPreview', body: content.text, data: withoutKind({ ...content, image: undefined }) };
    case 'call':
      return { mediaType: 'call_log', body: previewLabels.call, data: withoutKind(content) };
    case 'unsupported':
      return { mediaType: 'unsupported', body: '', data: { what: content.what } };
  }
}

/** Columns of a customer's message, with what it refers to. */
export function incomingColumns({ content, about }: { content: Content; about?: Reference }): MessageColumns {
  const columns = toColumns(content);
  return about ? { ...columns, data: { ...columns.data, about } } : columns;
}

/** What the ticket list shows of a new message; null if the message has no preview. */
export function previewOf(content: Content<unknown>, fromMe: boolean): Preview | null {
  const columns = toColumns(content);
  return hasPreview(columns) ? { text: previewOfMessage(columns), fromMe } : null;
}

/** Title and all answers, so that the search finds them. */
const formText = ({ title, answers }: { title: string; answers: { label: string; value: string }[] }): string =>
  [title, ...answers.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`))]
    .filter((line) => line.trim() !== '')
    .join('\n');

/** The file of a content, in both directions. */
export const mediaOf = <M>(content: Content<M>): M | undefined =>
  content.kind === 'media' ? content.media : 'image' in content ? content.image : undefined;

/** Columns that describe a file; the same for stored files and files of a channel. */
export const mediaColumns = (media: Pick<MediaRef, 'mime' | 'fileName' | 'bytes'> | undefined) => ({
  mediaName: media?.fileName ?? '',
  mediaMime: media?.mime ?? null,
  mediaBytes: media?.bytes ?? null,
});

export type OutgoingContent = Content<StoredMedia>;

/** Content to send, and the preview of its file. */
export interface Sendable {
  content: OutgoingContent;
  /** A smaller image, or the sound in a format that every browser plays. */
  previewKey?: string | undefined;
}

/** Content that forwards a stored message; undefined for kinds that only their sender can send. */
export function toSendable(message: MessageRow): OutgoingContent | undefined {
  // What the customer referred to stays with the original message.
  const { about: _, ...data } = (message.data ?? {}) as Record<string, unknown>;
  const media = storedMediaOf(message);
  switch (message.mediaType) {
    case 'conversation':
      return { kind: 'text', text: message.body };
    case 'image':
    case 'audio':
    case 'video':
    case 'application': {
      const { type = 'document', isVoice = false } = data as { type?: MediaType; isVoice?: boolean };
      const caption = message.body === '' ? {} : { caption: message.body };
      return media && { kind: 'media', type, media, ...caption, ...(isVoice && { isVoice }) };
    }
    case 'locationMessage':
      return { kind: 'location', ...data } as OutgoingContent;
    case 'contactMessage':
      return { kind: 'contacts', ...data } as OutgoingContent;
    case 'listMessage':
      return { kind: 'list', ...data } as OutgoingContent;
    case 'interactiveMessage': {
      const { act, ...rest } = data;
      if (act === 'pix') return { kind: 'pix', ...rest } as OutgoingContent;
      return { kind: 'button', act, ...rest, ...(media && { image: media }) } as OutgoingContent;
    }
    case 'pollCreationMessageV3':
      return { kind: 'poll', ...data } as OutgoingContent;
    case 'eventMessage':
      return { kind: 'event', ...data } as OutgoingContent;
    case 'buttonsMessage':
      return { kind: 'buttons', ...data } as OutgoingContent;
    // Its values belong to the original recipient, so it is forwarded as text.
    case 'templateMessage':
      return textOrMedia([data['title'], message.body, data['footer']], media);
    case 'orderMessage': {
      const { items = [] } = data as { items?: { name: string; quantity: number }[] };
      return textOrMedia([message.body, ...items.map(({ name, quantity }) => `${quantity}× ${name}`)], media);
    }
    case 'storyMessage':
    case 'shareMessage':
      return textOrMedia([data['title'], message.body, data['url']], media);
    case 'formMessage':
    case 'adMetaPreview':
      return textOrMedia([message.body], undefined);
    default:
      return undefined;
  }
}

/** Text of a card that only its channel can create, as caption where it has a file. */
function textOrMedia(parts: unknown[], media: StoredMedia | undefined): OutgoingContent | undefined {
  const text = parts.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n');
  if (!media) return text === '' ? undefined : { kind: 'text', text };
  const [family] = media.mime.split('/');
  const type = family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
  return { kind: 'media', type, media, ...(text !== '' && { caption: text }) };
}

const storedMediaOf = ({ mediaKey, mediaMime, mediaName, mediaBytes }: MessageRow): StoredMedia | undefined =>
  mediaKey === null || mediaMime === null
    ? undefined
    : { key: mediaKey, mime: mediaMime, fileName: mediaName, bytes: mediaBytes ?? 0 };

const DEFAULT_EVENT_MS = 2 * 3_600_000;
/** An event without an end takes two hours, the same for all clients. */
function endOf({ startsAt }: { startsAt: string }): string | undefined {
  const start = new Date(startsAt);
  return Number.isNaN(+start) ? undefined : new Date(+start + DEFAULT_EVENT_MS).toISOString();
}

const withoutKind = ({ kind: _, ...rest }: { kind: string } & Record<string, unknown>): object =>
  JSON.parse(JSON.stringify(rest)) as object;
