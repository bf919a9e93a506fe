import { useEffect, useEffectEvent } from 'react';
import { useDueDate } from '../entities/billing/due-date.ts';
import { useTexts } from '../lib/use-texts.ts';
import { useToast } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';

/** Set by the sign-in page, removed by the first screen after it. */
const JUST_SIGNED_IN = 'balcao.justSignedIn';

/** Once per sign-in, when fewer than five days remain. */
export function DueDateWarning() {
  const t = useTexts(appTexts);
  const toast = useToast();
  const { state, text } = useDueDate();

  const warn = useEffectEvent(() => {
    if (sessionStorage.getItem(JUST_SIGNED_IN) === null) return;
    sessionStorage.removeItem(JUST_SIGNED_IN);
    if (state === 'ending') toast.warn(t('subscriptionEnds', { due: text[0]!.toLowerCase() + text.slice(1) }));
  });
  useEffect(() => warn(), []);
  return null;
}
