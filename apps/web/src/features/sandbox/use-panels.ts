import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

type Panel = 'people' | 'phone' | 'system';

/** The parts of a simulator page where not all three fit: below 760 px one at a time, above it one beside the phone. */
export function usePanels() {
  const isOneAtATime = useMediaQuery('(max-width: 759px)', undefined, { getInitialValueInEffect: false });
  const [chosen, setPanel] = useState<Panel>('phone');
  return { panel: chosen === 'phone' && !isOneAtATime ? ('people' as const) : chosen, setPanel, isOneAtATime };
}

/** The switch between the parts: the phone is one of them only if it is not always there. */
export const panelSegments = (isOneAtATime: boolean, labels: Record<Panel, string>) =>
  (isOneAtATime ? (['people', 'phone', 'system'] as const) : (['people', 'system'] as const)).map((key) => ({
    key,
    label: labels[key],
  }));
