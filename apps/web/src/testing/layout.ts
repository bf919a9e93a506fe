/** Layout for a DOM without one: fixed heights of scroll containers and rows. */
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Rows have `data-index`, scroll containers `data-scroller`. Undone with the other mocks after each test. */
export function mockLayout({ viewPx = 600, rowPx = 40 }: { viewPx?: number; rowPx?: number } = {}): void {
  const sizeOf = (element: Element): number => (element.hasAttribute('data-index') ? rowPx : viewPx);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return sizeOf(this);
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return sizeOf(this);
  });
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    const inner = [...this.children].reduce(
      (sum, child) => sum + (Number.parseFloat((child as HTMLElement).style?.height) || 0),
      0,
    );
    return Math.max(inner, sizeOf(this));
  });
  // As in a browser: clamped to the ends, and the scroll event comes a moment later.
  const tops = new WeakMap<Element, number>();
  // Not two spies: the getter would stay mocked after both are restored.
  const original = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')!;
  onTestFinished(() => void Object.defineProperty(Element.prototype, 'scrollTop', original));
  Object.defineProperty(Element.prototype, 'scrollTop', {
    configurable: true,
    get(this: Element): number {
      return tops.get(this) ?? 0;
    },
    set(this: Element, value: number) {
      const top = Math.min(Math.max(value, 0), this.scrollHeight - this.clientHeight);
      if (top === tops.get(this)) return;
      tops.set(this, top);
      setTimeout(() => act(() => void this.dispatchEvent(new Event('scroll'))));
    },
  });
  // As in a browser: a box is reported once it has a layout. Rows keep their estimated heights, which are as good.
  class FakeResizeObserver {
    readonly #observed = new Set<Element>();
    readonly #onResize: ResizeObserverCallback;
    constructor(onResize: ResizeObserverCallback) {
      this.#onResize = onResize;
    }
    observe(target: Element) {
      this.#observed.add(target);
      if (target.hasAttribute('data-index')) return;
      const height = sizeOf(target);
      const entry = { target, contentRect: { height }, borderBoxSize: [{ inlineSize: 800, blockSize: height }] };
      queueMicrotask(() => {
        if (this.#observed.has(target))
          act(() => this.#onResize([entry as unknown as ResizeObserverEntry], this as unknown as ResizeObserver));
      });
    }
    unobserve(target: Element) {
      this.#observed.delete(target);
    }
    disconnect() {
      this.#observed.clear();
    }
  }
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** The given media query matches, with all others as before. Undone with the other mocks after each test. */
export function mockMatchMedia(matching: string): void {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query === matching
      ? ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList)
      : real(query),
  );
}

/** The end of each list is always in view, so that all of its pages are loaded. */
export function stubListEndInView(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #onSeen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(onSeen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#onSeen = onSeen;
      }
      observe() {
        this.#onSeen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}
