import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Single letters are commands only while the list has the focus. Without an open conversation there is nothing to write
 * into, so they also work while nothing has it.
 */
export function hasListFocus(where: EventTarget | null): boolean {
  if (!(where instanceof Element)) return false;
  if (where.closest('[data-list-pane]') !== null) return true;
  return (where === document.body || where.id === 'content') && document.querySelector('[data-conversation]') === null;
}

/**
 * A row that has the focus disappears when search results replace the rows. The focus then stays in the list; on the page,
 * the next letter would be text of the open conversation.
 */
export function useLastingFocus(pane: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) pane.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      focused.current = pane.current?.contains(target as Node) ? (target as Element) : null;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [pane]);
}
