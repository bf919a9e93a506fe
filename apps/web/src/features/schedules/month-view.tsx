/** A month in whole weeks. Chips are dragged to another day; the number of a day opens the day beside it. */
import { useState } from 'react';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/index.ts';
import css from './calendar.module.css';
import { daysFrom, daysOfMonth, isSameMonth, isWeekend, longDay, weekdayName } from './calendar-days.ts';
import { OccurrenceChip } from './occurrence-chip.tsx';
import { occurrenceKey, type Occurrence } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

export interface CalendarProps {
  day: string;
  today: string;
  now: Date;
  timeZone: string;
  byDay: ReadonlyMap<string, readonly Occurrence[]>;
  canMove: (occurrence: Occurrence) => boolean;
  onDay: (day: string) => void;
  onOpen: (occurrence: Occurrence) => void;
  /** To another day, at the same time. */
  onMove: (occurrence: Occurrence, day: string) => void;
}

/** Messages of a day in its cell; the others are shown beside the calendar. */
const MAX_SHOWN = 2;

export function MonthView(props: CalendarProps) {
  const { day, byDay } = props;
  const language = useLanguage();
  const [dragged, setDragged] = useState<Occurrence | null>(null);
  const days = daysOfMonth(day);
  const weeks = days.length / 7;
  return (
    <div className={css.month} role="table" aria-label={longDay(day, language)}>
      <div className={css.weekRow} role="row">
        {days.slice(0, 7).map((weekday) => (
          <span key={weekday} role="columnheader" className={css.weekday}>
            {weekdayName(weekday, language, 'short')}
          </span>
        ))}
      </div>
      {Array.from({ length: weeks }, (_, week) => (
        <div key={days[week * 7]} className={css.weekRow} role="row">
          {daysFrom(days[week * 7]!, 7).map((cellDay) => (
            <DayCell
              key={cellDay}
              {...props}
              cellDay={cellDay}
              occurrences={byDay.get(cellDay) ?? []}
              dragged={dragged}
              onDrag={setDragged}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface DayCellProps extends CalendarProps {
  cellDay: string;
  occurrences: readonly Occurrence[];
  dragged: Occurrence | null;
  onDrag: (occurrence: Occurrence | null) => void;
}

function DayCell({ cellDay, occurrences, dragged, onDrag, ...props }: DayCellProps) {
  const t = useTexts(scheduleTexts);
  const language = useLanguage();
  const [isOver, setIsOver] = useState(false);
  const { day, today, now, timeZone, canMove, onDay, onOpen, onMove } = props;
  const visible = occurrences.slice(0, MAX_SHOWN);
  const count = occurrences.length;
  const sends = count === 1 ? t('sendsOne') : t('sends', { count });
  return (
    <div
      role="cell"
      className={cx(
        css.cell,
        isWeekend(cellDay) && css.weekend,
        cellDay === day && css.chosen,
        isOver && dragged && css.target,
      )}
      onDragOver={(event) => {
        if (!dragged) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (dragged) onMove(dragged, cellDay);
        onDrag(null);
      }}
    >
      <span className={css.cellHead}>
        <button
          type="button"
          className={cx(
            css.dayNumber,
            'num',
            !isSameMonth(cellDay, day) && css.outside,
            cellDay === today && css.today,
          )}
          aria-label={t('dayLabel', { day: longDay(cellDay, language), sends })}
          aria-pressed={cellDay === day}
          data-day={cellDay}
          // Arrow keys choose another day.
          tabIndex={cellDay === day ? 0 : -1}
          onClick={() => onDay(cellDay)}
        >
          {Number(cellDay.slice(8))}
        </button>
        {count > visible.length && (
          <button type="button" className={css.moreButton} onClick={() => onDay(cellDay)}>
            {t('more', { count: count - visible.length })}
          </button>
        )}
      </span>
      {visible.map((occurrence) => (
        <OccurrenceChip
          key={occurrenceKey(occurrence)}
          occurrence={occurrence}
          timeZone={timeZone}
          now={now}
          canMove={canMove(occurrence)}
          onOpen={onOpen}
          onDrag={onDrag}
        />
      ))}
    </div>
  );
}
