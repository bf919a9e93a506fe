/** Invoices and the subscription of the company. */
import type { Endpoints } from '@balcao/contract/endpoints/index';
import type { RequestInput } from '@balcao/contract/kernel/endpoint';
import type { Recurrence } from '@balcao/domain/billing/price';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';

export const useInvoicePages = () =>
  useInfiniteList({
    key: api.invoices.list.key(),
    page: (pageNumber, signal) => api.invoices.list({ query: { pageNumber } }, { signal }),
    rows: (page) => page.invoices,
  });

export const useSubscription = () => useQuery(api.invoices.subscription.query());

/** What can be chosen in the checkout, priced for a period; without one, for the present period. */
export const useOffers = (recurrence?: Recurrence) =>
  useQuery({ ...api.invoices.offers.query({ query: { recurrence } }), placeholderData: keepPreviousData });

/** A payment is normally announced by the socket; this finds it without one. */
const POLL_INTERVAL_MS = 5000;

/** The invoice with its charges, asked for repeatedly while a payment is awaited. */
export const useInvoice = (id: number, { isAwaited = false } = {}) =>
  useQuery({
    ...api.invoices.shown.query({ params: { id } }),
    refetchInterval: ({ state: { data } }) => (isAwaited && data?.state === 'open' ? POLL_INTERVAL_MS : false),
  });

/** What the invoice can become in the checkout. */
export type Choice = RequestInput<Endpoints['invoices']['price']>['query'];

/** The server's price of a choice. The price before stays until the new one is known. */
export const usePrice = (id: number, choice: Choice, { enabled = true } = {}) =>
  useQuery({
    ...api.invoices.price.query({ params: { id }, query: choice }),
    placeholderData: keepPreviousData,
    enabled,
  });

export type PayRequest = RequestInput<Endpoints['invoices']['pay']>['body'];

/** Creates the charges of an invoice. Another choice replaces the invoice: the reply has the one to be paid. */
export function usePayInvoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PayRequest) => api.invoices.pay({ body }),
    onSuccess: ({ invoice }) => {
      client.setQueryData(api.invoices.shown.key({ params: { id: invoice.id } }), invoice);
      void client.invalidateQueries({ queryKey: api.invoices.list.key() });
      void client.invalidateQueries({ queryKey: api.invoices.subscription.key() });
    },
  });
}

/** Asks the providers now whether the invoice has been paid. */
export function useCheckInvoice(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.invoices.check({ params: { id } }),
    onSuccess: (invoice) => {
      client.setQueryData(api.invoices.shown.key({ params: { id } }), invoice);
      if (invoice.state !== 'open') void client.invalidateQueries({ queryKey: api.invoices.list.key() });
    },
  });
}

export function useChangePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestInput<Endpoints['invoices']['changePlan']>['body']) => api.invoices.changePlan({ body }),
    onSuccess: () => invalidateModule(client, 'invoices'),
  });
}
