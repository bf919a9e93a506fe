import type { InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { formatDocument } from '@balcao/domain/billing/document';
import { useInvoiceTitle } from '../../entities/billing/invoice-title.ts';
import { formatDay, formatNumber, formatReais } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, Icon, Skeleton } from '../../ui/index.ts';
import type { ShownPrice } from './checkout-choice.ts';
import type { CheckoutForm } from './checkout-form.ts';
import css from './checkout.module.css';
import { checkoutTexts } from './checkout.texts.ts';

interface ReviewStepProps {
  invoice: InvoiceDetails;
  price: ShownPrice;
  form: CheckoutForm;
  onCorrect: () => void;
}

export function ReviewStep({ invoice, price: { data: price, isStale }, form, onCorrect }: ReviewStepProps) {
  const t = useTexts(checkoutTexts);
  const titleOf = useInvoiceTitle();
  if (!price || isStale)
    return (
      <div aria-busy="true">
        <Skeleton height={188} />
      </div>
    );
  const { title, plan } = titleOf({ ...invoice, detail: price.detail, isCustomSize: price.isCustomSize });
  const city = [form.watch('city'), form.watch('state')].filter(Boolean).join(', ');
  return (
    <>
      <div className={css.review}>
        <section>
          <h3>{t('paying')}</h3>
          <dl className={css.items}>
            <div>
              <dt>
                {title}
                <span>
                  {plan} ·{' '}
                  {[
                    t('usersCount', { count: formatNumber(price.users) }),
                    t('connectionsCount', { count: formatNumber(price.connections) }),
                    t('queuesCount', { count: formatNumber(price.queues) }),
                  ].join(', ')}
                </span>
              </dt>
              <dd className="num">{formatReais(price.value + price.discount)}</dd>
            </div>
            {price.discount > 0 && (
              <div>
                <dt>{t('discount')}</dt>
                <dd className="num">− {formatReais(price.discount)}</dd>
              </div>
            )}
            <div className={css.total}>
              <dt>{t('total')}</dt>
              <dd className="num">{formatReais(price.value)}</dd>
            </div>
          </dl>
        </section>
        <section>
          <h3>{t('issuedTo')}</h3>
          <dl className={css.buyer}>
            <dt>{t('shortName')}</dt>
            <dd>{form.watch('firstName')}</dd>
            <dt>{t('document')}</dt>
            <dd className="num">{formatDocument(form.watch('zipcode'))}</dd>
            {city !== '' && (
              <>
                <dt>{t('city')}</dt>
                <dd>{city}</dd>
              </>
            )}
          </dl>
          <Button kind="ghost" size="sm" icon="edit" onClick={onCorrect}>
            {t('correct')}
          </Button>
        </section>
      </div>
      <p className={cx(css.note, 'num')}>
        <Icon name="calendar" size={16} />
        <span>
          {t('validUntil', { date: formatDay(price.validUntil) })} {price.replaces && t('replaces')}
        </span>
      </p>
    </>
  );
}
