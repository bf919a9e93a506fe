import { fieldRules } from '@balcao/contract/errors/fields';
import { LOW_PASSWORD_SCORE, passwordScore } from '@balcao/domain/access/password-score';
import { useId, useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import type { SignOutReason } from '../../lib/sign-out-reason.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/cx.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { signIn, type Credentials } from './sign-in.ts';
import css from './sign-in.module.css';
import { signInTexts } from './sign-in.texts.ts';
import { WeakPasswordDialog } from './weak-password-dialog.tsx';

type Faults = Partial<Record<'email' | 'password', 'required' | 'email'>>;

export function SignInForm({ signUp, reason }: { signUp: boolean; reason: SignOutReason | undefined }) {
  const t = useTexts(signInTexts);
  const language = useLanguage();
  const [typed, setTyped] = useState<Credentials>({ email: '', password: '', rememberMe: false });
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [weak, setWeak] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const change = (part: Partial<Credentials>) => {
    setTyped({ ...typed, ...part });
    setFaults({});
  };
  const send = () => {
    setWeak(false);
    setFailure(null);
    setBusy(true);
    // On success the page is left, so the button stays busy until then.
    signIn(typed).catch((error: unknown) => {
      setFailure(error);
      setBusy(false);
      // Most likely the password is wrong: it is selected, to be typed again.
      const password = form.current?.elements.namedItem('password');
      if (password instanceof HTMLInputElement) password.select();
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const nextFaults = faultsOf(typed);
    setFaults(nextFaults);
    if (nextFaults.email ?? nextFaults.password) {
      const first = event.currentTarget.elements.namedItem(nextFaults.email ? 'email' : 'password');
      if (first instanceof HTMLElement) first.focus();
    } else if (passwordScore(typed.password) <= LOW_PASSWORD_SCORE) setWeak(true);
    else send();
  };
  const fieldErrorText = (field: keyof Faults) => faults[field] && fieldRules[faults[field]][language];

  return (
    <>
      <form ref={form} className={css.form} aria-label={t('form')} onSubmit={submit} noValidate>
        <div>
          <h1 className={css.title}>{t('hello')}</h1>
          {/* One place of fixed height for each message, so that no field moves when one appears. */}
          <div className={css.said}>
            <div role="alert">
              {failure !== null && (
                <p className={css.message}>
                  <Icon name="alert" size={16} />
                  {errorText(failure, language)}
                </p>
              )}
            </div>
            {failure === null &&
              (reason ? (
                <p className={css.reason} role="status">
                  <Icon name={reason === 'elsewhere' ? 'device' : 'clock'} size={16} />
                  {t(reason)}
                </p>
              ) : (
                <p>{t('sub')}</p>
              ))}
          </div>
        </div>
        <Field
          label={t('email')}
          icon="mail"
          error={fieldErrorText('email')}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={typed.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <PasswordField
          error={fieldErrorText('password')}
          value={typed.password}
          onChange={(event) => change({ password: event.target.value })}
        />
        <label className={css.remember}>
          <input
            type="checkbox"
            className={css.check}
            checked={typed.rememberMe}
            onChange={(event) => change({ rememberMe: event.target.checked })}
          />
          {t('remember')}
        </label>
        <button type="submit" className={css.enter} disabled={busy} aria-busy={busy}>
          {busy && <span className={css.spin} />}
          {t(busy ? 'entering' : 'enter')}
        </button>
        <p className={css.signUp}>
          {signUp && (
            <>
              {t('noAccount')} <a href="/signup">{t('signUp')}</a>
            </>
          )}
        </p>
      </form>
      {weak && <WeakPasswordDialog onProceed={send} onBack={() => setWeak(false)} />}
    </>
  );
}

function faultsOf({ email, password }: Credentials): Faults {
  const address = email.trim();
  return {
    ...(address === '' ? { email: 'required' } : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? {} : { email: 'email' }),
    ...(password === '' ? { password: 'required' } : {}),
  };
}

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  icon: IconName;
  error: string | undefined;
  /** Beside the label, and at the end of the box. */
  labelAction?: ReactNode;
  end?: ReactNode;
}

function Field({ label, icon, error, labelAction, end, ...input }: FieldProps) {
  const id = useId();
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
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        {end}
      </span>
      <span className={css.errorLine}>
        {error && (
          <span id={`${id}-error`} className={css.error} role="alert">
            {error}
          </span>
        )}
      </span>
    </div>
  );
}

function PasswordField(props: Pick<FieldProps, 'error' | 'value' | 'onChange'>) {
  const t = useTexts(signInTexts);
  const [isVisible, setVisible] = useState(false);
  return (
    <Field
      label={t('password')}
      icon="lock"
      name="password"
      type={isVisible ? 'text' : 'password'}
      autoComplete="current-password"
      labelAction={<a href="/forgetpsw">{t('forgot')}</a>}
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
