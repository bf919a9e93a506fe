/** Shared by dialogs, menus and popovers: transitions, and where the focus returns. */
import { useEffect, useState } from 'react';

/** The elements that opened the current dialogs, oldest first. A dialog that replaces another inherits its opener. */
let openers: Element[] = [];

/** Dialogs are unmounted rather than closed, so the kit returns the focus to the element that opened them. */
export function useRestoreFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (opener) openers.push(opener);
    return () => {
      // After the focus trap is released.
      setTimeout(() => {
        const above = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
        const to = opener?.isConnected ? opener : openers.findLast((element) => element.isConnected);
        if (!above) openers = [];
        // Another dialog may have replaced this one: then the focus is inside it already.
        if (to instanceof HTMLElement && (!above || above.contains(to))) to.focus({ preventScroll: true });
      });
    };
  }, [opener]);
}

/**
 * The first focus of a dialog: the element marked for it, else the first field, else the title.
 * On touch never a field, because the keyboard would cover half of the dialog.
 */
export function chooseFirstFocus(inside: HTMLElement | null): void {
  if (!inside || inside.querySelector('[data-autofocus]')) return;
  const field = matchMedia('(pointer: coarse)').matches
    ? null
    : inside.querySelector<HTMLElement>(
        'input:not([disabled], [type="color"], [role="combobox"]), textarea:not([disabled])',
      );
  (field ?? inside.querySelector<HTMLElement>('h2'))?.setAttribute('data-autofocus', '');
}

const from = (transform: string) => ({
  in: { opacity: 1, transform: 'none' },
  out: { opacity: 0, transform },
  common: {},
  transitionProperty: 'opacity, transform',
});

/** Dialogs rise by 12 px, dropdowns come down by 4. */
export const rise = from('translateY(12px)');
export const drop = from('translateY(-4px)');
