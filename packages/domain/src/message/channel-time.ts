/** Phones with a wrong clock are days or months ahead; further ahead is no time at all. */
const MAX_AHEAD_MS = 366 * 24 * 3_600_000;

/**
 * The time at which the channel says a message was sent, as it is, even if the sender's clock is wrong. A missing time
 * (0), an unreadable one and one more than a year ahead become now.
 */
export function channelTime(text: string, now: Date): Date {
  const time = new Date(text);
  return +time > 0 && +time <= +now + MAX_AHEAD_MS ? time : now;
}
