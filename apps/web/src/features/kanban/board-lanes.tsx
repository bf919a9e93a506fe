/** The lanes side by side, and what happens while a card is carried from one to another. */
import { DndContext, DragOverlay, type DragEndEvent, type UniqueIdentifier } from '@dnd-kit/core';
import type { Tag } from '@balcao/contract/endpoints/tags';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { findCard, laneOf, type Board } from '../../entities/kanban/board.ts';
import { useMay } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Card, LiftedCard, nameOf } from './card.tsx';
import { laneUnder, useCarrying } from './dragging.ts';
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
  const mayEdit = useMay('lane.manage');
  const phone = usePhone();
  const [carried, setCarried] = useState<Ticket | null>(null);
  const [overId, setOver] = useState<UniqueIdentifier | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  // Until the card has left its lane there is nothing to say of it: that it was picked up would not be heard.
  const hasLeft = useRef(false);

  // Whoever moved a card without the mouse goes on from it, in its new place.
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const link = wanted.current === null ? null : root.current?.querySelector<HTMLElement>(wanted.current);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  }, [board]);

  const labels = new Map(lanes.map((lane) => [lane.id, lane]));
  const onBoard = board.lanes.filter(({ laneId }) => laneId === null || labels.has(laneId));
  const nameOfLane = (laneId: number | null) =>
    (laneId === null ? undefined : labels.get(laneId)?.name) ?? t('withoutLane');
  const targetOf = (id: UniqueIdentifier | undefined) => onBoard.find(({ laneId }) => dropId(laneId) === id);
  const standsIn = (ticket: Ticket) => (labels.has(laneOf(ticket) ?? 0) ? laneOf(ticket) : null);

  const move = (ticket: Ticket, lane: Tag | null) => {
    if ((lane?.id ?? null) === standsIn(ticket)) return;
    wanted.current = `[data-lane="${lane?.id ?? 'none'}"] [data-card="${ticket.id}"] a`;
    onMove(ticket, lane);
  };
  const end = ({ over }: DragEndEvent) => {
    const target = targetOf(over?.id);
    if (carried && target) move(carried, target.laneId === null ? null : labels.get(target.laneId)!);
    setCarried(null);
    setOver(null);
  };
  const says = (key: 'picked' | 'over' | 'dropped' | 'cancelled', laneId: number | null) =>
    carried ? t(key, { name: nameOf(carried.contact.name), lane: nameOfLane(laneId) }) : undefined;

  // What a phone cannot show is not there: one lane at a time.
  const drawn = phone ? onBoard.filter(({ laneId }) => laneId === (targetOf(dropId(shown))?.laneId ?? null)) : onBoard;
  return (
    <DndContext
      sensors={useCarrying()}
      collisionDetection={laneUnder}
      onDragStart={({ active }) => setCarried(findCard(board, Number(active.id)) ?? null)}
      onDragOver={({ over }) => setOver(over?.id ?? null)}
      onDragEnd={end}
      onDragCancel={() => {
        setCarried(null);
        setOver(null);
      }}
      accessibility={{
        screenReaderInstructions: { draggable: t('howToDrag') },
        announcements: {
          onDragStart: ({ active }) => {
            hasLeft.current = false;
            const ticket = findCard(board, Number(active.id));
            return ticket && t('picked', { name: nameOf(ticket.contact.name), lane: nameOfLane(standsIn(ticket)) });
          },
          onDragOver: ({ over }) => {
            const target = targetOf(over?.id);
            const isHome = target !== undefined && carried !== null && target.laneId === standsIn(carried);
            if (!hasLeft.current && (isHome || carried === null)) return undefined;
            hasLeft.current = true;
            return target
              ? says('over', target.laneId)
              : carried
                ? t('nowhere', { name: nameOf(carried.contact.name) })
                : undefined;
          },
          onDragEnd: ({ over }) => {
            const target = targetOf(over?.id);
            return target ? says('dropped', target.laneId) : carried ? says('cancelled', standsIn(carried)) : undefined;
          },
          onDragCancel: () => (carried ? says('cancelled', standsIn(carried)) : undefined),
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
              colour: laneId === null ? undefined : labels.get(laneId)!.color,
            }))}
            shown={drawn[0]?.laneId ?? null}
            onChange={setShown}
          />
        )}
        {drawn.map((lane) => (
          <Lane
            key={lane.laneId ?? 'none'}
            lane={lane}
            name={nameOfLane(lane.laneId)}
            colour={lane.laneId === null ? null : labels.get(lane.laneId)!.color}
            landing={carried && overId === dropId(lane.laneId) && standsIn(carried) !== lane.laneId ? carried : null}
            loading={fetching.has(lane.laneId)}
            onMore={() => onMore(lane.laneId)}
            onEdit={lane.laneId !== null && mayEdit ? () => onEditLane(labels.get(lane.laneId!)!) : null}
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
      {/* Where it lands is drawn by the lane itself; flying back there would only be in the way. */}
      <DragOverlay dropAnimation={null}>{carried && <LiftedCard ticket={carried} today={today} />}</DragOverlay>
    </DndContext>
  );
}
