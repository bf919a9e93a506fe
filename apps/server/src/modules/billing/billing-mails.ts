import type { ReminderDay } from '@balcao/domain/billing/billing-calendar';
import type { MailData, MailKind } from '@balcao/domain/mail/letters';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';

interface Deps {
  queueMail: QueueMail;
  /** Complete address of a page. */
  linkTo(path: string): string;
}
/** A company has no language of its own; its invoices are Brazilian. */
const LANGUAGE = 'pt';
const METHOD_NAMES: Readonly<Record<string, string>> = {
  efi: 'PIX',
  stripe: 'Stripe',
  mercadopago: 'Mercado Pago',
  asaas: 'Asaas',
  manual: 'Manual',
};

/** Mails about invoices, to the billing address of the company. */
export function createBillingMails({ queueMail, linkTo }: Deps) {
  const addressOf = (company: CompanyRow, invoice: InvoiceRow) => invoice.buyer.email ?? company.email;
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
    address: string | null,
    mail: { kind: K; about: string; data: MailData[K] },
  ) {
    if (address) await queueMail(tx, { ...mail, companyId: tx.companyId, address, language: LANGUAGE });
  }

  return {
    issued: (tx: Tx, company: CompanyRow, invoice: InvoiceRow) =>
      send(tx, addressOf(company, invoice), {
        kind: 'invoice-issued',
        about: invoice.number,
        data: facts(company, invoice),
      }),
    reminder: (tx: Tx, company: CompanyRow, invoice: InvoiceRow, reminder: ReminderDay) =>
      send(tx, addressOf(company, invoice), {
        kind: 'invoice-reminder',
        about: `${invoice.number} ${reminder}`,
        data: { ...facts(company, invoice), reminder },
      }),
    receipt: (tx: Tx, company: CompanyRow, invoice: InvoiceRow, paid: { paidWith: string; validUntil: string }) =>
      send(tx, addressOf(company, invoice), {
        kind: 'receipt',
        about: invoice.number,
        data: {
          ...facts(company, invoice),
          method: METHOD_NAMES[paid.paidWith] ?? paid.paidWith,
          validUntil: paid.validUntil,
        },
      }),
    refund: (tx: Tx, company: CompanyRow, invoice: InvoiceRow) =>
      send(tx, addressOf(company, invoice), {
        kind: 'refund',
        about: invoice.number,
        data: { number: invoice.number, cents: invoice.cents, url: linkTo('/financeiro') },
      }),
  };
}
export type BillingMails = ReturnType<typeof createBillingMails>;
