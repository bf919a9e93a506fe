/** A small month for narrow screens: dots for the dates of each day, which is listed below. */
import type { CSSProperties } from 'react';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/index.ts';
import css from './calendar.module.css';
import { daysFrom, daysOfMonth, isSameMonth, longDay, weekdayName } from './calendar-days.ts';
import { occurrenceKey, type Occurrence } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

const MAX_DOTS = 3;

export function PhoneMonth({
  day,
  today,
  byDay,
  onDay,
}: {
  day: string;
  today: string;
  byDay: ReadonlyMap<string, readonly Occurrence[]>;
  onDay: (day: string) => void;
}) {
  const t = useTexts(scheduleTexts);
  const language = useLanguage();
  const days = daysOfMonth(day);
  return (
    <div className={css.small}>
      <div className={css.smallRow} aria-hidden="true">
        {daysFrom(days[0]!, 7).map((weekday) => (
          <span key={weekday}>{weekdayName(weekday, language, 'narrow')}</span>
        ))}
      </div>
      <div className={css.smallRow}>
        {days.map((cellDay) => {
          const occurrences = byDay.get(cellDay) ?? [];
          const count = occurrences.length;
          const sends = count === 1 ? t('sendsOne') : t('sends', { count });
          return (
            <button
              key={cellDay}
              type="button"
              className={cx(
                css.smallDay,
                !isSameMonth(cellDay, day) && css.outside,
                cellDay === today && css.smallToday,
                cellDay === day && css.smallChosen,
              )}
              aria-label={t('dayLabel', { day: longDay(cellDay, language), sends })}
              aria-pressed={cellDay === day}
              data-day={cellDay}
              // Arrow keys choose another day.
              tabIndex={cellDay === day ? 0 : -1}
              onClick={() => onDay(cellDay)}
            >
              <span className="num">{Number(cellDay.slice(8))}</span>
              <span className={css.dots}>
                {occurrences.slice(0, MAX_DOTS).map((occurrence) => (
                  <i
                    key={occurrenceKey(occurrence)}
                    className={cx(
                      occurrence.state === 'failed' ? css.badDot : occurrence.queue ? 'c-mark' : css.plainDot,
                    )}
                    style={{ '--c': occurrence.queue?.color } as CSSProperties}
                  />
                ))}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
