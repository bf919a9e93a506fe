import { errors } from '@balcao/contract/errors/catalogue';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { accountLinkingTexts } from './account-linking.texts.ts';

/** Handles the redirect from the sign-in at Meta: reads the result from the URL once, then clears it. */
export function useMetaReturn(open: (link: string) => void): void {
  const t = useTexts(accountLinkingTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const { link, linkError } = useSearch({ strict: false }) as { link?: unknown; linkError?: unknown };
  const handleReturn = useEffectEvent(() => {
    if (typeof link === 'string') open(link);
    // The URL is untrusted: only known error codes are shown.
    else toast.failed(typeof linkError === 'string' && Object.hasOwn(errors, linkError) ? linkError : t('linkFailed'));
    void navigate({ to: '/connections', search: {}, replace: true });
  });
  useEffect(() => {
    if (link !== undefined || linkError !== undefined) handleReturn();
  }, [link, linkError]);
}
