/** The loaded contact lists, patched by replies and by socket updates. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { useTopic } from '../../lib/topics.tsx';

interface ContactPage {
  contacts: Contact[];
  count: number;
  hasMore: boolean;
}

export interface ContactFilters {
  search: string;
  tagIds: readonly number[];
  /** One channel, or only groups. */
  kind?: Contact['channel'] | 'group' | undefined;
}

export const isFiltered = ({ search, tagIds, kind }: ContactFilters): boolean =>
  search !== '' || tagIds.length > 0 || kind !== undefined;

/** The query parameters of the API. */
const contactQuery = ({ search, tagIds, kind }: ContactFilters) => ({
  searchParam: search,
  contactTag: JSON.stringify(tagIds),
  ...(kind === 'group' ? { isGroup: 'true' as const } : kind === undefined ? {} : { channel: kind }),
});

export function useContactPages(filters: ContactFilters) {
  const query = contactQuery(filters);
  const pages = useInfiniteList({
    key: api.contacts.list.key({ query }),
    page: (pageNumber, signal) => api.contacts.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.contacts,
  });
  useContactUpdates(isFiltered(filters), Math.ceil(pages.rows.length / PAGE));
  return pages;
}

const PAGE = 20;
/** An import publishes thousands of updates: minimum time between refetches, longer for longer lists. */
const REFETCH_INTERVAL_MS = 1000;

function useContactUpdates(filtered: boolean, pages: number): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic('contact', (payload) => {
    if (payload.action === 'delete') return dropFromLists(client, payload.contactId);
    if (payload.action !== 'reload') patchContactLists(client, payload.contact);
    // The patched row is enough without filters; with filters only the server knows which rows match now.
    if (payload.action === 'update' && !filtered) return;
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        void client.invalidateQueries({ queryKey: LISTS });
      },
      REFETCH_INTERVAL_MS * Math.max(1, pages),
    );
  });
}

const LISTS = ['contacts', 'list'];
const infiniteLists = {
  queryKey: LISTS,
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.at(-1) === 'endless',
};
type Pages = InfiniteData<ContactPage>;

export function patchContactLists(client: QueryClient, contact: Contact): void {
  change(client, contact.id, (page) => ({
    ...page,
    contacts: page.contacts.map((row) => (row.id === contact.id ? contact : row)),
  }));
}

/** The contact was removed or merged into another. */
export function dropFromLists(client: QueryClient, id: number): void {
  client.setQueriesData<Pages>(infiniteLists, (cached) => {
    if (!cached?.pages.some((page) => page.contacts.some((row) => row.id === id))) return cached;
    const pages = cached.pages.map((page) => ({
      ...page,
      count: page.count - 1,
      contacts: page.contacts.filter((row) => row.id !== id),
    }));
    return { ...cached, pages };
  });
}

function change(client: QueryClient, id: number, update: (page: ContactPage) => ContactPage): void {
  client.setQueriesData<Pages>(infiniteLists, (cached) => {
    if (!cached?.pages.some((page) => page.contacts.some((row) => row.id === id))) return cached;
    const pages = cached.pages.map((page) => (page.contacts.some((row) => row.id === id) ? update(page) : page));
    return { ...cached, pages };
  });
}
