import type { InvoiceDetails, PaymentMethod } from '@balcao/contract/endpoints/invoices';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, Icon } from '../../ui/index.ts';
import css from './payment.module.css';
import { paymentTexts } from './payment.texts.ts';
import { useNewCharge } from './use-new-charge.ts';

type Page = Exclude<PaymentMethod, 'pix'>;
const isPage = (method: PaymentMethod): method is Page => method !== 'pix';

/** One button for each payment page. A provider that did not answer can be asked again. */
export function PaymentPages({ invoice, isMain = false }: { invoice: InvoiceDetails; isMain?: boolean }) {
  const t = useTexts(paymentTexts);
  const newCharge = useNewCharge(invoice);
  const pages = invoice.methods.filter(isPage);
  if (pages.length === 0) return null;
  return (
    <div className={cx(css.pages, isMain && css.mainPages)}>
      {!isMain && <span className={css.small}>{t('others')}</span>}
      {pages.map((method) => {
        const charge = invoice.charges.find((candidate) => candidate.method === method);
        const name = t(method);
        return charge?.state === 'pending' && charge.code !== null ? (
          <a
            key={method}
            className={css.page}
            href={charge.code}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('opensTab', { name })}
          >
            {name}
            <Icon name="external" size={14} />
          </a>
        ) : (
          <Button key={method} kind="ghost" busy={newCharge.isPending} onClick={() => newCharge.mutate(method)}>
            {t('unavailable', { name })}
          </Button>
        );
      })}
    </div>
  );
}
