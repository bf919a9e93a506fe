/** Who carries a tag, as the server keeps it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, forget } from '../../lib/api.ts';
import { useEndless } from '../../lib/endless.ts';
import { useFresh } from '../../lib/fresh.ts';

export function useTagContacts(tagId: number, search: string) {
  useFresh('contact', 'contacts');
  const query = { searchParam: search, contactTag: JSON.stringify([tagId]) };
  return useEndless({
    key: api.contacts.list.key({ query }),
    page: (pageNumber, signal) => api.contacts.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.contacts,
  });
}

export function useTakeTagFrom() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (params: { tagId: number; contactId: number }) => api.tags.takeFromContact({ params }),
    onSuccess: () => Promise.all([forget(client, 'contacts'), forget(client, 'tags')]),
  });
}
