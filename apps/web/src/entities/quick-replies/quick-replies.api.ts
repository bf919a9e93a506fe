/** Quick replies: pages for their screen, and changes. */
import type { QuickMessage, QuickMessageDraft } from '@balcao/contract/endpoints/quick-messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export function useQuickReplyPages(search: string) {
  useRefetchOnTopic('quickmessage', 'quickMessages');
  const query = { searchParam: search };
  return useInfiniteList({
    key: api.quickMessages.list.key({ query }),
    page: (pageNumber, signal) => api.quickMessages.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.records,
  });
}

/** The fields that the policy needs. */
export const ownershipOf = ({ userId, visao, geral }: QuickMessage) => ({ userId, isVisible: visao, isShared: geral });

export const useSaveQuickReply = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & z.output<typeof QuickMessageDraft>) =>
    id === undefined ? api.quickMessages.create({ body }) : api.quickMessages.update({ params: { id }, body }),
  );

/** Replaces or removes the attached file. */
export const useChangeAttachment = () =>
  useChange(({ id, file }: { id: number; file: File | null }) =>
    file === null
      ? api.quickMessages.detach({ params: { id } })
      : api.quickMessages.attach({ params: { id }, files: file }),
  );

export const useRemoveQuickReply = () => useChange((id: number) => api.quickMessages.remove({ params: { id } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'quickMessages') });
}
