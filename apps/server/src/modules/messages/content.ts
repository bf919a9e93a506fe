import type { Content, MediaType, StoredMedia } from '../../channels/port.ts';
import type { MessageRow } from '../../infrastructure/db/schema/messages.ts';

/** What is said, however it is stored: the columns of a message made of a content, the same for both directions. */
export interface MessageColumns {
  mediaType: string;
  /** The text that stands in the bubble and in the list. */
  body: string;
  /** What a card is drawn from. */
  data: unknown;
}

/** Words for the list where there is no text of its own; a caption or name says more and goes first. */
const previewLabels = {
  image: '📷 Foto',
  audio: '🎤 Áudio',
  video: '🎥 Vídeo',
  document: '📄 Documento',
  sticker: '🏷️ Figurinha',
  location: '📍 Localização',
  contacts: '👤 Contato',
  call: '📞 Chamada',
  buttons: '🔘 Opções',
  template: '📄 Modelo',
  form: '📝 Formulário',
  order: '🛒 Pedido',
  story: '📖 Story',
  share: '🔗 Compartilhamento',
} as const;
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
      return { mediaType: 'conversation', body: content.title, data: { choiceId: content.id } };
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

/** One line for the list: never empty, so that a picture without words is seen too. */
export function previewText(content: Content<unknown>): string {
  const { body } = toColumns(content);
  if (body.trim() !== '') return body;
  switch (content.kind) {
    case 'media':
      return previewLabels[content.type];
    case 'order':
      return [previewLabels.order, ...content.items.map(({ name, quantity }) => `${quantity}× ${name}`)].join(' · ');
    case 'share':
      return content.title.trim() === '' ? previewLabels.share : content.title;
    case 'buttons':
    case 'template':
    case 'form':
    case 'story':
      return previewLabels[content.kind];
    case 'unsupported':
      return '…';
    default:
      return body;
  }
}

/** All of it, so that whoever searches for what somebody filled in finds it. */
const formText = ({ title, answers }: { title: string; answers: { label: string; value: string }[] }): string =>
  [title, ...answers.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`))]
    .filter((line) => line.trim() !== '')
    .join('\n');

/** The file a content carries, in or out. */
export const mediaOf = <M>(content: Content<M>): M | undefined =>
  content.kind === 'media' ? content.media : 'image' in content ? content.image : undefined;

export type OutgoingContent = Content<StoredMedia>;

/** Everything of a message that can be said: its files have previews and tales of their own. */
export interface Sendable {
  content: OutgoingContent;
  /** A smaller picture, or the same sound in a form that every browser plays. */
  previewKey?: string | undefined;
}

/** A stored message as something that can be said again; undefined for what only its own sender could say. */
export function toSendable(message: MessageRow): OutgoingContent | undefined {
  const data = (message.data ?? {}) as Record<string, unknown>;
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
    // Approved for whom it was sent to, with that person's words in it: somebody else gets it as a text.
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

/** What is left of a card that only its own channel can make: its words, under its picture where it has one. */
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
/** Where a meeting says no end it takes two hours, for everybody who draws it. */
function endOf({ startsAt }: { startsAt: string }): string | undefined {
  const start = new Date(startsAt);
  return Number.isNaN(+start) ? undefined : new Date(+start + DEFAULT_EVENT_MS).toISOString();
}

const withoutKind = ({ kind: _, ...rest }: { kind: string } & Record<string, unknown>): object =>
  JSON.parse(JSON.stringify(rest)) as object;
