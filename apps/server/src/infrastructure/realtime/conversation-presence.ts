import type { FlowEditors, Presence } from '@balcao/contract';

export type Viewer = Presence['people'][number];
interface SocketState {
  userId: number;
  name: string;
  writingUntil: number;
}
/** The viewers of one conversation. */
export interface ConversationPresence {
  /** Sockets of this node. */
  sockets: Map<string, SocketState>;
  /** Viewers on other nodes, by node id. */
  remote: Map<string, { viewers: readonly Viewer[]; until: number }>;
  /** Viewers as last published to this node's sockets. */
  published: readonly Viewer[];
}

export const emptyPresence = (): ConversationPresence => ({ sockets: new Map(), remote: new Map(), published: [] });
export const isEmpty = ({ sockets, remote }: ConversationPresence): boolean => sockets.size === 0 && remote.size === 0;

export const localViewers = ({ sockets }: ConversationPresence, now: number): Viewer[] =>
  merged(
    [...sockets.values()].map(({ userId, name, writingUntil }) => ({
      id: userId,
      name,
      isWriting: writingUntil > now,
    })),
  );

export const allViewers = (conversation: ConversationPresence, now: number): Viewer[] =>
  merged([...[...conversation.remote.values()].flatMap((node) => node.viewers), ...localViewers(conversation, now)]);

/** Drops silent nodes and ends expired typing marks; returns what changed. */
export function expire({ sockets, remote }: ConversationPresence, now: number) {
  let hasLostNode = false;
  for (const [node, { until }] of remote) if (until <= now) hasLostNode = remote.delete(node);
  let hasStoppedWriting = false;
  for (const state of sockets.values()) {
    if (state.writingUntil === 0 || state.writingUntil > now) continue;
    state.writingUntil = 0;
    hasStoppedWriting = true;
  }
  return { hasLostNode, hasStoppedWriting };
}

/** One entry per user, however many sockets the user has; sorted by id. */
function merged(viewers: readonly Viewer[]): Viewer[] {
  const byId = new Map<number, Viewer>();
  for (const viewer of viewers) {
    const isWriting = viewer.isWriting || (byId.get(viewer.id)?.isWriting ?? false);
    byId.set(viewer.id, { ...viewer, isWriting });
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** Whether two lists, both sorted by id, show the same users with the same typing marks. */
export const isSameList = (a: readonly Viewer[], b: readonly Viewer[]): boolean =>
  a.length === b.length && a.every(({ id, isWriting }, n) => b[n]!.id === id && b[n]!.isWriting === isWriting);

/** Editors of a flow have no typing mark. */
export const flowEditorsOf = (flowId: number, viewers: readonly Viewer[]): FlowEditors => ({
  flowId,
  people: viewers.map(({ id, name }) => ({ id, name })),
});
