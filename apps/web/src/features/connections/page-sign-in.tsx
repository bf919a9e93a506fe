import { useTexts } from '../../lib/use-texts.ts';
import { NumberedSteps } from '../../ui/index.ts';
import css from './account-linking.module.css';
import { accountLinkingTexts } from './account-linking.texts.ts';

/** Pages are linked by signing in at Meta instead of typing keys; explains the steps. */
export function PageSignIn() {
  const t = useTexts(accountLinkingTexts);
  return (
    <div className={css.signIn}>
      <p>{t('signInText')}</p>
      <NumberedSteps steps={[t('signInStep1'), t('signInStep2'), t('signInStep3')]} />
    </div>
  );
}
