import type { Tag } from '@balcao/contract/endpoints/tags';
import type { NewTag } from '../../infrastructure/db/schema/tags.ts';
import type { CountedTag } from './tags.store.ts';

export const presentTag = (row: CountedTag): Tag => ({
  id: row.id,
  name: row.name,
  color: row.color,
  kanban: row.isLane ? 1 : 0,
  timeLane: row.laneMinutes,
  nextLaneId: row.nextLaneId,
  rollbackLaneId: row.rollbackLaneId,
  greetingMessageLane: row.laneGreeting,
  userId: row.createdBy,
  contacts: [],
  contactsCount: row.contactsCount ?? 0,
  ticketTags: (row.ticketIds ?? []).map((ticketId) => ({ ticketId })),
  ticketsCount: row.ticketsCount ?? 0,
});

interface WireFields {
  kanban?: 0 | 1 | undefined;
  timeLane?: number | undefined;
  greetingMessageLane?: string | undefined;
}
/** Only the given fields: a missing field keeps its value. */
export const parseTag = <D extends WireFields>({ kanban, timeLane, greetingMessageLane, ...same }: D) =>
  ({
    ...same,
    ...(kanban !== undefined && { isLane: kanban === 1 }),
    ...(timeLane !== undefined && { laneMinutes: timeLane }),
    ...(greetingMessageLane !== undefined && { laneGreeting: greetingMessageLane }),
  }) as Omit<D, keyof WireFields> & Pick<NewTag, 'isLane' | 'laneMinutes' | 'laneGreeting'>;

export const parseKanban = (kanban: 0 | 1 | undefined) => (kanban === undefined ? undefined : kanban === 1);
