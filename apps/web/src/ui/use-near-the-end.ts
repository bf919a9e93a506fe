import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

const NEAR_PX = 100;

/**
 * Calls `onMore` when the returned element comes within 100 px of the bottom of what scrolls around it.
 * `seen` is the number of rows: after each page the distance is looked at anew, because a short page may leave the end in view.
 */
export function useNearTheEnd({
  wanted,
  onMore,
  seen,
}: {
  wanted: boolean;
  onMore: () => void;
  seen: number;
}): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);

  useEffect(() => {
    const mark = end.current;
    if (!wanted || !mark) return;
    const scroller = mark.closest<HTMLElement>('[data-scroller]');
    let asked = false;
    const ask = () => {
      if (asked) return;
      asked = true;
      more();
    };
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && ask(), {
      root: scroller,
      rootMargin: `0px 0px ${NEAR_PX}px 0px`,
    });
    watch.observe(mark);
    const onScroll = () => {
      if (scroller && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= NEAR_PX) ask();
    };
    scroller?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      watch.disconnect();
      scroller?.removeEventListener('scroll', onScroll);
    };
  }, [wanted, seen]);

  return end;
}
