import { DAY_MS } from '../kit/durations.ts';
import { delayAfter, type PaceSettings } from './pace.ts';
import { intervalsFrom, type SendingHours } from './sending-hours.ts';

interface Simulated {
  now: Date;
  count: number;
  pace: PaceSettings;
  hours: SendingHours;
  /** People within 24 hours; null without a limit. */
  perDay: number | null;
  random: () => number;
}
/** People are counted by slot of ten minutes. */
const SLOT_MS = 10 * 60_000;

/** Sends each message of a campaign in virtual time, and returns when. */
export function simulateSending({ now, count, pace, hours, perDay, random }: Simulated): Date[] {
  const intervals = intervalsFrom(hours, now);
  let interval = intervals.next().value;
  const times: number[] = [];
  const freeAgainAt = (sentAt: number) => Math.floor(sentAt / SLOT_MS) * SLOT_MS + DAY_MS + SLOT_MS;
  /** Those before it were sent more than 24 hours ago. */
  let firstCounted = 0;
  let sends = 0;
  for (let at = +now; times.length < count;) {
    while (interval && +interval.end <= at) interval = intervals.next().value;
    if (!interval) throw new Error('the simulated campaign has no end');
    at = Math.max(at, +interval.start);
    while (firstCounted < times.length && freeAgainAt(times[firstCounted]!) <= at) firstCounted += 1;
    if (perDay !== null && times.length - firstCounted >= perDay) {
      at = freeAgainAt(times[firstCounted]!);
      continue;
    }
    times.push(at);
    const { delayMs, sendsSincePause } = delayAfter(pace, { sends: sends + 1, random: random() });
    sends = sendsSincePause;
    at += delayMs;
  }
  return times.map((at) => new Date(at));
}
