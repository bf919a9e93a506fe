/** Scroll position: loads pages near the ends, stays at the end while the reader is there, and jumps. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { ThreadState, ThreadStore } from '../../../entities/messages/thread-store.ts';
import type { Row } from './rows.ts';

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

/** The height of the last thread: the next one starts with it, and its box need not be measured first. */
let lastHeight = 0;
const firstHeight = (): number => lastHeight || window.innerHeight;

export type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

export function useScroll(rows: readonly Row[], thread: ThreadState, store: ThreadStore, startsElsewhere: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const atEnd = useRef(true);
  /** At the end until the reader scrolls up: whatever arrives or turns out taller meanwhile, the end stays visible. */
  const isPinned = useRef(!startsElsewhere);
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
      const end = Math.max(0, window.getTotalSize() - (window.scrollRect?.height ?? 0));
      // Before the frame is painted: the observer below is called one frame after the column has grown.
      const box = scroller.current;
      if (box && isPinned.current && (window.scrollOffset ?? end) < end - PINNED_PX && !store.state().hasNewer)
        box.scrollTop = box.scrollHeight;
      // A short conversation cannot be scrolled, so no scroll event corrects the virtualizer's offset.
      if (window.scrollOffset === null || window.scrollOffset <= end) return;
      window.scrollOffset = end;
      drawAgain();
    },
    // A loaded page does not scroll; only live messages do, and only at the end.
    followOnAppend: thread.grew === 'live' || last?.type === 'pending' ? 'auto' : false,
    scrollEndThreshold: END_PX,
  });

  const checkPosition = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
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
  }, [store]);

  // The initial position: the first unread message, or the end.
  const isReady = thread.isReady && rows.length > 0;
  const scrollToStart = useEffectEvent(() => {
    const unread = unreadAt(rows);
    if (unread >= 0) {
      isPinned.current = false;
      virtual.scrollToIndex(unread, { align: 'start' });
    } else virtual.scrollToEnd();
  });
  useLayoutEffect(() => {
    if (isReady) scrollToStart();
  }, [isReady]);

  // A page may leave an end visible.
  useEffect(checkPosition, [checkPosition, thread.messages, thread.hasOlder, thread.hasNewer, isReady]);

  // An own message scrolls to the end.
  const lastPendingCount = useRef(0);
  useEffect(() => {
    if (pendingCount > lastPendingCount.current) virtual.scrollToEnd();
    lastPendingCount.current = pendingCount;
  }, [pendingCount, virtual]);

  // A reader at the end stays there when the composer grows, and when events, pictures, previews or fonts arrive late.
  useEffect(() => {
    const box = scroller.current;
    if (!box || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver((changes) => {
      const boxChange = changes.find(({ target }) => target === box);
      const isBoxResized = boxChange !== undefined;
      // A hidden thread has no height.
      if (boxChange && boxChange.contentRect.height > 0) lastHeight = boxChange.contentRect.height;
      if ((isPinned.current || (isBoxResized && atEnd.current)) && !store.state().hasNewer)
        box.scrollTop = box.scrollHeight;
    });
    watch.observe(box);
    if (box.lastElementChild) watch.observe(box.lastElementChild);
    return () => watch.disconnect();
  }, [thread.isReady, store]);

  return {
    scroller,
    column: virtual.containerRef,
    virtual,
    isAtEnd,
    onScroll: checkPosition,
    /** Before a jump to a message. */
    leaveEnd: useCallback(() => {
      isPinned.current = false;
    }, []),
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
