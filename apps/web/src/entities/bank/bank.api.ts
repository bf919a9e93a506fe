/** The simulated bank and payment providers; only on a server with SANDBOX. */
import type { BankFaults, PaymentProviderName } from '@balcao/contract/endpoints/payments';
import type { Endpoints } from '@balcao/contract/endpoints/index';
import type { RequestInput } from '@balcao/contract/kernel/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError, invalidateModule } from '../../lib/api.ts';

/** New charges appear without a reload: they are created in another window. */
const REFETCH_INTERVAL_MS = 3000;

export const useBank = () =>
  useQuery({
    ...api.bank.overview.query(),
    refetchInterval: ({ state }) => (isOff(state.error) ? false : REFETCH_INTERVAL_MS),
    retry: false,
  });

/** The server runs without the simulator. */
export const isOff = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The charge of a pasted code or payment page. */
export const useFindCharge = () => useMutation({ mutationFn: (code: string) => api.bank.find({ query: { code } }) });

type Bank = Endpoints['bank'];
export const usePayCharge = () => useChange((body: RequestInput<Bank['pay']>['body']) => api.bank.pay({ body }));
export const useRefundPayment = () =>
  useChange((body: RequestInput<Bank['refund']>['body']) => api.bank.refund({ body }));
export const useDisputePayment = () =>
  useChange((body: RequestInput<Bank['dispute']>['body']) => api.bank.dispute({ body }));
export const useResetBank = () => useChange(() => api.bank.reset());
export const useSetFaults = () =>
  useChange(({ provider, faults }: { provider: PaymentProviderName; faults: BankFaults }) =>
    api.bank.faults({ params: { provider }, body: faults }),
  );

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'bank') });
}
