/** Conversations and contacts that match the text in the palette, by name or number. */
import { can } from '@balcao/domain/policy/policy';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { ticketNumber } from '../entities/tickets/ticket-number.ts';
import { api } from '../lib/api.ts';
import { formatPhone } from '../lib/format.ts';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { appTexts } from './app.texts.ts';
import type { Command } from './commands.ts';

const MIN_SEARCH_LENGTH = 2;
/** Fewer letters would match half of the contacts. */
const MIN_CONTACT_LENGTH = 3;
const MAX_TICKETS = 6;
const MAX_CONTACTS = 4;
const DEBOUNCE_MS = 200;

export function usePaletteSearch(search: string): { conversations: Command[]; contacts: Command[] } {
  const searchText = useDebounced(useDeferredValue(search.trim()));
  return { conversations: useConversations(searchText), contacts: useContacts(searchText) };
}

function useConversations(searchText: string): Command[] {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const { actor } = useSession();
  const isEnabled = searchText.length >= MIN_SEARCH_LENGTH && can(actor, 'ticket.attend');
  const showAll = can(actor, 'ticket.see-all') ? 'true' : 'false';
  const query = { status: 'search', searchParam: searchText, showAll } as const;
  const results = useQuery({
    ...api.tickets.list.query({ query }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return [];
  return (results.data?.tickets ?? []).slice(0, MAX_TICKETS).map(({ id, uuid, number, contact, queue }) => ({
    key: `ticket-${id}`,
    section: t('conversations'),
    label: [contact.name, queue?.name, ticketNumber({ number })].filter(Boolean).join(' · '),
    icon: 'chat',
    run: () => void navigate({ to: `/tickets/${uuid}` }),
  }));
}

function useContacts(searchText: string): Command[] {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const { actor } = useSession();
  const isEnabled = searchText.length >= MIN_CONTACT_LENGTH && can(actor, 'contact.read');
  const results = useQuery({
    ...api.contacts.list.query({ query: { searchParam: searchText } }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  if (!isEnabled) return [];
  return (results.data?.contacts ?? []).slice(0, MAX_CONTACTS).map(({ id, name, number }) => ({
    key: `contact-${id}`,
    section: t('contacts'),
    label: [name, formatPhone(number)].filter((part, at) => part !== '' && (at === 0 || part !== name)).join(' · '),
    icon: 'user',
    run: () => void navigate({ to: '/contacts', search: { contact: id } }),
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
