/** Comfortable or compact rows and controls, per user. Touch screens are always comfortable. */
import { useLayoutEffect } from 'react';
import { useSession } from './session.tsx';
import { useStored } from './stored.ts';

export type Density = 'comfortable' | 'compact';

export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

export function useDensity(): [density: Density, set: (density: Density) => void] {
  const [stored, setDensity] = useStored<Density>(`balcao.density.${useSession().user.id}`, 'comfortable');
  return [isTouch() ? 'comfortable' : stored, setDensity];
}

/** Mounted once in the shell. */
export function useApplyDensity(): void {
  const [density] = useDensity();
  useLayoutEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
}
