import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
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

interface FocusedElement {
  element: Element;
  list: ListView;
  /** The row that has the focus itself, not a button inside it. */
  ticketId: number | null;
}
interface ShownRows {
  list: ListView;
  rows: readonly Ticket[];
  openUuid: string | undefined;
  /** Focuses the row of this ticket. */
  focusRow(ticketId: number): void;
}

/**
 * On the page, the next letter would be text of the open conversation. So the search field gets the focus when search
 * results replace what had it, and the neighbor of a focused row when only that row goes: resolved here, or accepted by a
 * colleague. When the open conversation itself goes, the one that is offered next gets the focus.
 */
export function useListFocus(pane: RefObject<HTMLElement | null>, shown: ShownRows): void {
  const focused = useRef<FocusedElement | null>(null);
  const latest = useRef(shown);
  useLayoutEffect(() => {
    const before = latest.current;
    latest.current = shown;
    const last = focused.current;
    if (!last) return;
    if (last.element.isConnected) {
      last.list = shown.list;
      return;
    }
    focused.current = null;
    if (document.activeElement !== document.body) return;
    if (last.list !== shown.list) {
      if (shown.list.tab === 'search' || last.list.tab === 'search') focusSearch(pane.current);
      return;
    }
    const isInConversation = document.querySelector('[data-conversation]') !== null;
    if (last.ticketId === null || !isInConversation || isTouch()) return;
    const at = before.rows.findIndex(({ id }) => id === last.ticketId);
    if (before.rows[at]?.uuid === before.openUuid) return;
    const neighbor = shown.rows[Math.min(at, shown.rows.length - 1)];
    if (neighbor) shown.focusRow(neighbor.id);
    if (document.activeElement === document.body) pane.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const isInPane = target instanceof Element && pane.current?.contains(target);
      const row = isInPane ? target.getAttribute('data-row') : null;
      focused.current = isInPane
        ? { element: target, list: latest.current.list, ticketId: row === null ? null : Number(row) }
        : null;
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
