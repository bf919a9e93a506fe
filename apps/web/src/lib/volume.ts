import { useStored } from './stored.ts';

export const VOLUME_STEP = 0.1;

/** Volume of notification sounds, 0 to 1 in tenths; 1 by default. */
export function useVolume(): [volume: number, setVolume: (volume: number) => void] {
  const [stored, store] = useStored('volume', 1);
  return [tenth(stored), (volume) => store(tenth(volume))];
}

const tenth = (volume: number): number =>
  Number.isFinite(volume) ? Math.round(Math.min(1, Math.max(0, volume)) / VOLUME_STEP) / 10 : 1;
