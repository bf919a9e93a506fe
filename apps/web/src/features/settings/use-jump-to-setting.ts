import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

const FOUND_MS = 2500;
/** Settings that have not loaded by then are not on the screen. */
const WAIT_MS = 5000;

/** Scrolls to the setting named in the address (`?go=name`), focuses it and highlights it for a moment. */
export function useJumpToSetting(): void {
  const { go } = useSearch({ strict: false }) as { go?: unknown };
  const navigate = useNavigate();
  useEffect(() => {
    if (typeof go !== 'string' || !/^\w+(?:\.\w+)*$/.test(go)) return;
    const find = () =>
      go
        .split('.')
        .map(
          (name) =>
            document.querySelector<HTMLElement>(`[data-setting="${name}"]`) ??
            document.querySelector<HTMLElement>(`[aria-labelledby="settings-${name}"]`),
        )
        .find((element) => element !== null);
    const jump = () => {
      const element = find();
      if (!element) return;
      stop();
      element.scrollIntoView({ block: 'center' });
      element.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
      element.dataset['found'] = '';
      setTimeout(() => delete element.dataset['found'], FOUND_MS);
      // The same setting can be asked for again.
      void navigate({ to: '.', search: {}, replace: true });
    };
    const watch = new MutationObserver(jump);
    const timer = setTimeout(() => stop(), WAIT_MS);
    const stop = () => {
      watch.disconnect();
      clearTimeout(timer);
    };
    watch.observe(document.body, { childList: true, subtree: true });
    jump();
    return stop;
  }, [go, navigate]);
}
