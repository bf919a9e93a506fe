/** A text that is saved when typing pauses, the field loses the focus or the screen closes. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Saver } from './use-saver.ts';

const PAUSE_MS = 1200;

export function useDebouncedSave(saver: Saver<string>, isInvalid: (text: string) => boolean) {
  const [typed, setTyped] = useState<string | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const currentText = typed ?? saver.value;

  const flush = () => {
    clearTimeout(pause.current);
    if (typed === null || isInvalid(typed)) return;
    setTyped(null);
    if (typed !== saver.value || saver.state === 'failed') saver.save(typed);
  };
  const flushLater = useEffectEvent(flush);
  useEffect(() => {
    if (typed === null) return;
    pause.current = setTimeout(() => flushLater(), PAUSE_MS);
    return () => clearTimeout(pause.current);
  }, [typed]);
  useEffect(() => () => flushLater(), []);

  return { currentText, write: setTyped, flush };
}
