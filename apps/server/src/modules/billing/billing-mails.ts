import type { ReminderDay } from '@balcao/domain/billing/billing-calendar';
import type { MailKind } from '@balcao/domain/mail/letters';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { NewMail, QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';

interface Deps {
  queueMail: QueueMail;
  /** Complete address of a page. */
  linkTo(path: string): string;
}
/** Language of a company that was created by a super user and has not paid yet. */
const DEFAULT_LANGUAGE = 'pt';
const METHOD_NAMES: Readonly<Record<string, string>> = {
  efi: 'PIX',
  stripe: 'Stripe',
  mercadopago: 'Mercado Pago',
  asaas: 'Asaas',
  manual: 'Manual',
};

/** Mails about invoices, to the billing address of the company. Invoices and reminders are stored by the thousand. */
export function createBillingMails({ queueMail, linkTo }: Deps) {
  const facts = (company: CompanyRow, invoice: InvoiceRow) => ({
    company: company.name,
    number: invoice.number,
    plan: invoice.planName,
    cents: invoice.cents,
    dueDay: invoice.dueDay,
    url: linkTo('/financeiro'),
  });
  async function send<K extends MailKind>(
    tx: Tx,
    company: CompanyRow,
    { buyer }: InvoiceRow,
    mail: Pick<NewMail<K>, 'kind' | 'about' | 'data' | 'isBulk'>,
  ) {
    // The company's address may have changed since the invoice was issued.
    const address = company.buyer?.email ?? company.email ?? buyer.email;
    const language = company.buyer?.language ?? buyer.language ?? DEFAULT_LANGUAGE;
    if (address) await queueMail(tx, { ...mail, companyId: tx.companyId, address, language });
  }

  return {
    issued: (tx: Tx, company: CompanyRow, invoice: InvoiceRow) =>
      send(tx, company, invoice, {
        kind: 'invoice-issued',
        about: invoice.number,
        data: facts(company, invoice),
        isBulk: true,
      }),
    reminder: (tx: Tx, company: CompanyRow, invoice: InvoiceRow, reminder: ReminderDay) =>
      send(tx, company, invoice, {
        kind: 'invoice-reminder',
        about: `${invoice.number} ${reminder}`,
        data: { ...facts(company, invoice), reminder },
        isBulk: true,
      }),
    receipt: (tx: Tx, company: CompanyRow, invoice: InvoiceRow, paid: { paidWith: string; validUntil: string }) =>
      send(tx, company, invoice, {
        kind: 'receipt',
        about: invoice.number,
        data: {
          ...facts(company, invoice),
          method: METHOD_NAMES[paid.paidWith] ?? paid.paidWith,
          validUntil: paid.validUntil,
        },
      }),
    refund: (tx: Tx, company: CompanyRow, invoice: InvoiceRow) =>
      send(tx, company, invoice, {
        kind: 'refund',
        about: invoice.number,
        data: { number: invoice.number, cents: invoice.cents, url: linkTo('/financeiro') },
      }),
  };
}
export type BillingMails = ReturnType<typeof createBillingMails>;
