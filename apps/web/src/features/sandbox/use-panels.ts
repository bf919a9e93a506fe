import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

export type Panel = 'people' | 'phone' | 'system';
export interface Panels {
  panel: Panel;
  setPanel: (panel: Panel) => void;
  isOneAtATime: boolean;
}

/** The parts of a simulator page where not all three fit: below 760 px one at a time, above it one beside the phone. */
export function usePanels(): Panels {
  const isOneAtATime = useMediaQuery('(max-width: 759px)', undefined, { getInitialValueInEffect: false });
  const [chosen, setPanel] = useState<Panel>('phone');
  return { panel: chosen === 'phone' && !isOneAtATime ? 'people' : chosen, setPanel, isOneAtATime };
}
