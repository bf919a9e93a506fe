import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { errorText } from './error-text.ts';
import type { Language } from './language.tsx';

interface Page {
  count: number;
  hasMore: boolean;
}

export interface InfiniteList<R, P extends Page = Page> {
  rows: R[];
  /** The newest page, with the totals that accompany its rows. */
  last: P | undefined;
  hasMore: boolean;
  more: () => void;
  loading: boolean;
  error: Error | null;
  retry: () => void;
}

/** A list fetched page by page while scrolling. A new search is a new key and starts at page 1. */
export function useInfiniteList<P extends Page, R extends { id: number }>({
  key,
  page,
  rows,
}: {
  key: readonly unknown[];
  page: (pageNumber: number, signal: AbortSignal) => Promise<P>;
  rows: (page: P) => readonly R[];
}): InfiniteList<R, P> {
  const pages = useInfiniteQuery({
    queryKey: [...key, 'endless'],
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasMore ? all.length + 1 : undefined),
  });
  return listOfPages(pages, uniqueById(pages.data?.pages.flatMap(rows) ?? []));
}

/** A list from the pages of a query, of which another one is requested only when none is under way. */
export const listOfPages = <P, R>(pages: UseInfiniteQueryResult<InfiniteData<P>>, rows: R[] = []) => ({
  rows,
  last: pages.data?.pages.at(-1),
  hasMore: pages.hasNextPage,
  more: () => void (pages.isFetching || pages.fetchNextPage()),
  loading: pages.isPending || pages.isFetchingNextPage,
  error: pages.error,
  retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
});

/** What a table needs to show the pages of a list. */
export const tablePages = (list: Omit<InfiniteList<unknown, never>, 'rows' | 'last'>, language: Language) => ({
  hasMore: list.hasMore,
  onMore: list.more,
  loading: list.loading,
  error: list.error && errorText(list.error, language),
  onRetry: list.retry,
});

/** Rows that were added or moved meanwhile push the last rows onto the next page, where they would appear twice. */
export const uniqueById = <R extends { id: number }>(rows: readonly R[]): R[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];
