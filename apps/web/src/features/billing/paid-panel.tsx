import type { InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, Icon } from '../../ui/index.ts';
import { useSecondsLeft } from './countdown.ts';
import css from './payment.module.css';
import { paymentTexts } from './payment.texts.ts';

const HOME_AFTER_SECONDS = 4;

export function PaidPanel({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts(paymentTexts);
  return (
    <div className={cx(css.panel, css.paid)} role="status">
      <span className={css.check} aria-hidden="true">
        <Icon name="check" size={40} />
      </span>
      <b>{t('paid')}</b>
      {invoice.paidAt !== null && <p className="num">{formatDateTime(invoice.paidAt)}</p>}
    </div>
  );
}

/** Leads to the home screen, unless the user stays. */
export function PaidFooter({ onReceipt, onClose }: { onReceipt: () => void; onClose: () => void }) {
  const t = useTexts(paymentTexts);
  const navigate = useNavigate();
  const [stays, setStays] = useState(false);
  const seconds = useSecondsLeft(HOME_AFTER_SECONDS, !stays);
  const isLeaving = seconds === 0 && !stays;
  useEffect(() => {
    if (isLeaving) void navigate({ to: '/' });
  }, [isLeaving, navigate]);
  return (
    <div className={css.footer}>
      <span className={cx(css.small, css.grow, 'num')}>{!stays && t('goingHome', { seconds })}</span>
      <Button icon="receipt" onClick={onReceipt}>
        {t('receipt')}
      </Button>
      {stays ? (
        <Button onClick={onClose}>{t('close')}</Button>
      ) : (
        <Button data-autofocus onClick={() => setStays(true)}>
          {t('stay')}
        </Button>
      )}
    </div>
  );
}
