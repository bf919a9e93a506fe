/** A message as one line: for quotes, screen readers and the clipboard. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { formatted, plainTextOf } from '@balcao/domain/message/formatting';
import type { IconName } from '../../../ui/index.ts';
import type { contentTexts } from './content.texts.ts';

type ContentTextKey = keyof typeof contentTexts;
type PreviewableMessage = Pick<Message, 'mediaType' | 'body'>;

const kinds: Record<string, readonly [IconName, ContentTextKey]> = {
  image: ['image', 'photo'],
  video: ['video', 'video'],
  audio: ['mic', 'audio'],
  application: ['file', 'document'],
  locationMessage: ['pin', 'location'],
  contactMessage: ['card', 'contact'],
  pollCreationMessageV3: ['list', 'poll'],
  eventMessage: ['calendar', 'event'],
  viewOnceMessage: ['eye', 'viewOnce'],
  buttonsMessage: ['list', 'options'],
  templateMessage: ['note', 'template'],
  formMessage: ['tasks', 'form'],
  orderMessage: ['wallet', 'order'],
  storyMessage: ['image', 'story'],
  shareMessage: ['forward', 'share'],
  unsupported: ['device', 'unsupportedPlain'],
};

/** The icon before the text; none for plain text. */
export const iconOf = ({ mediaType }: PreviewableMessage): IconName | null => kinds[mediaType]?.[0] ?? null;

/** With the channel's formatting marks. */
export function previewSource({ mediaType, body }: PreviewableMessage, t: (key: ContentTextKey) => string): string {
  const kind = kinds[mediaType];
  if (mediaType === 'viewOnceMessage' && kind) return t(kind[1]);
  return body.trim() === '' && kind ? t(kind[1]) : body;
}
export const previewText = (message: PreviewableMessage, t: (key: ContentTextKey) => string): string =>
  plainTextOf(formatted(previewSource(message, t))).trim();

/** The text to copy; empty if there is none. */
export const copyOf = ({ mediaType, body, isDeleted }: Message): string =>
  isDeleted || mediaType === 'viewOnceMessage' || mediaType === 'call_log' ? '' : plainTextOf(formatted(body)).trim();
