/** The live panel: a snapshot, patched by socket messages in batches. */
import type { LivePanel, LivePanelChange, PanelAgent, PanelTicket } from '@balcao/contract/endpoints/live-panel';
import { patchPanel } from '@balcao/domain/insight/live-panel';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '../../lib/api.ts';
import { createBatcher, type Batcher } from '../../lib/batcher.ts';
import { patchCache } from '../../lib/cache-updates.ts';
import { useRoom, useTopic } from '../../lib/topics.tsx';

export type { LivePanel, PanelAgent, PanelTicket };

/** Corrects what an event did not announce, such as the share within the target. */
const RECOUNT_MS = 60_000;

export function useLivePanel() {
  const client = useQueryClient();
  const key = api.livePanel.show.key();
  useRoom('livePanel');
  const apply = useEffectEvent((changes: readonly LivePanelChange[]) => {
    patchCache<LivePanel>(client, key, (panel) => changes.reduce(patched, panel));
    if (changes.some(({ action }) => action === 'reload')) void client.invalidateQueries({ queryKey: key });
  });
  const batcher = useRef<Batcher<LivePanelChange>>(undefined);
  useEffect(() => {
    const created = (batcher.current = createBatcher<LivePanelChange>((changes) => apply(changes)));
    return created.stop;
  }, []);
  useTopic('livePanel', (change) => batcher.current?.add(change, 'ticket' in change ? change.ticket.id : null));
  return useQuery({ ...api.livePanel.show.query(), refetchInterval: RECOUNT_MS });
}

const patched = (panel: LivePanel, change: LivePanelChange): LivePanel => patchPanel<LivePanel>(panel, change);

interface Transfer {
  ticket: PanelTicket;
  /** Null: back to the queue. */
  agent: Pick<PanelAgent, 'id'> | null;
}

/** Gives a conversation to another agent, or back to its queue. The card moves at once, and returns if refused. */
export function usePanelTransfer() {
  const client = useQueryClient();
  const key = api.livePanel.show.key();
  const set = (ticket: PanelTicket) =>
    patchCache<LivePanel>(client, key, (panel) => patched(panel, { action: 'update', ticket }));
  return useMutation({
    mutationFn: ({ ticket, agent }: Transfer) =>
      api.tickets.update({
        params: { id: ticket.id },
        body: {
          status: agent ? 'open' : 'pending',
          userId: agent?.id ?? null,
          queueId: ticket.queueId,
          isTransfered: true,
          ...(ticket.userId !== null && { fromUserId: ticket.userId }),
        },
      }),
    onMutate: ({ ticket, agent }) => {
      const panel = client.getQueryData<LivePanel>(key);
      const user = panel?.agents.find(({ id }) => id === agent?.id) ?? null;
      set({ ...ticket, status: user ? 'open' : 'pending', userId: user?.id ?? null, user });
    },
    onError: (_error, { ticket }) => set(ticket),
  });
}
