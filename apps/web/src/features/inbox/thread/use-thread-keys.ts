import type { KeyboardEvent } from 'react';
import type { Row } from './rows.ts';
import type { Rows } from './use-scroll.ts';

/** With the focus in the thread: arrows move between messages, Enter opens the actions, Tab and Esc leave. */
export function useThreadKeys(rows: readonly Row[], virtual: Rows) {
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const box = event.currentTarget;
    const from = event.target as HTMLElement;
    const isBubble = from.hasAttribute('data-bubble');
    // Buttons, players and menus handle their own keys.
    if (from !== box && !isBubble) return;
    const currentIndex = isBubble ? Number(from.closest<HTMLElement>('[data-index]')?.dataset['index']) : rows.length;
    const take = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const step = event.key === 'ArrowUp' ? -1 : 1;
      const to = nextMessageRow(rows, currentIndex, step);
      if (to < 0) return;
      take();
      virtual.scrollToIndex(to, { align: 'auto' });
      focusAt(box, to);
    } else if (event.key === 'Enter' && isBubble) {
      take();
      from.parentElement?.querySelector<HTMLElement>('[data-more]')?.click();
    } else if (event.key === 'Tab' && !event.shiftKey && !isBubble) {
      // Past the links and buttons of the messages, which Tab reaches from a message.
      const next = focusableAfter(box);
      if (!next) return;
      take();
      next.focus();
    } else if (event.key === 'Escape' && isBubble) {
      take();
      box.focus();
    }
  };
}

function nextMessageRow(rows: readonly Row[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at]!;
    if (row.type === 'message' || row.type === 'pending') return at;
  }
  return -1;
}

/** The row may have to be rendered first. */
function focusAt(box: HTMLElement, at: number): void {
  const find = () => box.querySelector<HTMLElement>(`[data-index="${at}"] [data-bubble]`);
  const bubble = find();
  if (bubble) bubble.focus({ preventScroll: true });
  else requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
}

const FOCUSABLE = 'button:not([disabled]), textarea, input, a[href], [data-focus-home]';

function focusableAfter(box: HTMLElement): HTMLElement | undefined {
  const all = box.closest('[data-conversation]')?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [];
  return [...all].find(
    (element) =>
      box.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING &&
      (element.checkVisibility?.() ?? true),
  );
}
