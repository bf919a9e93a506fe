import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { Presences } from '../../infrastructure/realtime/presence.ts';
import { conversationRoom, pendingJoinRoom } from './rooms.ts';
import {
  answer,
  countViolation,
  socketsIn,
  type LiveNamespace,
  type LiveSocket,
} from '../../infrastructure/realtime/socket.ts';

export interface ConversationRef {
  id: number;
  uuid: string;
  /** How colleagues call this person. */
  name: string;
}
interface Deps {
  presence: Presences;
  /** By id or uuid; nothing when this person may not read it. Asked like the call that shows the ticket. */
  find(actor: Actor, ticket: string): Promise<ConversationRef | undefined>;
  now(): number;
  onError(error: unknown): void;
}

/** Nobody reads more at once. */
const MAX_JOINED = 20;
/** A hasty reader leafs through ten conversations in ten seconds; a program does more. */
const EVENT_WINDOW_MS = 10_000;
const MAX_EVENTS_PER_WINDOW = 60;
const NAME = /^(?:[1-9]\d{0,9}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Who looks at a conversation: joined by those who may read it, left as soon as they may not. */
export function createConversations({ presence, find, now, onError }: Deps) {
  const companyOf = ({ data }: LiveSocket) => data.actor.companyId;

  function isFlooding(socket: LiveSocket): boolean {
    const { eventWindow } = socket.data;
    if (now() - eventWindow.since > EVENT_WINDOW_MS) socket.data.eventWindow = { since: now(), count: 0 };
    const isTooMuch = ++socket.data.eventWindow.count > MAX_EVENTS_PER_WINDOW;
    if (isTooMuch) countViolation(socket);
    return isTooMuch;
  }

  async function join(socket: LiveSocket, ticket: unknown): Promise<string | undefined> {
    const name = String(ticket);
    if (!NAME.test(name)) return 'ERR_NO_TICKET_FOUND';
    if (isFlooding(socket)) return 'ERR_TOO_MANY_TRIES';
    const conversation = await find(socket.data.actor, name);
    if (!conversation) return 'ERR_NO_TICKET_FOUND';
    const { conversations } = socket.data;
    if (conversations.size >= MAX_JOINED && !conversations.has(conversation.id)) return 'ERR_TOO_MANY_TRIES';
    conversations.set(conversation.id, conversation.uuid);
    await socket.join(pendingJoinRoom(conversation.id));
    // A right or a ticket that moved while it was looked up has passed a socket that was not there: look once more.
    const again = await find(socket.data.actor, name);
    if (!again || !socket.connected || !conversations.has(conversation.id)) {
      await leave(socket, conversation.id);
      return 'ERR_NO_TICKET_FOUND';
    }
    await socket.leave(pendingJoinRoom(conversation.id));
    await socket.join(conversationRoom(conversation.id));
    presence.arrive(companyOf(socket), conversation.id, socket.id, {
      userId: socket.data.actor.userId,
      name: conversation.name,
    });
    // A second screen of the same person changes nothing for the others, but has to learn who is there.
    socket.emit('presence', presence.viewersOf(companyOf(socket), conversation.id));
    return undefined;
  }

  async function leave(socket: LiveSocket, id: number) {
    socket.data.conversations.delete(id);
    await socket.leave(pendingJoinRoom(id));
    await socket.leave(conversationRoom(id));
    presence.leave(companyOf(socket), id, socket.id);
  }
  const joined = ({ data }: LiveSocket, ticket: unknown): number | undefined =>
    [...data.conversations].find(([id, uuid]) => String(id) === String(ticket) || uuid === ticket)?.[0];

  return {
    listen(socket: LiveSocket) {
      presence.enter(companyOf(socket), socket.data.actor.userId);
      socket.on('disconnect', () => {
        presence.exit(companyOf(socket), socket.data.actor.userId);
        for (const id of socket.data.conversations.keys()) presence.leave(companyOf(socket), id, socket.id);
        socket.data.conversations.clear();
      });
      socket.on('joinChatBox', (ticket, done) => {
        join(socket, ticket).then(
          (error) => answer(done, error),
          (error: unknown) => {
            onError(error);
            answer(done, 'ERR_INTERNAL');
          },
        );
      });
      socket.on('joinChatBoxLeave', (ticket, done) => {
        const id = joined(socket, ticket);
        if (id !== undefined) void leave(socket, id);
        answer(done);
      });
      socket.on('writing', (ticket, isWriting) => {
        if (isFlooding(socket)) return;
        const id = joined(socket, ticket);
        if (id !== undefined) presence.writing(companyOf(socket), id, socket.id, Boolean(isWriting));
      });
    },
    /** After a change of rights: what this person may no longer read is left. */
    async settle(socket: LiveSocket) {
      for (const id of socket.data.conversations.keys()) {
        if (!(await find(socket.data.actor, String(id)))) await leave(socket, id);
      }
    },
    /**
     * The ticket stands elsewhere, or nowhere any more. What is told late may name a place it has left since: whoever
     * would lose sight of it there is looked up as things are now.
     */
    async moved(namespace: LiveNamespace | undefined, id: number, assignment: TicketAssignment | null) {
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
