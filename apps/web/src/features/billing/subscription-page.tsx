/** The /subscription screen: until when the subscription is valid, and where invoices are sent. Read only. */
import type { Subscription } from '@balcao/contract/endpoints/invoices';
import { useNavigate } from '@tanstack/react-router';
import { useSubscription } from '../../entities/billing/invoices.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatDay } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, Page, Skeleton, StatusPill, TextArea, TextField } from '../../ui/index.ts';
import css from './subscription.module.css';
import { subscriptionTexts } from './subscription.texts.ts';

const states = {
  trial: ['stateTrial', 'info'],
  active: ['stateActive', 'success'],
  endsToday: ['stateEndsToday', 'warn'],
  grace: ['stateGrace', 'warn'],
  overdue: ['stateOverdue', 'danger'],
  unlimited: ['stateUnlimited', 'success'],
} as const satisfies Record<Subscription['state'], readonly [keyof typeof subscriptionTexts, string]>;

export function SubscriptionPage() {
  const t = useTexts(subscriptionTexts);
  const language = useLanguage();
  const { data, error, refetch } = useSubscription();
  return (
    <Page title={t('title')} width="settings">
      {error && !data && <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className={css.card} aria-busy="true">
          <Skeleton height={200} />
        </div>
      )}
      {data && <Licence subscription={data} />}
    </Page>
  );
}

function Licence({ subscription }: { subscription: Subscription }) {
  const t = useTexts(subscriptionTexts);
  const navigate = useNavigate();
  const canPay = useCan('invoice.pay');
  const { state, plan, email, openInvoice, nextInvoiceDay } = subscription;
  const [label, tone] = states[state];
  return (
    <section className={css.card}>
      <div className={css.state}>
        <StatusPill tone={tone}>{t(label)}</StatusPill>
      </div>
      <TextArea className={css.period} label={t('period')} readOnly rows={1} value={usePeriod()(subscription)} />
      <TextField label={t('plan')} readOnly value={plan.name} />
      <TextField label={t('email')} readOnly value={email ?? t('noEmail')} />
      {state !== 'unlimited' && (
        <div className={css.action}>
          {canPay ? (
            <Button
              kind="primary"
              icon="wallet"
              onClick={() => void navigate({ to: '/financeiro', search: openInvoice ? { pay: openInvoice.id } : {} })}
            >
              {t('subscribe')}
            </Button>
          ) : (
            <p className="muted">{t('adminsOnly')}</p>
          )}
          {nextInvoiceDay && <p className="muted">{t('nextInvoice', { date: formatDay(nextInvoiceDay) })}</p>}
        </div>
      )}
    </section>
  );
}

function usePeriod(): (subscription: Subscription) => string {
  const t = useTexts(subscriptionTexts);
  return ({ state, daysLeft: days, dueDate, worksUntil }) => {
    const date = formatDate(dueDate);
    if (state === 'unlimited') return t('never');
    if (state === 'grace') return t('grace', { date, until: formatDate(worksUntil) });
    if (state === 'overdue') return t('expired', { date });
    const isTrial = state === 'trial';
    if (days <= 0) return t(isTrial ? 'trialToday' : 'today');
    if (days === 1) return t(isTrial ? 'trialOne' : 'one', { date });
    return t(isTrial ? 'trialDays' : 'days', { days, date });
  };
}
