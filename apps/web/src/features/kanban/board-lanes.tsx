/** The lanes side by side, and dragging cards between them. */
import { DndContext, DragOverlay, type DragEndEvent, type UniqueIdentifier } from '@dnd-kit/core';
import type { Tag } from '@balcao/contract/endpoints/tags';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { findCard, laneOf, type Board } from '../../entities/kanban/board.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Card, DraggedCard, nameOf } from './card.tsx';
import { laneUnder, useDrag } from './drag.ts';
import css from './kanban.module.css';
import { kanbanTexts } from './kanban.texts.ts';
import { dropId, Lane } from './lane.tsx';
import { LaneSwitcher } from './lane-switcher.tsx';
import { MoveMenu } from './move-menu.tsx';
import { usePhone } from './phone.ts';

export interface BoardLanesProps {
  board: Board;
  lanes: readonly Tag[];
  today: string;
  openUuid: string | undefined;
  fetching: ReadonlySet<number | null>;
  onOpen(ticket: Ticket): void;
  onMove(ticket: Ticket, lane: Tag | null): void;
  onMore(laneId: number | null): void;
  onEditLane(lane: Tag): void;
  /** After the last lane. */
  children?: ReactNode;
}

export function BoardLanes({
  board,
  lanes,
  today,
  openUuid,
  fetching,
  onOpen,
  onMove,
  onMore,
  onEditLane,
  children,
}: BoardLanesProps) {
  const t = useTexts(kanbanTexts);
  const canEdit = useCan('lane.manage');
  const phone = usePhone();
  const [dragged, setDragged] = useState<Ticket | null>(null);
  const [overId, setOver] = useState<UniqueIdentifier | null>(null);
  const [visibleLaneId, setVisibleLaneId] = useState<number | null>(null);
  // Nothing is announced before the card has left its lane: the announcement would be lost.
  const hasLeft = useRef(false);

  // After a move without the mouse the focus follows the card to its new lane.
  const root = useRef<HTMLDivElement>(null);
  const focusSelector = useRef<string | null>(null);
  useEffect(() => {
    const link =
      focusSelector.current === null ? null : root.current?.querySelector<HTMLElement>(focusSelector.current);
    if (!link) return;
    focusSelector.current = null;
    link.focus({ preventScroll: true });
  }, [board]);

  const labels = new Map(lanes.map((lane) => [lane.id, lane]));
  const onBoard = board.lanes.filter(({ laneId }) => laneId === null || labels.has(laneId));
  const nameOfLane = (laneId: number | null) =>
    (laneId === null ? undefined : labels.get(laneId)?.name) ?? t('withoutLane');
  const targetOf = (id: UniqueIdentifier | undefined) => onBoard.find(({ laneId }) => dropId(laneId) === id);
  const currentLaneId = (ticket: Ticket) => (labels.has(laneOf(ticket) ?? 0) ? laneOf(ticket) : null);

  const move = (ticket: Ticket, lane: Tag | null) => {
    if ((lane?.id ?? null) === currentLaneId(ticket)) return;
    focusSelector.current = `[data-lane="${lane?.id ?? 'none'}"] [data-card="${ticket.id}"] a`;
    onMove(ticket, lane);
  };
  const end = ({ over }: DragEndEvent) => {
    const target = targetOf(over?.id);
    if (dragged && target) move(dragged, target.laneId === null ? null : labels.get(target.laneId)!);
    setDragged(null);
    setOver(null);
  };
  const announce = (key: 'picked' | 'over' | 'dropped' | 'cancelled', laneId: number | null) =>
    dragged ? t(key, { name: nameOf(dragged.contact.name), lane: nameOfLane(laneId) }) : undefined;

  // A phone renders one lane at a time.
  const drawn = phone
    ? onBoard.filter(({ laneId }) => laneId === (targetOf(dropId(visibleLaneId))?.laneId ?? null))
    : onBoard;
  return (
    <DndContext
      sensors={useDrag()}
      collisionDetection={laneUnder}
      onDragStart={({ active }) => setDragged(findCard(board, Number(active.id)) ?? null)}
      onDragOver={({ over }) => setOver(over?.id ?? null)}
      onDragEnd={end}
      onDragCancel={() => {
        setDragged(null);
        setOver(null);
      }}
      accessibility={{
        screenReaderInstructions: { draggable: t('howToDrag') },
        announcements: {
          onDragStart: ({ active }) => {
            hasLeft.current = false;
            const ticket = findCard(board, Number(active.id));
            return (
              ticket && t('picked', { name: nameOf(ticket.contact.name), lane: nameOfLane(currentLaneId(ticket)) })
            );
          },
          onDragOver: ({ over }) => {
            const target = targetOf(over?.id);
            const isHome = target !== undefined && dragged !== null && target.laneId === currentLaneId(dragged);
            if (!hasLeft.current && (isHome || dragged === null)) return undefined;
            hasLeft.current = true;
            return target
              ? announce('over', target.laneId)
              : dragged
                ? t('nowhere', { name: nameOf(dragged.contact.name) })
                : undefined;
          },
          onDragEnd: ({ over }) => {
            const target = targetOf(over?.id);
            return target
              ? announce('dropped', target.laneId)
              : dragged
                ? announce('cancelled', currentLaneId(dragged))
                : undefined;
          },
          onDragCancel: () => (dragged ? announce('cancelled', currentLaneId(dragged)) : undefined),
        },
      }}
    >
      <div className={css.lanes} ref={root} data-board>
        {phone && (
          <LaneSwitcher
            lanes={onBoard.map(({ laneId, count }) => ({
              laneId,
              count,
              name: nameOfLane(laneId),
              color: laneId === null ? undefined : labels.get(laneId)!.color,
            }))}
            selectedLaneId={drawn[0]?.laneId ?? null}
            onChange={setVisibleLaneId}
          />
        )}
        {drawn.map((lane) => (
          <Lane
            key={lane.laneId ?? 'none'}
            lane={lane}
            name={nameOfLane(lane.laneId)}
            color={lane.laneId === null ? null : labels.get(lane.laneId)!.color}
            landing={
              dragged && overId === dropId(lane.laneId) && currentLaneId(dragged) !== lane.laneId ? dragged : null
            }
            loading={fetching.has(lane.laneId)}
            onMore={() => onMore(lane.laneId)}
            onEdit={lane.laneId !== null && canEdit ? () => onEditLane(labels.get(lane.laneId!)!) : null}
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
        ))}
        {children}
      </div>
      {/* The lane draws where the card lands; a drop animation would only disturb. */}
      <DragOverlay dropAnimation={null}>{dragged && <DraggedCard ticket={dragged} today={today} />}</DragOverlay>
    </DndContext>
  );
}
