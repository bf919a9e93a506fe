import { daysLeft, isEnding } from '@balcao/domain/billing/subscription';
import { useEffect } from 'react';
import { formatDate } from '../lib/format.ts';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { useToast } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';

/** Set by the sign-in page, removed by the first screen after it. */
const JUST_SIGNED_IN = 'balcao.justSignedIn';

/** Once per sign-in, when fewer than five days remain. */
export function DueDateWarning() {
  const t = useTexts(appTexts);
  const toast = useToast();
  const { user, companyId } = useSession();
  const { dueDate, timeZone } = user.company;

  useEffect(() => {
    if (sessionStorage.getItem(JUST_SIGNED_IN) === null) return;
    sessionStorage.removeItem(JUST_SIGNED_IN);
    const subscription = { companyId, dueDate: new Date(dueDate) };
    if (!isEnding(subscription, new Date())) return;
    const days = daysLeft(subscription, new Date());
    toast.warn(
      t(days === 0 ? 'endsToday' : days === 1 ? 'endsTomorrow' : 'endsSoon', {
        days,
        date: formatDate(dueDate, timeZone),
      }),
    );
  }, [t, toast, companyId, dueDate, timeZone]);
  return null;
}
