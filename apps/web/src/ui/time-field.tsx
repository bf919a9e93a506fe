/** A time of day as HH:mm in every browser: the native field would show AM and PM in an English browser. */
import type { ChangeEvent, FocusEvent, KeyboardEvent } from 'react';
import { TextField, type TextFieldProps } from './fields.tsx';
import { writeValue } from './write-value.ts';

const STEP_MINUTES = 10;
const DAY_MINUTES = 24 * 60;

/** The colon is inserted automatically; the arrow keys change the time by ten minutes. */
export function TimeField({ onChange, onBlur, onKeyDown, ...rest }: Omit<TextFieldProps, 'type' | 'step'>) {
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    event.target.value = withColon(event.target.value);
    onChange?.(event);
  };
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    const full = filledUp(event.target.value);
    if (full !== event.target.value) writeValue(event.target, full);
    onBlur?.(event);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const at = minutesOf(event.currentTarget.value || '00:00');
    if (direction === undefined || at === null) return;
    event.preventDefault();
    writeValue(event.currentTarget, timeOf(at + direction * STEP_MINUTES));
  };
  return (
    <TextField
      icon="clock"
      placeholder="00:00"
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      className="num"
      onChange={handleChange}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
    />
  );
}

/** Only digits, and a colon after the hour; deleting the colon is allowed. */
function withColon(text: string): string {
  const typed = text.replace(/[^\d:]/g, '');
  if (/^\d{3,4}$/.test(typed)) return `${typed.slice(0, 2)}:${typed.slice(2)}`;
  return typed;
}

/** 8 and 8:5 become 08:00 and 08:05; invalid text stays for the form to reject. */
function filledUp(text: string): string {
  const [, hour, minute = ''] = /^(\d{1,2})(?::(\d{0,2}))?$/.exec(text) ?? [];
  return hour === undefined ? text : `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

function minutesOf(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(filledUp(text)) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}

function timeOf(minutes: number): string {
  const minutesOfDay = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(minutesOfDay / 60)).padStart(2, '0')}:${String(minutesOfDay % 60).padStart(2, '0')}`;
}
