import { useTexts } from '../../lib/use-texts.ts';
import { billingTexts } from './billing.texts.ts';

/** Days until the due date in words; negative ones are past. */
export function useDaysLeft(): (days: number) => string {
  const t = useTexts(billingTexts);
  return (days) => {
    if (days === 0) return t('expiresToday');
    if (days === 1) return t('expiresTomorrow');
    if (days > 1) return t('expiresIn', { days });
    return days === -1 ? t('expiredYesterday') : t('expiredDays', { days: -days });
  };
}
