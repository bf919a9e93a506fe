import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { Presences } from '../../infrastructure/realtime/presence.ts';
import { isFlooding } from './event-rate.ts';
import { conversationRoom, pendingJoinRoom } from './rooms.ts';
import { socketsIn, type LiveSocket } from '../../infrastructure/realtime/socket.ts';
import type { SocketConversations } from '../../infrastructure/realtime/socket-server.ts';

export interface ConversationRef {
  id: number;
  uuid: string;
  /** Name of the viewing user. */
  name: string;
}
interface Deps {
  presence: Presences;
  /** Finds a ticket by id or uuid, with the permission check of the endpoint that shows it; undefined if not readable. */
  find(actor: Actor, ticket: string): Promise<ConversationRef | undefined>;
  now(): number;
}

/** Conversations that one socket may view at the same time. */
const MAX_JOINED = 20;
const TICKET_REF = /^(?:[1-9]\d{0,9}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Joins sockets to the conversations they view, while their actors may read the ticket. */
export function createConversations({ presence, find, now }: Deps): SocketConversations {
  const companyOf = ({ data }: LiveSocket) => data.actor.companyId;

  async function join(socket: LiveSocket, ref: string) {
    if (!TICKET_REF.test(ref)) return 'ERR_NO_TICKET_FOUND';
    if (isFlooding(socket, now())) return 'ERR_TOO_MANY_TRIES';
    const conversation = await find(socket.data.actor, ref);
    if (!conversation) return 'ERR_NO_TICKET_FOUND';
    const { conversations } = socket.data;
    if (conversations.size >= MAX_JOINED && !conversations.has(conversation.id)) return 'ERR_TOO_MANY_TRIES';
    conversations.set(conversation.id, conversation.uuid);
    await socket.join(pendingJoinRoom(conversation.id));
    // A permission or an assignment that changed during the lookup did not reach this socket: check once more.
    const rechecked = await find(socket.data.actor, ref);
    if (!rechecked || !socket.connected || !conversations.has(conversation.id)) {
      await leave(socket, conversation.id);
      return 'ERR_NO_TICKET_FOUND';
    }
    await socket.leave(pendingJoinRoom(conversation.id));
    await socket.join(conversationRoom(conversation.id));
    presence.arrive(companyOf(socket), conversation.id, socket.id, {
      userId: socket.data.actor.userId,
      name: conversation.name,
    });
    // A second socket of the same user changes nothing for the others, but needs the list of viewers.
    const people = presence.viewersOf(companyOf(socket), conversation.id);
    socket.emit('presence', { ticketId: conversation.id, people });
    return undefined;
  }

  async function leave(socket: LiveSocket, id: number) {
    socket.data.conversations.delete(id);
    await socket.leave(pendingJoinRoom(id));
    await socket.leave(conversationRoom(id));
    presence.leave(companyOf(socket), id, socket.id);
  }
  const joined = ({ data }: LiveSocket, ref: string): number | undefined =>
    [...data.conversations].find(([id, uuid]) => String(id) === ref || uuid === ref)?.[0];

  return {
    enter: (socket) => presence.enter(companyOf(socket), socket.data.actor.userId),
    exit(socket) {
      presence.exit(companyOf(socket), socket.data.actor.userId);
      for (const id of socket.data.conversations.keys()) presence.leave(companyOf(socket), id, socket.id);
      socket.data.conversations.clear();
    },
    listen(listen) {
      listen('joinChatBox', join);
      listen('joinChatBoxLeave', async (socket, ref) => {
        const id = joined(socket, ref);
        if (id !== undefined) await leave(socket, id);
      });
      listen('writing', (socket, ref, isWriting) => {
        if (isFlooding(socket, now())) return;
        const id = joined(socket, ref);
        if (id !== undefined) presence.writing(companyOf(socket), id, socket.id, isWriting);
      });
    },
    async refresh(socket) {
      for (const id of socket.data.conversations.keys()) {
        if (!(await find(socket.data.actor, String(id)))) await leave(socket, id);
      }
    },
    // A late event may carry an assignment that has changed since, so a socket leaves only if the ticket as it is now is
    // not readable.
    async onTicketMoved(namespace, id, assignment) {
      for (const room of [pendingJoinRoom(id), conversationRoom(id)]) {
        for (const socket of socketsIn(namespace, room)) {
          const { actor } = socket.data;
          if (assignment !== null && can(actor, 'ticket.read', assignment)) continue;
          if (!(await find(actor, String(id)))) await leave(socket, id);
        }
      }
    },
  };
}
