import type { endpoints, ParsedRequest } from '@balcao/contract';
import type { LanePage } from './board.store.ts';
import type { Board, BoardQuery } from './board.ts';

type KanbanQuery = ParsedRequest<typeof endpoints.tickets.kanban>['query'];
type BoardPage<View> = Omit<Awaited<ReturnType<Board['get']>>, 'tickets'> & { tickets: View[] };

/** `startDate` and `dateStart` are two names of the same field. */
export const parseBoardQuery = (query: KanbanQuery): BoardQuery => ({
  queueIds: query.queueIds,
  from: query.startDate ?? query.dateStart,
  to: query.endDate ?? query.dateEnd,
});

/** Undefined without `laneId`: the first page of every lane. */
export function parseLanePage({ laneId, after }: KanbanQuery): LanePage | undefined {
  if (laneId === undefined) return undefined;
  const [micros, id] = after?.split('.') ?? [];
  return { laneId, after: micros === undefined ? undefined : { micros, id: Number(id) } };
}

export const presentBoard = <View>(board: BoardPage<View>) => ({
  ...board,
  count: board.lanes.reduce((sum, lane) => sum + lane.count, 0),
  hasMore: board.lanes.some((lane) => lane.next !== null),
});
