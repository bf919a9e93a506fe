export interface WorkHours {
  /** HH:mm, in the company's time zone. */
  startWork: string;
  endWork: string;
}

/** Equal times mean all day; a start after the end runs over midnight. Both ends belong to the working time. */
export function isWorking({ startWork, endWork }: WorkHours, clockTime: string): boolean {
  if (startWork === endWork) return true;
  if (startWork < endWork) return startWork <= clockTime && clockTime <= endWork;
  return clockTime >= startWork || clockTime <= endWork;
}

/** HH:mm at this moment on a clock of that zone. */
export function clockTimeIn(timeZone: string, now: Date): string {
  return clock(timeZone).format(now);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clock(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  // 'en-GB' with h23: midnight is 00:00, never 24:00.
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, formatter);
  return formatter;
}
