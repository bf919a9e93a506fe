/** Files chosen, dropped, pasted or photographed, waiting to be previewed and sent. */
import { useCallback, useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { composerTexts } from './composer.texts.ts';

export interface Chosen {
  id: number;
  file: File;
  caption: string;
}
/** The server's limit per message. */
const MAX_FILES = 10;
const MAX_BYTES = 100 * 1024 * 1024;
let lastId = 0;

export function useFiles() {
  const t = useTexts(composerTexts);
  const toast = useToast();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);

  /** Returns whether a file was taken. */
  const add = useCallback(
    (files: readonly File[], firstCaption = ''): boolean => {
      const fits = files.filter((file) => {
        if (file.size > MAX_BYTES) toast.warn(t('tooLarge', { file: file.name }));
        else if (file.size === 0) toast.warn(t('emptyFile', { file: file.name }));
        return file.size > 0 && file.size <= MAX_BYTES;
      });
      if (fits.length === 0) return false;
      setChosen((before) => {
        const all = [
          ...before,
          ...fits.map((file, at) => ({ id: ++lastId, file, caption: at === 0 ? firstCaption : '' })),
        ];
        if (all.length > MAX_FILES) queueMicrotask(() => toast.warn(t('tooMany')));
        return all.slice(0, MAX_FILES);
      });
      return true;
    },
    [t, toast],
  );
  return {
    chosen,
    add,
    remove: useCallback((id: number) => setChosen((before) => before.filter((item) => item.id !== id)), []),
    caption: useCallback(
      (id: number, caption: string) =>
        setChosen((before) => before.map((item) => (item.id === id ? { ...item, caption } : item))),
      [],
    ),
    clear: useCallback(() => setChosen([]), []),
  };
}
export type Files = ReturnType<typeof useFiles>;
