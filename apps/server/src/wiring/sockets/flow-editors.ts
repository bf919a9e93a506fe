import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { flowEditorsOf } from '../../infrastructure/realtime/conversation-presence.ts';
import { flowSubject } from '../../infrastructure/realtime/presence-codec.ts';
import type { Presences } from '../../infrastructure/realtime/presence.ts';
import type { LiveSocket } from '../../infrastructure/realtime/socket.ts';
import type { SocketConversations } from '../../infrastructure/realtime/socket-server.ts';
import { isFlooding } from './event-rate.ts';
import { flowRoom } from './rooms.ts';

interface Deps {
  presence: Presences;
  /** Name of the actor's user; undefined if there is no such flow. */
  find(actor: Actor, flowId: number): Promise<string | undefined>;
  now(): number;
}

/** Flows that one socket may have open at the same time. */
const MAX_JOINED = 5;
const mayEdit = (actor: Actor): boolean => can(actor, 'flow.manage') && !actor.overdue;

/** Shows the users who have a flow open in the editor to each other. */
export function createFlowEditors({
  presence,
  find,
  now,
}: Deps): Pick<SocketConversations, 'listen' | 'exit' | 'refresh'> {
  const companyOf = ({ data }: LiveSocket) => data.actor.companyId;

  async function join(socket: LiveSocket, flowId: number) {
    const { actor, flows } = socket.data;
    if (isFlooding(socket, now())) return 'ERR_TOO_MANY_TRIES';
    const name = mayEdit(actor) ? await find(actor, flowId) : undefined;
    // The permission may have changed during the lookup.
    if (name === undefined || !socket.connected || !mayEdit(socket.data.actor)) return 'ERR_NO_FLOW_FOUND';
    if (flows.size >= MAX_JOINED && !flows.has(flowId)) return 'ERR_TOO_MANY_TRIES';
    flows.add(flowId);
    await socket.join(flowRoom(flowId));
    presence.arrive(companyOf(socket), flowSubject(flowId), socket.id, { userId: actor.userId, name });
    // A second socket of the same user changes nothing for the others, but needs the list.
    socket.emit('flowEditors', flowEditorsOf(flowId, presence.viewersOf(companyOf(socket), flowSubject(flowId))));
    return undefined;
  }

  async function leave(socket: LiveSocket, flowId: number) {
    if (!socket.data.flows.delete(flowId)) return;
    await socket.leave(flowRoom(flowId));
    presence.leave(companyOf(socket), flowSubject(flowId), socket.id);
  }

  return {
    exit(socket) {
      for (const flowId of socket.data.flows) presence.leave(companyOf(socket), flowSubject(flowId), socket.id);
      socket.data.flows.clear();
    },
    listen(listen) {
      listen('joinFlow', join);
      listen('leaveFlow', leave);
    },
    async refresh(socket) {
      if (mayEdit(socket.data.actor)) return;
      for (const flowId of socket.data.flows) await leave(socket, flowId);
    },
  };
}
