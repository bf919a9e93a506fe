import { countViolation, type LiveSocket } from '../../infrastructure/realtime/socket.ts';

/** A hurried user opens ten conversations in ten seconds; only a program sends more events than this. */
const EVENT_WINDOW_MS = 10_000;
const MAX_EVENTS_PER_WINDOW = 60;

/** Counts an event that causes a lookup; true above the limit. */
export function isFlooding(socket: LiveSocket, now: number): boolean {
  const { eventWindow } = socket.data;
  if (now - eventWindow.since > EVENT_WINDOW_MS) socket.data.eventWindow = { since: now, count: 0 };
  const isOverLimit = ++socket.data.eventWindow.count > MAX_EVENTS_PER_WINDOW;
  if (isOverLimit) countViolation(socket);
  return isOverLimit;
}
