/** Opt-outs of a contact that are in force, the oldest first. */
import type { OptOut } from '@balcao/contract/endpoints/opt-outs';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';

export type { OptOut };

const of = (contactId: number) => ({ params: { id: contactId } });
const save = (client: QueryClient, contactId: number, optOuts: OptOut[]) =>
  void client.setQueryData(api.optOuts.list.key(of(contactId)), optOuts);

export function useOptOuts(contactId: number, { enabled = true } = {}) {
  const client = useQueryClient();
  // An opt-out is an update of the contact.
  useTopic('contact', (payload) => {
    if ('contact' in payload && payload.contact.id === contactId)
      void client.invalidateQueries({ queryKey: api.optOuts.list.key(of(contactId)) });
  });
  return useQuery({ ...api.optOuts.list.query(of(contactId)), retry: false, enabled });
}

/** `words` are those of the customer, if the user follows them. */
export function useCreateOptOut(contactId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) => api.optOuts.create({ ...of(contactId), body: { words } }),
    onSuccess: (optOuts) => save(client, contactId, optOuts),
  });
}

export function useLiftOptOuts(contactId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.optOuts.remove(of(contactId)),
    onSuccess: (optOuts) => save(client, contactId, optOuts),
  });
}
