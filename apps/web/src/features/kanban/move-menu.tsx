import type { Tag } from '@balcao/contract/endpoints/tags';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { laneOf } from '../../entities/kanban/board.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ColorDot, IconButton, Menu } from '../../ui/index.ts';
import { nameOf } from './card.tsx';
import { kanbanTexts } from './kanban.texts.ts';

/** Moves a card without dragging: the lanes by name. */
export function MoveMenu({
  ticket,
  lanes,
  onMove,
}: {
  ticket: Ticket;
  lanes: readonly Tag[];
  onMove(ticket: Ticket, lane: Tag | null): void;
}) {
  const t = useTexts(kanbanTexts);
  const at = laneOf(ticket);
  const isInLane = lanes.some(({ id }) => id === at);
  return (
    <Menu
      heading={t('moveTo')}
      target={<IconButton icon="more" label={t('moveCard', { name: nameOf(ticket.contact.name) })} tip={false} />}
      items={[
        { key: 'none', label: t('withoutLane'), chosen: !isInLane, onClick: () => onMove(ticket, null) },
        ...lanes.map((lane) => ({
          key: String(lane.id),
          label: lane.name,
          glyph: <ColorDot color={lane.color} />,
          chosen: lane.id === at,
          onClick: () => onMove(ticket, lane),
        })),
      ]}
    />
  );
}
