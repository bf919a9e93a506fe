/** A payment of this company is announced once on each open page, however the page learned of it. */
import { useQueryClient } from '@tanstack/react-query';
import { formatDate } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTopic } from '../../lib/topics.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { paymentTexts } from './payment-notice.texts.ts';

const announced = new Set<number>();

/** Shows the toast with the new due date and fetches the session and the invoices again. */
export function useAnnouncePayment() {
  const t = useTexts(paymentTexts);
  const toast = useToast();
  const client = useQueryClient();
  const { refreshSession } = useSession();
  return (invoiceId: number, dueDate: string): void => {
    if (announced.has(invoiceId)) return;
    announced.add(invoiceId);
    toast.done(t('paid', { date: formatDate(dueDate) }));
    // The socket announces a payment to every page, so a failure only delays what the next request finds out.
    void refreshSession().catch(() => {});
    // A paid invoice has no price any more, so prices are not fetched again.
    void client.invalidateQueries({
      queryKey: ['invoices'],
      predicate: ({ queryKey }) => queryKey[1] !== 'price',
    });
  };
}

/** Mount once per page. */
export function usePaymentNotice(): void {
  const announce = useAnnouncePayment();
  useTopic('payment', ({ invoice, company }) => announce(invoice.id, company.dueDate));
}
