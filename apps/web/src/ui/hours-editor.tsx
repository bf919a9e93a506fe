/** A week of business hours: each day open or closed, two shifts, copyable to other days. Labels are props. */
import { useId, useRef, useState, type FocusEvent } from 'react';
import { IconButton } from './button.tsx';
import css from './hours-editor.module.css';
import {
  hoursErrorOf,
  isOvernight,
  isClosed,
  shiftTimes,
  type DayHours,
  type HoursError,
  type ShiftTime,
  type Weekday,
} from './hours.ts';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';
import { Switch } from './switches.tsx';
import { TimeField } from './time-field.tsx';

export interface HoursLabels {
  days: Record<Weekday, string>;
  shiftA: string;
  shiftB: string;
  /** Between start and end of a shift. */
  to: string;
  closed: string;
  /** The full label of each field, for screen readers. */
  time: (at: ShiftTime, day: string) => string;
  opens: (day: string) => string;
  copy: (day: string) => string;
  copyToAll: string;
  copyToWorkdays: string;
  /** Below a day with a shift that ends on the next day. */
  overnight: string;
  errors: Record<HoursError, string>;
}

export interface HoursEditorProps {
  label: string;
  labels: HoursLabels;
  value: readonly DayHours[];
  onChange: (week: DayHours[]) => void;
  /** An attempt to save was made: errors are shown on all days, also untouched ones. */
  checked?: boolean;
  disabled?: boolean;
}

type Times = Pick<DayHours, ShiftTime>;
const USUAL: Times = { startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' };
const CLOSED: Times = { startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' };
const isWorkday = ({ weekdayEn }: DayHours) => weekdayEn !== 'saturday' && weekdayEn !== 'sunday';

export function HoursEditor({ label, labels, value, onChange, checked = false, disabled = false }: HoursEditorProps) {
  const [touchedDays, setTouchedDays] = useState<ReadonlySet<Weekday>>(new Set());
  // A day closed by mistake reopens with its times.
  const before = useRef(new Map<Weekday, Times>());

  const change = (which: (day: DayHours) => boolean, part: Partial<Times>) =>
    onChange(value.map((day) => (which(day) ? { ...day, ...part } : day)));
  const toggle = (day: DayHours, open: boolean) => {
    if (!open) before.current.set(day.weekdayEn, timesOf(day));
    change(
      ({ weekdayEn }) => weekdayEn === day.weekdayEn,
      open ? (before.current.get(day.weekdayEn) ?? USUAL) : CLOSED,
    );
  };

  return (
    <div className={css.week} role="group" aria-label={label}>
      <div className={css.heads} aria-hidden="true">
        <span>{labels.shiftA}</span>
        <span>{labels.shiftB}</span>
      </div>
      {value.map((day) => (
        <Day
          key={day.weekdayEn}
          day={day}
          labels={labels}
          checked={checked || touchedDays.has(day.weekdayEn)}
          disabled={disabled}
          onToggle={(open) => toggle(day, open)}
          onTime={(at, time) => change(({ weekdayEn }) => weekdayEn === day.weekdayEn, { [at]: time })}
          onCopy={(which) => change(which, timesOf(day))}
          onLeave={() => setTouchedDays((days) => new Set(days).add(day.weekdayEn))}
        />
      ))}
    </div>
  );
}

interface DayProps {
  day: DayHours;
  labels: HoursLabels;
  checked: boolean;
  disabled: boolean;
  onToggle: (open: boolean) => void;
  onTime: (at: ShiftTime, time: string) => void;
  onCopy: (which: (day: DayHours) => boolean) => void;
  onLeave: () => void;
}

function Day({ day, labels, checked, disabled, onToggle, onTime, onCopy, onLeave }: DayProps) {
  const name = labels.days[day.weekdayEn];
  // A day whose fields are emptied one by one stays open until its fields lose the focus.
  const [isEditing, setIsEditing] = useState(false);
  const open = !isClosed(day) || isEditing;
  const wrong = checked && !(isEditing && isClosed(day)) ? hoursErrorOf(day) : null;
  const errorId = useId();

  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setIsEditing(false);
    onLeave();
  };

  return (
    <div className={css.day} role="group" aria-label={name} onBlur={leave}>
      <span className={css.name}>
        <Switch
          checked={open}
          label={labels.opens(name)}
          disabled={disabled}
          onChange={(on) => {
            setIsEditing(false);
            onToggle(on);
          }}
        />
        <span aria-hidden="true">{name}</span>
      </span>
      {open ? (
        shiftTimes.map((at) => (
          <span key={at} className={css[at]}>
            <TimeField
              label={labels.time(at, name)}
              value={day[at]}
              disabled={disabled}
              onFocus={() => setIsEditing(true)}
              onChange={(event) => onTime(at, event.target.value)}
              aria-invalid={wrong?.at === at || undefined}
              aria-describedby={wrong?.at === at ? errorId : undefined}
            />
          </span>
        ))
      ) : (
        <span className={css.closed}>{labels.closed}</span>
      )}
      {open && (
        <>
          <span className={css.toA} aria-hidden="true">
            {labels.to}
          </span>
          <span className={css.toB} aria-hidden="true">
            {labels.to}
          </span>
        </>
      )}
      <span className={css.copy}>
        <Menu
          target={<IconButton icon="copy" label={labels.copy(name)} tip={false} disabled={disabled} />}
          items={[
            { key: 'workdays', label: labels.copyToWorkdays, onClick: () => onCopy(isWorkday) },
            { key: 'all', label: labels.copyToAll, onClick: () => onCopy(() => true) },
          ]}
        />
      </span>
      {wrong && (
        <span className={css.error} id={errorId} role="alert">
          <Icon name="alert" size={14} />
          {labels.errors[wrong.error]}
        </span>
      )}
      {!wrong && (isOvernight(day, 'A') || isOvernight(day, 'B')) && (
        <span className={css.note}>{labels.overnight}</span>
      )}
    </div>
  );
}

const timesOf = ({ startTimeA, endTimeA, startTimeB, endTimeB }: DayHours): Times => ({
  startTimeA,
  endTimeA,
  startTimeB,
  endTimeB,
});
