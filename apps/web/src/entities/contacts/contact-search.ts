/** Finding a contact by name or number while somebody types. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';

/** Fewer letters would find half the address book. */
export const SEARCH_FROM = 3;
const TYPING_PAUSE_MS = 300;

export interface ContactSearch {
  /** The best page of what was found; nothing below three letters. */
  found: readonly Contact[];
  state: 'too-short' | 'searching' | 'ready' | 'failed';
  error: Error | null;
  retry(): void;
}

export function useContactSearch(
  typed: string,
  { enabled = true, groups }: { enabled?: boolean; /** Only groups, or only people. */ groups?: boolean } = {},
): ContactSearch {
  const words = typed.trim();
  const asked = usePaused(words);
  const isLongEnough = words.length >= SEARCH_FROM;
  const query = {
    searchParam: asked,
    ...(groups === undefined ? {} : { isGroup: groups ? ('true' as const) : ('false' as const) }),
  };
  const answer = useQuery({
    ...api.contacts.list.query({ query }),
    enabled: enabled && isLongEnough && asked.length >= SEARCH_FROM,
    // What was found for the letters before stays until the new answer is there: nothing jumps.
    placeholderData: keepPreviousData,
  });
  const retry = () => void answer.refetch();
  if (!isLongEnough) return { found: [], state: 'too-short', error: null, retry };
  const found = answer.data?.contacts ?? [];
  if (answer.error && !answer.isFetching) return { found, state: 'failed', error: answer.error, retry };
  const isSettled = asked === words && answer.isSuccess && !answer.isPlaceholderData;
  return { found, state: isSettled ? 'ready' : 'searching', error: null, retry };
}

/** What was typed, once the hands have rested. */
export function usePaused(value: string, pauseMs = TYPING_PAUSE_MS): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (rested === value) return;
    const pause = setTimeout(() => setRested(value), pauseMs);
    return () => clearTimeout(pause);
  }, [value, rested, pauseMs]);
  return rested;
}
