import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Stands for the target of a dropdown of Mantine, which only accepts a child: the button itself is rendered elsewhere,
 * without Mantine, so that a screen with hundreds of them pays only for the dropdowns that are opened.
 */
export function Anchor({
  at,
  ref,
}: {
  at: RefObject<HTMLElement | null>;
  ref?: (element: HTMLElement | null) => void;
}) {
  useLayoutEffect(() => {
    ref?.(at.current);
    return () => ref?.(null);
  }, [at, ref]);
  return null;
}

/** False at the first render: Mantine animates, and returns the focus from, only a dropdown that it has seen closed. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isOpen && isMounted;
}
