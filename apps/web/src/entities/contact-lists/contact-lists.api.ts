/** Contact lists, the people in them, and spreadsheets that are imported into them. */
import type {
  ContactList,
  ContactListBrief,
  ContactListItem,
  ContactListItemChange,
  ContactListItemDraft,
} from '@balcao/contract/endpoints/contact-lists';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { newKey } from '../../lib/new-key.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';
import { upload } from '../../lib/upload.ts';
import type { ContactImport } from '../contact-spreadsheets/imports.api.ts';

export type { ContactList, ContactListBrief, ContactListItem };
export type Validity = 'valid' | 'invalid' | 'unknown';

export function useContactListPages(search: string) {
  useRefetchOnTopic('ContactList', 'contactLists');
  const query = { searchParam: search };
  return useInfiniteList({
    key: api.contactLists.list.key({ query }),
    page: (pageNumber, signal) => api.contactLists.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.records,
  });
}

/** All lists by name, for choosers. */
export function useContactListPicks({ enabled = true } = {}) {
  useRefetchOnTopic('ContactList', 'contactLists');
  return useQuery({ ...api.contactLists.pick.query(), enabled });
}

export function useContactList(id: number) {
  useRefetchOnTopic('ContactList', 'contactLists');
  return useQuery({ ...api.contactLists.show.query({ params: { id } }), retry: false });
}

export function useListItems(listId: number, search: string, validity: Validity | undefined) {
  useRefetchOnTopic('ContactListItem', 'contactLists');
  const query = { contactListId: listId, searchParam: search, ...(validity && { validity }) };
  return useInfiniteList({
    key: api.contactLists.items.key({ query }),
    page: (pageNumber, signal) => api.contactLists.items({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.contacts,
  });
}

export const useSaveContactList = () =>
  useChange(({ id, name }: { id?: number | undefined; name: string }) =>
    id === undefined
      ? api.contactLists.create({ body: { name } })
      : api.contactLists.update({ params: { id }, body: { name } }),
  );
export const useRemoveContactList = () => useChange((id: number) => api.contactLists.remove({ params: { id } }));
/** Checks unknown numbers on a connection that can look them up. */
export const useCheckNumbers = () => useChange((id: number) => api.contactLists.check({ params: { id }, body: {} }));

type ItemInput =
  | ({ id: number } & z.input<typeof ContactListItemChange>)
  | ({ id?: undefined } & z.input<typeof ContactListItemDraft>);
export const useSaveListItem = () =>
  useChange((input: ItemInput) => {
    if (input.id === undefined) return api.contactLists.addItem({ body: input });
    const { id, ...body } = input;
    return api.contactLists.updateItem({ params: { id }, body });
  });
export const useRemoveListItem = () => useChange((id: number) => api.contactLists.removeItem({ params: { id } }));

/** Uploads a spreadsheet; nothing is added to the list before it is saved. */
export const useUploadToList = (listId: number) =>
  useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (part: number) => void }) => {
      const form = new FormData();
      form.set('file', file);
      const path = `/contact-lists/${listId}/upload`;
      return upload<ContactImport>({ path, form, key: newKey(), onProgress });
    },
  });

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'contactLists') });
}
