/** The channel accounts of the company. There are few, so the list comes whole and follows the news at once. */
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

export function useConnections({ enabled = true } = {}) {
  const client = useQueryClient();
  const patch = (update: ConnectionUpdate) =>
    client.setQueryData<VisibleConnection[]>(
      api.connections.list.key(listRequest),
      (cached) => cached && applyConnectionUpdate(cached, update),
    );
  useTopic('whatsapp', patch);
  useTopic('whatsappSession', patch);
  // The answer to a question asked before the news may arrive after it: asking once more ends in the truth.
  useRefetchOnTopic('whatsapp', 'connections');
  useRefetchOnTopic('whatsappSession', 'connections');
  return useQuery({ ...api.connections.list.query(listRequest), enabled });
}

/** As those who manage connections see them. */
export function useFullConnections() {
  const { data, ...rest } = useConnections();
  return { ...rest, connections: data?.filter(isFull) };
}

/** Who can carry messages on this server. */
export const useProviders = () => useQuery({ ...api.connections.providers.query(), staleTime: Infinity });

/** A connection that is being opened again mends itself within this time, and nobody need look. */
const ATTENTION_AFTER_MS = 2000;

/** For what every screen shows: asked only by those who could act, and not once the subscription has run out. */
export function useWatchedConnections(): readonly VisibleConnection[] | undefined {
  const canManage = useCan('connection.manage');
  const { actor } = useSession();
  return useConnections({ enabled: canManage && !actor.overdue }).data;
}

/** How many connections want a look; none until that has lasted two seconds. */
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

/** A file to greet with, or null to greet without one. */
export const useGreetingFile = () =>
  useChange(
    async ({ id, file }: { id: number; file: File | null }) =>
      void (file
        ? await api.connections.attach({ params: { id }, files: file })
        : await api.connections.detach({ params: { id } })),
  );

export const useRestartConnections = () => useChange(() => api.connections.restart());

/** Tries again, asks for a new code, or signs out. */
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
/** It is about to end because somebody here wants it so. */
export const markEndedLocally = (id: number): void => void endedLocally.add(id);
/** Was it signed out on this very page? Then its fall is no news here. Asking once forgets it. */
export const wasEndedLocally = (id: number): boolean => endedLocally.delete(id);

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'connections') });
}
