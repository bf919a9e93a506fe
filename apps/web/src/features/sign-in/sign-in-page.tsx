/** The sign-in page: a small separate bundle, so that it loads fast. */
import { useEffect, useState } from 'react';
import { useLocalTheme, usePublicSettings } from '../../lib/appearance.ts';
import { languageNames, setLanguage, useLanguage, type Language } from '../../lib/language.tsx';
import { signOutReason } from '../../lib/sign-out-reason.ts';
import { read } from '../../lib/storage.ts';
import { refresh, SIGNED_IN_HINT } from '../../lib/token.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { version } from '../../lib/version.ts';
import { CounterScene } from './counter-scene.tsx';
import { redirectAfterSignIn } from './sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import css from './sign-in.module.css';
import { signInTexts } from './sign-in.texts.ts';

export function SignInPage() {
  const t = useTexts(signInTexts);
  const { appName, allowSignup } = usePublicSettings();
  const returning = useReturning();
  const app = appName || 'Balcão';
  useEffect(() => {
    document.title = t('pageTitle', { app });
  }, [t, app]);

  return (
    <div className={css.page}>
      <main className={css.left} aria-busy={returning}>
        <Brand app={app} />
        {/* Hidden while the page is about to leave, so that no typing is lost. */}
        <div className={css.middle} hidden={returning}>
          <SignInForm signUp={allowSignup === 'enabled'} reason={returning ? undefined : signOutReason()} />
        </div>
        <footer className={css.foot}>
          <span>{t('version', { version })}</span>
          <LanguageChoice />
        </footer>
      </main>
      <CounterScene />
    </div>
  );
}

/** A user who is still signed in continues without signing in again. */
function useReturning(): boolean {
  const [returning, setReturning] = useState(() => read(SIGNED_IN_HINT) !== null);
  useEffect(() => {
    if (!returning) return;
    refresh().then(redirectAfterSignIn, () => setReturning(false));
  }, [returning]);
  return returning;
}

function Brand({ app }: { app: string }) {
  const theme = useLocalTheme();
  const { appLogoLight, appLogoDark } = usePublicSettings();
  const logo = theme === 'dark' ? (appLogoDark ?? appLogoLight) : (appLogoLight ?? appLogoDark);
  if (logo) return <img className={css.logo} src={`/public/${encodeURIComponent(logo)}`} alt={app} />;
  return (
    <div className={css.brand}>
      <span className={css.mark}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path
            fill="currentColor"
            d="M6.5 5.2h11A2.3 2.3 0 0119.8 7.5v4a2.3 2.3 0 01-2.3 2.3h-5.3L8.6 16.5v-2.7H6.5a2.3 2.3 0 01-2.3-2.3v-4a2.3 2.3 0 012.3-2.3z"
          />
          <rect fill="currentColor" x="2.5" y="18" width="19" height="2.8" rx="1.4" />
        </svg>
      </span>
      {app}
    </div>
  );
}

/** The native select, invisible over the language's name: small, and still 16 px so that phones do not zoom. */
function LanguageChoice() {
  const t = useTexts(signInTexts);
  const language = useLanguage();
  return (
    <span className={css.language}>
      <span aria-hidden="true">{languageNames.find(({ code }) => code === language)?.name}</span>
      <select
        aria-label={t('language')}
        value={language}
        onChange={(event) => setLanguage(event.target.value as Language)}
      >
        {languageNames.map(({ code, name, isTranslated }) => (
          <option key={code} value={code} disabled={!isTranslated}>
            {isTranslated ? name : t('notYet', { name })}
          </option>
        ))}
      </select>
    </span>
  );
}
