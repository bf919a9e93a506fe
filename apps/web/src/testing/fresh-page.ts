/**
 * First set-up of every test file. Files share a process and its simulated browser, because loading React, Mantine and the
 * contract for each of them would cost more than most tests; the app itself and the page are new in each file.
 */
import { focusManager, onlineManager } from '@tanstack/react-query';
import { afterAll, vi } from 'vitest';

vi.resetModules();
// A closed window ignores changes of its address, in the files that follow too.
window.close = () => {};

/** Listeners that modules of the app add when they are loaded, and never remove. */
const added: Parameters<typeof window.addEventListener>[] = [];
const add = window.addEventListener;
window.addEventListener = ((...args: (typeof added)[number]) => {
  added.push(args);
  add.apply(window, args);
}) as typeof add;

afterAll(() => {
  window.addEventListener = add;
  for (const [type, listener, options] of added) window.removeEventListener(type, listener, options);
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  for (const { name } of Array.from(document.documentElement.attributes))
    document.documentElement.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  const { happyDOM } = window as unknown as {
    happyDOM: { setViewport(size: { width: number; height: number }): void };
  };
  happyDOM.setViewport({ width: 1024, height: 768 });
});
