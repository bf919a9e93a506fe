/** The order of the columns: by dragging a column's head, or from its menu. */
import type { Tag } from '@balcao/contract/endpoints/tags';
import { useOrderLanes } from '../../entities/tags/tags.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { kanbanTexts } from './kanban.texts.ts';

/** Where the dragged column lands, seen from the column under the pointer. */
export type LandingSide = 'before' | 'after' | null;

/** The ids with `laneId` where `targetId` is now; null is the column without a lane, which stays the first. */
export function movedLaneIds(laneIds: readonly number[], laneId: number, targetId: number | null): number[] {
  const others = laneIds.filter((id) => id !== laneId);
  const to = targetId === null ? 0 : laneIds.indexOf(targetId);
  return others.toSpliced(to, 0, laneId);
}

export function landingSide(laneIds: readonly number[], laneId: number, targetId: number | null): LandingSide {
  if (laneId === targetId) return null;
  if (targetId === null) return laneIds[0] === laneId ? null : 'after';
  return laneIds.indexOf(laneId) < laneIds.indexOf(targetId) ? 'after' : 'before';
}

export function useLaneOrder(lanes: readonly Tag[]) {
  const t = useTexts(kanbanTexts);
  const toast = useToast();
  const order = useOrderLanes();
  const laneIds = lanes.map(({ id }) => id);
  const move = (laneId: number, targetId: number | null) => {
    const next = movedLaneIds(laneIds, laneId, targetId);
    if (next.every((id, at) => id === laneIds[at])) return;
    const name = lanes.find(({ id }) => id === laneId)!.name;
    order.mutate(next, {
      onSuccess: () => toast.done(t('laneMoved', { name, position: next.indexOf(laneId) + 1, count: next.length })),
      onError: toast.failed,
    });
  };
  /** One step to the left or right; undefined at the end. */
  const stepOf = (laneId: number, step: -1 | 1) => {
    const neighborId = laneIds[laneIds.indexOf(laneId) + step];
    return neighborId === undefined ? undefined : () => move(laneId, neighborId);
  };
  return { laneIds, move, stepOf };
}
