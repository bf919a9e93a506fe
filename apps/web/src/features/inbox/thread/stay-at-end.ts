/** The start of a thread and its end stay in view with one layout per frame: it is scrolled after its rows are measured. */
import { measureElement, observeElementRect } from '@tanstack/react-virtual';
import { useCallback, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { ThreadStore } from '../../../entities/messages/thread-store.ts';

const canObserve = (): boolean => typeof ResizeObserver !== 'undefined';

/** The height of the last thread: the next one starts with it, and its box need not be measured first. */
let lastHeight = 0;
export const firstHeight = (): number => lastHeight || window.innerHeight;

export function useStayAtEnd(
  scroller: RefObject<HTMLElement | null>,
  start: 'end' | 'unread' | 'elsewhere',
  store: ThreadStore,
) {
  /** At the end until the reader scrolls up: whatever arrives or turns out taller meanwhile, the end stays visible. */
  const isPinned = useRef(start === 'end');
  /** False until the first layout, after which the observer scrolls to the start; before it nothing else does. */
  const hasLayout = useRef(start === 'elsewhere' || !canObserve());
  const nextTop = useRef<number | 'end' | null>(null);

  /** Scrolls before the frame is painted. Each of many rows asks for it, and each write would compute the layout again. */
  const scrollSoon = useCallback(
    (top: number | 'end') => {
      if (nextTop.current === null)
        queueMicrotask(() => {
          const box = scroller.current;
          if (box && nextTop.current === 'end') box.scrollTop = box.scrollHeight;
          else if (nextTop.current !== null) box?.scrollTo?.({ top: nextTop.current as number });
          nextTop.current = null;
        });
      if (nextTop.current !== 'end') nextTop.current = top;
    },
    [scroller],
  );
  /** Scrolls to the end, if the reader is there; returns whether they are. */
  const stay = useCallback((): boolean => {
    if (!isPinned.current || store.state().hasNewer) return false;
    if (hasLayout.current) scrollSoon('end');
    return true;
  }, [store, scrollSoon]);
  /** True once. */
  const isFirstLayout = useCallback((): boolean => {
    const isFirst = !hasLayout.current;
    hasLayout.current = true;
    return isFirst;
  }, []);
  return { isPinned, hasLayout, isFirstLayout, stay, scrollSoon };
}

/** A reader at the end stays there when the composer grows, and when events, pictures, previews or fonts arrive late. */
export function useEndObserver(
  scroller: RefObject<HTMLElement | null>,
  { isPinned, isFirstLayout }: Pick<ReturnType<typeof useStayAtEnd>, 'isPinned' | 'isFirstLayout'>,
  {
    isReady,
    store,
    atEnd,
    onFirstLayout,
  }: { isReady: boolean; store: ThreadStore; atEnd: RefObject<boolean>; onFirstLayout(box: HTMLElement): void },
): void {
  const observed = useEffectEvent((box: HTMLElement, changes: readonly ResizeObserverEntry[]) => {
    const boxChange = changes.find(({ target }) => target === box);
    const isBoxResized = boxChange !== undefined;
    // A hidden thread has no height.
    if (boxChange && boxChange.contentRect.height > 0) lastHeight = boxChange.contentRect.height;
    if (isFirstLayout()) onFirstLayout(box);
    else if ((isPinned.current || (isBoxResized && atEnd.current)) && !store.state().hasNewer)
      box.scrollTop = box.scrollHeight;
  });
  // Before the first frame, and after the observer of the rows, which has measured them.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !canObserve()) return;
    const watch = new ResizeObserver((changes) => observed(box, changes));
    watch.observe(box);
    if (box.lastElementChild) watch.observe(box.lastElementChild);
    return () => watch.disconnect();
  }, [scroller, isReady, store]);
}

/** Measured by the observer, before the frame with the row is painted, and not while it is added to the document. */
export const measureInFrame: typeof measureElement = (element, entry, rows) => {
  if (entry || !canObserve()) return measureElement(element, entry, rows);
  const at = rows.indexFromElement(element);
  return rows.itemSizeCache.get(rows.options.getItemKey(at)) ?? rows.options.estimateSize(at);
};

/** The same for the box: until then it counts as high as the last one. */
export const observeInFrame: typeof observeElementRect = (rows, onRect) => {
  const box = rows.scrollElement;
  if (!box || !canObserve()) return observeElementRect(rows, onRect);
  const watch = new ResizeObserver(([change]) => {
    const { inlineSize: width, blockSize: height } = change!.borderBoxSize[0]!;
    onRect({ width: Math.round(width), height: Math.round(height) });
  });
  watch.observe(box, { box: 'border-box' });
  return () => watch.disconnect();
};
