import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Billing } from './billing.ts';

export const invoiceRoutes = ({ invoices, checkout, planChange, management, presentOf }: Billing) =>
  handle('invoices', endpoints.invoices, {
    list: async ({ actor, query }) => {
      const filter = { search: query.searchParam, page: query.pageNumber, withVoid: false };
      const { invoices: shown, count, hasMore } = await invoices.list(actor.companyId, filter);
      return { invoices: shown, count, hasMore };
    },
    shown: async ({ actor, params }) => invoices.details(actor.companyId, params.id),
    offers: async ({ actor, query }) => checkout.offers(actor, query.recurrence),
    price: async ({ actor, params, query }) => checkout.price(actor, params.id, query),
    subscription: async ({ actor }) => invoices.subscription(actor.companyId),
    pay: async ({ actor, body, info }) => checkout.pay(actor, body, info.language),
    check: async ({ actor, params }) => invoices.check(actor, params.id),
    changePlan: async ({ actor, body }) => {
      const invoice = await (body.when === 'now'
        ? planChange.now(actor, body.planId)
        : planChange.atRenewal(actor, body.planId));
      return {
        subscription: await invoices.subscription(actor.companyId),
        invoice: invoice ? await presentOf(actor.companyId, invoice) : null,
      };
    },

    companySubscription: async ({ params }) => management.show(params.companyId),
    companyInvoices: async ({ params, query }) =>
      management.list(params.companyId, { search: query.searchParam, page: query.pageNumber }),
    setDueDay: async ({ actor, params, body }) => management.setDueDay(actor, params.companyId, body),
    setDiscount: async ({ actor, params, body }) => management.setDiscount(actor, params.companyId, body.discount),
    setLimits: async ({ actor, params, body }) => management.setLimits(actor, params.companyId, body),
    settle: async ({ actor, params, body }) => management.settle(actor, params.companyId, params.id, body),
    voidInvoice: async ({ actor, params, body }) =>
      management.voidInvoice(actor, params.companyId, params.id, body.reason),
  });
