import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { payments as calls } from '@balcao/contract/endpoints/payments';
import { centsOfNumber } from '@balcao/domain/billing/money';
import { useState } from 'react';
import { useCompanyPages } from '../../entities/companies/companies.api.ts';
import { useCompanyInvoices } from '../../entities/companies/company-billing.api.ts';
import { useApplyHeld } from '../../entities/payments/payments.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDay, formatMoney, formatReais } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ErrorState,
  FormDialog,
  SearchBox,
  SelectField,
  Skeleton,
  TextField,
  useToast,
} from '../../ui/index.ts';
import type { DecisionProps } from './decision.ts';
import { decisionTexts } from './decisions.texts.ts';
import css from './payments.module.css';

/** Counts held money for an open invoice, of the company that paid or of another one. */
export function ApplyDialog({ entry, onClose }: DecisionProps) {
  const t = useTexts(decisionTexts);
  const toast = useToast();
  const apply = useApplyHeld(entry);
  const [company, setCompany] = useState(entry.company);
  const [invoice, setInvoice] = useState<Invoice>();
  const amount = formatMoney(entry.cents, entry.currency);
  const form = useDraftForm({
    schema: calls.applyHeld.body.pick({ reason: true }),
    values: { reason: '' },
    save: ({ reason }) => apply.mutateAsync({ companyId: company!.id, invoiceId: invoice!.id, reason }),
    ...toast.saved(t('applied'), onClose),
  });
  return (
    <FormDialog
      title={t('applyTitle', { amount })}
      width={560}
      form={form}
      dirty={invoice !== undefined}
      verb={t('applyVerb')}
      disabled={!company || !invoice}
      onClose={onClose}
    >
      {company ? (
        <>
          <div className={css.chosen}>
            <b>{company.name}</b>
            <Button
              size="sm"
              onClick={() => {
                setCompany(null);
                setInvoice(undefined);
              }}
            >
              {t('otherCompany')}
            </Button>
          </div>
          <OpenInvoices companyId={company.id} chosen={invoice} onChoose={setInvoice} />
        </>
      ) : (
        <CompanyChoice onChoose={setCompany} />
      )}
      {invoice && !isSameAmount(invoice, entry) && (
        <p className={css.warning} role="status">
          {t('otherAmount', { invoice: formatReais(invoice.value), received: amount })}
        </p>
      )}
      <TextField label={t('reason')} required hint={t('reasonHint')} {...form.text('reason')} />
    </FormDialog>
  );
}

const isSameAmount = ({ value }: Invoice, { cents, currency }: DecisionProps['entry']): boolean =>
  currency === 'BRL' && centsOfNumber(value) === cents;

function CompanyChoice({ onChoose }: { onChoose: (company: { id: number; name: string }) => void }) {
  const t = useTexts(decisionTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const companies = useCompanyPages(search, 'all');
  return (
    <>
      <SearchBox value={search} onChange={setSearch} label={t('searchCompany')} placeholder={t('searchCompany')} />
      {companies.error ? (
        <ErrorState compact text={errorText(companies.error, language)} onRetry={companies.retry} />
      ) : (
        <SelectField
          label={t('company')}
          required
          value={null}
          disabled={companies.rows.length === 0}
          placeholder={companies.rows.length === 0 && !companies.loading ? t('noCompanyFound') : undefined}
          options={companies.rows.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChoose(companies.rows.find((company) => company.id === id)!)}
        />
      )}
    </>
  );
}

interface OpenInvoicesProps {
  companyId: number;
  chosen: Invoice | undefined;
  onChoose: (invoice: Invoice) => void;
}
function OpenInvoices({ companyId, chosen, onChoose }: OpenInvoicesProps) {
  const t = useTexts(decisionTexts);
  const language = useLanguage();
  const invoices = useCompanyInvoices(companyId);
  const open = invoices.rows.filter(({ state }) => state === 'open');
  if (invoices.error) return <ErrorState compact text={errorText(invoices.error, language)} onRetry={invoices.retry} />;
  if (invoices.loading && invoices.rows.length === 0) return <Skeleton height={64} />;
  return (
    <>
      {open.length === 0 ? (
        !invoices.hasMore && <p className="muted">{t('noOpenInvoice')}</p>
      ) : (
        <SelectField
          label={t('openInvoice')}
          required
          value={chosen?.id ?? null}
          options={open.map(({ id, number, value, dueDay }) => ({
            value: id,
            label: t('invoiceOption', { number, amount: formatReais(value), day: formatDay(dueDay) }),
          }))}
          onChange={(id) => onChoose(open.find((invoice) => invoice.id === id)!)}
        />
      )}
      {invoices.hasMore && (
        <Button size="sm" busy={invoices.loading} onClick={invoices.more}>
          {t('moreInvoices')}
        </Button>
      )}
    </>
  );
}
