import type { Invoice, Subscription } from '@balcao/contract/endpoints/invoices';
import type { ReactNode } from 'react';
import { formatDate, formatDay, formatNumber, formatReais } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Skeleton } from '../../ui/index.ts';
import css from './billing.module.css';
import { billingTexts } from './billing.texts.ts';
import { useDaysLeft } from './days-left.ts';

const quantities = ['users', 'connections', 'queues'] as const;

/** Plan, due date, usage and open amounts. `openInvoices` are those already fetched; what is owed comes first. */
export function SubscriptionSummary({
  subscription,
  openInvoices,
}: {
  subscription: Subscription | undefined;
  openInvoices: readonly Invoice[];
}) {
  const t = useTexts(billingTexts);
  if (!subscription) return <SummarySkeleton />;
  return (
    <section className={css.summary} aria-label={t('summary')}>
      <PlanCell subscription={subscription} />
      <DueCell subscription={subscription} />
      <UsageCell subscription={subscription} />
      <ToPayCell subscription={subscription} openInvoices={openInvoices} />
    </section>
  );
}

const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={css.cell}>
    <h2>{name}</h2>
    {children}
  </div>
);

function PlanCell({ subscription: { plan, nextPlan, discount } }: { subscription: Subscription }) {
  const t = useTexts(billingTexts);
  const discountText = (invoices: number, value: string, isPercent: boolean) =>
    invoices === 1
      ? t(isPercent ? 'discountPercentOne' : 'discountValueOne', { value })
      : t(isPercent ? 'discountPercent' : 'discountValue', { value, invoices });
  return (
    <Cell name={t('plan')}>
      <p className={css.big}>{plan.name}</p>
      <p className="num">{t('perMonth', { price: formatReais(plan.amount) })}</p>
      {nextPlan && <p>{t('nextPlan', { name: nextPlan.name })}</p>}
      {discount && (
        <p className={css.good}>
          {discount.kind === 'percent'
            ? discountText(discount.invoices, formatNumber(discount.value), true)
            : discountText(discount.invoices, formatReais(discount.value), false)}
        </p>
      )}
    </Cell>
  );
}

function DueCell({ subscription: { state, dueDate, daysLeft } }: { subscription: Subscription }) {
  const t = useTexts(billingTexts);
  const daysText = useDaysLeft();
  if (state === 'unlimited')
    return (
      <Cell name={t('subscription')}>
        <p className={css.big}>{t('unlimited')}</p>
      </Cell>
    );
  return (
    <Cell name={t('subscription')}>
      <p className={cx(css.big, 'num')}>{t('until', { date: formatDate(dueDate) })}</p>
      <p className={cx((state === 'overdue' || state === 'grace') && css.bad)}>
        {[state === 'trial' && t('trial'), daysText(daysLeft)].filter(Boolean).join(' · ')}
      </p>
    </Cell>
  );
}

function UsageCell({ subscription: { used, allowed } }: { subscription: Subscription }) {
  const t = useTexts(billingTexts);
  return (
    <Cell name={t('usage')}>
      <dl className={css.usage}>
        {quantities.map((quantity) => {
          const isOver = used[quantity] > allowed[quantity];
          return (
            <div key={quantity}>
              <dt>{t(quantity)}</dt>
              <dd className={cx('num', isOver && css.bad)}>
                {t('usedOf', { used: formatNumber(used[quantity]), allowed: formatNumber(allowed[quantity]) })}
                {isOver && <span className="sr"> ({t('overLimit')})</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </Cell>
  );
}

function ToPayCell({
  subscription: { openInvoice, nextInvoiceDay },
  openInvoices,
}: {
  subscription: Subscription;
  openInvoices: readonly Invoice[];
}) {
  const t = useTexts(billingTexts);
  const owed = openInvoices.length > 0 ? openInvoices : openInvoice ? [openInvoice] : [];
  const late = sum(owed.filter(({ isOverdue }) => isOverdue));
  const countText = owed.length === 1 ? t('oneInvoice') : t('manyInvoices', { count: owed.length });
  return (
    <Cell name={t('toPay')}>
      <p className={cx(css.big, 'num')}>{owed.length === 0 ? t('nothingToPay') : formatReais(sum(owed))}</p>
      {owed.length > 0 && (
        <p className="num">
          {late > 0 && (
            <>
              <span className={css.bad}>{t('lateAmount', { amount: formatReais(late) })}</span>
              {' · '}
            </>
          )}
          {countText}
        </p>
      )}
      {owed.length === 0 && nextInvoiceDay && (
        <p className="num">{t('nextInvoice', { date: formatDay(nextInvoiceDay) })}</p>
      )}
    </Cell>
  );
}

/** Added in cents: reais are fractions. */
export const sum = (invoices: readonly Pick<Invoice, 'value'>[]): number =>
  invoices.reduce((cents, { value }) => cents + Math.round(value * 100), 0) / 100;

const SummarySkeleton = () => (
  <div className={css.summary} aria-busy="true">
    {[0, 1, 2, 3].map((at) => (
      <div key={at} className={css.cell}>
        <Skeleton width={72} />
        <Skeleton width={132} height={20} />
        <Skeleton width={96} />
      </div>
    ))}
  </div>
);
