import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { ticketScope } from '@balcao/domain/ticket/scope';
import type { LiveSocket } from '../../infrastructure/realtime/socket.ts';
import type { SocketConversations } from '../../infrastructure/realtime/socket-server.ts';
import { panelRoom, type PanelAudience } from './rooms.ts';

interface Deps {
  watchers: PanelWatchers;
}

/** Companies whose live panel is shown on this node: for others no message is built. */
export function createPanelWatchers() {
  const counts = new Map<number, number>();
  const add = (companyId: number, by: number) => {
    const count = (counts.get(companyId) ?? 0) + by;
    if (count > 0) counts.set(companyId, count);
    else counts.delete(companyId);
  };
  return {
    enter: (companyId: number) => add(companyId, 1),
    leave: (companyId: number) => add(companyId, -1),
    isWatched: (companyId: number): boolean => counts.has(companyId),
  };
}
export type PanelWatchers = ReturnType<typeof createPanelWatchers>;

/** Admins receive every conversation, others those of their queues; groups only with allowGroup. */
function roomsFor(actor: Actor): string[] {
  if (!can(actor, 'live-panel.view') || actor.overdue || actor.support) return [];
  const { all, queueIds, groups } = ticketScope(actor);
  const audiences: PanelAudience[] = all
    ? ['viewers', 'all']
    : [
        'viewers',
        ...queueIds.map((queue) => ({ queue, isGroup: false })),
        ...(groups ? queueIds.map((queue) => ({ queue, isGroup: true })) : []),
      ];
  return audiences.map(panelRoom);
}

/** Joins sockets to the live panel while their actors may see it. */
export function createPanelRooms({ watchers }: Deps): Pick<SocketConversations, 'listen' | 'exit' | 'refresh'> {
  const companyOf = ({ data }: LiveSocket) => data.actor.companyId;

  async function leave(socket: LiveSocket) {
    const rooms = socket.data.panelRooms;
    socket.data.panelRooms = [];
    for (const room of rooms) await socket.leave(room);
    if (rooms.length > 0) watchers.leave(companyOf(socket));
  }
  async function join(socket: LiveSocket) {
    await leave(socket);
    const rooms = roomsFor(socket.data.actor);
    if (rooms.length === 0) return 'ERR_NO_PERMISSION';
    if (!socket.connected) return undefined;
    socket.data.panelRooms = rooms;
    watchers.enter(companyOf(socket));
    await socket.join(rooms);
    return undefined;
  }

  return {
    exit(socket) {
      if (socket.data.panelRooms.length > 0) watchers.leave(companyOf(socket));
      socket.data.panelRooms = [];
    },
    listen(listen) {
      listen('joinLivePanel', join);
      listen('leaveLivePanel', leave);
    },
    async refresh(socket) {
      if (socket.data.panelRooms.length === 0) return;
      const rooms = roomsFor(socket.data.actor);
      for (const room of socket.data.panelRooms) if (!rooms.includes(room)) await socket.leave(room);
      await socket.join(rooms);
      if (rooms.length === 0) watchers.leave(companyOf(socket));
      socket.data.panelRooms = rooms;
    },
  };
}
