/** The company's connections. There are few, so the list is loaded whole and patched by socket updates. */
import type { ConnectionChange, ConnectionDraft } from '@balcao/contract/endpoints/connections';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';
import { useTopic } from '../../lib/topics.tsx';
import { useCan, useSession } from '../../lib/session.tsx';
import {
  isFull,
  needsAttention,
  applyConnectionUpdate,
  type ConnectionUpdate,
  type VisibleConnection,
} from './connections.updates.ts';

const listRequest = { query: { session: '0' } } as const;

/** `isFresh`: loaded again with the screen. */
export function useConnections({ enabled = true, isFresh = false } = {}) {
  const client = useQueryClient();
  const patch = (update: ConnectionUpdate) =>
    client.setQueryData<VisibleConnection[]>(
      api.connections.list.key(listRequest),
      (cached) => cached && applyConnectionUpdate(cached, update),
    );
  useTopic('whatsapp', patch);
  useTopic('whatsappSession', patch);
  // A reply requested before an update may arrive after it; the refetch corrects that.
  useRefetchOnTopic('whatsapp', 'connections');
  useRefetchOnTopic('whatsappSession', 'connections');
  return useQuery({ ...api.connections.list.query(listRequest), enabled, ...(isFresh && { staleTime: 0 }) });
}

/** With all fields, for users who manage connections. */
export function useFullConnections() {
  const { data, ...rest } = useConnections();
  return { ...rest, connections: data?.filter(isFull) };
}

/** The providers available on this server. */
export const useProviders = () => useQuery({ ...api.connections.providers.query(), staleTime: Infinity });

/** A reconnect usually succeeds within this time and needs no attention. */
const ATTENTION_AFTER_MS = 2000;

/** For the alerts on every screen: only for users who can act, and not with an expired subscription. */
export function useWatchedConnections(): readonly VisibleConnection[] | undefined {
  const canManage = useCan('connection.manage');
  const { actor } = useSession();
  return useConnections({ enabled: canManage && !actor.overdue }).data;
}

/** The number of connections that need attention; 0 until that has lasted two seconds. */
export function useConnectionAlertCount(): number {
  const data = useWatchedConnections() ?? [];
  const count = data.filter(needsAttention).length;
  const hasAlerts = count > 0;
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!hasAlerts) return setIsLasting(false);
    const wait = setTimeout(() => setIsLasting(true), ATTENTION_AFTER_MS);
    return () => clearTimeout(wait);
  }, [hasAlerts]);
  return isLasting ? count : 0;
}

export const useCreateConnection = () =>
  useChange((body: z.input<typeof ConnectionDraft>) => api.connections.create({ body }));

export const useUpdateConnection = () =>
  useChange(({ id, ...body }: { id: number } & z.input<typeof ConnectionChange>) =>
    api.connections.update({ params: { id }, body }),
  );

export const useRemoveConnection = () => useChange((id: number) => api.connections.remove({ params: { id } }));

export const useNewToken = () => useChange((id: number) => api.connections.newToken({ params: { id } }));

/** Sets the file of the greeting; null removes it. */
export const useGreetingFile = () =>
  useChange(
    async ({ id, file }: { id: number; file: File | null }) =>
      void (file
        ? await api.connections.attach({ params: { id }, files: file })
        : await api.connections.detach({ params: { id } })),
  );

export const useRestartConnections = () => useChange(() => api.connections.restart());

/** Reconnects, requests a new code, or signs out. */
export type SessionAction = 'open' | 'renew' | 'end';
const sessionCalls = {
  open: ({ params }: { params: { id: number } }) => api.connections.openSession({ params, body: {} }),
  renew: api.connections.newSession,
  end: api.connections.endSession,
};

export const useSessionAction = () =>
  useChange(async ({ action, id, number }: { action: SessionAction; id: number; number?: string }) => {
    if (action === 'end') endedLocally.add(id);
    try {
      await (number === undefined
        ? sessionCalls[action]({ params: { id } })
        : api.connections.openSession({ params: { id }, body: { number } }));
    } catch (error) {
      endedLocally.delete(id);
      throw error;
    }
  });

const endedLocally = new Set<number>();
/** This page is about to end the session. */
export const markEndedLocally = (id: number): void => void endedLocally.add(id);
/** Whether this page ended the session, so that no alert is shown. The mark is removed by the call. */
export const wasEndedLocally = (id: number): boolean => endedLocally.delete(id);

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'connections') });
}
