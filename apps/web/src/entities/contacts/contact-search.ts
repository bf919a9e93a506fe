/** Contact search by name or number while typing. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';

/** Fewer letters would match half of the contacts. */
export const MIN_SEARCH_LENGTH = 3;
const TYPING_PAUSE_MS = 300;

export interface ContactSearch {
  /** The first page of results; empty below three letters. */
  results: readonly Contact[];
  state: 'too-short' | 'searching' | 'ready' | 'failed';
  error: Error | null;
  retry(): void;
}

export function useContactSearch(
  typed: string,
  { enabled = true, groups }: { enabled?: boolean; /* Only groups, or only people. */ groups?: boolean } = {},
): ContactSearch {
  const text = typed.trim();
  const debouncedText = useDebounced(text);
  const isLongEnough = text.length >= MIN_SEARCH_LENGTH;
  const query = {
    searchParam: debouncedText,
    ...(groups === undefined ? {} : { isGroup: groups ? ('true' as const) : ('false' as const) }),
  };
  const answer = useQuery({
    ...api.contacts.list.query({ query }),
    enabled: enabled && isLongEnough && debouncedText.length >= MIN_SEARCH_LENGTH,
    // The previous results stay until the new ones arrive, so that the list does not jump.
    placeholderData: keepPreviousData,
  });
  const retry = () => void answer.refetch();
  if (!isLongEnough) return { results: [], state: 'too-short', error: null, retry };
  const results = answer.data?.contacts ?? [];
  if (answer.error && !answer.isFetching) return { results, state: 'failed', error: answer.error, retry };
  const isSettled = debouncedText === text && answer.isSuccess && !answer.isPlaceholderData;
  return { results, state: isSettled ? 'ready' : 'searching', error: null, retry };
}

/** The value after a pause in typing. */
export function useDebounced(value: string, pauseMs = TYPING_PAUSE_MS): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (debounced === value) return;
    const pause = setTimeout(() => setDebounced(value), pauseMs);
    return () => clearTimeout(pause);
  }, [value, debounced, pauseMs]);
  return debounced;
}
