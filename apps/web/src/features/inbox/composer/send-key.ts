import type { KeyboardEvent } from 'react';

/** On touch, Enter adds a line and the button sends. */
const TOUCH = '(pointer: coarse)';

/** Enter alone, and not the Enter that ends an IME composition. */
export const isSendKey = ({ key, shiftKey, altKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !altKey && !nativeEvent.isComposing && !matchMedia(TOUCH).matches;
