import { formatTime } from '../../../lib/format.ts';

const MOST_KEPT = 5000;
const known = new Map<string, string>();

/** HH:mm of a message. Remembered: calendars are slow, and scrolling asks for the same minutes again and again. */
export function clockOf(at: string): string {
  const time = known.get(at) ?? formatTime(at);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(at, time);
  return time;
}
