import type { Presence } from '@balcao/contract/events/topics';
import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { listen } from '../../lib/socket.ts';

type Person = Presence['people'][number];
const nobody: readonly Person[] = [];

/** Who else has this conversation open, and who of them is writing. Needs the conversation's room to be joined. */
export function usePresence(ticketId: number): readonly Person[] {
  const { user } = useSession();
  const [told, setTold] = useState<Presence | null>(null);
  useEffect(() => listen('presence', setTold), []);
  return told?.ticketId === ticketId ? told.people.filter((person) => person.id !== user.id) : nobody;
}
