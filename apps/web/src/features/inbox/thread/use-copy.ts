import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { messageActionTexts } from './thread.texts.ts';

/** Copies a text and confirms it; shows `nothing` if the text is empty. */
export function useCopy() {
  const t = useTexts(messageActionTexts);
  const toast = useToast();
  return (text: string, emptyTextKey: 'nothingToCopy' | 'noLink' = 'nothingToCopy') => {
    if (text === '') return toast.warn(t(emptyTextKey));
    // The clipboard needs a secure context.
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(t('copied')),
      () => toast.warn(t('copyFailed')),
    );
  };
}
