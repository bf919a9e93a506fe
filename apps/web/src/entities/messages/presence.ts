import type { Presence } from '@balcao/contract/events/topics';
import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.tsx';
import { listen } from '../../lib/socket.ts';

type PresentUser = Presence['people'][number];
const noUsers: readonly PresentUser[] = [];

/** Who else has this conversation open, and who of them is writing. Needs the conversation's room to be joined. */
export function usePresence(ticketId: number): readonly PresentUser[] {
  const { user } = useSession();
  const [presence, setPresence] = useState<Presence | null>(null);
  useEffect(() => listen('presence', setPresence), []);
  return presence?.ticketId === ticketId ? presence.people.filter((other) => other.id !== user.id) : noUsers;
}
