/** The time left in the reply window. */
import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
/** From here on a warning is shown. */
export const WARN_MS = 6 * 60 * MINUTE_MS;

/** The current time, updated each minute while `isOn`. */
export function useEachMinute(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return;
    const refresh = () => setNow(Date.now());
    refresh();
    const tick = setInterval(refresh, MINUTE_MS);
    // Browsers suspend the timers of hidden pages.
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(tick);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [isOn]);
  return now;
}

/** Only the larger unit. */
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
