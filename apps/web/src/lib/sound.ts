import { write, read } from './storage.ts';

/** One for customers, one for colleagues. */
export type Sound = 'general' | 'chat';

/** Two tabs receive the same message, and a burst plays one sound. */
const MIN_INTERVAL_MS = 1000;
const LAST = 'balcao.lastSound';
const players = new Map<Sound, HTMLAudioElement>();

export function playSound(sound: Sound, volume: number): void {
  if (volume === 0) return;
  const now = Date.now();
  if (Math.abs(now - Number(read(LAST))) < MIN_INTERVAL_MS) return;
  write(LAST, String(now));
  const player = players.get(sound) ?? new Audio(`/sounds/${sound}.wav`);
  players.set(sound, player);
  player.volume = volume;
  player.currentTime = 0;
  // A browser plays nothing before the first click on the page: this sound is skipped.
  void player.play().catch(() => {});
}
