/** A day typed and shown as dd/mm/yyyy: the native field would follow the language of the browser, not of the user. */
import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { cx } from './cx.ts';
import css from './fields.module.css';
import { Field, type FieldFrame } from './fields.tsx';
import { Icon } from './icons.tsx';
import { completedDay, displayedDay, isoDay, withSlashes } from './typed-date.ts';
import { useUiTexts } from './ui-texts.tsx';
import { writeValue } from './write-value.ts';

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'placeholder'>;
/** For a form: a text that is no day has an empty value, so the form keeps the text and refuses to save it. */
interface MalformedText {
  malformed?: string | undefined;
  onMalformed?: (text: string | undefined) => void;
}
export interface DateFieldProps extends InputProps, FieldFrame, MalformedText {}

export function DateField({ label, hint, error, expected, required, ...input }: DateFieldProps) {
  const t = useUiTexts();
  const [isNoticed, setNoticed] = useState(input.malformed !== undefined);
  const isMalformed = isNoticed || (Boolean(error) && input.malformed !== undefined);
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
          <DateInput {...ids} {...input} aria-required={required || undefined} onNotice={setNoticed} />
        </span>
      )}
    </Field>
  );
}

export interface DateInputProps extends InputProps, MalformedText {
  id?: string;
  /** Whether the text is no day, once the user has left the field. */
  onNotice?: (isMalformed: boolean) => void;
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
  onKeyDown,
  malformed,
  onMalformed,
  onNotice,
  ...visible
}: DateInputProps) {
  const t = useUiTexts();
  const native = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState({ iso: '', text: malformed ?? '' });
  // A value that came from outside (a form's initial value, the calendar) replaces the typed text. A form may set it
  // without rendering, so each render compares; the state then equals the value, which ends the chain.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const iso = native.current?.value ?? '';
    // The form has set the field to no date.
    const isDropped = onMalformed !== undefined && malformed === undefined && isoDay(shown.text) === undefined;
    if (iso === shown.iso && !isDropped) return;
    setShown({ iso, text: displayedDay(iso) });
    onMalformed?.(undefined);
    onNotice?.(false);
  });

  const accept = (typed: string) => {
    const iso = isoDay(typed);
    setShown({ iso: iso ?? '', text: typed });
    onMalformed?.(iso === undefined ? typed : undefined);
    if (native.current && native.current.value !== (iso ?? '')) writeValue(native.current, iso ?? '');
  };
  const complete = (): string => {
    const completed = completedDay(shown.text, new Date().getFullYear());
    if (completed !== shown.text) accept(completed);
    return completed;
  };
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    accept(withSlashes(event.target.value, shown.text));
    onNotice?.(false);
  };
  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    onNotice?.(isoDay(complete()) === undefined);
    onBlur?.(event);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    // Enter submits the form without leaving the field.
    if (event.key === 'Enter') complete();
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
        onKeyDown={handleKeyDown}
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
