/** One message row: its side, its actions, and its selection. */
import {
  memo,
  useEffect,
  useId,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import { MessageActions } from './message-actions.tsx';
import { Bubble, frameOf, Reactions, useAuthor } from './bubble.tsx';
import css from './bubble.module.css';
import type { MessageRow as Row } from './rows.ts';
import { bubbleTexts, forwardTexts } from './thread.texts.ts';

const LONG_PRESS_MS = 450;
const STILL_PX = 10;
const LEAVE_MS = 120;

interface MessageRowProps {
  row: Row;
  /** Changes with each jump to the message. */
  flash: number | null;
  /** Null while no messages are being selected. */
  isPicked: boolean | null;
  onPick(id: number): void;
}

export const MessageRow = memo(function MessageRow({ row, flash, isPicked, onPick }: MessageRowProps) {
  const t = useTexts(bubbleTexts);
  const { message, isFirst, reactions, ownReaction } = row;
  const author = useAuthor(message);
  const [isActive, setActive] = useState(false);
  const [isTranscribed, setTranscribed] = useState(false);
  const rowRef = useRef<HTMLDivElement>(null);
  const longPress = useLongPress(() => setActive(true), rowRef);
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const enter = () => {
    clearTimeout(leaving.current);
    setActive(true);
  };
  // The pointer may cross the gap on its way to a button.
  const scheduleLeave = () => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(leave, LEAVE_MS);
  };
  const leave = () => {
    // An open menu keeps the actions visible.
    const isInUse =
      rowRef.current?.querySelector('[aria-expanded="true"]') || rowRef.current?.contains(document.activeElement);
    if (!isInUse) setActive(false);
  };
  const isPicking = isPicked !== null;

  return (
    <div
      ref={rowRef}
      className={cx(
        css.row,
        message.isPrivate ? css.middle : message.fromMe && css.right,
        isFirst && css.first,
        isPicking && css.picking,
      )}
      onPointerEnter={(event) => event.pointerType !== 'touch' && enter()}
      onPointerLeave={scheduleLeave}
      onFocus={enter}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && !event.currentTarget.matches(':hover'))
          scheduleLeave();
      }}
    >
      {isPicking && (
        <Pick
          isPicked={isPicked}
          onPick={() => onPick(message.id)}
          label={`${author}, ${formatTime(message.createdAt)}`}
        />
      )}
      <div className={css.side}>
        <div
          role="article"
          data-bubble
          data-message={message.id}
          data-out={(message.fromMe && !message.isPrivate) || undefined}
          tabIndex={-1}
          aria-label={t('saidBy', { name: author, time: formatTime(message.createdAt) })}
          className={cx(frameOf(message), flash !== null && (flash % 2 === 0 ? css.flash : css.flashAgain))}
          onClick={isPicking ? () => onPick(message.id) : undefined}
          {...longPress}
        >
          <Bubble message={message} isTranscribed={isTranscribed} />
        </div>
        {reactions !== '' && <Reactions emojis={reactions} />}
        {isActive && !isPicking && (
          <MessageActions message={message} ownReaction={ownReaction} onTranscribe={() => setTranscribed(true)} />
        )}
      </div>
    </div>
  );
});

function Pick({ isPicked, onPick, label }: { isPicked: boolean; onPick(): void; label: string }) {
  const t = useTexts(forwardTexts);
  const id = useId();
  return (
    <label className={css.pick} htmlFor={id}>
      <input id={id} type="checkbox" checked={isPicked} onChange={onPick} aria-label={`${t('pick')}: ${label}`} />
    </label>
  );
}

/** A long press opens the menu, as on a phone. */
function useLongPress(activate: () => void, rowRef: RefObject<HTMLDivElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const hasOpened = useRef(false);
  const stop = () => clearTimeout(timer.current);
  /** After a long press, the browser's click or context menu would close the menu. */
  const swallow = (event: SyntheticEvent) => hasOpened.current && event.preventDefault();
  useEffect(() => stop, []);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return;
      from.current = { x: event.clientX, y: event.clientY };
      hasOpened.current = false;
      timer.current = setTimeout(() => {
        hasOpened.current = true;
        // The actions must be rendered before one of them can be clicked.
        flushSync(activate);
        rowRef.current?.querySelector<HTMLElement>('[data-more]')?.click();
      }, LONG_PRESS_MS);
    },
    onPointerMove: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > STILL_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onTouchEnd: swallow,
    onContextMenu: swallow,
  };
}
