import { startTransition, useEffect, useEffectEvent } from 'react';

/** Called once what is shown has been painted: what can wait does not delay it. */
export function useAfterPaint(isShown: boolean, onPainted: () => void): void {
  const painted = useEffectEvent(onPainted);
  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame callback runs before the paint of its frame, a timer set there after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => painted()));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isShown]);
}
