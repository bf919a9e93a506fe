/** The rows of the list: only those near the window are in the page, and one that moves glides to its new place. */
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import { formatDate } from '../../../lib/format.ts';
import { useCan, useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import { usePhone } from '../narrow.ts';
import { listTexts } from './list.texts.ts';
import css from './list.module.css';
import { useMinute } from './minute.ts';
import { RowSkeletons } from './list-states.tsx';
import { TicketRow, type RowHandlers } from './ticket-row.tsx';
import { useRowAnimation } from './use-row-animation.ts';

const NEAR_PX = 100;
/** A list that is not on screen, as on a phone behind the conversation, keeps a windowful of rows. */
const HIDDEN_PX = 800;

/** One or two that come are shown coming; a page of them is simply there. */
const MAX_ANIMATED_ROWS = 3;

export interface RowsHandle {
  /** Brings the row into view and the focus to it. */
  focus(ticketId: number): void;
  toTop(): void;
}
export interface TicketRowsProps {
  tickets: readonly Ticket[];
  openUuid: string | undefined;
  activeId: number | null;
  picked: ReadonlyMap<number, Ticket> | null;
  on: RowHandlers;
  hasMore: boolean;
  loading: boolean;
  onMore(): void;
  ref?: Ref<RowsHandle>;
}

export function TicketRows({
  tickets,
  openUuid,
  activeId,
  picked,
  on,
  hasMore,
  loading,
  onMore,
  ref,
}: TicketRowsProps) {
  const t = useTexts(listTexts);
  const { user } = useSession();
  const canSeeAgent = useCan('ticket.see-agent');
  const scroller = useRef<HTMLDivElement>(null);
  const pendingFocus = useRef<number | null>(null);
  const phone = usePhone();
  const timeZone = user.company.timeZone;
  const today = formatDate(useMinute(), timeZone);

  // Another function makes the places be reckoned anew: after a change of the rows or of their height, and not while scrolling.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const keyOf = useCallback((at: number) => tickets[at]!.id, [tickets, phone]);
  const rows = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: (at) => heightOf(tickets[at]!, phone),
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) => onRect(rect.height === 0 ? { ...rect, height: HIDDEN_PX } : rect)),
    overscan: 2,
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
  // The row may only come into the page with the scrolling that was asked for.
  useLayoutEffect(() => focusPendingRow(scroller.current, pendingFocus));

  const onScroll = useEffectEvent(() => {
    const box = scroller.current;
    if (box && hasMore && !loading && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX) onMore();
  });
  // A short page may leave the end in view.
  useLayoutEffect(() => onScroll(), [tickets.length, hasMore, loading]);
  useLayoutEffect(() => {
    const box = scroller.current;
    const listen = () => onScroll();
    box?.addEventListener('scroll', listen, { passive: true });
    return () => box?.removeEventListener('scroll', listen);
  }, []);

  // Who was there before the last change does not come in again.
  const [before, setBefore] = useState({ tickets, ids: new Set<number>() });
  if (before.tickets !== tickets) setBefore({ tickets, ids: new Set(before.tickets.map(({ id }) => id)) });

  const items = rows.getVirtualItems();
  const board = useRef<HTMLDivElement>(null);
  useRowAnimation(board, items);
  const addedIds = items.map(({ index }) => tickets[index]!.id).filter((id) => !before.ids.has(id));
  const animatedIds = new Set(addedIds.length <= MAX_ANIMATED_ROWS ? addedIds : []);
  const firstTab = activeId !== null && tickets.some(({ id }) => id === activeId) ? activeId : tickets[0]?.id;
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
              <TicketRow
                ticket={ticket}
                isOpen={ticket.uuid === openUuid}
                isActive={ticket.id === firstTab}
                isPicked={picked && picked.has(ticket.id)}
                on={on}
                timeZone={timeZone}
                today={today}
                canSeeAgent={canSeeAgent}
              />
            </div>
          );
        })}
      </div>
      {loading && <RowSkeletons count={tickets.length === 0 ? 8 : 1} />}
    </div>
  );
}

/** As the design draws them: accepting needs a taller second line. */
function heightOf({ status }: Ticket, phone: boolean): number {
  const waits = status === 'pending' || status === 'lgpd';
  if (phone) return waits ? 98 : 89;
  const compact = document.documentElement.dataset['density'] === 'compact' ? 6 : 0;
  return (waits ? 84 : 80) - compact;
}

function focusPendingRow(box: HTMLElement | null, pendingFocus: { current: number | null }): void {
  if (pendingFocus.current === null) return;
  const link = box?.querySelector<HTMLElement>(`[data-row="${pendingFocus.current}"]`);
  if (!link) return;
  pendingFocus.current = null;
  link.focus({ preventScroll: true });
}
