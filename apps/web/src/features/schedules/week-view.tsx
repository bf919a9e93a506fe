/** A week by hours. A chip is dragged to another day; its time is changed in the form. */
import { Fragment, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../lib/language.tsx';
import { cx } from '../../ui/index.ts';
import css from './calendar.module.css';
import { daysOfWeek, isWeekend, localTime, weekdayName } from './calendar-days.ts';
import type { CalendarProps } from './month-view.tsx';
import { OccurrenceChip } from './occurrence-chip.tsx';
import { occurrenceKey, type Occurrence } from './occurrences.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The hour at the top when the view opens, unless a message is sent earlier. */
const FIRST_HOUR = 8;
const HOUR_PX = 43;

export function WeekView({ day, today, now, timeZone, byDay, canMove, onOpen, onMove }: CalendarProps) {
  const language = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Occurrence | null>(null);
  const days = daysOfWeek(day);
  const hourNow = Number(localTime(now, timeZone).slice(0, 2));
  const hourOf = (at: string): number => Number(localTime(at, timeZone).slice(0, 2));
  const firstHour = Math.min(
    FIRST_HOUR,
    ...days.flatMap((cellDay) => byDay.get(cellDay) ?? []).map(({ at }) => hourOf(at)),
  );
  useEffect(() => {
    scroller.current?.scrollTo({ top: firstHour * HOUR_PX });
  }, [firstHour]);
  const at = (cellDay: string, hour: number) =>
    (byDay.get(cellDay) ?? []).filter(({ at: instant }) => hourOf(instant) === hour);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard too
    <div className={css.week} ref={scroller} tabIndex={0} role="group" aria-label={weekdayName(day, language, 'short')}>
      <div className={css.weekHead}>
        <span />
        {days.map((cellDay) => (
          <span key={cellDay}>
            {weekdayName(cellDay, language, 'short')}
            <b className={cx('num', css.dayNumber, cellDay === today && css.today)}>{Number(cellDay.slice(8))}</b>
          </span>
        ))}
      </div>
      <div className={css.weekGrid}>
        {HOURS.map((hour) => (
          <Fragment key={hour}>
            <span className={cx(css.hourLabel, 'num')}>{String(hour).padStart(2, '0')}:00</span>
            {days.map((cellDay) => (
              <div
                key={cellDay}
                className={cx(
                  css.hourCell,
                  isWeekend(cellDay) && css.weekend,
                  cellDay === today && hour === hourNow && css.nowCell,
                )}
                onDragOver={(event) => dragged && event.preventDefault()}
                onDrop={(event) => {
                  event.preventDefault();
                  if (dragged) onMove(dragged, cellDay);
                  setDragged(null);
                }}
              >
                {at(cellDay, hour).map((occurrence) => (
                  <OccurrenceChip
                    key={occurrenceKey(occurrence)}
                    occurrence={occurrence}
                    timeZone={timeZone}
                    now={now}
                    tall
                    canMove={canMove(occurrence)}
                    onOpen={onOpen}
                    onDrag={setDragged}
                  />
                ))}
              </div>
            ))}
          </Fragment>
        ))}
      </div>
    </div>
  );
}
