/** Fields of the pages before the sign-in; without a library, because these pages load before anything else. */
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import css from './sign-in.module.css';
import { signInTexts } from './sign-in.texts.ts';

export interface FieldProps extends ComponentProps<'input'> {
  label: string;
  icon: IconName;
  error: string | undefined;
  /** What the field expects, in the place of the error. */
  hint?: string;
  /** Beside the label, and at the end of the box. */
  labelAction?: ReactNode;
  end?: ReactNode;
}

export function Field({ label, icon, error, hint, labelAction, end, ...input }: FieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint && `${id}-hint`;
  return (
    <div className={css.field}>
      <div className={css.labels}>
        <label htmlFor={id}>{label}</label>
        {labelAction}
      </div>
      <span className={cx(css.box, error && css.invalid)}>
        <Icon name={icon} size={16} />
        <input
          id={id}
          className={css.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          {...input}
        />
        {end}
      </span>
      <span className={cx(css.errorLine, hint && css.twoLines)}>
        {!error && hint && (
          <span id={`${id}-hint`} className={css.hint}>
            {hint}
          </span>
        )}
        {error && (
          <span id={`${id}-error`} className={css.error} role="alert">
            {error}
          </span>
        )}
      </span>
    </div>
  );
}

/** The e-mail with which a user signs in. */
export const EmailField = (field: Omit<FieldProps, 'icon'>) => (
  <Field
    icon="mail"
    name="email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    {...field}
  />
);

/** Its text can be shown with the button at its end. */
export function PasswordField(props: Omit<FieldProps, 'icon' | 'type' | 'end'>) {
  const t = useTexts(signInTexts);
  const [isVisible, setVisible] = useState(false);
  return (
    <Field
      icon="lock"
      type={isVisible ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={css.eye}
          aria-label={t(isVisible ? 'hidePassword' : 'showPassword')}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} />
        </button>
      }
      {...props}
    />
  );
}

/** The button that sends the form; it shows that it works. */
export function SendButton({ busy, label, busyLabel }: { busy: boolean; label: string; busyLabel: string }) {
  return (
    <button type="submit" className={css.enter} disabled={busy} aria-busy={busy}>
      {busy && <span className={css.spin} />}
      {busy ? busyLabel : label}
    </button>
  );
}

/** Title, and one place of fixed height for each message, so that no field moves when one appears. */
export function FormHead({
  title,
  error,
  children,
}: {
  title: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <h1 className={css.title}>{title}</h1>
      <div className={css.said}>
        <div role="alert">
          {error !== undefined && (
            <p className={css.message}>
              <Icon name="alert" size={16} />
              {error}
            </p>
          )}
        </div>
        {error === undefined && children}
      </div>
    </div>
  );
}
