/** One lane: name, count and cards; a long lane is virtualized. */
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Tag } from '@balcao/contract/endpoints/tags';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import {
  useEffect,
  useEffectEvent,
  useRef,
  type CSSProperties,
  type MouseEventHandler,
  type ReactNode,
  type TouchEventHandler,
} from 'react';
import { isBefore, type Lane as LaneOfBoard } from '../../entities/kanban/board.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Counter, cx, ErrorState, Skeleton } from '../../ui/index.ts';
import css from './kanban.module.css';
import { kanbanTexts } from './kanban.texts.ts';
import { LaneMenu, type LaneMenuProps } from './lane-menu.tsx';
import type { LandingSide } from './lane-order.ts';

/** Within this distance of the end the next page is loaded. */
const NEAR_PX = 200;
/** Shorter lanes are rendered completely. */
const LONG = 40;
const CARD_PX = 126;
/** The server stops counting here. */
const MAX_COUNTED = 1000;

export interface LaneProps {
  lane: LaneOfBoard;
  name: string;
  color: string | null;
  /** The dragged card while it is over this lane and came from another one. */
  landing: Ticket | null;
  card: (ticket: Ticket) => ReactNode;
  /** Where the dragged column lands when it is over this one. */
  landingSide: LandingSide;
  isColumnDragged: boolean;
  loading: boolean;
  /** Why the next page did not load. */
  pageError: unknown;
  onMore(): void;
  /** Null for who may not change columns, and for the column without a lane. */
  menu: LaneMenuProps | null;
}

export const dropId = (laneId: number | null): string => `lane-${laneId ?? 'none'}`;
export const columnId = (laneId: number | null): string => `column-${laneId ?? 'none'}`;

export function Lane({
  lane,
  name,
  color,
  landing,
  landingSide,
  isColumnDragged,
  card,
  loading,
  pageError,
  onMore,
  menu,
}: LaneProps) {
  const t = useTexts(kanbanTexts);
  const language = useLanguage();
  const { setNodeRef, isOver } = useDroppable({ id: dropId(lane.laneId) });
  const {
    setNodeRef: setHeadRef,
    listeners,
    isDragging,
  } = useDraggable({ id: columnId(lane.laneId), disabled: menu === null });
  // The keyboard orders columns from the menu.
  const { onMouseDown, onTouchStart } = listeners ?? {};
  const scroller = useRef<HTMLDivElement>(null);
  const count = lane.count >= MAX_COUNTED ? `${formatNumber(MAX_COUNTED - 1)}+` : formatNumber(lane.count);

  const loadMoreIfNear = useEffectEvent(() => {
    const box = scroller.current;
    // A failed page waits for the user, or it would be requested without end.
    if (!box || lane.next === null || loading || pageError !== undefined) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX) onMore();
  });
  useEffect(() => {
    const box = scroller.current;
    const listen = () => loadMoreIfNear();
    box?.addEventListener('scroll', listen, { passive: true });
    return () => box?.removeEventListener('scroll', listen);
  }, []);
  // A short page may leave the end visible.
  useEffect(() => loadMoreIfNear(), [lane.tickets.length, lane.next, loading]);

  return (
    <section
      ref={setNodeRef}
      className={cx(
        css.lane,
        isOver && !isColumnDragged && css.over,
        landingSide && css[landingSide],
        isDragging && css.lifted,
      )}
      aria-label={t('laneLabel', { name, count })}
      data-lane={lane.laneId ?? 'none'}
    >
      <header
        ref={setHeadRef}
        className={cx(css.laneHead, menu !== null && css.movable)}
        onMouseDown={onMouseDown as MouseEventHandler | undefined}
        onTouchStart={onTouchStart as TouchEventHandler | undefined}
      >
        <LaneTitle name={name} color={color} />
        <Counter>{count}</Counter>
        <span className={css.grow} />
        {menu && <LaneMenu {...menu} />}
      </header>
      <div className={css.cards} ref={scroller} data-scroller>
        {lane.tickets.length === 0 && !landing && (
          <p className={css.none}>{t(lane.laneId === null ? 'noneEmpty' : 'laneEmpty')}</p>
        )}
        {lane.tickets.length > LONG ? (
          <LongList tickets={lane.tickets} card={card} scroller={scroller} />
        ) : (
          <ShortList tickets={lane.tickets} card={card} landing={landing} />
        )}
        {loading && <CardSkeleton />}
        {pageError !== undefined && <ErrorState compact text={errorText(pageError, language)} onRetry={onMore} />}
      </div>
    </section>
  );
}

const LaneTitle = ({ name, color }: { name: string; color: string | null }) => (
  <>
    <span
      className={cx(css.square, color === null ? css.noColour : 'c-mark')}
      style={color === null ? undefined : ({ '--c': color } as CSSProperties)}
    />
    <h2 title={name}>{name}</h2>
  </>
);

/** The head of a column while it is dragged. */
export const DraggedLane = ({ lane }: { lane: Pick<Tag, 'name' | 'color'> }) => (
  <div className={cx(css.laneHead, css.draggedLane)}>
    <LaneTitle name={lane.name} color={lane.color} />
  </div>
);

interface ListProps {
  tickets: readonly Ticket[];
  card: (ticket: Ticket) => ReactNode;
}

/** The slot shows where the card will land: lanes are sorted by time, not by the drop position. */
function ShortList({ tickets, card, landing }: ListProps & { landing: Ticket | null }) {
  const at = landing ? tickets.findIndex((other) => isBefore(landing, other)) : -1;
  const slot = (
    <li key="slot" className={css.place} aria-hidden="true">
      <div className={css.ghost} />
    </li>
  );
  return (
    <ul>
      {tickets.flatMap((ticket, index) => [
        ...(index === at ? [slot] : []),
        <li key={ticket.id} className={css.place}>
          {card(ticket)}
        </li>,
      ])}
      {landing && at < 0 && slot}
    </ul>
  );
}

function LongList({ tickets, card, scroller }: ListProps & { scroller: React.RefObject<HTMLDivElement | null> }) {
  const rows = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => scroller.current,
    getItemKey: (at) => tickets[at]!.id,
    estimateSize: () => CARD_PX,
    overscan: 4,
  });
  return (
    <ul style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((item) => (
        <li
          key={item.key}
          ref={rows.measureElement}
          data-index={item.index}
          className={cx(css.place, css.far)}
          style={{ transform: `translateY(${item.start}px)` }}
        >
          {card(tickets[item.index]!)}
        </li>
      ))}
    </ul>
  );
}

export const CardSkeleton = () => (
  <div className={css.skeleton} aria-hidden="true">
    <div className={css.who}>
      <Skeleton width={32} height={32} round />
      <div className={css.skeletonLines}>
        <Skeleton width="60%" height={14} />
        <Skeleton width="40%" />
      </div>
    </div>
    <Skeleton width="90%" />
    <Skeleton width="30%" height={16} />
  </div>
);
