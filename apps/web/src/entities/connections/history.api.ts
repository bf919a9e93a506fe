/** Import of old messages: the progress per connection. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, invalidateModule } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';

export interface Progress {
  done: number;
  all: number;
}

/** By connection, for those with a progress update since the page was opened. */
export function useImportProgress(): ReadonlyMap<number, Progress> {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ReadonlyMap<number, Progress>>(new Map());
  useTopic('importMessages', (payload) => {
    setProgress((before) => {
      const after = new Map(before);
      if (payload.action === 'update')
        after.set(payload.whatsappId, { done: payload.status.this, all: payload.status.all });
      else after.delete(payload.whatsappId);
      return after;
    });
    if (payload.action === 'refresh') void invalidateModule(client, 'connections');
  });
  return progress;
}

/** Resolves all tickets that an import left pending. */
export function useCloseImported() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.history.close({ params: { id } }),
    onSuccess: () => invalidateModule(client, 'connections'),
  });
}
