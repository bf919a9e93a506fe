import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

const NEAR_PX = 100;

/**
 * Calls `onMore` when the returned element comes within 100 px of the bottom of its scroll container.
 * `seen` is the number of rows: the distance is measured after each page, as a short page may leave the end visible.
 */
export function useEndReached({
  enabled,
  onMore,
  rowCount,
}: {
  enabled: boolean;
  onMore: () => void;
  rowCount: number;
}): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);

  useEffect(() => {
    const sentinel = end.current;
    if (!enabled || !sentinel) return;
    const scroller = sentinel.closest<HTMLElement>('[data-scroller]');
    let isRequested = false;
    const requestMore = () => {
      if (isRequested) return;
      isRequested = true;
      more();
    };
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && requestMore(),
      {
        root: scroller,
        rootMargin: `0px 0px ${NEAR_PX}px 0px`,
      },
    );
    observer.observe(sentinel);
    const onScroll = () => {
      if (scroller && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_PX) requestMore();
    };
    scroller?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller?.removeEventListener('scroll', onScroll);
    };
  }, [enabled, rowCount]);

  return end;
}
