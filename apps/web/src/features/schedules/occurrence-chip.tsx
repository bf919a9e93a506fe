/** One date in a cell of the calendar: a button, which can be dragged to another day while it is ahead. */
import type { CSSProperties, DragEvent } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon } from '../../ui/index.ts';
import css from './calendar.module.css';
import { localTime } from './calendar-days.ts';
import { isLate, shortName, useStateView, type Occurrence } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

export interface ChipProps {
  occurrence: Occurrence;
  timeZone: string;
  now: Date;
  /** With the text of the message, in the week view. */
  tall?: boolean;
  style?: CSSProperties;
  canMove: boolean;
  onOpen: (occurrence: Occurrence) => void;
  onDrag: (occurrence: Occurrence | null) => void;
}

export function OccurrenceChip({ occurrence, timeZone, now, tall, style, canMove, onOpen, onDrag }: ChipProps) {
  const t = useTexts(scheduleTexts);
  const stateOf = useStateView();
  const { label, detail, icon } = stateOf(occurrence, now);
  const { state, queue, contact, repeats, body } = occurrence;
  const name = contact?.name ?? t('noContact');
  const time = localTime(occurrence.at, timeZone);
  const isAhead = state === 'scheduled';
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', name);
    onDrag(occurrence);
  };
  const mark = icon ?? (repeats ? ('repeat' as const) : null);
  return (
    <button
      type="button"
      className={cx(
        css.chip,
        tall && css.tall,
        css[state],
        isLate(occurrence) && css.late,
        isAhead && (queue ? 'c-chip' : css.plain),
      )}
      style={{ ...style, ...(queue ? { '--c': queue.color } : {}) }}
      aria-label={[time, name, label, detail, tall && body].filter(Boolean).join(', ')}
      title={`${time} ${name} · ${[label, detail].filter(Boolean).join(', ')}`}
      draggable={canMove}
      onDragStart={start}
      onDragEnd={() => onDrag(null)}
      onClick={() => onOpen(occurrence)}
    >
      <span className={css.chipHead}>
        <span className="num">{time}</span> <span className={css.chipName}>{shortName(name)}</span>
        {mark && <Icon name={mark} size={12} />}
      </span>
      {/* Drawn by the style sheet: as text it would have to follow the name in the label. */}
      {tall && <span className={css.chipText} data-drawn={body} aria-hidden="true" />}
    </button>
  );
}
