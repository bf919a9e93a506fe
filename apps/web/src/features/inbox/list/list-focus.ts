import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { ListView } from '../../../entities/tickets/tickets.updates.ts';
import { isTouch } from '../composer/type-ahead.ts';

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
 * Search results replace the rows, and with them the one that has the focus. The search field gets it then: on the page, the
 * next letter would be text of the open conversation. A row that leaves an unchanged list was resolved or transferred; the
 * conversation that is offered next gets the focus.
 */
export function useSearchFocus(pane: RefObject<HTMLElement | null>, list: ListView): void {
  const focused = useRef<{ element: Element; list: ListView } | null>(null);
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
    const last = focused.current;
    if (!last || last.list === list) return;
    if (last.element.isConnected) {
      last.list = list;
      return;
    }
    focused.current = null;
    const isSearch = list.tab === 'search' || last.list.tab === 'search';
    if (isSearch && document.activeElement === document.body) focusSearch(pane.current);
  });
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const isInPane = target instanceof Element && pane.current?.contains(target);
      focused.current = isInPane ? { element: target, list: latest.current } : null;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [pane]);
}

/** On touch a keyboard would cover the results. */
function focusSearch(pane: HTMLElement | null): void {
  const field = isTouch() ? pane : pane?.querySelector<HTMLElement>('[role="search"] input');
  field?.focus({ preventScroll: true });
}
