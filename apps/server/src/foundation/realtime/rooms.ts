import type { Actor } from '@balcao/domain/policy/actor';

/** Who is meant: rooms are given by the server from what it knows of the person, never asked for by name. */
export type Audience = 'company' | 'admins' | 'plain' | { user: number } | { session: string } | { queue: number };

export const roomOf = (to: Audience): string => {
  if (typeof to === 'string') return to;
  if ('user' in to) return `user:${to.user}`;
  return 'session' in to ? `session:${to.session}` : `queue:${to.queue}`;
};

/** Every room of this person. An admin hears what admins may know, everyone else what colleagues may. */
export const roomsOf = (actor: Actor): string[] =>
  (
    [
      'company',
      actor.profile === 'admin' ? 'admins' : 'plain',
      { user: actor.userId },
      { session: actor.sessionId },
      ...actor.queueIds.map((queue) => ({ queue })),
    ] as Audience[]
  ).map(roomOf);

/** What a client may ask for besides: which tabs it shows. These decide what it hears, never what it may know. */
const TICKET_TABS = ['open', 'pending', 'group', 'closed', 'search'];
export const tabRoom = (status: unknown): string | undefined =>
  typeof status === 'string' && TICKET_TABS.includes(status) ? `tab:${status}` : undefined;
export const NOTIFICATION_ROOM = 'notification';
