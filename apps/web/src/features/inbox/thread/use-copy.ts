import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { messageActionTexts } from './thread.texts.ts';

/** Lays a text into the clipboard and says so; `nothing` is said when there is none. */
export function useCopy() {
  const t = useTexts(messageActionTexts);
  const toast = useToast();
  return (text: string, emptyTextKey: 'nothingToCopy' | 'noLink' = 'nothingToCopy') => {
    if (text === '') return toast.warn(t(emptyTextKey));
    // Only secure pages have a clipboard.
    void (navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toast.done(t('copied')),
      () => toast.warn(t('copyFailed')),
    );
  };
}
