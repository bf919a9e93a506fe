/** The rows of the list: virtualized, and animated when they move. */
import { defaultRangeExtractor, observeElementRect, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';
import { RowSkeletons } from './list-states.tsx';
import { TicketRow } from './ticket-row.tsx';
import { useRowAnimation } from './use-row-animation.ts';
import { useRowProps, type RowsState } from './use-row-props.ts';

const NEAR_PX = 100;
/** A hidden list, as on a phone behind the conversation, keeps the rows of this height. */
const HIDDEN_PX = 800;

/** A few new rows are animated; a whole page is not. */
const MAX_ANIMATED_ROWS = 3;

export interface RowsHandle {
  /** Scrolls to the row and focuses it. */
  focus(ticketId: number): void;
  toTop(): void;
}
export interface TicketRowsProps extends RowsState {
  tickets: readonly Ticket[];
  hasMore: boolean;
  loading: boolean;
  onMore(): void;
  ref?: Ref<RowsHandle>;
}

export function TicketRows({ tickets, hasMore, loading, onMore, ref, ...state }: TicketRowsProps) {
  const t = useTexts(listTexts);
  const { openUuid, activeId } = state;
  const { layout, heightOf, propsOf } = useRowProps(tickets, state);
  const scroller = useRef<HTMLDivElement>(null);
  const pendingFocus = useRef<number | null>(null);

  // A new function makes the virtualizer recompute positions: when rows or heights change, not while scrolling.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const keyOf = useCallback((at: number) => tickets[at]!.id, [tickets, layout]);
  // Scrolled away, the focused row stays in the document: it keeps the focus, and Tab still finds it.
  const activeAt = tickets.findIndex(({ id }) => id === activeId);
  const rangeExtractor = useCallback((range: Range) => withActive(defaultRangeExtractor(range), activeAt), [activeAt]);
  const rows = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: (at) => heightOf(tickets[at]!),
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) => onRect(rect.height === 0 ? { ...rect, height: HIDDEN_PX } : rect)),
    overscan: 2,
    rangeExtractor,
    paddingStart: 6,
    paddingEnd: 6,
  });

  useImperativeHandle(ref, () => ({
    focus(ticketId) {
      const at = tickets.findIndex(({ id }) => id === ticketId);
      if (at < 0) return;
      pendingFocus.current = ticketId;
      rows.scrollToIndex(at, { align: 'auto' });
      focusPendingRow(scroller.current, pendingFocus);
    },
    toTop: () => rows.scrollToOffset(0),
  }));
  // The row may be rendered only after the requested scrolling.
  useLayoutEffect(() => focusPendingRow(scroller.current, pendingFocus));

  const openAt = tickets.findIndex(({ uuid }) => uuid === openUuid);
  const isRevealed = useRef(false);
  // The open row is scrolled into view when it appears, for example in the tab it was accepted into.
  useLayoutEffect(() => {
    if (openAt >= 0 && !isRevealed.current) rows.scrollToIndex(openAt, { align: 'auto' });
    isRevealed.current = openAt >= 0;
  }, [openAt, rows]);

  const onScroll = useEffectEvent(() => {
    const box = scroller.current;
    if (box && hasMore && !loading && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX) onMore();
  });
  // A short page may leave the end visible.
  useLayoutEffect(() => onScroll(), [tickets.length, hasMore, loading]);
  useLayoutEffect(() => {
    const box = scroller.current;
    const listen = () => onScroll();
    box?.addEventListener('scroll', listen, { passive: true });
    return () => box?.removeEventListener('scroll', listen);
  }, []);

  // Rows that were there before the last change are not animated as new.
  const [before, setBefore] = useState({ tickets, ids: new Set<number>() });
  if (before.tickets !== tickets) setBefore({ tickets, ids: new Set(before.tickets.map(({ id }) => id)) });

  const items = rows.getVirtualItems();
  const board = useRef<HTMLDivElement>(null);
  useRowAnimation(board, items);
  const addedIds = items.map(({ index }) => tickets[index]!.id).filter((id) => !before.ids.has(id));
  const animatedIds = new Set(addedIds.length <= MAX_ANIMATED_ROWS ? addedIds : []);
  return (
    <div className={css.scroll} ref={scroller} data-inbox-list>
      <div
        ref={board}
        role="list"
        aria-label={t('listLabel')}
        aria-busy={loading}
        className={css.rows}
        style={{ height: rows.getTotalSize() }}
      >
        {items.map((item) => {
          const ticket = tickets[item.index]!;
          return (
            <div
              key={item.key}
              role="listitem"
              aria-setsize={hasMore ? -1 : tickets.length}
              aria-posinset={item.index + 1}
              className={cx(css.item, item.index > 0 && css.lined, animatedIds.has(ticket.id) && css.fresh)}
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              <TicketRow {...propsOf(ticket)} />
            </div>
          );
        })}
      </div>
      {loading && <RowSkeletons count={tickets.length === 0 ? 8 : 1} />}
    </div>
  );
}

function withActive(indexes: number[], activeAt: number): number[] {
  if (activeAt < 0 || indexes.includes(activeAt)) return indexes;
  return [...indexes, activeAt].sort((a, b) => a - b);
}

function focusPendingRow(box: HTMLElement | null, pendingFocus: { current: number | null }): void {
  if (pendingFocus.current === null) return;
  const link = box?.querySelector<HTMLElement>(`[data-row="${pendingFocus.current}"]`);
  if (!link) return;
  pendingFocus.current = null;
  link.focus({ preventScroll: true });
}
