import type { Actor } from '@balcao/domain/policy/actor';
import { may } from '@balcao/domain/policy/policy';
import type { TicketPlace } from '../events/catalogue.ts';
import type { Presences } from './presence.ts';
import { conversationRoom, doorstepRoom } from './rooms.ts';
import { answer, countAgainst, socketsIn, type LiveNamespace, type LiveSocket } from './socket.ts';

export interface FoundConversation {
  id: number;
  uuid: string;
  /** How colleagues call this person. */
  name: string;
}
interface Needs {
  presence: Presences;
  /** By id or uuid; nothing when this person may not read it. Asked like the call that shows the ticket. */
  find(actor: Actor, ticket: string): Promise<FoundConversation | undefined>;
  now(): number;
  failed(fault: unknown): void;
}

/** Nobody reads more at once. */
const MOST_JOINED = 20;
/** A hasty reader leafs through ten conversations in ten seconds; a program does more. */
const CHATTER_MS = 10_000;
const MOST_CHATTER = 60;
const NAME = /^(?:[1-9]\d{0,9}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Who looks at a conversation: joined by those who may read it, left as soon as they may not. */
export function createConversations({ presence, find, now, failed }: Needs) {
  const companyOf = ({ data }: LiveSocket) => data.actor.companyId;

  function isChatty(socket: LiveSocket): boolean {
    const { chatter } = socket.data;
    if (now() - chatter.since > CHATTER_MS) socket.data.chatter = { since: now(), words: 0 };
    const isTooMuch = ++socket.data.chatter.words > MOST_CHATTER;
    if (isTooMuch) countAgainst(socket);
    return isTooMuch;
  }

  async function join(socket: LiveSocket, ticket: unknown): Promise<string | undefined> {
    const name = String(ticket);
    if (!NAME.test(name)) return 'ERR_NO_TICKET_FOUND';
    if (isChatty(socket)) return 'ERR_TOO_MANY_TRIES';
    const found = await find(socket.data.actor, name);
    if (!found) return 'ERR_NO_TICKET_FOUND';
    const { conversations } = socket.data;
    if (conversations.size >= MOST_JOINED && !conversations.has(found.id)) return 'ERR_TOO_MANY_TRIES';
    conversations.set(found.id, found.uuid);
    await socket.join(doorstepRoom(found.id));
    // A right or a ticket that moved while it was looked up has passed a socket that was not there: look once more.
    const again = await find(socket.data.actor, name);
    if (!again || !socket.connected || !conversations.has(found.id)) {
      await leave(socket, found.id);
      return 'ERR_NO_TICKET_FOUND';
    }
    await socket.leave(doorstepRoom(found.id));
    await socket.join(conversationRoom(found.id));
    presence.arrive(companyOf(socket), found.id, socket.id, { userId: socket.data.actor.userId, name: found.name });
    // A second screen of the same person changes nothing for the others, but has to learn who is there.
    socket.emit('presence', presence.people(companyOf(socket), found.id));
    return undefined;
  }

  async function leave(socket: LiveSocket, id: number) {
    socket.data.conversations.delete(id);
    await socket.leave(doorstepRoom(id));
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
          (fault: unknown) => {
            failed(fault);
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
        if (isChatty(socket)) return;
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
    async moved(namespace: LiveNamespace | undefined, id: number, place: TicketPlace | null) {
      for (const room of [doorstepRoom(id), conversationRoom(id)]) {
        for (const socket of socketsIn(namespace, room)) {
          const { actor } = socket.data;
          if (place !== null && may(actor, 'ticket.read', place)) continue;
          if (!(await find(actor, String(id)))) await leave(socket, id);
        }
      }
    },
  };
}
