/** A day typed and shown as dd/mm/yyyy: the native field would follow the language of the browser, not of the user. */
import { useLayoutEffect, useRef, useState, type ChangeEvent, type ComponentProps, type FocusEvent } from 'react';
import { cx } from './cx.ts';
import css from './fields.module.css';
import { Field, type FieldFrame } from './fields.tsx';
import { Icon } from './icons.tsx';
import { completedDay, displayedDay, isoDay, withSlashes } from './typed-date.ts';
import { useUiTexts } from './ui-texts.tsx';
import { writeValue } from './write-value.ts';

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'placeholder'>;
export interface DateFieldProps extends InputProps, FieldFrame {}

export function DateField({ label, hint, error, expected, required, ...input }: DateFieldProps) {
  const t = useUiTexts();
  const [isMalformed, setMalformed] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={isMalformed ? t('badDate') : error}
      expected={isMalformed ? t('dateExample') : expected}
      required={required}
    >
      {({ 'aria-labelledby': _, ...ids }) => (
        <span className={cx(css.box, (isMalformed || error) && css.invalid, input.disabled && css.disabled)}>
          <DateInput {...ids} {...input} aria-required={required || undefined} onMalformed={setMalformed} />
        </span>
      )}
    </Field>
  );
}

export interface DateInputProps extends InputProps {
  id?: string;
  onMalformed?: (isMalformed: boolean) => void;
}

/**
 * Without a frame. A hidden native field holds the value as yyyy-mm-dd, reports changes of it and opens the browser's
 * calendar.
 */
export function DateInput({
  ref,
  name,
  value,
  defaultValue,
  min,
  max,
  onChange,
  onBlur,
  onMalformed,
  ...visible
}: DateInputProps) {
  const t = useUiTexts();
  const native = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState({ iso: '', text: '' });
  // A value that came from outside (a form's initial value, the calendar) replaces the typed text. A form may set it
  // without rendering, so each render compares; the state then equals the value, which ends the chain.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const iso = native.current?.value ?? '';
    if (iso === shown.iso) return;
    setShown({ iso, text: displayedDay(iso) });
    onMalformed?.(false);
  });

  const accept = (typed: string) => {
    const iso = isoDay(typed) ?? '';
    setShown({ iso, text: typed });
    if (native.current && native.current.value !== iso) writeValue(native.current, iso);
  };
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    accept(withSlashes(event.target.value, shown.text));
    onMalformed?.(false);
  };
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    const completed = completedDay(shown.text, new Date().getFullYear());
    if (completed !== shown.text) accept(completed);
    onMalformed?.(isoDay(completed) === undefined);
    onBlur?.(event);
  };
  const attach = (element: HTMLInputElement | null) => {
    native.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <>
      <input
        {...visible}
        ref={text}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('datePattern')}
        className={cx(css.input, 'num', visible.className)}
        value={shown.text}
        onChange={handleChange}
        onBlur={handleBlur}
      />
      <button
        type="button"
        className={css.inside}
        aria-label={t('openCalendar')}
        disabled={visible.disabled}
        onClick={() => native.current?.showPicker?.()}
      >
        <Icon name="calendar" size={16} />
      </button>
      <input
        ref={attach}
        type="date"
        name={name}
        min={min}
        max={max}
        className={css.nativeDate}
        tabIndex={-1}
        aria-hidden="true"
        {...(value === undefined ? { defaultValue } : { value })}
        onChange={onChange}
        // A form focuses the field that it knows.
        onFocus={() => text.current?.focus()}
      />
    </>
  );
}
