/** Old messages that are being taken in: how far each connection is. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, forget } from '../../lib/api.ts';
import { useLive } from '../../lib/live.tsx';

export interface Progress {
  done: number;
  all: number;
}

/** By connection, for those of which anything was told since this page was opened. */
export function useImportProgress(): ReadonlyMap<number, Progress> {
  const client = useQueryClient();
  const [told, tell] = useState<ReadonlyMap<number, Progress>>(new Map());
  useLive('importMessages', (news) => {
    tell((before) => {
      const after = new Map(before);
      if (news.action === 'update') after.set(news.whatsappId, { done: news.status.this, all: news.status.all });
      else after.delete(news.whatsappId);
      return after;
    });
    if (news.action === 'refresh') void forget(client, 'connections');
  });
  return told;
}

/** Resolves every conversation that an import has left waiting. */
export function useCloseImported() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.history.close({ params: { id } }),
    onSuccess: () => forget(client, 'connections'),
  });
}
