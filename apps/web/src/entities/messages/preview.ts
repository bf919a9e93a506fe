import { previewKindOf } from '@balcao/domain/message/preview';
import { useTexts } from '../../lib/use-texts.ts';
import { previewTexts } from './preview.texts.ts';

/** The preview of a last message in the reader's language: the API fixes a Portuguese word for messages without text. */
export function usePreviewText(): (lastMessage: string) => string {
  const t = useTexts(previewTexts);
  return (lastMessage) => {
    const kind = previewKindOf(lastMessage);
    if (kind === 'unsupported') return t(kind);
    return kind ? `${lastMessage.slice(0, lastMessage.indexOf(' '))} ${t(kind)}` : lastMessage;
  };
}
