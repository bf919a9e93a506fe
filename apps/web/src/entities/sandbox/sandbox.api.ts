/** The simulated phones: their customers, their messages, and how the server processed them. */
import type { Endpoints } from '@balcao/contract/endpoints/index';
import type { SandboxAction } from '@balcao/contract/endpoints/sandbox';
import type { RequestInput, ResponseData } from '@balcao/contract/kernel/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, invalidateModule } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';

/** Unread counts of phones that are not open may be this old. */
const OVERVIEW_MS = 5000;
const TRACE_MS = 4000;
/** The server holds a long poll for some seconds; this limits polls that return at once without changes. */
const MIN_WAIT_MS = 1000;
const AFTER_FAILURE_MS = 3000;

interface Phone {
  connectionId: number;
  customerId: string;
}

export function useSandbox() {
  const client = useQueryClient();
  useTopic('whatsappSession', () => void client.invalidateQueries({ queryKey: api.sandbox.overview.key() }));
  return useQuery({ ...api.sandbox.overview.query(), refetchInterval: OVERVIEW_MS });
}

/** The conversation as the customer sees it. */
export const useSandboxThread = (phone: Phone) => useQuery(api.sandbox.thread.query({ params: phone }));

/** Follows the conversation by long polling. Mount once per phone. */
export function useThreadUpdates({ connectionId, customerId }: Phone, revision: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (revision === undefined) return;
    const params = { connectionId, customerId };
    const stop = new AbortController();
    const listen = async () => {
      while (!stop.signal.aborted) {
        const requestedAt = Date.now();
        const next: ResponseData<Endpoints['sandbox']['thread']> | undefined = await api.sandbox
          .thread({ params, query: { knows: String(revision) } }, { signal: stop.signal })
          .catch(() => undefined);
        if (stop.signal.aborted) return;
        if (next && next.revision !== revision) {
          client.setQueryData(api.sandbox.thread.key({ params }), next);
          void client.invalidateQueries({ queryKey: api.sandbox.overview.key() });
          void client.invalidateQueries({ queryKey: api.sandbox.trace.key({ params }) });
          return;
        }
        await pause(next ? Math.max(0, MIN_WAIT_MS - (Date.now() - requestedAt)) : AFTER_FAILURE_MS);
      }
    };
    void listen();
    return () => stop.abort();
  }, [client, connectionId, customerId, revision]);
}

/** How the server processed the messages: refetched on socket updates, and by interval for what has none. */
export function useSandboxTrace(phone: Phone) {
  const client = useQueryClient();
  const refetchTrace = () => void client.invalidateQueries({ queryKey: api.sandbox.trace.key({ params: phone }) });
  useTopic('ticket', refetchTrace);
  useTopic('appMessage', refetchTrace);
  return useQuery({ ...api.sandbox.trace.query({ params: phone }), refetchInterval: TRACE_MS });
}

export const useSandboxScripts = () => useQuery({ ...api.sandbox.scripts.query(), staleTime: Infinity });

export const useSandboxMedia = (connectionId: number, ref: string) =>
  useQuery({ ...api.sandbox.media.query({ params: { connectionId, ref } }), staleTime: Infinity });

export const useSandboxAction = (connectionId: number) =>
  useChange((body: SandboxAction) => api.sandbox.act({ params: { connectionId }, body }));

export const useNewCustomer = (connectionId: number) =>
  useChange((body: RequestInput<Endpoints['sandbox']['newCustomer']>['body']) =>
    api.sandbox.newCustomer({ params: { connectionId }, body }),
  );

export const useRunScript = (phone: Phone) =>
  useChange((scriptId: string) =>
    api.sandbox.run({
      params: { connectionId: phone.connectionId, scriptId },
      body: { customerId: phone.customerId },
    }),
  );

/** Advances the clock by these hours; 0 resets it. */
export const useSandboxClock = (connectionId: number) =>
  useChange((hours: number) => api.sandbox.clock({ params: { connectionId }, body: { hours } }));

/** Lets minutes pass for the conversations of this connection, with all timers that fire then. */
export const usePassTime = (connectionId: number) =>
  useChange((minutes: number) => api.sandbox.pass({ params: { connectionId }, body: { minutes } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'sandbox') });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
