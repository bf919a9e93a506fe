/** Scroll position: loads pages near the ends, stays at the end while the reader is there, and jumps. */
import { elementScroll, measureElement, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { ThreadState, ThreadStore } from '../../../entities/messages/thread-store.ts';
import type { Row } from './rows.ts';
import { firstHeight, measureInFrame, observeInFrame, useEndObserver, useStayAtEnd } from './stay-at-end.ts';

const NEAR_PX = 50;
const START_PX = 12;
const END_SPACE_PX = 14;
/** Within this distance of the end the reader counts as being at the end. */
const END_PX = 80;
/** Rows rendered beyond the visible ones; at the end, only as many as estimated heights may be wrong by. */
const OVERSCAN = 6;
const OVERSCAN_AT_END = 2;
/** Positions are fractions of a pixel on some screens. */
const PINNED_PX = 2;

export type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

export function useScroll(rows: readonly Row[], thread: ThreadState, store: ThreadStore, startsElsewhere: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const atEnd = useRef(true);
  const end = useStayAtEnd(scroller, startsElsewhere ? 'elsewhere' : unreadAt(rows) >= 0 ? 'unread' : 'end', store);
  const { isPinned, hasLayout, stay: stayAtEnd, scrollSoon } = end;
  /** A message that was jumped to is found by the heights of the rows around it, which are measured at once. */
  const hasJumped = useRef(startsElsewhere);
  /** From then on the rows beyond the visible ones are there before they are scrolled to. */
  const [hasLeftEnd, setLeftEnd] = useState(startsElsewhere || unreadAt(rows) >= 0);
  const lastPosition = useRef({ top: 0, height: 0 });
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const last = rows.at(-1);
  const pendingCount = rows.reduce((count, row) => count + (row.type === 'pending' ? 1 : 0), 0);

  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => guess(rows[at]!),
    getItemKey: useCallback((at: number) => rows[at]!.key, [rows]),
    overscan: hasLeftEnd ? OVERSCAN : OVERSCAN_AT_END,
    measureElement: (element, entry, window) =>
      (hasJumped.current ? measureElement : measureInFrame)(element, entry, window),
    observeElementRect: observeInFrame,
    scrollToFn: (offset, options, window) => {
      if (!hasLayout.current) return;
      const { adjustments } = options;
      const endOffset = window.getTotalSize() - (window.scrollRect?.height ?? firstHeight());
      if (offset + (adjustments ?? 0) >= endOffset - PINNED_PX && stayAtEnd()) return;
      if (adjustments === undefined) elementScroll(offset, options, window);
      else scrollSoon(offset + adjustments);
    },
    // Rows are rendered in their own task, and a row that turns out taller moves the others without rendering them.
    useFlushSync: false,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    paddingStart: START_PX,
    paddingEnd: END_SPACE_PX,
    // Renders its first rows at once, instead of first nothing and then everything when the box is measured.
    initialRect: { width: 0, height: firstHeight() },
    initialOffset: () => firstOffset(rows),
    anchorTo: 'end',
    onChange: (window) => {
      const endOffset = Math.max(0, window.getTotalSize() - (window.scrollRect?.height ?? 0));
      if ((window.scrollOffset ?? endOffset) < endOffset - PINNED_PX) stayAtEnd();
      // A short conversation cannot be scrolled, so no scroll event corrects the virtualizer's offset.
      if (window.scrollOffset === null || window.scrollOffset <= endOffset) return;
      window.scrollOffset = endOffset;
      drawAgain();
    },
    // A loaded page does not scroll; only live messages do, and only at the end.
    followOnAppend: thread.grew === 'live' || last?.type === 'pending' ? 'auto' : false,
    scrollEndThreshold: END_PX,
  });

  const checkPosition = useCallback(() => {
    const box = scroller.current;
    // Before its first layout the position says nothing.
    if (!box || !hasLayout.current) return;
    const { hasNewer, isReady, error } = store.state();
    const fromEnd = box.scrollHeight - box.clientHeight - box.scrollTop;
    atEnd.current = fromEnd <= END_PX && !hasNewer;
    setAtEnd(atEnd.current);
    const { top, height } = lastPosition.current;
    lastPosition.current = { top: box.scrollTop, height: box.scrollHeight };
    // Rows that turn out shorter than estimated also move the position up; only a reader does so at the same height.
    if (fromEnd <= PINNED_PX) isPinned.current = true;
    else if (box.scrollTop < top && box.scrollHeight >= height) isPinned.current = false;
    if (!isPinned.current) setLeftEnd(true);
    if (!isReady || error !== null) return;
    if (box.scrollTop <= NEAR_PX) store.older();
    if (fromEnd <= NEAR_PX) store.newer();
  }, [store, isPinned, hasLayout]);

  // The initial position: the first unread message, or the end.
  const isReady = thread.isReady && rows.length > 0;
  const scrollToStart = () => {
    const unread = unreadAt(rows);
    if (unread >= 0) {
      isPinned.current = false;
      virtual.scrollToIndex(unread, { align: 'start' });
    } else if (!stayAtEnd()) virtual.scrollToEnd();
  };
  const filled = useEffectEvent(scrollToStart);
  useLayoutEffect(() => {
    if (isReady && hasLayout.current) filled();
  }, [isReady, hasLayout]);
  const onFirstLayout = (box: HTMLElement) => {
    if (isPinned.current) box.scrollTop = box.scrollHeight;
    else if (isReady) scrollToStart();
    checkPosition();
  };
  useEndObserver(scroller, end, { isReady: thread.isReady, store, atEnd, onFirstLayout });

  // A page may leave an end visible.
  useEffect(checkPosition, [checkPosition, thread.messages, thread.hasOlder, thread.hasNewer, isReady]);

  // An own message scrolls to the end.
  const lastPendingCount = useRef(0);
  useEffect(() => {
    if (pendingCount > lastPendingCount.current) virtual.scrollToEnd();
    lastPendingCount.current = pendingCount;
  }, [pendingCount, virtual]);

  return {
    scroller,
    column: virtual.containerRef,
    virtual,
    isAtEnd,
    onScroll: checkPosition,
    /** Before a jump to a message. */
    leaveEnd: useCallback(() => {
      hasJumped.current = true;
      isPinned.current = false;
    }, [isPinned]),
    toEnd: async () => {
      if (store.state().hasNewer) await store.newest();
      virtual.scrollToEnd();
    },
  };
}

const unreadAt = (rows: readonly Row[]): number => rows.findIndex((row) => row.type === 'unread');

/** The approximate initial offset. */
function firstOffset(rows: readonly Row[]): number {
  const unread = unreadAt(rows);
  const above = unread >= 0 ? rows.slice(0, unread) : rows;
  const height = above.reduce((sum, row) => sum + guess(row), START_PX);
  return Math.max(0, unread >= 0 ? height : height + END_SPACE_PX - firstHeight());
}

/** Estimated heights of rows that are not measured yet. */
function guess(row: Row): number {
  if (row.type !== 'message') return row.type === 'pending' ? 44 : 40;
  const { message, isFirst } = row;
  const lineCount = Math.ceil(message.body.length / 58) + message.body.split('\n').length - 1;
  const base = { image: 262, video: 262, audio: 76, application: 70, locationMessage: 190 }[message.mediaType] ?? 14;
  return base + Math.max(lineCount, 1) * 20 + (message.quotedMsg ? 52 : 0) + (isFirst ? 8 : 2);
}
