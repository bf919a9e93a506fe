import { expect, it } from 'vitest';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Buyer, CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { createBillingMails } from './billing-mails.ts';

it.each<[string, Buyer | null, Buyer, string]>([
  ['the one who paid last or signed up', { language: 'es' }, { language: 'en' }, 'es'],
  ['the buyer of the invoice', null, { language: 'en' }, 'en'],
  ['nobody known', null, {}, 'pt'],
])('mails about an invoice are in the language of %s', async (_, ofCompany, ofInvoice, expected) => {
  const languages: string[] = [];
  const mails = createBillingMails({
    queueMail: async (_tx, { language }) => void languages.push(language),
    linkTo: (path) => path,
  });
  const company = { name: 'Balcão', email: 'ana@example.com', buyer: ofCompany } as CompanyRow;
  const invoice = { number: '2026-000001', buyer: ofInvoice } as InvoiceRow;
  const tx = { companyId: 1 } as Tx;
  await mails.issued(tx, company, invoice);
  await mails.reminder(tx, company, invoice, -5);
  await mails.receipt(tx, company, invoice, { paidWith: 'efi', validUntil: '2026-12-31' });
  await mails.refund(tx, company, invoice);
  expect(languages).toEqual([expected, expected, expected, expected]);
});
