/** /signup: a visitor creates a company. A company id in the query is accepted and changes nothing. */
import { fieldRules } from '@balcao/contract/errors/fields';
import { passwordScore, LOW_PASSWORD_SCORE } from '@balcao/domain/access/password-score';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { usePublicSettings } from '../../lib/appearance.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatReais } from '../../lib/format.ts';
import { ApiError } from '../../lib/http.ts';
import { useLanguage } from '../../lib/language.tsx';
import { setSignOutReason } from '../../lib/sign-out-reason.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import { EmailField, Field, PasswordField, SendButton } from './entry-fields.tsx';
import { Brand, LanguageChoice, usePlatformName, useReturning } from './entry-page.tsx';
import { PlanCards, usePlans, type ListedPlan } from './plan-cards.tsx';
import { solvePuzzle } from './puzzle.ts';
import { faultsOf, loadTrialDays, maskPhone, signUp, type Faults, type SignUpFields } from './sign-up.ts';
import entry from './sign-in.module.css';
import css from './sign-up.module.css';
import { signUpTexts } from './sign-up.texts.ts';

const DEFAULT_TRIAL_DAYS = 7;

export function SignUpPage() {
  const t = useTexts(signUpTexts);
  const app = usePlatformName();
  const { allowSignup } = usePublicSettings();
  const returning = useReturning();
  const isClosed = allowSignup !== null && allowSignup !== 'enabled';
  useEffect(() => {
    document.title = `${t('page')} · ${app}`;
  }, [t, app]);
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Brand app={app} />
        <span className={css.grow} />
        <span className={css.hasAccount}>{t('hasAccount')}</span>
        <a className={cx(entry.plain, css.enter)} href="/login">
          {t('signIn')}
        </a>
      </header>
      <main className={css.main} hidden={returning} aria-busy={returning}>
        {isClosed ? <Closed /> : <SignUpForm />}
      </main>
      <footer className={css.foot}>
        <LanguageChoice />
      </footer>
    </div>
  );
}

function Closed() {
  const t = useTexts(signUpTexts);
  return (
    <div className={css.notice}>
      <h1 className={entry.title}>{t('closedTitle')}</h1>
      <p>{t('closedText')}</p>
      <a className={entry.enter} href="/login">
        {t('signIn')}
      </a>
    </div>
  );
}

const nothing: SignUpFields = { companyName: '', name: '', phone: '', email: '', password: '' };
const order = ['companyName', 'name', 'phone', 'email', 'password'] as const;

function SignUpForm() {
  const t = useTexts(signUpTexts);
  const language = useLanguage();
  const plans = usePlans();
  const days = useTrialDays();
  const [typed, setTyped] = useState(nothing);
  const [chosen, setChosen] = useState<number>();
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const puzzle = useRef<Promise<string | undefined>>(undefined);
  const form = useRef<HTMLFormElement>(null);
  // Solved while the form is filled in.
  const startPuzzle = () => void (puzzle.current ??= solvePuzzle());
  // One plan is no choice.
  const planId = chosen ?? (plans.list?.length === 1 ? plans.list[0]!.id : undefined);
  const plan = plans.list?.find(({ id }) => id === planId);

  const change = (field: keyof SignUpFields, text: string) => {
    setTyped({ ...typed, [field]: text });
    const { [field]: _, ...others } = faults;
    setFaults(others);
  };
  const showFaults = (next: Faults) => {
    setFaults(next);
    const first = order.find((field) => next[field]);
    const element = first
      ? form.current?.elements.namedItem(first)
      : next.planId && document.querySelector<HTMLElement>('input[name="planId"]');
    if (element instanceof HTMLElement) element.focus();
  };
  const send = async (id: number) => {
    setBusy(true);
    setFailure(null);
    startPuzzle();
    try {
      const { emailConfirmed } = await signUp(typed, id, puzzle.current!);
      setSignOutReason(emailConfirmed ? 'accountReady' : 'confirmEmail');
      location.assign('/login');
    } catch (error) {
      setBusy(false);
      // A puzzle works once.
      puzzle.current = undefined;
      const fields = error instanceof ApiError ? (error.fields ?? []) : [];
      if (fields.length > 0) showFaults(Object.fromEntries(fields.map(({ field, rule }) => [field, rule])));
      else setFailure(error);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = faultsOf(typed, planId);
    if (Object.keys(next).length > 0 || planId === undefined) showFaults(next);
    else void send(planId);
  };
  const faultText = useFaultText();
  const inputOf = (field: keyof SignUpFields) => ({
    name: field,
    value: typed[field],
    error: faultText(faults[field]),
    required: field !== 'phone',
    onChange: (event: { target: { value: string } }) =>
      change(field, field === 'phone' ? maskPhone(event.target.value) : event.target.value),
  });

  return (
    <>
      <form
        ref={form}
        id="sign-up"
        className={css.form}
        aria-label={t('page')}
        onSubmit={submit}
        onFocus={startPuzzle}
        noValidate
      >
        <div>
          <h1 className={css.title}>{t('title')}</h1>
          <p className={css.sub}>{days === 1 ? t('trialOne') : days > 0 && t('trial', { days })}</p>
        </div>
        <Field label={t('company')} icon="building" autoComplete="organization" {...inputOf('companyName')} />
        <div className={css.two}>
          <Field label={t('name')} icon="user" autoComplete="name" {...inputOf('name')} />
          <Field label={t('phone')} icon="phone" type="tel" autoComplete="tel-national" {...inputOf('phone')} />
        </div>
        <EmailField label={t('email')} {...inputOf('email')} />
        <div>
          <PasswordField label={t('password')} autoComplete="new-password" {...inputOf('password')} />
          <Strength password={typed.password} />
        </div>
        <div className={css.sum}>
          {plan && <Summary plan={plan} days={days} />}
          <div role="alert">
            {failure !== null && (
              <p className={entry.message}>
                <Icon name="alert" size={16} />
                {errorText(failure, language)}
              </p>
            )}
          </div>
          <SendButton busy={busy} label={t('create')} busyLabel={t('creating')} />
        </div>
      </form>
      <PlanCards
        plans={plans}
        chosen={planId}
        error={faults.planId && t('planNeeded')}
        onChoose={(id) => {
          setChosen(id);
          const { planId: _, ...others } = faults;
          setFaults(others);
        }}
      />
    </>
  );
}

/** The texts of the specification for this form. */
function useFaultText() {
  const t = useTexts(signUpTexts);
  const language = useLanguage();
  return (rule: Faults[keyof Faults]): string | undefined => {
    if (rule === undefined) return undefined;
    if (rule === 'email') return t('invalidEmail');
    if (rule === 'required' || rule === 'tooShort' || rule === 'tooLong') return t(rule);
    return fieldRules[rule][language];
  };
}

function useTrialDays(): number {
  const [days, setDays] = useState(DEFAULT_TRIAL_DAYS);
  useEffect(() => {
    loadTrialDays().then(
      (text) => text && setDays(Number(text)),
      () => {},
    );
  }, []);
  return days;
}

function Strength({ password }: { password: string }) {
  const t = useTexts(signUpTexts);
  const score = passwordScore(password);
  const hint = password === '' ? 'empty' : score <= LOW_PASSWORD_SCORE ? 'weak' : score < 5 ? 'fair' : 'strong';
  return (
    <div className={css.strength}>
      <div className={css.bars} role="img" aria-label={t('strength', { score: password === '' ? 0 : score })}>
        {[1, 2, 3, 4, 5].map((bar) => (
          <i
            key={bar}
            className={cx(password !== '' && bar <= score && (score <= LOW_PASSWORD_SCORE ? css.low : css.on))}
          />
        ))}
      </div>
      <p className={css.hint}>{t(hint)}</p>
    </div>
  );
}

function Summary({ plan, days }: { plan: ListedPlan; days: number }) {
  const t = useTexts(signUpTexts);
  const [until] = useState(() => Date.now());
  return (
    <div className={css.summary}>
      <b>{plan.name}</b>
      <b className="num">{t('today')}</b>
      <span className="num">{t('firstInvoice', { day: formatDate(until + days * DAY_MS) })}</span>
      <span className="num">{t('later', { amount: formatReais(plan.amount) })}</span>
    </div>
  );
}
