/** What the screen in front offers to the command palette: acts on whatever is open just now. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export interface Offer<Icon extends string = string> {
  key: string;
  label: string;
  icon: Icon;
  keys?: string;
  run: () => void;
}

let offered: readonly Offer[] = [];
const watchers = new Set<() => void>();

/** For as long as the component is on screen. The last one to offer is the one in front. */
export function useOffers(offers: readonly Offer[]): void {
  const run = useEffectEvent((key: string) => offers.find((offer) => offer.key === key)?.run());
  const named = offers.map(({ key, label, icon, keys = '' }) => [key, label, icon, keys].join('\u0000')).join('\u0001');
  useEffect(() => {
    const mine = named.split('\u0001').flatMap((line): Offer[] => {
      const [key = '', label = '', icon = '', keys = ''] = line.split('\u0000');
      return key === '' ? [] : [{ key, label, icon, ...(keys !== '' && { keys }), run: () => run(key) }];
    });
    tell(mine);
    return () => {
      if (offered === mine) tell([]);
    };
  }, [named]);
}

export const useOffered = (): readonly Offer[] =>
  useSyncExternalStore(
    (hear) => {
      watchers.add(hear);
      return () => watchers.delete(hear);
    },
    () => offered,
  );

function tell(next: readonly Offer[]): void {
  offered = next;
  for (const hear of watchers) hear();
}
