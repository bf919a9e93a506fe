import { useMediaQuery } from '@mantine/hooks';
import { useStored } from '../../../lib/stored.ts';

/** On a wide screen the contact panel stays open from one conversation to the next, unless the user has closed it. */
export function usePinnedPanel() {
  // Known at the first render: a panel that appears afterwards would move the conversation.
  const isWide = useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [isPinned, setPinned] = useStored('balcao.contactPanel', true);
  return { isWide, isPinned, setPinned };
}
