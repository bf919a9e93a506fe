import { useMediaQuery } from '@mantine/hooks';

/** Below 600 px one lane fits. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 599px)', undefined, { getInitialValueInEffect: false });
