/** The sign-in page: a small separate bundle, so that it loads fast. */
import { usePublicSettings } from '../../lib/appearance.ts';
import { signOutReason } from '../../lib/sign-out-reason.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { EntryPage, useReturning } from './entry-page.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { signInTexts } from './sign-in.texts.ts';

export function SignInPage() {
  const t = useTexts(signInTexts);
  const { allowSignup } = usePublicSettings();
  const returning = useReturning();
  return (
    <EntryPage title={t('form')} leaving={returning}>
      <SignInForm signUp={allowSignup === 'enabled'} reason={returning ? undefined : signOutReason()} />
    </EntryPage>
  );
}
