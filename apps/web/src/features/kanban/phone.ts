import { useMediaQuery } from '@mantine/hooks';

/** Below 600 px there is room for one lane. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 599px)', undefined, { getInitialValueInEffect: false });
