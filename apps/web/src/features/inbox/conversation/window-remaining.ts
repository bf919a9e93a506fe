/** The time left in the reply window. */
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { useEffect, useState } from 'react';

/** From here on a warning is shown. */
export const WARN_MS = 6 * 60 * MINUTE_MS;

/** On Messenger and Instagram agents may answer longer than the bot: seven days instead of 24 hours. */
export const hasAgentWindow = ({ channel }: { channel: string }): boolean =>
  channel === 'instagram' || channel === 'facebook';

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

export function remainingText(
  remainingMs: number,
  t: (key: 'hours' | 'minutes', values: Record<string, number>) => string,
): string {
  const minutes = Math.max(1, Math.floor(remainingMs / MINUTE_MS));
  return minutes < 60
    ? t('minutes', { minutes })
    : t('hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
