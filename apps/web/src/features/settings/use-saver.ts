/** Saves a value automatically: shown at once, sent in order, and kept if saving fails. */
import { useEffect, useRef, useState } from 'react';

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';
const SAVED_SHOWN_MS = 2000;

export interface Saver<V> {
  /** The last chosen value, saved or not. */
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
      // A value chosen during a save is sent next; the last choice wins.
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
