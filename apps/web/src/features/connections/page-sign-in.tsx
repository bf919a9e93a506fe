import { useTexts } from '../../lib/use-texts.ts';
import css from './account-linking.module.css';
import { accountLinkingTexts } from './account-linking.texts.ts';
import steps from './qr-dialog.module.css';

/** Pages are linked by signing in at Meta instead of typing keys; explains the steps. */
export function PageSignIn() {
  const t = useTexts(accountLinkingTexts);
  return (
    <div className={css.signIn}>
      <p>{t('signInText')}</p>
      <ol className={steps.steps}>
        <li>{t('signInStep1')}</li>
        <li>{t('signInStep2')}</li>
        <li>{t('signInStep3')}</li>
      </ol>
    </div>
  );
}
