/** /confirm-email: opens the link of the mail. The token is in the fragment, which no server and no log sees. */
import { useEffect, useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { EntryPage } from './entry-page.tsx';
import { confirmEmail } from './sign-up.ts';
import entry from './sign-in.module.css';
import css from './sign-up.module.css';
import { signUpTexts } from './sign-up.texts.ts';

/** By token, because a token works once and a component may be mounted twice. */
const requests = new Map<string, Promise<unknown>>();
function confirmOnce(token: string): Promise<unknown> {
  const sent = requests.get(token) ?? confirmEmail(token);
  requests.set(token, sent);
  return sent;
}

export function ConfirmEmailPage() {
  const t = useTexts(signUpTexts);
  const language = useLanguage();
  const [outcome, setOutcome] = useState<'confirmed' | { error: unknown }>();
  useEffect(() => {
    confirmOnce(location.hash.slice(1)).then(
      () => setOutcome('confirmed'),
      (error: unknown) => setOutcome({ error }),
    );
  }, []);
  const title = t(outcome === undefined ? 'confirming' : outcome === 'confirmed' ? 'confirmed' : 'notConfirmed');
  return (
    <EntryPage title={title}>
      <div className={css.outcome} role="status">
        <h1 className={entry.title}>{title}</h1>
        {outcome === 'confirmed' && <p>{t('confirmedText')}</p>}
        {typeof outcome === 'object' && <p>{errorText(outcome.error, language)}</p>}
        {outcome !== undefined && (
          <a className={entry.enter} href="/login">
            {t(outcome === 'confirmed' ? 'enterApp' : 'signIn')}
          </a>
        )}
      </div>
    </EntryPage>
  );
}
