import { useEffect, type KeyboardEvent, type RefObject } from 'react';

const BUTTONS = 'button:not([disabled])';

/** Makes the buttons of a box one tab stop: the arrow keys, Home and End move between them. Returns its key handler. */
export function useToolbar(box: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  const buttons = () =>
    [...(box.current?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])].filter(
      (button) => button.checkVisibility?.() ?? true,
    );
  // After every render, because buttons come and go; after the paint, because visibility forces a layout.
  useEffect(() => {
    const all = buttons();
    const stop = all.find((button) => button === document.activeElement) ?? all.find(isStop) ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  });
  return (event) => {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.defaultPrevented) return;
    event.preventDefault();
    const target = all[(to + all.length) % all.length]!;
    for (const button of all) button.tabIndex = button === target ? 0 : -1;
    target.focus();
  };
}

const isStop = (button: HTMLElement): boolean => button.getAttribute('tabindex') === '0';
