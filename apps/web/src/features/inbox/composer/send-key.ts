import type { KeyboardEvent } from 'react';

/** Fingers have no Shift: there Enter is a new line and the button sends. */
const TOUCH = '(pointer: coarse)';

/** Enter alone, and not the one that ends a composed character. */
export const isSendKey = ({ key, shiftKey, altKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !altKey && !nativeEvent.isComposing && !matchMedia(TOUCH).matches;
