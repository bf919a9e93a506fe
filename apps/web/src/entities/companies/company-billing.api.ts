/** Subscription and invoices of a company, for super users. */
import type { invoices } from '@balcao/contract/endpoints/invoices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';

type Invoices = typeof invoices;
type Body<K extends 'setDueDay' | 'setDiscount' | 'setLimits' | 'settle' | 'voidInvoice'> = z.input<
  Invoices[K]['body']
>;

export const useCompanySubscription = (companyId: number) =>
  useQuery(api.invoices.companySubscription.query({ params: { companyId } }));

export function useCompanyInvoices(companyId: number) {
  return useInfiniteList({
    key: api.invoices.companyInvoices.key({ params: { companyId } }),
    page: (pageNumber, signal) =>
      api.invoices.companyInvoices({ params: { companyId }, query: { pageNumber } }, { signal }),
    rows: (page) => page.invoices,
  });
}

export const useSetDueDay = (companyId: number) =>
  useChange((body: Body<'setDueDay'>) => api.invoices.setDueDay({ params: { companyId }, body }));
export const useSetDiscount = (companyId: number) =>
  useChange((body: Body<'setDiscount'>) => api.invoices.setDiscount({ params: { companyId }, body }));
export const useSetLimits = (companyId: number) =>
  useChange((body: Body<'setLimits'>) => api.invoices.setLimits({ params: { companyId }, body }));
export const useSettleInvoice = (companyId: number) =>
  useChange(({ id, ...body }: { id: number } & Body<'settle'>) =>
    api.invoices.settle({ params: { companyId, id }, body }),
  );
export const useVoidInvoice = (companyId: number) =>
  useChange(({ id, ...body }: { id: number } & Body<'voidInvoice'>) =>
    api.invoices.voidInvoice({ params: { companyId, id }, body }),
  );

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all([invalidateModule(client, 'invoices'), invalidateModule(client, 'platform')]),
  });
}
