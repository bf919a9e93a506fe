/** Conversations that answer to what is typed into the palette, found by name or number. */
import { may } from '@balcao/domain/policy/policy';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { api } from '../lib/api.ts';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { appTexts } from './app.texts.ts';
import type { Command } from './commands.ts';

const FROM_LETTERS = 2;
const MOST = 6;
const WAIT_MS = 200;

export function useFinds(search: string): Command[] {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const { actor } = useSession();
  const words = useRested(useDeferredValue(search.trim()));
  const isAsked = words.length >= FROM_LETTERS && may(actor, 'ticket.attend');
  const showAll = may(actor, 'ticket.see-all') ? 'true' : 'false';
  const query = { status: 'search', searchParam: words, showAll } as const;
  const found = useQuery({ ...api.tickets.list.query({ query }), enabled: isAsked, placeholderData: keepPreviousData });
  if (!isAsked) return [];
  return (found.data?.tickets ?? []).slice(0, MOST).map(({ id, uuid, contact, queue }) => ({
    key: `ticket-${id}`,
    section: t('conversations'),
    label: [contact.name, queue?.name, `#${id}`].filter(Boolean).join(' · '),
    icon: 'chat',
    run: () => void navigate({ to: `/tickets/${uuid}` }),
  }));
}

/** The value once the hand has rested. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const rest = setTimeout(() => setRested(value), WAIT_MS);
    return () => clearTimeout(rest);
  }, [value]);
  return rested;
}
