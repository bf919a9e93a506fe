/** What dialogs, menus and popovers share: how they move, and where the focus goes afterwards. */
import { useEffect, useState } from 'react';

/** Who opened the windows that are up, oldest first: a window that took another's place gives the focus back in its stead. */
let openers: Element[] = [];

/** Dialogs are unmounted rather than closed, so the kit itself hands the focus back to whoever opened them. */
export function useRestoreFocus() {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (opener) openers.push(opener);
    return () => {
      // After the trap has let go.
      setTimeout(() => {
        const above = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
        const to = opener?.isConnected ? opener : openers.findLast((element) => element.isConnected);
        if (!above) openers = [];
        // Another window may have taken the place of this one: the focus is its own by now.
        if (to instanceof HTMLElement && (!above || above.contains(to))) to.focus({ preventScroll: true });
      });
    };
  }, [opener]);
}

/**
 * Where the focus goes when a dialog opens: what it asks for itself, else its first field, else its title.
 * On touch never a field, because the keyboard would cover half of what was just opened.
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

/** Dialogs rise by 12 px, what drops from a button comes down by 4. */
export const rise = from('translateY(12px)');
export const drop = from('translateY(-4px)');
