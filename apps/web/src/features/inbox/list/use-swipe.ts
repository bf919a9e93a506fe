import { useRef, useState, type PointerEvent, type RefObject } from 'react';

/** The width of the two actions behind a row. */
const OUT_PX = 176;
const STARTS_PX = 10;

/** A swipe to the left reveals the actions of a row; vertical movement scrolls. */
export function useSwipe(body: RefObject<HTMLElement | null>, enabled: boolean) {
  const from = useRef<{ x: number; y: number; at: number; isSwipe: boolean } | null>(null);
  const [isOut, setIsOut] = useState(false);

  const setPosition = (x: number, animate: boolean) => {
    const style = body.current?.style;
    style?.setProperty('transition', animate ? 'transform var(--t-base) var(--ease-out)' : 'none');
    style?.setProperty('transform', x === 0 ? 'none' : `translateX(${x}px)`);
  };
  const close = () => {
    setPosition(0, true);
    setIsOut(false);
  };
  const end = (event: PointerEvent) => {
    const start = from.current;
    from.current = null;
    if (!start?.isSwipe) return;
    const shouldOpen = start.at + event.clientX - start.x < -OUT_PX / 2;
    setPosition(shouldOpen ? -OUT_PX : 0, true);
    setIsOut(shouldOpen);
  };

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return;
      from.current = { x: event.clientX, y: event.clientY, at: isOut ? -OUT_PX : 0, isSwipe: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const start = from.current;
      if (!start) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.isSwipe) {
        if (Math.abs(y) > STARTS_PX) from.current = null;
        if (Math.abs(x) < STARTS_PX || Math.abs(y) > Math.abs(x)) return;
        start.isSwipe = true;
        setIsOut(true);
      }
      setPosition(Math.min(0, Math.max(-OUT_PX, start.at + x)), false);
    },
    onPointerUp: end,
    onPointerCancel: end,
    // A tap on a swiped row only closes it, so that nothing is opened by mistake.
    onClickCapture: (event: { target: EventTarget; preventDefault(): void; stopPropagation(): void }) => {
      if (!isOut || !body.current?.contains(event.target as Node)) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
  };
  return { isOut, close, handlers: enabled ? handlers : {} };
}
