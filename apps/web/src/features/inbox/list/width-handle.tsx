/** The border between list and conversation: dragged, or moved by 16 px with the arrow keys. */
import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useStored } from '../../../lib/stored.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import css from '../inbox.module.css';
import { listTexts } from './list.texts.ts';

const MIN_PX = 404;
const MAX_PX = 700;
const STEP_PX = 16;
/** A series of key presses is saved once. */
const SETTLE_MS = 500;

export type ListWidth = ReturnType<typeof useListWidth>;

/** The user's list width: stored here at once, and with the user for other browsers. */
export function useListWidth(pane: RefObject<HTMLElement | null>) {
  const { user } = useSession();
  const savedPx = clamp(user.defaultTicketsManagerWidth);
  // Stored with the server's value it replaced: a different server value is newer and comes from another browser.
  const [own, setOwn] = useStored(`balcao.inbox.width.${user.id}`, { over: 0, px: 0 });
  const settle = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const px = own.over === savedPx && own.px > 0 ? clamp(own.px) : savedPx;

  return {
    px,
    /** While dragging: renders no component. */
    preview: (requestedPx: number) => pane.current?.style.setProperty('--list', `${clamp(requestedPx)}px`),
    save(requestedPx: number) {
      const next = clamp(requestedPx);
      setOwn({ over: savedPx, px: next });
      clearTimeout(settle.current);
      settle.current = setTimeout(() => {
        // Stored in this browser already: a failed request loses nothing here.
        void api.access
          .keepListWidth({ params: { id: user.id }, body: { defaultTicketsManagerWidth: next } })
          .catch(() => {});
      }, SETTLE_MS);
    },
  };
}

export function WidthHandle({ width }: { width: ListWidth }) {
  const t = useTexts(listTexts);
  const drawn = useRef<{ from: number; px: number; now: number } | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drawn.current = { from: event.clientX, px: width.px, now: width.px };
  };
  const onPointerMove = (event: PointerEvent) => {
    const start = drawn.current;
    if (!start) return;
    start.now = start.px + event.clientX - start.from;
    width.preview(start.now);
  };
  const onPointerUp = () => {
    if (drawn.current && drawn.current.now !== drawn.current.px) width.save(drawn.current.now);
    drawn.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: width.px - STEP_PX,
      ArrowRight: width.px + STEP_PX,
      Home: MIN_PX,
      End: MAX_PX,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    width.save(to);
  };
  return (
    <div
      role="slider"
      aria-orientation="horizontal"
      aria-label={t('resize')}
      aria-valuemin={MIN_PX}
      aria-valuemax={MAX_PX}
      aria-valuenow={width.px}
      tabIndex={0}
      className={css.grip}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
    />
  );
}

const clamp = (px: number): number => Math.round(Math.min(MAX_PX, Math.max(MIN_PX, px)));
