import type { Presence } from '@balcao/contract/events/topics';
import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { listen } from '../../lib/socket.ts';

type PresentUser = Presence['people'][number];
const noUsers: readonly PresentUser[] = [];

/** Other users with this conversation open, and which of them are typing. Requires the ticket's Socket.IO room. */
export function usePresence(ticketId: number): readonly PresentUser[] {
  const { user } = useSession();
  const [presence, setPresence] = useState<Presence | null>(null);
  useEffect(() => listen('presence', setPresence), []);
  return presence?.ticketId === ticketId ? presence.people.filter((other) => other.id !== user.id) : noUsers;
}
