export { createBilling, type Billing } from './billing.ts';
export type { InvoiceEvents, Payments } from './billing-interfaces.ts';
export { bankRoutes } from './bank.routes.ts';
export { createPaymentServices, type PaymentServices } from './payments.ts';
export { paymentRoutes } from './payments.routes.ts';
export { invoiceRoutes } from './invoices.routes.ts';
