/** What is left of the time in which a channel takes free text. */
import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
/** From here on it is pressing. */
export const WARN_MS = 6 * 60 * MINUTE_MS;

/** Now, looked at each minute while something is on. */
export function useEachMinute(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return;
    const refresh = () => setNow(Date.now());
    refresh();
    const tick = setInterval(refresh, MINUTE_MS);
    // A browser lets the clocks of hidden pages sleep.
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(tick);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [isOn]);
  return now;
}

/** The larger part of it alone. */
export const hoursLeft = (
  remainingMs: number,
  t: (key: 'onlyHours' | 'minutes', values: Record<string, number>) => string,
) =>
  remainingMs < 60 * MINUTE_MS
    ? t('minutes', { minutes: Math.max(1, Math.floor(remainingMs / MINUTE_MS)) })
    : t('onlyHours', { hours: Math.floor(remainingMs / (60 * MINUTE_MS)) });

export function remainingText(
  remainingMs: number,
  t: (key: 'hours' | 'minutes', values: Record<string, number>) => string,
): string {
  const minutes = Math.max(1, Math.floor(remainingMs / MINUTE_MS));
  return minutes < 60
    ? t('minutes', { minutes })
    : t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
