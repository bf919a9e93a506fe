/** A value that is saved by itself: shown at once, sent in order, and never lost when it could not be saved. */
import { useEffect, useRef, useState } from 'react';

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';
const SAVED_SHOWN_MS = 2000;

export interface Saver<V> {
  /** What was chosen last, saved or not. */
  value: V;
  state: SaveState;
  error: unknown;
  save: (value: V) => void;
  retry: () => void;
}

export function useSaver<V>(stored: V, send: (value: V) => Promise<unknown>): Saver<V> {
  const [chosen, setChosen] = useState<{ value: V } | null>(null);
  const [state, setState] = useState<SaveState>('idle');
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const next = useRef<{ value: V } | null>(null);
  const fading = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(fading.current), []);

  async function run() {
    if (running.current) return;
    running.current = true;
    clearTimeout(fading.current);
    setState('saving');
    try {
      // Whoever changes their mind while it is being saved has the last word.
      for (let request = next.current; request; request = next.current) {
        next.current = null;
        await send(request.value);
      }
      setChosen(null);
      setState('saved');
      fading.current = setTimeout(() => setState('idle'), SAVED_SHOWN_MS);
    } catch (saveError) {
      setError(saveError);
      setState('failed');
    } finally {
      running.current = false;
    }
  }
  const save = (value: V) => {
    setChosen({ value });
    next.current = { value };
    void run();
  };
  return {
    value: chosen ? chosen.value : stored,
    state,
    error,
    save,
    retry: () => chosen && save(chosen.value),
  };
}
