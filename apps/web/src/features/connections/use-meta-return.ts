import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { knownErrorText, loadErrorTexts } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { accountLinkingTexts } from './account-linking.texts.ts';

/** Handles the redirect from the sign-in at Meta: reads the result from the URL once, then clears it. */
export function useMetaReturn(open: (link: string) => void): void {
  const t = useTexts(accountLinkingTexts);
  const language = useLanguage();
  const toast = useToast();
  const navigate = useNavigate();
  const { link, linkError } = useSearch({ strict: false }) as { link?: unknown; linkError?: unknown };
  // The URL is untrusted: only known error codes are shown.
  const showFailure = async (code: unknown) => {
    await loadErrorTexts().catch(() => {});
    toast.failed((typeof code === 'string' && knownErrorText(code, language)) || t('linkFailed'));
  };
  const handleReturn = useEffectEvent(() => {
    if (typeof link === 'string') open(link);
    else void showFailure(linkError);
    void navigate({ to: '/connections', search: {}, replace: true });
  });
  useEffect(() => {
    if (link !== undefined || linkError !== undefined) handleReturn();
  }, [link, linkError]);
}
