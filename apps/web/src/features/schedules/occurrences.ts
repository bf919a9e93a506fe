/** What the calendar says about one date of a schedule. */
import type { ScheduleOccurrence } from '@balcao/contract/endpoints/schedules';
import { LATE_AFTER_SECONDS } from '@balcao/domain/schedule/run';
import { errorText } from '../../lib/error-text.ts';
import { formatDay } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import type { IconName } from '../../ui/index.ts';
import { scheduleTexts } from './schedules.texts.ts';

export type Occurrence = ScheduleOccurrence;
export type Tone = 'success' | 'neutral' | 'danger' | 'warn' | 'info';
export interface StateView {
  label: string;
  /** Why, when, or how late; empty when there is nothing to add. */
  detail: string;
  tone: Tone;
  icon: IconName | null;
}

export const occurrenceKey = ({ scheduleId, run, at }: Occurrence): string => `${scheduleId} ${run ?? at}`;
export const isLate = ({ state, lateSeconds }: Occurrence): boolean =>
  state === 'sent' && lateSeconds > LATE_AFTER_SECONDS;

const READ = 4;
const DELIVERED = 3;

/** State and detail of a date, in the reader's language. */
export function useStateView(): (occurrence: Occurrence, now: Date) => StateView {
  const t = useTexts(scheduleTexts);
  const language = useLanguage();
  const durationOf = (seconds: number): string => {
    const minutes = Math.round(seconds / 60);
    if (minutes < 60) return t('minutes', { n: minutes });
    const hours = Math.round(minutes / 60);
    return hours < 48 ? t('hours', { n: hours }) : t('days', { n: Math.round(hours / 24) });
  };
  return (occurrence, now) => {
    const { state, ack, error, lateSeconds, at, movedFrom } = occurrence;
    switch (state) {
      case 'sent': {
        const receipt =
          ack !== null && ack >= READ ? t('read') : ack !== null && ack >= DELIVERED ? t('delivered') : '';
        if (!isLate(occurrence)) return { label: t('sent'), detail: receipt, tone: 'success', icon: 'check' };
        const late = t('lateBy', { time: durationOf(lateSeconds) });
        return { label: t('late'), detail: late, tone: 'warn', icon: 'clock' };
      }
      case 'failed':
        return { label: t('failed'), detail: errorText(error, language), tone: 'danger', icon: 'alert' };
      case 'superseded':
        return { label: t('superseded'), detail: t('supersededWhy'), tone: 'neutral', icon: 'minus' };
      case 'cancelled':
        return { label: t('cancelled'), detail: t('cancelledWhy'), tone: 'neutral', icon: 'x' };
      case 'scheduled': {
        const seconds = (Date.parse(at) - +now) / 1000;
        const soon = seconds <= 30 ? t('now') : t('inTime', { time: durationOf(seconds) });
        const detail = movedFrom === null ? soon : t('movedFrom', { day: formatDay(movedFrom).slice(0, 5) });
        return { label: t('scheduled'), detail, tone: 'info', icon: null };
      }
    }
  };
}

/** First name and initial: “Helena P.”. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const last = rest.findLast((part) => /^\p{Lu}/u.test(part));
  return last ? `${first} ${last.charAt(0)}.` : first;
}
