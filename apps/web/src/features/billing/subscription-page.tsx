/** The /subscription screen: until when the subscription is valid, and where invoices are sent. Read only. */
import type { Subscription } from '@balcao/contract/endpoints/invoices';
import { useNavigate } from '@tanstack/react-router';
import { useSubscription } from '../../entities/billing/invoices.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatDay } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { texts } from '../../lib/texts.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, Page, Skeleton, StatusPill, TextArea, TextField } from '../../ui/index.ts';
import css from './subscription.module.css';

const subscriptionTexts = texts({
  title: { pt: 'Assinatura', en: 'Subscription', es: 'Suscripción' },
  period: { pt: 'Período da licença', en: 'Licence period', es: 'Período de la licencia' },
  plan: { pt: 'Plano', en: 'Plan', es: 'Plan' },
  email: { pt: 'E-mail de cobrança', en: 'Billing e-mail', es: 'Correo de cobro' },
  noEmail: { pt: 'Não informado', en: 'Not set', es: 'No informado' },
  subscribe: { pt: 'Assine Agora!', en: 'Subscribe now!', es: '¡Suscríbete ahora!' },
  trialToday: {
    pt: 'Seu período de teste vence em hoje',
    en: 'Your trial period expires today',
    es: 'Tu período de prueba vence hoy',
  },
  trialOne: {
    pt: 'Seu período de teste vence em 1 dia ({date})',
    en: 'Your trial period expires in 1 day ({date})',
    es: 'Tu período de prueba vence en 1 día ({date})',
  },
  trialDays: {
    pt: 'Seu período de teste vence em {days} dias ({date})',
    en: 'Your trial period expires in {days} days ({date})',
    es: 'Tu período de prueba vence en {days} días ({date})',
  },
  today: { pt: 'Sua licença vence em hoje', en: 'Your licence expires today', es: 'Tu licencia vence hoy' },
  one: {
    pt: 'Sua licença vence em 1 dia ({date})',
    en: 'Your licence expires in 1 day ({date})',
    es: 'Tu licencia vence en 1 día ({date})',
  },
  days: {
    pt: 'Sua licença vence em {days} dias ({date})',
    en: 'Your licence expires in {days} days ({date})',
    es: 'Tu licencia vence en {days} días ({date})',
  },
  expired: {
    pt: 'Sua licença venceu em {date}',
    en: 'Your licence expired on {date}',
    es: 'Tu licencia venció el {date}',
  },
  grace: {
    pt: 'Sua licença venceu em {date}; o acesso continua até {until}',
    en: 'Your licence expired on {date}; you can keep working until {until}',
    es: 'Tu licencia venció el {date}; el acceso continúa hasta el {until}',
  },
  never: { pt: 'Sem vencimento', en: 'Does not expire', es: 'Sin vencimiento' },
  stateTrial: { pt: 'Em teste', en: 'Trial', es: 'En prueba' },
  stateActive: { pt: 'Em dia', en: 'Up to date', es: 'Al día' },
  stateEndsToday: { pt: 'Vence hoje', en: 'Expires today', es: 'Vence hoy' },
  stateGrace: { pt: 'Em tolerância', en: 'In grace', es: 'En tolerancia' },
  stateOverdue: { pt: 'Vencida', en: 'Expired', es: 'Vencida' },
  stateUnlimited: { pt: 'Em dia', en: 'Up to date', es: 'Al día' },
  nextInvoice: {
    pt: 'A próxima fatura sai em {date}.',
    en: 'The next invoice is issued on {date}.',
    es: 'La próxima factura se emite el {date}.',
  },
  adminsOnly: {
    pt: 'Só administradores pagam faturas.',
    en: 'Only administrators pay invoices.',
    es: 'Solo los administradores pagan facturas.',
  },
});

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
