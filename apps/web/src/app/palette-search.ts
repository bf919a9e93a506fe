/** Tickets that match the text in the palette, by the contact's name or number. */
import { can } from '@balcao/domain/policy/policy';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { api } from '../lib/api.ts';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { appTexts } from './app.texts.ts';
import type { Command } from './commands.ts';

const MIN_SEARCH_LENGTH = 2;
const MAX_RESULTS = 6;
const DEBOUNCE_MS = 200;

export function usePaletteSearch(search: string): Command[] {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const { actor } = useSession();
  const searchText = useDebounced(useDeferredValue(search.trim()));
  const isEnabled = searchText.length >= MIN_SEARCH_LENGTH && can(actor, 'ticket.attend');
  const showAll = can(actor, 'ticket.see-all') ? 'true' : 'false';
  const query = { status: 'search', searchParam: searchText, showAll } as const;
  const results = useQuery({
    ...api.tickets.list.query({ query }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return [];
  return (results.data?.tickets ?? []).slice(0, MAX_RESULTS).map(({ id, uuid, contact, queue }) => ({
    key: `ticket-${id}`,
    section: t('conversations'),
    label: [contact.name, queue?.name, `#${id}`].filter(Boolean).join(' · '),
    icon: 'chat',
    run: () => void navigate({ to: `/tickets/${uuid}` }),
  }));
}

/** The value after a pause in typing. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
