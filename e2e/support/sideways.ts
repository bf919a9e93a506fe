import type { Page } from '@playwright/test';

/** Elements that scroll sideways or extend beyond the window. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const name = (element: Element) => `${element.tagName.toLowerCase()} ${element.textContent?.trim().slice(0, 40)}`;
    // Column headers for screen readers only are clipped to a pixel.
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    // Many tabs or filters are wider than a phone: their strip scrolls by swiping. A board is as wide as its columns.
    const isSwiped = (element: Element) => element.closest('[role="tablist"], [data-swipes], [data-board]') !== null;
    const all = [document.documentElement, ...document.querySelectorAll<HTMLElement>('body *')];
    return all.flatMap((element) => {
      const { overflowX } = getComputedStyle(element);
      const scrolls =
        (overflowX === 'auto' || overflowX === 'scroll' || element === document.documentElement) &&
        element.scrollWidth > element.clientWidth &&
        !isSwiped(element);
      const { right, width, height } = element.getBoundingClientRect();
      const isSeen =
        width > 1 &&
        height > 1 &&
        element.checkVisibility() &&
        !element.closest('[aria-hidden="true"]') &&
        !isSwiped(element) &&
        !isClipped(element);
      const sticksOut = isSeen && right > innerWidth + 1;
      return scrolls || sticksOut ? [name(element)] : [];
    });
  });
