/** /convite#token: a colleague who was invited chooses a name and a password, and joins the company. */
import { fieldRules } from '@balcao/contract/errors/fields';
import { useEffect, useState, type FormEvent } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { ApiError, request } from '../../lib/http.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Field, FormHead, PasswordField, SendButton } from './entry-fields.tsx';
import { EntryPage } from './entry-page.tsx';
import { focusFirst, isStrongPassword, type EntryRule } from './entry-rules.ts';
import { invitationTexts } from './invitation.texts.ts';
import css from './sign-in.module.css';
import { signIn } from './sign-in.ts';

interface Invitation {
  company: string;
  email: string;
  invitedBy: string | null;
}
type Loaded = { state: 'loading' } | { state: 'open'; invitation: Invitation } | { state: 'failed'; error: unknown };

export function InvitationPage() {
  const t = useTexts(invitationTexts);
  const [token] = useState(() => location.hash.slice(1));
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const call = new AbortController();
    request<Invitation>({
      method: 'POST',
      path: '/invitations/show',
      body: { token: token || '-' },
      signal: call.signal,
    })
      .then((invitation) => setLoaded({ state: 'open', invitation }))
      .catch((error: unknown) => {
        if (!call.signal.aborted) setLoaded({ state: 'failed', error });
      });
    return () => call.abort();
  }, [token, attempt]);
  const retry = () => {
    setLoaded({ state: 'loading' });
    setAttempt(attempt + 1);
  };
  return (
    <EntryPage title={t('title')}>
      {loaded.state === 'loading' && <LoadingForm />}
      {loaded.state === 'failed' && <Refused error={loaded.error} onRetry={retry} />}
      {loaded.state === 'open' && (
        <AcceptForm
          token={token}
          invitation={loaded.invitation}
          onRefused={(error) => setLoaded({ state: 'failed', error })}
        />
      )}
    </EntryPage>
  );
}

/** As high as the form, so that nothing jumps. */
function LoadingForm() {
  const t = useTexts(invitationTexts);
  return (
    <div className={css.form} aria-busy="true">
      <FormHead title={t('title')} error={undefined}>
        <p>{t('loading')}</p>
      </FormHead>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={css.skeleton} />
      ))}
    </div>
  );
}

/** Errors of the invitation itself: typing again would not help. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code.startsWith('ERR_INVITATION') || error.code === 'ERR_USER_EMAIL_TAKEN');

function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts(invitationTexts);
  const language = useLanguage();
  const isTaken = error instanceof ApiError && error.code === 'ERR_USER_EMAIL_TAKEN';
  return (
    <div className={css.form}>
      <FormHead title={t('refusedTitle')} error={isTaken ? t('emailTaken') : errorText(error, language)}>
        {null}
      </FormHead>
      {!isFinal(error) && (
        <button type="button" className={css.plain} onClick={onRetry}>
          {t('retry')}
        </button>
      )}
      <p className={css.links}>
        <a href="/login">{t('toSignIn')}</a>
      </p>
    </div>
  );
}

interface AcceptFormProps {
  token: string;
  invitation: Invitation;
  onRefused: (error: ApiError) => void;
}

function AcceptForm({ token, invitation: { company, email, invitedBy }, onRefused }: AcceptFormProps) {
  const t = useTexts(invitationTexts);
  const language = useLanguage();
  const [typed, setTyped] = useState({ name: '', password: '' });
  const [faults, setFaults] = useState<Partial<Record<'name' | 'password', EntryRule>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setFaults({});
  };
  const accept = async () => {
    setFailure(null);
    setBusy(true);
    try {
      await request({ method: 'POST', path: '/invitations/accept', body: { token, ...typed } });
    } catch (error) {
      setBusy(false);
      if (isFinal(error)) onRefused(error);
      else setFailure(error);
      return;
    }
    // The user exists now. If signing in fails, the sign-in page is the place to try again.
    await signIn({ email, password: typed.password, rememberMe: false }).catch(() => location.assign('/login'));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = faultsOf(typed);
    setFaults(next);
    if (Object.keys(next).length > 0) focusFirst(event.currentTarget, Object.keys(next));
    else void accept();
  };
  const textOf = (field: 'name' | 'password') => faults[field] && fieldRules[faults[field]][language];
  return (
    <form className={css.form} aria-label={t('title')} onSubmit={submit} noValidate>
      <FormHead title={t('joinTitle', { company })} error={failure === null ? undefined : errorText(failure, language)}>
        <p>{invitedBy ? t('invitedBy', { name: invitedBy }) : t('intro')}</p>
      </FormHead>
      <Field
        label={t('email')}
        icon="mail"
        error={undefined}
        name="email"
        autoComplete="username"
        readOnly
        value={email}
      />
      <Field
        label={t('name')}
        icon="user"
        error={textOf('name')}
        name="name"
        autoComplete="name"
        maxLength={50}
        autoFocus
        value={typed.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        hint={fieldRules.weakPassword[language]}
        error={textOf('password')}
        value={typed.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <SendButton busy={busy} label={t('accept')} busyLabel={t('accepting')} />
      <p className={css.links}>
        {t('haveAccount')} <a href="/login">{t('toSignIn')}</a>
      </p>
    </form>
  );
}

function faultsOf({ name, password }: Record<'name' | 'password', string>) {
  const faults: Partial<Record<'name' | 'password', EntryRule>> = {};
  if (name.trim() === '') faults.name = 'required';
  else if (name.trim().length < 2) faults.name = 'tooShort';
  if (password === '') faults.password = 'required';
  else if (!isStrongPassword(password)) faults.password = 'weakPassword';
  return faults;
}
