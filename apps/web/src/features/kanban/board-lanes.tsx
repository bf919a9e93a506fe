/** The lanes side by side, dragging cards between them, and ordering them. */
import { DndContext, DragOverlay, type DragEndEvent, type UniqueIdentifier } from '@dnd-kit/core';
import type { Tag } from '@balcao/contract/endpoints/tags';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { findCard, laneOf, type Board, type Lane as LaneOfBoard } from '../../entities/kanban/board.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { useAnnouncements } from './announcements.ts';
import { Card, DraggedCard } from './card.tsx';
import { laneUnder, useDrag } from './drag.ts';
import css from './kanban.module.css';
import { kanbanTexts } from './kanban.texts.ts';
import { columnId, DraggedLane, dropId, Lane } from './lane.tsx';
import { type LaneMenuProps } from './lane-menu.tsx';
import { landingSide, useLaneOrder } from './lane-order.ts';
import { LaneSwitcher } from './lane-switcher.tsx';
import { MoveMenu } from './move-menu.tsx';
import { usePhone } from './phone.ts';

export interface BoardLanesProps {
  board: Board;
  lanes: readonly Tag[];
  today: string;
  openUuid: string | undefined;
  fetching: ReadonlySet<number | null>;
  /** Why the next page of a lane did not load; undefined if it did. */
  pageError(laneId: number | null): unknown;
  /** The lane that the user has just added. */
  revealedLaneId: number | null;
  onOpen(ticket: Ticket): void;
  onMove(ticket: Ticket, lane: Tag | null): void;
  onMore(laneId: number | null): void;
  onEditLane(lane: Tag): void;
  onManageLanes(): void;
  /** After the last lane. */
  children?: ReactNode;
}

export function BoardLanes({
  board,
  lanes,
  today,
  openUuid,
  fetching,
  pageError,
  revealedLaneId,
  onOpen,
  onMove,
  onMore,
  onEditLane,
  onManageLanes,
  children,
}: BoardLanesProps) {
  const t = useTexts(kanbanTexts);
  const canManage = useCan('lane.manage');
  const phone = usePhone();
  const order = useLaneOrder(lanes);
  const [dragged, setDragged] = useState<Ticket | null>(null);
  const [draggedLane, setDraggedLane] = useState<Tag | null>(null);
  const [overId, setOver] = useState<UniqueIdentifier | null>(null);
  const [visibleLaneId, setVisibleLaneId] = useState<number | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const focusAfterMove = useFocusAfterMove(root, board);

  const onBoard = columnsOf(board, lanes);
  const tagOf = (laneId: number | null) => lanes.find(({ id }) => id === laneId);
  const nameOfLane = (laneId: number | null) => tagOf(laneId)?.name ?? t('withoutLane');
  const targetOf = (id: UniqueIdentifier | null | undefined) => onBoard.find(({ laneId }) => dropId(laneId) === id);
  const currentLaneId = (ticket: Ticket) => tagOf(laneOf(ticket))?.id ?? null;
  const findDragged = (id: UniqueIdentifier) => findCard(board, Number(id));
  useRevealedLane(root, revealedLaneId, setVisibleLaneId);

  const move = (ticket: Ticket, lane: Tag | null) => {
    if ((lane?.id ?? null) === currentLaneId(ticket)) return;
    focusAfterMove(`[data-lane="${lane?.id ?? 'none'}"] [data-card="${ticket.id}"] a`);
    onMove(ticket, lane);
  };
  const stop = () => {
    setDragged(null);
    setDraggedLane(null);
    setOver(null);
  };
  const end = ({ over }: DragEndEvent) => {
    const target = targetOf(over?.id);
    if (dragged && target) move(dragged, tagOf(target.laneId) ?? null);
    if (draggedLane && target) order.move(draggedLane.id, target.laneId);
    stop();
  };
  const menuOf = (lane: Tag): LaneMenuProps => ({
    name: lane.name,
    onEdit: () => onEditLane(lane),
    onLeft: order.stepOf(lane.id, -1),
    onRight: order.stepOf(lane.id, 1),
    onManage: onManageLanes,
  });

  // A phone renders one lane at a time.
  const drawn = phone
    ? onBoard.filter(({ laneId }) => laneId === (targetOf(dropId(visibleLaneId))?.laneId ?? null))
    : onBoard;
  return (
    <DndContext
      sensors={useDrag()}
      collisionDetection={laneUnder}
      onDragStart={({ active }) => {
        setDragged(findDragged(active.id) ?? null);
        setDraggedLane(lanes.find(({ id }) => columnId(id) === active.id) ?? null);
      }}
      onDragOver={({ over }) => setOver(over?.id ?? null)}
      onDragEnd={end}
      onDragCancel={stop}
      accessibility={{
        screenReaderInstructions: { draggable: t('howToDrag') },
        announcements: useAnnouncements({ findDragged, targetOf, currentLaneId, nameOfLane }),
      }}
    >
      <div className={css.lanes} ref={root} data-board>
        {phone && (
          <LaneSwitcher
            lanes={onBoard.map(({ laneId, count }) => ({
              laneId,
              count,
              name: nameOfLane(laneId),
              color: tagOf(laneId)?.color,
            }))}
            selectedLaneId={drawn[0]?.laneId ?? null}
            onChange={setVisibleLaneId}
          />
        )}
        {drawn.map((lane) => {
          const tag = tagOf(lane.laneId);
          const isUnder = overId === dropId(lane.laneId);
          return (
            <Lane
              key={lane.laneId ?? 'none'}
              lane={lane}
              name={nameOfLane(lane.laneId)}
              color={tag?.color ?? null}
              landing={dragged && isUnder && currentLaneId(dragged) !== lane.laneId ? dragged : null}
              landingSide={draggedLane && isUnder ? landingSide(order.laneIds, draggedLane.id, lane.laneId) : null}
              isColumnDragged={draggedLane !== null}
              loading={fetching.has(lane.laneId)}
              pageError={pageError(lane.laneId)}
              onMore={() => onMore(lane.laneId)}
              menu={tag && canManage ? menuOf(tag) : null}
              card={(ticket) => (
                <Card
                  ticket={ticket}
                  today={today}
                  isOpen={ticket.uuid === openUuid}
                  onOpen={onOpen}
                  menu={<MoveMenu ticket={ticket} lanes={lanes} onMove={move} />}
                />
              )}
            />
          );
        })}
        {children}
      </div>
      {/* The lane draws where the card lands; a drop animation would only disturb. */}
      <DragOverlay dropAnimation={null}>
        {dragged && <DraggedCard ticket={dragged} today={today} />}
        {draggedLane && <DraggedLane lane={draggedLane} />}
      </DragOverlay>
    </DndContext>
  );
}

/** The column without a lane, then a column per lane; a lane that the board does not have yet is empty. */
function columnsOf(board: Board, lanes: readonly Tag[]): readonly LaneOfBoard[] {
  const columns = new Map(board.lanes.map((lane) => [lane.laneId, lane]));
  return [null, ...lanes.map(({ id }) => id)].map(
    (laneId) => columns.get(laneId) ?? { laneId, tickets: [], count: 0, next: null },
  );
}

/** After a move without the mouse the focus follows the card to its new lane. */
function useFocusAfterMove(root: RefObject<HTMLElement | null>, board: Board): (selector: string) => void {
  const selector = useRef<string | null>(null);
  useEffect(() => {
    const wanted = selector.current;
    // A long lane may not render the card: a later change of the board must not move the focus.
    selector.current = null;
    const focused = document.activeElement;
    const isElsewhere = focused !== null && focused !== document.body && !root.current?.contains(focused);
    if (wanted === null || isElsewhere) return;
    root.current?.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
  }, [root, board]);
  return (next) => {
    selector.current = next;
  };
}

/** Shows a column that the user has just added. */
function useRevealedLane(
  root: RefObject<HTMLElement | null>,
  laneId: number | null,
  onPhone: (laneId: number) => void,
): void {
  const show = useEffectEvent((id: number) => {
    onPhone(id);
    // Not in a browser without a layout.
    root.current?.querySelector(`[data-lane="${id}"]`)?.scrollIntoView?.({ inline: 'nearest', behavior: 'smooth' });
  });
  useEffect(() => {
    if (laneId !== null) show(laneId);
  }, [laneId]);
}
