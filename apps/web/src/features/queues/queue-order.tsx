/** Position of a queue in the customer's menu, changed by dragging the handle or with the arrow keys. */
import type { Queue } from '@balcao/contract/endpoints/queues';
import {
  closestCenter,
  DndContext,
  DragOverlay,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { useState, type ReactNode } from 'react';
import { useOrderQueues } from '../../entities/queues/queues.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { arrowMove } from '../../ui/arrow-move.ts';
import { ColorDot, cx, Icon, useToast } from '../../ui/index.ts';
import { DRAG_FROM_PX, silent } from './drag-settings.ts';
import css from './queues.module.css';
import { queueTexts } from './queues.texts.ts';

export function QueueOrder({
  queues,
  children,
}: {
  queues: readonly Queue[];
  children: (move: (queue: Queue, by: 1 | -1) => void) => ReactNode;
}) {
  const t = useTexts(queueTexts);
  const toast = useToast();
  const { mutate: order } = useOrderQueues();
  const [dragged, setDragged] = useState<Queue | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }));

  const put = (queue: Queue, to: number) => {
    const from = queues.indexOf(queue);
    if (from === to || to < 0 || to >= queues.length) return;
    const next = queues.toSpliced(from, 1).toSpliced(to, 0, queue);
    setAnnouncement(t('movedTo', { name: queue.name, place: to + 1, count: queues.length }));
    order(next, { onError: toast.failed });
  };
  const drop = ({ over }: DragEndEvent) => {
    if (dragged && over)
      put(
        dragged,
        queues.findIndex(({ id }) => id === over.id),
      );
    setDragged(null);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDragged(queues.find(({ id }) => id === active.id) ?? null)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
      accessibility={silent}
    >
      {children((queue, by) => put(queue, queues.indexOf(queue) + by))}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className={css.held}>
            <ColorDot color={dragged.color} />
            {dragged.name}
          </span>
        )}
      </DragOverlay>
      <span className="sr" role="status">
        {announcement}
      </span>
    </DndContext>
  );
}

export function OrderHandle({ queue, onMove }: { queue: Queue; onMove: (by: 1 | -1) => void }) {
  const t = useTexts(queueTexts);
  const { setNodeRef: drag, listeners, isDragging } = useDraggable({ id: queue.id });
  const { setNodeRef: drop, isOver } = useDroppable({ id: queue.id });
  return (
    <button
      type="button"
      ref={(node) => {
        drag(node);
        drop(node);
      }}
      className={cx(css.handle, isDragging && css.lifted, isOver && !isDragging && css.over)}
      aria-label={t('moveNamed', { name: queue.name })}
      {...listeners}
      onKeyDown={arrowMove(onMove)}
    >
      <Icon name="grip" size={16} />
    </button>
  );
}
