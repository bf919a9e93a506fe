/** What a message is in one line: for quotes, for readers of the screen, for the clipboard. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { formatted, wordsOf } from '@balcao/domain/message/formatting';
import type { IconName } from '../../../ui/index.ts';
import type { contentTexts } from './content.texts.ts';

type Word = keyof typeof contentTexts;
type Told = Pick<Message, 'mediaType' | 'body'>;

const kinds: Record<string, readonly [IconName, Word]> = {
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

/** The mark before the words; none for plain text. */
export const iconOf = ({ mediaType }: Told): IconName | null => kinds[mediaType]?.[0] ?? null;

export function lineOf({ mediaType, body }: Told, t: (key: Word) => string): string {
  const kind = kinds[mediaType];
  if (mediaType === 'viewOnceMessage' && kind) return t(kind[1]);
  const words = wordsOf(formatted(body)).trim();
  return words === '' && kind ? t(kind[1]) : words;
}

/** What of it can be laid into a clipboard; empty when there is nothing to lay. */
export const copyOf = ({ mediaType, body, isDeleted }: Message): string =>
  isDeleted || mediaType === 'viewOnceMessage' || mediaType === 'call_log' ? '' : wordsOf(formatted(body)).trim();
