import { useEffect, useRef, type RefObject } from 'react';

/** What the user did with a field before its list was loaded. */
export interface EarlyUse {
  hasFocus: boolean;
  isOpen: boolean;
}

/** For the field that is shown until then. */
export function useEarlyUse() {
  const early = useRef<EarlyUse>({ hasFocus: false, isOpen: false });
  const set = (change: Partial<EarlyUse>) => void Object.assign(early.current, change);
  return {
    early,
    handlers: {
      onFocus: () => set({ hasFocus: true }),
      onBlur: () => set({ hasFocus: false, isOpen: false }),
      onClick: () => set({ hasFocus: true, isOpen: true }),
    },
  };
}

/** The field with its list replaces the first one: it takes over the focus and opens if that was asked for. */
export function useTakeOver(early: RefObject<EarlyUse>, focus: () => void, open: () => void): void {
  useEffect(() => {
    const { hasFocus, isOpen } = early.current;
    early.current = { hasFocus: false, isOpen: false };
    if (hasFocus) focus();
    if (isOpen) open();
    // Once, when it is mounted.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
