import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { daysBetween } from '@balcao/domain/billing/due-date';
import { paymentMethodName } from '../../entities/billing/payment-method.ts';
import { formatDate } from '../../lib/format.ts';
import type { Values } from '../../lib/texts.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { StatusPill } from '../../ui/index.ts';
import { billingTexts } from './billing.texts.ts';

/** `late` is no state of an invoice: it is open, and its due day is past. */
type ShownState = Invoice['state'] | 'late';
const tones = {
  open: 'info',
  late: 'danger',
  paid: 'success',
  refunded: 'neutral',
  disputed: 'warn',
  void: 'neutral',
} as const satisfies Record<ShownState, string>;

export const shownState = ({ state, isOverdue }: Invoice): ShownState =>
  state === 'open' && isOverdue ? 'late' : state;

export function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  const t = useTexts(billingTexts);
  const state = shownState(invoice);
  return <StatusPill tone={tones[state]}>{t(state)}</StatusPill>;
}

/** What the status leaves open: since when, until when, or how it was paid. */
export function useStatusDetail(): (invoice: Invoice, today: string) => string {
  const t = useTexts(billingTexts);
  return (invoice, today) => {
    if (invoice.state === 'open' && invoice.isBeingPaid) return t('awaiting');
    if (invoice.state === 'open') {
      const [key, values] = daysText(daysBetween(today, invoice.dueDay));
      return t(key, values);
    }
    if (invoice.paidAt === null) return '';
    return [formatDate(invoice.paidAt).slice(0, 5), paidWithName(invoice.paidWith, t('manual'))]
      .filter(Boolean)
      .join(' · ');
  };
}

/** The provider's name; PIX and pages have one name here, because the ledger counts payments by provider. */
export const paidWithName = (paidWith: string | null, manual: string): string =>
  paidWith === null ? '' : paidWith === 'manual' ? manual : paymentMethodName(paidWith);

const daysText = (
  days: number,
): ['expiresToday' | 'expiresTomorrow' | 'expiresIn' | 'lateOneDay' | 'lateDays', Values] => {
  if (days === 0) return ['expiresToday', {}];
  if (days === 1) return ['expiresTomorrow', {}];
  if (days > 1) return ['expiresIn', { days }];
  return days === -1 ? ['lateOneDay', {}] : ['lateDays', { days: -days }];
};
