import { useTexts } from '../../lib/use-texts.ts';
import css from './account-linking.module.css';
import { accountLinkingTexts } from './account-linking.texts.ts';
import steps from './qr-dialog.module.css';

/** Pages are handed over at the channel, not typed in: what will happen there. */
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
