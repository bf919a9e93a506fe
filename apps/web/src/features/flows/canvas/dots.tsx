/** The dots behind the drawing. They follow the canvas without being drawn by React for each frame. */
import { useStoreApi } from '@xyflow/react';
import { useLayoutEffect, useRef } from 'react';
import css from './canvas.module.css';

const GAP = 22;
/** Below this zoom a dot is a third of a pixel. */
const MIN_VISIBLE_ZOOM = 0.25;

export function Dots() {
  const dots = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  useLayoutEffect(() => {
    const { style } = dots.current!;
    let drawnZoom = 0;
    const update = () => {
      const [x, y, zoom] = store.getState().transform;
      const gap = GAP * zoom;
      style.transform = `translate(${x % gap}px, ${y % gap}px)`;
      if (zoom === drawnZoom) return;
      drawnZoom = zoom;
      style.setProperty('--zoom', String(zoom));
      style.visibility = zoom < MIN_VISIBLE_ZOOM ? 'hidden' : 'visible';
    };
    update();
    return store.subscribe(update);
  }, [store]);
  return <div ref={dots} className={css.dots} />;
}
