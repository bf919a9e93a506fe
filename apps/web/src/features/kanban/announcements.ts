/** What a screen reader announces while a card is dragged. */
import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useRef } from 'react';
import type { Lane } from '../../entities/kanban/board.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { nameOf } from './card.tsx';
import { kanbanTexts } from './kanban.texts.ts';

interface AnnouncedDrag {
  /** Undefined while a column is dragged. */
  findDragged(id: UniqueIdentifier): Ticket | undefined;
  targetOf(id: UniqueIdentifier | undefined): Lane | undefined;
  currentLaneId(ticket: Ticket): number | null;
  nameOfLane(laneId: number | null): string;
}

export function useAnnouncements({ findDragged, targetOf, currentLaneId, nameOfLane }: AnnouncedDrag): Announcements {
  const t = useTexts(kanbanTexts);
  // Nothing is announced before the card has left its lane: the announcement would be lost.
  const hasLeft = useRef(false);
  const announce = (key: 'picked' | 'over' | 'dropped' | 'cancelled', ticket: Ticket, laneId: number | null) =>
    t(key, { name: nameOf(ticket.contact.name), lane: nameOfLane(laneId) });
  const announceHome = (key: 'picked' | 'cancelled', id: UniqueIdentifier) => {
    const ticket = findDragged(id);
    return ticket && announce(key, ticket, currentLaneId(ticket));
  };
  return {
    onDragStart: ({ active }) => {
      hasLeft.current = false;
      return announceHome('picked', active.id);
    },
    onDragOver: ({ active, over }) => {
      const ticket = findDragged(active.id);
      const target = targetOf(over?.id);
      if (!ticket || (!hasLeft.current && target?.laneId === currentLaneId(ticket))) return undefined;
      hasLeft.current = true;
      return target ? announce('over', ticket, target.laneId) : t('nowhere', { name: nameOf(ticket.contact.name) });
    },
    onDragEnd: ({ active, over }) => {
      const ticket = findDragged(active.id);
      const target = targetOf(over?.id);
      return ticket && target ? announce('dropped', ticket, target.laneId) : announceHome('cancelled', active.id);
    },
    onDragCancel: ({ active }) => announceHome('cancelled', active.id),
  };
}
