import type { Invoice, Subscription } from '@balcao/contract/endpoints/invoices';
import { useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, useToast } from '../../ui/index.ts';
import css from './billing.module.css';
import { billingTexts } from './billing.texts.ts';

interface OverdueNoticeProps {
  /** Undefined while it is being fetched: the session knows whether the subscription has expired. */
  subscription: Subscription | undefined;
  onPay: (invoice: Invoice) => void;
}

/** Why the other screens are closed, or soon will be, and how to open them again. */
export function OverdueNotice({ subscription, onPay }: OverdueNoticeProps) {
  const t = useTexts(billingTexts);
  const toast = useToast();
  const canPay = useCan('invoice.pay');
  const { user, refreshSession } = useSession();
  const [checkState, setCheckState] = useState<'not-yet' | 'checking' | 'checked'>('not-yet');
  const { company } = user;
  const isInGrace = !company.expired && subscription?.state === 'grace';
  if (!company.expired && !isInGrace) return null;
  const invoice = subscription?.openInvoice;
  const date = formatDate(company.dueDate);

  // A renewed subscription unmounts this notice; if it is still shown after a check, the payment has not arrived.
  const check = async () => {
    setCheckState('checking');
    await refreshSession().catch(toast.failed);
    setCheckState('checked');
  };

  return (
    <section className={css.notice} role="alert">
      <Icon name="alert" size={24} />
      <div className={css.noticeText}>
        <h2>{t(isInGrace ? 'graceTitle' : 'expiredTitle')}</h2>
        <p>
          {isInGrace ? t('grace', { date, until: formatDate(subscription.worksUntil) }) : t('expired', { date })}
          {!canPay && ` ${t('askAdmin')}`}
        </p>
        {!isInGrace && (
          <p className={css.small} aria-live="polite">
            {t(checkState === 'checked' ? 'stillExpired' : 'stored')}
          </p>
        )}
      </div>
      <div className={css.noticeActions}>
        {!isInGrace && (
          <Button icon="refresh" busy={checkState === 'checking'} onClick={() => void check()}>
            {t('check')}
          </Button>
        )}
        {canPay && invoice && (
          <Button kind="primary" icon="pix" onClick={() => onPay(invoice)}>
            {t('payNow')}
          </Button>
        )}
      </div>
    </section>
  );
}
