/** Shared by dialogs, menus and popovers: transitions, which of them Esc closes, and where the focus returns. */
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';

/** Counts the lists and popovers open inside a window. */
export const InnerLayers = createContext<(change: 1 | -1) => void>(() => {});

/** An open list or popover: Esc closes it and not the window around it. */
export function useInnerLayer(isOpen: boolean): void {
  const count = useContext(InnerLayers);
  useEffect(() => {
    if (!isOpen) return;
    count(1);
    return () => count(-1);
  }, [isOpen, count]);
}

/**
 * Esc closes a list or popover and does nothing else. Without animations it is gone before the listeners of the screen run,
 * so they cannot find it; a handled key is marked for them.
 */
export const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  close();
};

/**
 * Esc closes a list or popover that is open and has not the focus yet; nothing else may take that key. A layer opened
 * above it, and the list or popover itself, handle their own keys.
 */
export function useEscapeOutside(button: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const onKey = useEffectEvent((event: Event) => {
    if ((event as globalThis.KeyboardEvent).key !== 'Escape') return;
    const layer = event.target instanceof Element ? event.target.closest('[role="dialog"], [role="menu"]') : null;
    if (layer && !layer.contains(button.current)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: Event) => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [isOpen]);
}

/** The elements that opened the current dialogs, oldest first. A dialog that replaces another inherits its opener. */
let openers: Element[] = [];

/**
 * Dialogs are unmounted rather than closed, so the kit returns the focus to the element that opened them. If that is gone,
 * or was none, the focus goes where the screen wants it (`data-focus-home`), unless something else has taken it.
 */
export function useRestoreFocus() {
  const [opener] = useState(() => (document.activeElement === document.body ? null : document.activeElement));
  useEffect(() => {
    if (opener) openers.push(opener);
    return () => {
      // After the focus trap is released.
      setTimeout(() => {
        const above = [...document.querySelectorAll('[aria-modal="true"]')].at(-1);
        const to = opener?.isConnected ? opener : openers.findLast((element) => element.isConnected);
        if (!above) openers = [];
        const { activeElement } = document;
        const isTaken = activeElement !== document.body && activeElement?.closest('[aria-modal="true"]') === null;
        if (isTaken) return;
        // Another dialog may have replaced this one: then the focus is inside it already.
        if (to instanceof HTMLElement && (!above || above.contains(to))) to.focus({ preventScroll: true });
        else if (!above) document.querySelector<HTMLElement>('[data-focus-home]')?.focus({ preventScroll: true });
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
