import { expect, it } from 'vitest';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Buyer, CompanyRow } from '../../infrastructure/db/schema/platform.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { createBillingMails } from './billing-mails.ts';

it.each<[string, { email: string | null; buyer: Buyer | null }, Buyer, string[]]>([
  ['that of its last payment', { email: 'a@x.com', buyer: { email: 'b@x.com' } }, { email: 'old@x.com' }, ['b@x.com']],
  ['that of the company', { email: 'a@x.com', buyer: null }, { email: 'old@x.com' }, ['a@x.com']],
  ['that of the invoice', { email: null, buyer: null }, { email: 'old@x.com' }, ['old@x.com']],
  ['none', { email: null, buyer: null }, {}, []],
])('mails about an invoice go to the address of the company: %s', async (_, own, buyer, expected) => {
  const addresses: string[] = [];
  const mails = createBillingMails({
    queueMail: async (_tx, { address }) => void addresses.push(address),
    linkTo: (path) => path,
  });
  const company = { name: 'Balcão', ...own } as CompanyRow;
  await mails.reminder({ companyId: 1 } as Tx, company, { number: '2026-000001', buyer } as InvoiceRow, -5);
  expect(addresses).toEqual(expected);
});

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
