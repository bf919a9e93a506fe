export { createBilling, type Billing } from './billing.ts';
export type { InvoiceEvents, Payments } from './billing-interfaces.ts';
export { invoiceRoutes } from './invoices.routes.ts';
export { noPayments } from './no-payments.ts';
