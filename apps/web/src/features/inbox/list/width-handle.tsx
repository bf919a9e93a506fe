/** The line between list and conversation: drawn with the pointer, or by 16 px with the arrow keys. */
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
/** A row of key presses is one change. */
const SETTLE_MS = 500;

export type ListWidth = ReturnType<typeof useListWidth>;

/** As wide as this person left it: here at once, and with the user for every other browser. */
export function useListWidth(pane: RefObject<HTMLElement | null>) {
  const { user } = useSession();
  const savedPx = clamp(user.defaultTicketsManagerWidth);
  // Beside the server's value it was chosen over: one that came from another browser since is the newer.
  const [own, setOwn] = useStored(`balcao.inbox.width.${user.id}`, { over: 0, px: 0 });
  const settle = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const px = own.over === savedPx && own.px > 0 ? clamp(own.px) : savedPx;

  return {
    px,
    /** While it is drawn: no component is drawn again for it. */
    preview: (requestedPx: number) => pane.current?.style.setProperty('--list', `${clamp(requestedPx)}px`),
    save(requestedPx: number) {
      const next = clamp(requestedPx);
      setOwn({ over: savedPx, px: next });
      clearTimeout(settle.current);
      settle.current = setTimeout(() => {
        // Kept in this browser already: a lost call loses nothing that is seen here.
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
      role="separator"
      aria-orientation="vertical"
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
