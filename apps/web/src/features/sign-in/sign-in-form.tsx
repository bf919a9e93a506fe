import { fieldRules } from '@balcao/contract/errors/fields';
import { LOW_PASSWORD_SCORE, passwordScore } from '@balcao/domain/access/password-score';
import { useRef, useState, type FormEvent } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import type { SignOutReason } from '../../lib/sign-out-reason.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { EmailField, FormHead, PasswordField, SendButton } from './entry-fields.tsx';
import { signIn, type Credentials } from './sign-in.ts';
import css from './sign-in.module.css';
import { signInTexts } from './sign-in.texts.ts';
import { WeakPasswordDialog } from './weak-password-dialog.tsx';

const REASON_ICONS = {
  expired: 'clock',
  elsewhere: 'device',
  passwordReset: 'check-c',
  confirmEmail: 'mail',
  accountReady: 'check-c',
} as const satisfies Record<SignOutReason, IconName>;

const isPositive = (reason: SignOutReason): boolean => reason !== 'expired' && reason !== 'elsewhere';

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
        <FormHead title={t('hello')} error={failure === null ? undefined : errorText(failure, language)}>
          {reason ? (
            <p className={isPositive(reason) ? css.success : css.reason} role="status">
              <Icon name={REASON_ICONS[reason]} size={16} />
              {t(reason)}
            </p>
          ) : (
            <p>{t('sub')}</p>
          )}
        </FormHead>
        <EmailField
          label={t('email')}
          error={fieldErrorText('email')}
          autoFocus
          value={typed.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="current-password"
          labelAction={<a href="/forgetpsw">{t('forgot')}</a>}
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
        <SendButton busy={busy} label={t('enter')} busyLabel={t('entering')} />
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
