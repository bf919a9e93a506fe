/** The channel accounts of the company. There are few, so the list comes whole and follows the news at once. */
import type { ConnectionChange, ConnectionDraft } from '@balcao/contract/endpoints/connections';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { api, forget } from '../../lib/api.ts';
import { useFresh } from '../../lib/fresh.ts';
import { useLive } from '../../lib/live.tsx';
import { useMay, useSession } from '../../lib/session.tsx';
import { isFull, needsAttention, withNews, type ConnectionNews, type SeenConnection } from './connections.live.ts';

const everyone = { query: { session: '0' } } as const;

export function useConnections({ enabled = true } = {}) {
  const client = useQueryClient();
  const patch = (told: ConnectionNews) =>
    client.setQueryData<SeenConnection[]>(
      api.connections.list.key(everyone),
      (known) => known && withNews(known, told),
    );
  useLive('whatsapp', patch);
  useLive('whatsappSession', patch);
  // The answer to a question asked before the news may arrive after it: asking once more ends in the truth.
  useFresh('whatsapp', 'connections');
  useFresh('whatsappSession', 'connections');
  return useQuery({ ...api.connections.list.query(everyone), enabled });
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
export function useWatchedConnections(): readonly SeenConnection[] | undefined {
  const mayManage = useMay('connection.manage');
  const { actor } = useSession();
  return useConnections({ enabled: mayManage && !actor.overdue }).data;
}

/** How many connections want a look; none until that has lasted two seconds. */
export function useTroubledConnections(): number {
  const data = useWatchedConnections() ?? [];
  const count = data.filter(needsAttention).length;
  const isTroubled = count > 0;
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!isTroubled) return setLasted(false);
    const wait = setTimeout(() => setLasted(true), ATTENTION_AFTER_MS);
    return () => clearTimeout(wait);
  }, [isTroubled]);
  return lasted ? count : 0;
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
export type SessionAct = 'open' | 'renew' | 'end';
const sessionCalls = {
  open: ({ params }: { params: { id: number } }) => api.connections.openSession({ params, body: {} }),
  renew: api.connections.newSession,
  end: api.connections.endSession,
};

export const useSessionAct = () =>
  useChange(async ({ act, id, number }: { act: SessionAct; id: number; number?: string }) => {
    if (act === 'end') endedHere.add(id);
    try {
      await (number === undefined
        ? sessionCalls[act]({ params: { id } })
        : api.connections.openSession({ params: { id }, body: { number } }));
    } catch (refused) {
      endedHere.delete(id);
      throw refused;
    }
  });

const endedHere = new Set<number>();
/** It is about to end because somebody here wants it so. */
export const endsHere = (id: number): void => void endedHere.add(id);
/** Was it signed out on this very page? Then its fall is no news here. Asking once forgets it. */
export const wasEndedHere = (id: number): boolean => endedHere.delete(id);

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => forget(client, 'connections') });
}
