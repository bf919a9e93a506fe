/** The lists of contacts that are on screen, kept true by what was answered and by what the server tells. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api.ts';
import { useEndless } from '../../lib/endless.ts';
import { useLive } from '../../lib/live.tsx';

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

/** As the wire asks for them. */
const contactQuery = ({ search, tagIds, kind }: ContactFilters) => ({
  searchParam: search,
  contactTag: JSON.stringify(tagIds),
  ...(kind === 'group' ? { isGroup: 'true' as const } : kind === undefined ? {} : { channel: kind }),
});

export function useContactPages(filters: ContactFilters) {
  const query = contactQuery(filters);
  const pages = useEndless({
    key: api.contacts.list.key({ query }),
    page: (pageNumber, signal) => api.contacts.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.contacts,
  });
  useContactNews(isFiltered(filters), Math.ceil(pages.rows.length / PAGE));
  return pages;
}

const PAGE = 20;
/** An import tells of thousands: the list is asked for again at most so often, and less often the longer it has become. */
const GATHER_MS = 1000;

function useContactNews(filtered: boolean, pages: number): void {
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  useLive('contact', (told) => {
    if (told.action === 'delete') return dropFromLists(client, told.contactId);
    if (told.action !== 'reload') patchContactLists(client, told.contact);
    // A row that is there has been mended; whether another belongs here now, only the server can tell.
    if (told.action === 'update' && !filtered) return;
    waiting.current ??= setTimeout(
      () => {
        waiting.current = undefined;
        void client.invalidateQueries({ queryKey: LISTS });
      },
      GATHER_MS * Math.max(1, pages),
    );
  });
}

const LISTS = ['contacts', 'list'];
const endless = {
  queryKey: LISTS,
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.at(-1) === 'endless',
};
type Pages = InfiniteData<ContactPage>;

export function patchContactLists(client: QueryClient, contact: Contact): void {
  change(client, contact.id, (page) => ({
    ...page,
    contacts: page.contacts.map((one) => (one.id === contact.id ? contact : one)),
  }));
}

/** Gone for good, or become one with another. */
export function dropFromLists(client: QueryClient, id: number): void {
  client.setQueriesData<Pages>(endless, (known) => {
    if (!known?.pages.some((page) => page.contacts.some((one) => one.id === id))) return known;
    const pages = known.pages.map((page) => ({
      ...page,
      count: page.count - 1,
      contacts: page.contacts.filter((one) => one.id !== id),
    }));
    return { ...known, pages };
  });
}

function change(client: QueryClient, id: number, how: (page: ContactPage) => ContactPage): void {
  client.setQueriesData<Pages>(endless, (known) => {
    if (!known?.pages.some((page) => page.contacts.some((one) => one.id === id))) return known;
    const pages = known.pages.map((page) => (page.contacts.some((one) => one.id === id) ? how(page) : page));
    return { ...known, pages };
  });
}
