/** Form fields on plain inputs. `ref` is an ordinary prop, so `{...form.register('name')}` can be spread. */
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './fields.module.css';
import { Icon, type IconName } from './icons.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface FieldFrame {
  label: string;
  hint?: ReactNode;
  error?: string | false | null;
  /** What a valid value looks like; shown together with an error. */
  expected?: string | undefined;
  required?: boolean;
}

/** Attributes of the control that link it to its label, error and hint. */
export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-labelledby': string;
}

/** Label above, error and hint below, linked to the control by ids. An error does not hide the hint. */
export function Field({
  label,
  hint,
  error,
  expected,
  required,
  as = 'label',
  children,
}: FieldFrame & {
  as?: 'label' | 'group';
  children: (ids: FieldIds) => ReactNode;
}) {
  const t = useUiTexts();
  const id = useId();
  const help = error && expected ? joined(expected, hint) : hint;
  const described = [error && `${id}-error`, help && `${id}-hint`].filter(Boolean).join(' ');
  const Label = as === 'label' ? 'label' : 'span';
  return (
    <div className={css.field}>
      <Label className={css.label} id={`${id}-label`} {...(as === 'label' ? { htmlFor: id } : {})}>
        {label}
        {required && (
          <span className={css.required} title={t('required')} aria-hidden="true">
            {' *'}
          </span>
        )}
      </Label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-labelledby': `${id}-label`,
      })}
      {error && (
        <span id={`${id}-error`} className={css.error} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </span>
      )}
      {help && (
        <span id={`${id}-hint`} className={css.hint}>
          {help}
        </span>
      )}
    </div>
  );
}

const joined = (expected: string, hint: ReactNode): ReactNode =>
  hint ? (
    <>
      {expected} {hint}
    </>
  ) : (
    expected
  );

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'>, FieldFrame {
  icon?: IconName;
  /** Inside the box, at its end. */
  end?: ReactNode;
}

export function TextField({ label, hint, error, expected, required, icon, end, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} expected={expected} required={required}>
      {({ 'aria-labelledby': _, ...ids }) => (
        <span className={cx(css.box, error && css.invalid, input.disabled && css.disabled)}>
          {icon && <Icon name={icon} size={16} />}
          <input
            {...ids}
            type="text"
            aria-required={required || undefined}
            className={cx(css.input, className)}
            {...input}
          />
          {end}
        </span>
      )}
    </Field>
  );
}

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const t = useUiTexts();
  const [isVisible, setIsVisible] = useState(false);
  const toggleButton = (
    <button
      type="button"
      className={css.inside}
      aria-label={t(isVisible ? 'hidePassword' : 'showPassword')}
      aria-pressed={isVisible}
      onClick={() => setIsVisible(!isVisible)}
    >
      <Icon name={isVisible ? 'eye-off' : 'eye'} size={16} />
    </button>
  );
  return (
    <TextField
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="off"
      {...props}
      type={isVisible ? 'text' : 'password'}
      end={toggleButton}
    />
  );
}

export const NumberField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField inputMode="numeric" {...props} type="number" />
);

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, FieldFrame {}

export function TextArea({ label, hint, error, expected, required, className, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} expected={expected} required={required}>
      {({ 'aria-labelledby': _, ...ids }) => (
        <textarea
          {...ids}
          rows={rows}
          aria-required={required || undefined}
          className={cx(css.area, error && css.invalid, className)}
          {...area}
        />
      )}
    </Field>
  );
}

/** Fields side by side from 600 px. */
export const FieldRow = ({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }) => (
  <div className={cx(css.row, columns === 3 && css.three)}>{children}</div>
);
