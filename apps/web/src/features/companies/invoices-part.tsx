import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { invoices as calls } from '@balcao/contract/endpoints/invoices';
import { useState } from 'react';
import { useCompanyInvoices, useSettleInvoice, useVoidInvoice } from '../../entities/companies/company-billing.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatReais } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  FormDialog,
  IconButton,
  Menu,
  Skeleton,
  StatusPill,
  TextField,
  useToast,
} from '../../ui/index.ts';
import { companyBillingTexts } from './billing.texts.ts';
import css from './companies.module.css';
import type { PartProps } from './part.ts';
import { dayText } from './subscription-part.tsx';

const tones = {
  open: 'info',
  paid: 'success',
  void: 'neutral',
  refunded: 'neutral',
  disputed: 'warn',
} as const satisfies Record<Invoice['state'], string>;
type Asked = { invoice: Invoice; what: 'settle' | 'void' };

export function InvoicesPart({ company }: PartProps) {
  const t = useTexts(companyBillingTexts);
  const language = useLanguage();
  const invoices = useCompanyInvoices(company.id);
  const [asked, setAsked] = useState<Asked>();
  if (invoices.error && invoices.rows.length === 0)
    return <ErrorState text={errorText(invoices.error, language)} onRetry={invoices.retry} />;
  if (invoices.loading && invoices.rows.length === 0) return <Skeleton height={200} />;
  if (invoices.rows.length === 0) return <EmptyState icon="wallet" title={t('noInvoices')} />;
  return (
    <>
      <ul className={css.rows}>
        {invoices.rows.map((invoice) => (
          <li key={invoice.id} className={css.row}>
            <span className={css.two}>
              <b className="num">
                {invoice.number} · {formatReais(invoice.value)}
              </b>
              <span className="faint">
                {invoice.detail} · <span className="num">{dayText(invoice.dueDay)}</span>
              </span>
            </span>
            <StatusPill tone={invoice.isOverdue ? 'danger' : tones[invoice.state]}>
              {t(invoice.isOverdue ? 'late' : invoice.state)}
            </StatusPill>
            {invoice.state === 'open' && (
              <Menu
                target={<IconButton icon="more-v" tip={false} label={t('actions', { number: invoice.number })} />}
                items={[
                  {
                    key: 'settle',
                    label: t('settle'),
                    icon: 'check',
                    onClick: () => setAsked({ invoice, what: 'settle' }),
                  },
                  {
                    key: 'void',
                    label: t('voidInvoice'),
                    icon: 'ban',
                    danger: true,
                    onClick: () => setAsked({ invoice, what: 'void' }),
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {invoices.hasMore && (
        <Button full onClick={invoices.more} busy={invoices.loading}>
          {t('more')}
        </Button>
      )}
      {asked?.what === 'settle' && (
        <Settle companyId={company.id} invoice={asked.invoice} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === 'void' && (
        <VoidInvoice companyId={company.id} invoice={asked.invoice} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

interface DialogProps {
  companyId: number;
  invoice: Invoice;
  onClose: () => void;
}
function Settle({ companyId, invoice, onClose }: DialogProps) {
  const t = useTexts(companyBillingTexts);
  const toast = useToast();
  const settle = useSettleInvoice(companyId);
  const form = useDraftForm({
    schema: calls.settle.body,
    values: { reference: '', reason: '' },
    save: (draft) => settle.mutateAsync({ id: invoice.id, ...draft }),
    ...toast.saved(t('settled'), onClose),
  });
  return (
    <FormDialog
      title={t('settleTitle', { number: invoice.number })}
      width={440}
      form={form}
      verb={t('settle')}
      onClose={onClose}
    >
      <p>{t('settleText')}</p>
      <TextField label={t('reference')} required hint={t('referenceHint')} data-autofocus {...form.text('reference')} />
      <TextField label={t('reason')} required hint={t('reasonHint')} {...form.text('reason')} />
    </FormDialog>
  );
}

function VoidInvoice({ companyId, invoice, onClose }: DialogProps) {
  const t = useTexts(companyBillingTexts);
  const toast = useToast();
  const voidInvoice = useVoidInvoice(companyId);
  const form = useDraftForm({
    schema: calls.voidInvoice.body,
    values: { reason: '' },
    save: (draft) => voidInvoice.mutateAsync({ id: invoice.id, ...draft }),
    ...toast.saved(t('voidDone'), onClose),
  });
  return (
    <FormDialog
      title={t('voidTitle', { number: invoice.number })}
      width={440}
      form={form}
      verb={t('voidInvoice')}
      onClose={onClose}
    >
      <p>{t('voidText')}</p>
      <TextField label={t('reason')} required hint={t('reasonHint')} data-autofocus {...form.text('reason')} />
    </FormDialog>
  );
}
