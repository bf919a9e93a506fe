/** The page's only audio player: it continues while its bubble is scrolled away, and a second audio stops the first. */
import { useSyncExternalStore } from 'react';

export const rates = [0.5, 1, 1.5, 2] as const;

export interface Playing {
  src: string | null;
  isPlaying: boolean;
  at: number;
  isBroken: boolean;
}

let state: Playing = { src: null, isPlaying: false, at: 0, isBroken: false };
const listeners = new Set<() => void>();
let sound: HTMLAudioElement | undefined;

export const player = {
  toggle(src: string, rate: number): void {
    const audio = theSound();
    if (state.src !== src) {
      audio.src = src;
      updateState({ src, at: 0, isBroken: false });
    }
    audio.playbackRate = rate;
    if (state.isPlaying && !audio.paused) audio.pause();
    else void audio.play().catch((error: unknown) => updateState({ isPlaying: false, isBroken: !isAbort(error) }));
  },
  seek(src: string, to: number): void {
    if (state.src !== src) return;
    theSound().currentTime = to;
    updateState({ at: to });
  },
  setRate(rate: number): void {
    if (sound) sound.playbackRate = rate;
  },
  /** Leaving the conversation stops its audio. */
  stop(): void {
    sound?.pause();
    updateState({ src: null, isPlaying: false, at: 0 });
  },
};

/** Renders only the bubble of the playing audio: the others get unchanged values. */
export function usePlaying(src: string): Omit<Playing, 'src'> {
  const isCurrent = useSyncExternalStore(subscribe, () => state.src === src);
  const isPlaying = useSyncExternalStore(subscribe, () => state.src === src && state.isPlaying);
  const at = useSyncExternalStore(subscribe, () => (state.src === src ? state.at : 0));
  return { isPlaying, at, isBroken: isCurrent && state.isBroken };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function updateState(next: Partial<Playing>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function theSound(): HTMLAudioElement {
  if (sound) return sound;
  sound = new Audio();
  sound.addEventListener('play', () => updateState({ isPlaying: true }));
  sound.addEventListener('pause', () => updateState({ isPlaying: false }));
  sound.addEventListener('ended', () => updateState({ isPlaying: false, at: 0 }));
  sound.addEventListener('timeupdate', () => updateState({ at: sound!.currentTime }));
  sound.addEventListener('error', () => state.src !== null && updateState({ isPlaying: false, isBroken: true }));
  return sound;
}

/** A second press before the first has resolved is no error. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
