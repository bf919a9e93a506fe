import { useSyncExternalStore } from 'react';

export type Width = 'phone' | 'narrow' | 'wide';

/** Below 600 px the menu overlays the page; below 900 px it is a rail. */
export const useWidth = (): Width => useSyncExternalStore(listen, read, () => 'wide');

const phone = () => matchMedia('(max-width: 599px)');
const narrow = () => matchMedia('(max-width: 899px)');

function listen(listener: () => void) {
  const all = [phone(), narrow()];
  for (const query of all) query.addEventListener('change', listener);
  return () => {
    for (const query of all) query.removeEventListener('change', listener);
  };
}

const read = (): Width => (phone().matches ? 'phone' : narrow().matches ? 'narrow' : 'wide');
