import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlatformNumbers } from '../../entities/companies/companies.api.ts';
import { usePaymentsToCheck } from '../../entities/payments/payments.api.ts';
import { formatCents, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Skeleton } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';
import css from './companies.module.css';

/** What the platform earns, and what needs attention. */
export function Cards() {
  const t = useTexts(companyTexts);
  const { data } = usePlatformNumbers();
  const invoices = (count: number) => (count === 1 ? t('oneInvoice') : t('invoices', { count: formatNumber(count) }));
  return (
    <dl className={css.cards} aria-busy={!data}>
      <Card title={t('monthlyRevenue')} value={data && formatCents(data.monthlyCents)} note={t('ofPaying')} />
      <Card
        title={t('receivable')}
        value={data && formatCents(data.open.cents)}
        note={data && invoices(data.open.count)}
      />
      <Card
        title={t('late')}
        value={data && formatCents(data.late.cents)}
        note={data && invoices(data.late.count)}
        tone={data && data.late.count > 0 ? 'danger' : undefined}
      />
      <Card
        title={t('trialsEnding')}
        value={data && formatNumber(data.trialsEnding)}
        note={t('withinFiveDays')}
        tone={data && data.trialsEnding > 0 ? 'warn' : undefined}
      />
      <ToCheckCard />
    </dl>
  );
}

/** Money and payments that wait for a decision. */
function ToCheckCard() {
  const t = useTexts(companyTexts);
  const { data, isError } = usePaymentsToCheck();
  const count = data && data.counts.held + data.counts.disputes + data.counts.payloads;
  return (
    <Card
      title={t('toCheck')}
      value={count === undefined ? (isError ? '–' : undefined) : formatNumber(count)}
      note={
        <Link className={css.cardLink} to="/recebimentos/verificar">
          {t('openPayments')}
        </Link>
      }
      tone={count !== undefined && count > 0 ? 'warn' : undefined}
    />
  );
}

function Card({
  title,
  value,
  note,
  tone,
}: {
  title: string;
  value: string | undefined;
  note: ReactNode;
  tone?: 'warn' | 'danger' | undefined;
}) {
  return (
    <div className={css.card} data-tone={tone}>
      <dt>{title}</dt>
      <dd className="num">{value ?? <Skeleton width={96} height={20} />}</dd>
      <dd className={css.note}>{note ?? <Skeleton width={64} />}</dd>
    </div>
  );
}
