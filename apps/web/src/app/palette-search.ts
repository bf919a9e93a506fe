/** Conversations and contacts that match the text in the palette by name or number, and messages that contain it. */
import type { MessageHit } from '@balcao/contract/endpoints/messages';
import { can } from '@balcao/domain/policy/policy';
import { useQuery } from '@tanstack/react-query';
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
const MIN_MESSAGE_LENGTH = 3;
const MAX_CONTACTS = 4;
const MAX_MESSAGES = 6;
const DEBOUNCE_MS = 200;

interface Found {
  commands: Command[];
  isLoading: boolean;
}

interface PaletteResults {
  /** Conversations and contacts. */
  records: Command[];
  messages: Command[];
  isSearching: boolean;
}

export function usePaletteSearch(search: string): PaletteResults {
  const text = search.trim();
  const searchText = useDebounced(useDeferredValue(text));
  const conversations = useConversations(searchText);
  const contacts = useContacts(searchText);
  const messages = useMessages(searchText);
  // Enter opens the first result: one of an earlier text would be a conversation that was not meant.
  if (searchText !== text) return { records: [], messages: [], isSearching: text.length >= MIN_SEARCH_LENGTH };
  return {
    records: [...conversations.commands, ...contacts.commands],
    messages: messages.commands,
    isSearching: conversations.isLoading || contacts.isLoading || messages.isLoading,
  };
}

function useConversations(searchText: string): Found {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const { actor } = useSession();
  const isEnabled = searchText.length >= MIN_SEARCH_LENGTH && can(actor, 'ticket.use');
  const showAll = can(actor, 'ticket.see-all') ? 'true' : 'false';
  const query = { status: 'search', searchParam: searchText, showAll } as const;
  const { data, isLoading } = useQuery({ ...api.tickets.list.query({ query }), enabled: isEnabled });
  const tickets = isEnabled ? (data?.tickets ?? []) : [];
  const commands = tickets.slice(0, MAX_TICKETS).map(({ id, uuid, number, contact, queue }): Command => ({
    key: `ticket-${id}`,
    section: t('conversations'),
    label: [contact.name, queue?.name, ticketNumber({ number })].filter(Boolean).join(' · '),
    icon: 'chat',
    run: () => void navigate({ to: `/tickets/${uuid}` }),
  }));
  return { commands, isLoading };
}

function useContacts(searchText: string): Found {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const { actor } = useSession();
  const isEnabled = searchText.length >= MIN_CONTACT_LENGTH && can(actor, 'contact.read');
  const query = { searchParam: searchText };
  const { data, isLoading } = useQuery({ ...api.contacts.list.query({ query }), enabled: isEnabled });
  const contacts = isEnabled ? (data?.contacts ?? []) : [];
  const commands = contacts.slice(0, MAX_CONTACTS).map(({ id, name, number }): Command => ({
    key: `contact-${id}`,
    section: t('contacts'),
    label: [name, formatPhone(number)].filter((part, at) => part !== '' && (at === 0 || part !== name)).join(' · '),
    icon: 'user',
    run: () => void navigate({ to: '/contacts', search: { contact: id } }),
  }));
  return { commands, isLoading };
}

function useMessages(searchText: string): Found {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const { actor } = useSession();
  const isEnabled = searchText.length >= MIN_MESSAGE_LENGTH && can(actor, 'ticket.use');
  const { data: hits = [], isLoading } = useQuery({
    queryKey: ['palette', 'messages', searchText],
    queryFn: ({ signal }) => findMessages(searchText, signal),
    enabled: isEnabled,
  });
  const commands = (isEnabled ? hits : [])
    .slice(0, MAX_MESSAGES)
    .map(({ id, ticketUuid, contact, snippet }): Command => ({
      key: `message-${id}`,
      section: t('messages'),
      label: `${contact.name} · ${snippet}`,
      icon: 'chat',
      run: () => void navigate({ to: `/tickets/${ticketUuid}`, search: { m: id } }),
    }));
  return { commands, isLoading };
}

/** The newest matches. A page that reached the time limit of the search may be empty; the next one continues there. */
async function findMessages(searchParam: string, signal: AbortSignal): Promise<MessageHit[]> {
  let page = await api.messages.search({ query: { searchParam } }, { signal });
  while (page.hits.length === 0 && page.cursor !== null)
    page = await api.messages.search({ query: { searchParam, cursor: page.cursor } }, { signal });
  return page.hits;
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
