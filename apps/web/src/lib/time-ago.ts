/** When something happened, as people say it: «há 3 min», «ontem, 18:02». */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@balcao/domain/kit/durations';
import { useNowBy } from './clock.ts';
import { formatDate, formatDateTime, formatTime } from './format.ts';
import { timeAgoTexts } from './time-ago.texts.ts';
import { useTexts } from './use-texts.ts';

/** Seconds are shown in steps, so that a list does not change every second. */
const STEP_MS = 5 * SECOND_MS;

/** The elapsed time of the same day, yesterday with its time, earlier days as date and time. */
export function useTimeAgo(): (at: string) => string {
  const t = useTexts(timeAgoTexts);
  const now = useNowBy(STEP_MS);
  return (at) => {
    const elapsed = Math.max(0, now - Date.parse(at));
    if (elapsed < MINUTE_MS) return t('seconds', { n: Math.floor(elapsed / SECOND_MS) });
    if (elapsed < HOUR_MS) return t('minutes', { n: Math.floor(elapsed / MINUTE_MS) });
    if (formatDate(at) === formatDate(now)) return t('hours', { n: Math.floor(elapsed / HOUR_MS) });
    if (formatDate(at) === formatDate(now - DAY_MS)) return t('yesterday', { time: formatTime(at) });
    return formatDateTime(at);
  };
}
