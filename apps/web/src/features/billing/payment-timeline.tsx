import type { InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { usePrice, useSubscription } from '../../entities/billing/invoices.api.ts';
import { formatDate, formatDay, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Timeline, type TimelineEntry } from '../../ui/index.ts';
import { paymentTexts } from './payment.texts.ts';

/** `hasAsked`: the providers were asked and know of no payment. */
export function PaymentTimeline({ invoice, hasAsked }: { invoice: InvoiceDetails; hasAsked: boolean }) {
  const t = useTexts(paymentTexts);
  return (
    <div role="status">
      <Timeline label={t('progress')} entries={useEntries(invoice, hasAsked)} />
    </div>
  );
}

function useEntries(invoice: InvoiceDetails, hasAsked: boolean): TimelineEntry[] {
  const t = useTexts(paymentTexts);
  const price = usePrice(invoice.id, { choice: 'invoice' }, { enabled: invoice.state === 'open' });
  const subscription = useSubscription();
  const hasCharge = invoice.charges.some(({ state }) => state === 'pending' || state === 'paid');
  const time = invoice.paidAt === null ? '' : formatTime(invoice.paidAt);
  const created = { key: 'created', title: t('created'), tone: 'success' as const };
  if (invoice.state === 'paid')
    return [
      created,
      { key: 'confirmed', title: t('confirmed'), tone: 'success', time },
      {
        key: 'invoice',
        title: t('invoicePaid', { number: invoice.number }),
        detail: invoice.buyer.email && t('receiptSent', { email: invoice.buyer.email }),
        tone: 'success',
        time,
      },
      ...(subscription.data && !subscription.isFetching
        ? [
            {
              key: 'until',
              title: t('validUntil', { date: formatDate(subscription.data.dueDate) }),
              tone: 'success' as const,
            },
          ]
        : []),
    ];
  return [
    ...(hasCharge ? [created] : []),
    { key: 'waiting', title: t('waiting'), detail: t(hasAsked ? 'notYet' : 'waitingText'), tone: 'now' },
    { key: 'confirmed', title: t('confirmed'), tone: 'next' },
    ...(price.data
      ? [
          {
            key: 'until',
            title: t('validUntil', { date: formatDay(price.data.validUntil) }),
            tone: 'next' as const,
          },
        ]
      : []),
  ];
}
