/** The frame of the pages before the sign-in: name and logo, the page itself, language and decoration. */
import { useEffect, useState, type ReactNode } from 'react';
import { useLocalTheme, usePublicSettings } from '../../lib/appearance.ts';
import { languageNames, setLanguage, useLanguage, type Language } from '../../lib/language.tsx';
import { read } from '../../lib/storage.ts';
import { refresh, SIGNED_IN_HINT } from '../../lib/token.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { version } from '../../lib/version.ts';
import { CounterScene } from './counter-scene.tsx';
import { redirectAfterSignIn } from './sign-in.ts';
import css from './sign-in.module.css';
import { signInTexts } from './sign-in.texts.ts';

interface EntryPageProps {
  /** In the title of the window, before the name of the platform. */
  title: string;
  /** Hidden while the page is about to leave, so that no typing is lost. */
  leaving?: boolean;
  children: ReactNode;
}

export function EntryPage({ title, leaving = false, children }: EntryPageProps) {
  const t = useTexts(signInTexts);
  const app = usePlatformName();
  useEffect(() => {
    document.title = `${title} · ${app}`;
  }, [title, app]);
  return (
    <div className={css.page}>
      <main className={css.left} aria-busy={leaving}>
        <Brand app={app} />
        <div className={css.middle} hidden={leaving}>
          {children}
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

export const usePlatformName = (): string => usePublicSettings().appName || 'Balcão';

/** A user who is still signed in continues without signing in again. */
export function useReturning(): boolean {
  const [returning, setReturning] = useState(() => read(SIGNED_IN_HINT) !== null);
  useEffect(() => {
    if (!returning) return;
    refresh().then(redirectAfterSignIn, () => setReturning(false));
  }, [returning]);
  return returning;
}

export function Brand({ app }: { app: string }) {
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
export function LanguageChoice() {
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
