/** The contacts of a tag. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export function useTagContacts(tagId: number, search: string) {
  useRefetchOnTopic('contact', 'contacts');
  const query = { searchParam: search, contactTag: JSON.stringify([tagId]) };
  return useInfiniteList({
    key: api.contacts.list.key({ query }),
    page: (pageNumber, signal) => api.contacts.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.contacts,
  });
}

export function useRemoveTagFrom() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (params: { tagId: number; contactId: number }) => api.tags.takeFromContact({ params }),
    onSuccess: () => Promise.all([invalidateModule(client, 'contacts'), invalidateModule(client, 'tags')]),
  });
}
