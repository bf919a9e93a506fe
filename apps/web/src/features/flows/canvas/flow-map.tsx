/** The map of the flow in a corner of its drawing: all cards as one shape, and the part that is in view. */
import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useId, useMemo, useRef, type PointerEvent } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { around, aroundAll, boxOf, isSameBox, shownBox, type Box } from './boxes.ts';
import css from './canvas.module.css';
import { canvasTexts } from './canvas.texts.ts';
import type { CardNode } from './flow-card.tsx';

const WIDTH = 160;
const HEIGHT = 96;
/** Around everything that is shown, in pixels of the map. */
const MARGIN = 5;
const RADIUS = 8;
/** The zoom is doubled after a turn of the wheel of 500 pixels. */
const ZOOM_PER_PIXEL = 0.002;
const PIXELS_PER_LINE = 25;

export function FlowMap({ nodes }: { nodes: readonly CardNode[] }) {
  const t = useTexts(canvasTexts);
  const title = useId();
  const svg = useRef<SVGSVGElement>(null);
  const { getViewport, setViewport, zoomTo } = useReactFlow();
  const shown = useStore(shownBox, isSameBox);
  const cards = useMemo(() => nodes.map(pathOfCard).join(''), [nodes]);
  const bounds = useMemo(() => aroundAll(nodes.map(boxOfCard)), [nodes]);
  const all = around(bounds, shown);
  // Units of the drawing per pixel of the map.
  const scale = Math.max((all.right - all.left) / WIDTH, (all.bottom - all.top) / HEIGHT);
  const width = (WIDTH + 2 * MARGIN) * scale;
  const height = (HEIGHT + 2 * MARGIN) * scale;
  const x = (all.left + all.right - width) / 2;
  const y = (all.top + all.bottom - height) / 2;

  // React's own listener for the wheel may not prevent scrolling.
  useEffect(() => {
    const element = svg.current!;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * PIXELS_PER_LINE : event.deltaY;
      void zoomTo(getViewport().zoom * 2 ** (-pixels * ZOOM_PER_PIXEL));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [getViewport, zoomTo]);
  const onMove = ({ buttons, movementX, movementY }: PointerEvent) => {
    if (buttons === 0) return;
    const view = getViewport();
    const step = scale * view.zoom;
    void setViewport({ ...view, x: view.x - movementX * step, y: view.y - movementY * step });
  };
  return (
    <Panel position="bottom-right" className={css.minimap}>
      <svg
        ref={svg}
        role="img"
        aria-labelledby={title}
        viewBox={`${x} ${y} ${width} ${height}`}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={onMove}
      >
        <title id={title}>{t('minimap')}</title>
        <path className={css.mapCards} d={cards} />
        <path
          className={css.mapMask}
          d={`${pathOf({ left: x, top: y, right: x + width, bottom: y + height })}${pathOf(shown)}`}
        />
        <path className={css.mapFrame} d={pathOf(shown)} />
      </svg>
    </Panel>
  );
}

const boxOfCard = ({ position, height = 0 }: CardNode): Box => boxOf(position, height);

const pathOf = ({ left, top, right, bottom }: Box): string => `M${left} ${top}H${right}V${bottom}H${left}z`;

function pathOfCard(node: CardNode): string {
  const { left, top, right, bottom } = boxOfCard(node);
  const corner = (x: number, y: number) => `a${RADIUS} ${RADIUS} 0 0 1 ${x} ${y}`;
  return `M${left + RADIUS} ${top}H${right - RADIUS}${corner(RADIUS, RADIUS)}V${bottom - RADIUS}${corner(-RADIUS, RADIUS)}H${left + RADIUS}${corner(-RADIUS, -RADIUS)}V${top + RADIUS}${corner(RADIUS, -RADIUS)}z`;
}
