/** /forgetpsw: asks for a code by mail, then sets a new password with it. */
import { fieldRules } from '@balcao/contract/errors/fields';
import { useEffect, useState, type FormEvent } from 'react';
import { usePublicSettings } from '../../lib/appearance.ts';
import { errorText } from '../../lib/error-text.ts';
import { ApiError, request } from '../../lib/http.ts';
import { useLanguage } from '../../lib/language.tsx';
import { setSignOutReason } from '../../lib/sign-out-reason.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/icons.tsx';
import { EmailField, Field, FormHead, PasswordField, SendButton } from './entry-fields.tsx';
import { EntryPage, useReturning } from './entry-page.tsx';
import { focusFirst, isEmail, isStrongPassword, type EntryRule } from './entry-rules.ts';
import { passwordResetTexts } from './password-reset.texts.ts';
import css from './sign-in.module.css';

/** The server sends one mail per minute. */
const RESEND_SECONDS = 60;

export function PasswordResetPage() {
  const t = useTexts(passwordResetTexts);
  const returning = useReturning();
  // The link of the mail has both after the number sign. They do not stay in the address of the window.
  const [linked] = useState(() => new URLSearchParams(location.hash.slice(1)));
  useEffect(() => {
    if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  }, []);
  const [email, setEmail] = useState(linked.get('email') ?? '');
  const [isSent, setSent] = useState(linked.has('code'));
  return (
    <EntryPage title={t('title')} leaving={returning}>
      {isSent ? (
        <NewPasswordForm
          email={email}
          code={linked.get('code') ?? ''}
          justSent={!linked.has('code')}
          onOtherEmail={() => setSent(false)}
        />
      ) : (
        <RequestForm email={email} onEmail={setEmail} onSent={() => setSent(true)} />
      )}
    </EntryPage>
  );
}

interface RequestFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: () => void;
}

function RequestForm({ email, onEmail, onSent }: RequestFormProps) {
  const t = useTexts(passwordResetTexts);
  const language = useLanguage();
  const { allowSignup } = usePublicSettings();
  const [fault, setFault] = useState<EntryRule>();
  const { failure, busy, send } = useSending(() => requestCode(email), onSent);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rule = email.trim() === '' ? 'required' : isEmail(email) ? undefined : 'email';
    setFault(rule);
    if (rule) focusFirst(event.currentTarget, ['email']);
    else send();
  };
  return (
    <form className={css.form} aria-label={t('title')} onSubmit={submit} noValidate>
      <FormHead
        title={t('title')}
        error={failure === null ? undefined : resetErrorText(failure, language, t('unknown'))}
      >
        <p>{t('intro')}</p>
      </FormHead>
      <EmailField
        label={t('email')}
        error={fault && fieldRules[fault][language]}
        autoFocus
        value={email}
        onChange={(event) => {
          onEmail(event.target.value);
          setFault(undefined);
        }}
      />
      <SendButton busy={busy} label={t('send')} busyLabel={t('sending')} />
      <p className={css.links}>
        <a href="/login">{t('back')}</a>
        {allowSignup === 'enabled' && <a href={`/signup${location.search}`}>{t('signUp')}</a>}
      </p>
    </form>
  );
}

type NewPasswordField = 'code' | 'password' | 'repeated';
interface NewPasswordProps {
  email: string;
  code: string;
  /** The code was asked for on this page; otherwise it came with the link. */
  justSent: boolean;
  onOtherEmail: () => void;
}

function NewPasswordForm({ email, code, justSent, onOtherEmail }: NewPasswordProps) {
  const t = useTexts(passwordResetTexts);
  const language = useLanguage();
  const [typed, setTyped] = useState({ code, password: '', repeated: '' });
  const [faults, setFaults] = useState<Partial<Record<NewPasswordField, EntryRule>>>({});
  const { failure, busy, send } = useSending(
    () =>
      request({
        method: 'POST',
        path: '/reset-password',
        body: { email: email.trim(), token: typed.code, password: typed.password },
      }),
    () => {
      setSignOutReason('passwordReset');
      location.assign('/login');
    },
    { staysBusy: true },
  );
  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setFaults({});
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = newPasswordFaults(typed);
    setFaults(next);
    if (Object.keys(next).length > 0) focusFirst(event.currentTarget, Object.keys(next));
    else send();
  };
  const textOf = (field: NewPasswordField) => faults[field] && fieldRules[faults[field]][language];
  return (
    <form className={css.form} aria-label={t('newTitle')} onSubmit={submit} noValidate>
      <FormHead title={t('newTitle')} error={failure === null ? undefined : errorText(failure, language)}>
        {justSent ? (
          <p className={css.success} role="status">
            <Icon name="check-c" size={16} />
            <span>
              {t('sent')} {t('sentTo', { email: email.trim() })}
            </span>
          </p>
        ) : (
          <p>{t('newIntro', { email })}</p>
        )}
      </FormHead>
      <Field
        label={t('code')}
        icon="mail"
        error={textOf('code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        autoFocus={code === ''}
        value={typed.code}
        onChange={(event) => change({ code: event.target.value })}
      />
      <PasswordField
        label={t('newPassword')}
        name="password"
        autoComplete="new-password"
        autoFocus={code !== ''}
        hint={fieldRules.weakPassword[language]}
        error={textOf('password')}
        value={typed.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <PasswordField
        label={t('repeat')}
        name="repeated"
        autoComplete="new-password"
        error={textOf('repeated')}
        value={typed.repeated}
        onChange={(event) => change({ repeated: event.target.value })}
      />
      <SendButton busy={busy} label={t('save')} busyLabel={t('saving')} />
      <p className={css.links}>
        {email !== '' && <SendAgain email={email} startsWaiting={justSent} />}
        <button type="button" className={css.textButton} onClick={onOtherEmail}>
          {t('otherEmail')}
        </button>
        <a href="/login">{t('back')}</a>
      </p>
    </form>
  );
}

/** Asks for another code; counts down until the server sends one again. */
function SendAgain({ email, startsWaiting }: { email: string; startsWaiting: boolean }) {
  const t = useTexts(passwordResetTexts);
  const language = useLanguage();
  const [seconds, setSeconds] = useState(startsWaiting ? RESEND_SECONDS : 0);
  const { failure, busy, send } = useSending(
    () => requestCode(email),
    () => setSeconds(RESEND_SECONDS),
  );
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <>
      <button type="button" className={css.textButton} disabled={busy || seconds > 0} onClick={send}>
        {seconds > 0 ? t('againIn', { seconds }) : t('again')}
      </button>
      {failure !== null && (
        <span role="alert" className={css.error}>
          {errorText(failure, language)}
        </span>
      )}
    </>
  );
}

/** Older servers say in the body that an e-mail is unknown. */
class UnknownEmail extends Error {}
async function requestCode(email: string): Promise<void> {
  const answer = await request<{ status?: number }>({
    method: 'POST',
    path: '/forget-password',
    body: { email: email.trim().toLowerCase() },
  });
  if (answer?.status === 404) throw new UnknownEmail();
}
const resetErrorText = (failure: unknown, language: ReturnType<typeof useLanguage>, unknown: string): string =>
  failure instanceof UnknownEmail ? unknown : errorText(failure, language);

function newPasswordFaults({ code, password, repeated }: Record<NewPasswordField, string>) {
  const faults: Partial<Record<NewPasswordField, EntryRule>> = {};
  if (code.trim() === '') faults.code = 'required';
  if (password === '') faults.password = 'required';
  else if (!isStrongPassword(password)) faults.password = 'weakPassword';
  if (!faults.password && repeated !== password) faults.repeated = repeated === '' ? 'required' : 'passwordMismatch';
  return faults;
}

/** Sends once at a time. With `staysBusy` the button stays busy after success, because the page is left. */
function useSending(call: () => Promise<unknown>, onDone: () => void, { staysBusy = false } = {}) {
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const send = () => {
    setFailure(null);
    setBusy(true);
    call().then(
      () => {
        if (!staysBusy) setBusy(false);
        onDone();
      },
      (error: unknown) => {
        setFailure(error instanceof ApiError || error instanceof Error ? error : new Error(String(error)));
        setBusy(false);
      },
    );
  };
  return { failure, busy, send };
}
