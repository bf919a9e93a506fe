/** Dragging a card with the mouse, by touch, or with the arrow keys from lane to lane. */
import {
  closestCenter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
} from '@dnd-kit/core';

/** A click is no drag, and neither is scrolling by touch. */
const MOUSE = { activationConstraint: { distance: 6 } };
const TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } };
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

/** One step sideways is one lane; up and down do nothing, because the order within a lane is fixed. */
const moveByLane: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = event.code === 'ArrowRight' ? 1 : event.code === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return undefined;
  event.preventDefault();
  const lanes = [...context.droppableRects].toSorted(([, a], [, b]) => a.left - b.left);
  const currentIndex = lanes.findIndex(([id]) => id === context.over?.id);
  const next = lanes[Math.min(Math.max(currentIndex + step, 0), lanes.length - 1)];
  return next ? { x: next[1].left + 8, y: next[1].top + 56 } : currentCoordinates;
};
const BY_KEYS = { coordinateGetter: moveByLane, keyboardCodes: KEYS };

export const useDrag = () =>
  useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH), useSensor(KeyboardSensor, BY_KEYS));

/** The lane under the pointer; for the keyboard the nearest one. */
export const laneUnder: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);
