/** Money that the platform received, what waits for a decision, and the payment providers. For super users. */
import type { Endpoints } from '@balcao/contract/endpoints/index';
import type { LedgerEntry, PaymentPayload, PaymentProviderName } from '@balcao/contract/endpoints/payments';
import type { RequestInput, ResponseData } from '@balcao/contract/kernel/endpoint';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { listOfPages } from '../../lib/infinite-list.ts';

type Payments = Endpoints['payments'];
export type { LedgerEntry, PaymentPayload };
export type LedgerFilter = Pick<RequestInput<Payments['ledger']>['query'], 'provider' | 'state' | 'searchParam'>;
export type ProviderCheck = ResponseData<Payments['testProvider']>;
export type RefundReply = ResponseData<Payments['refund']>;
/** Money that was settled by hand is at no provider and cannot be returned from here. */
export type ProviderEntry = LedgerEntry & { provider: PaymentProviderName };
export const isAtProvider = (entry: LedgerEntry): entry is ProviderEntry => entry.provider !== 'manual';

/** No event announces new payments. */
const REFETCH_INTERVAL_MS = 60_000;

export function useLedger(filter: LedgerFilter) {
  const pages = useInfiniteQuery({
    queryKey: [...api.payments.ledger.key({ query: filter }), 'endless'],
    queryFn: ({ pageParam, signal }) =>
      api.payments.ledger({ query: { ...filter, ...(pageParam !== null && { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  return listOfPages(
    pages,
    pages.data?.pages.flatMap((page) => page.entries),
  );
}
export const usePaymentsToCheck = () =>
  useQuery({ ...api.payments.toCheck.query(), refetchInterval: REFETCH_INTERVAL_MS });
export const usePaymentProviders = () => useQuery(api.payments.providers.query());

/** A decision changes the ledger, the invoice and the numbers; also after an error, when another user was faster. */
function useDecision<V, R>(decide: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSettled: () =>
      Promise.all((['payments', 'invoices', 'platform'] as const).map((module) => invalidateModule(client, module))),
  });
}
const paramsOf = ({ provider, paymentId }: ProviderEntry) => ({ provider, paymentId });

export const useApplyHeld = (entry: ProviderEntry) =>
  useDecision(({ companyId, ...body }: { companyId: number } & RequestInput<Payments['applyHeld']>['body']) =>
    api.payments.applyHeld({ params: { companyId, ...paramsOf(entry) }, body }),
  );
export const useReturnHeld = (entry: ProviderEntry) =>
  useDecision((body: RequestInput<Payments['returnHeld']>['body']) =>
    api.payments.returnHeld({ params: paramsOf(entry), body }),
  );
export const useRefund = (entry: ProviderEntry) =>
  useDecision((body: RequestInput<Payments['refund']>['body']) =>
    api.payments.refund({ params: paramsOf(entry), body }),
  );
export const usePutBackPayload = () => useDecision((id: number) => api.payments.putBack({ params: { id } }));
export const useDiscardPayload = () => useDecision((id: number) => api.payments.discard({ params: { id } }));

function useProviderCheck(check: (provider: PaymentProviderName) => Promise<ProviderCheck>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: check, onSettled: () => invalidateModule(client, 'payments') });
}
export const useTestProvider = () =>
  useProviderCheck((provider) => api.payments.testProvider({ params: { provider } }));
export const useRegisterWebhook = () =>
  useProviderCheck((provider) => api.payments.registerWebhook({ params: { provider } }));
