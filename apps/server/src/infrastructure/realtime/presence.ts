import { randomUUID } from 'node:crypto';
import type { Presence } from '@balcao/contract';
import { createOnlineUsers } from './online-users.ts';
import { COMPANY_WIDE, decodePresence, encodePresence, type PresenceEntry } from './presence-codec.ts';

type Viewer = Presence['people'][number];
interface SocketState {
  userId: number;
  name: string;
  writingUntil: number;
}
interface ConversationPresence {
  /** Sockets of this node. */
  sockets: Map<string, SocketState>;
  /** What other nodes said of it, by their names. */
  remote: Map<string, { viewers: readonly Viewer[]; until: number }>;
  /** As it was told last. */
  published: readonly Viewer[];
}
interface Deps {
  /** To the other nodes; may be lost. */
  broadcast(message: string): void;
  /** Somebody came, left, or began or stopped writing. */
  changed(companyId: number, presence: Presence): void;
  now(): number;
}

/** A writing mark ends by itself when it is not repeated. */
const WRITING_MS = 6_000;
/** Each node repeats itself, so that a lost word heals and a new node learns who is there. */
const REPEAT_MS = 10_000;
/** A node that fell silent was killed: its people are gone. */
const SILENT_MS = 25_000;
const TICK_MS = 1_000;
/** However much happens, the others are told once in so long. */
const BROADCAST_EVERY_MS = 1_000;
const BROADCAST_DELAY_MS = 20;
/** Of one conversation on one node; whoever comes after is seen on that node only. */
const MAX_VIEWERS = 20;
const MAX_NAME_LENGTH = 50;
/** Of a whole company on one node, without names. */
const MAX_ONLINE_USERS = 400;

/** Who looks at which conversation, on all nodes together. Kept in memory alone: whoever looks away is forgotten. */
export function createPresence({ broadcast, changed, now }: Deps) {
  const self = randomUUID();
  const conversations = new Map<string, ConversationPresence>();
  const onlineUsers = createOnlineUsers((companyId) => scheduleBroadcast(keyOf(companyId, COMPANY_WIDE)));
  /** What the others have not heard yet. */
  const pendingKeys = new Set<string>();
  let broadcastAt = -Infinity;
  let repeatedAt = now();
  let broadcastTimer: NodeJS.Timeout | undefined;
  const ticking = setInterval(tick, TICK_MS);
  ticking.unref();

  function conversationAt(key: string): ConversationPresence {
    let conversation = conversations.get(key);
    if (!conversation)
      conversations.set(key, (conversation = { sockets: new Map(), remote: new Map(), published: [] }));
    return conversation;
  }
  const localViewers = ({ sockets }: ConversationPresence) =>
    merged(
      [...sockets.values()].map(({ userId, name, writingUntil }) => ({
        id: userId,
        name,
        isWriting: writingUntil > now(),
      })),
    );

  /** Tells this node's screens when it looks different from what they were told, and forgets empty places. */
  function refresh(key: string, conversation: ConversationPresence) {
    const viewers = merged([
      ...[...conversation.remote.values()].flatMap((node) => node.viewers),
      ...localViewers(conversation),
    ]);
    if (conversation.sockets.size === 0 && conversation.remote.size === 0) conversations.delete(key);
    if (isSame(viewers, conversation.published)) return;
    conversation.published = viewers;
    const [companyId, ticketId] = readKey(key);
    changed(companyId, { ticketId, people: viewers });
  }
  function moved(key: string, conversation: ConversationPresence) {
    refresh(key, conversation);
    scheduleBroadcast(key);
  }

  function scheduleBroadcast(key: string) {
    pendingKeys.add(key);
    const wait = Math.max(BROADCAST_DELAY_MS, BROADCAST_EVERY_MS - (now() - broadcastAt));
    broadcastTimer ??= setTimeout(broadcastPending, Math.min(wait, BROADCAST_EVERY_MS)).unref();
  }
  function broadcastPending() {
    clearTimeout(broadcastTimer);
    broadcastTimer = undefined;
    broadcastAt = now();
    for (const message of encodePresence(self, [...pendingKeys].map(toEntry))) broadcast(message);
    pendingKeys.clear();
  }
  function toEntry(key: string): PresenceEntry {
    const [companyId, ticketId] = readKey(key);
    const conversation = conversations.get(key);
    const viewers: PresenceEntry[2] =
      ticketId === COMPANY_WIDE
        ? onlineUsers
            .ids(companyId)
            .slice(0, MAX_ONLINE_USERS)
            .map((id) => [id, '', 0])
        : (conversation ? localViewers(conversation) : [])
            .slice(0, MAX_VIEWERS)
            .map(({ id, name, isWriting }) => [id, name.slice(0, MAX_NAME_LENGTH), isWriting ? 1 : 0]);
    return [companyId, ticketId, viewers];
  }
  /** Everything there is to say of this node. */
  function markAllPending() {
    for (const [key, { sockets }] of conversations) if (sockets.size > 0) pendingKeys.add(key);
    for (const companyId of onlineUsers.companies()) pendingKeys.add(keyOf(companyId, COMPANY_WIDE));
  }

  function tick() {
    for (const [key, conversation] of conversations) {
      let isLess = false;
      for (const [node, { until }] of conversation.remote)
        if (until <= now()) isLess = conversation.remote.delete(node);
      let isStill = false;
      for (const state of conversation.sockets.values()) {
        if (state.writingUntil === 0 || state.writingUntil > now()) continue;
        state.writingUntil = 0;
        isStill = true;
      }
      if (isStill) moved(key, conversation);
      else if (isLess) refresh(key, conversation);
    }
    onlineUsers.pruneSilent(now());
    if (now() - repeatedAt < REPEAT_MS) return;
    repeatedAt = now();
    markAllPending();
    if (pendingKeys.size > 0) broadcastPending();
  }

  return {
    enter: onlineUsers.enter,
    exit: onlineUsers.exit,
    /** Has this person a screen open, on any node? */
    isOnline: onlineUsers.isOnline,
    arrive(companyId: number, ticketId: number, socketId: string, user: { userId: number; name: string }) {
      const key = keyOf(companyId, ticketId);
      const conversation = conversationAt(key);
      conversation.sockets.set(socketId, { ...user, writingUntil: 0 });
      moved(key, conversation);
    },
    leave(companyId: number, ticketId: number, socketId: string) {
      const key = keyOf(companyId, ticketId);
      const conversation = conversations.get(key);
      if (conversation?.sockets.delete(socketId)) moved(key, conversation);
    },
    writing(companyId: number, ticketId: number, socketId: string, isWriting: boolean) {
      const key = keyOf(companyId, ticketId);
      const conversation = conversations.get(key);
      const state = conversation?.sockets.get(socketId);
      if (!conversation || !state) return;
      const was = state.writingUntil > now();
      state.writingUntil = isWriting ? now() + WRITING_MS : 0;
      // Said again, it only lasts longer: nothing to tell anybody.
      if (was !== isWriting) moved(key, conversation);
    },
    viewersOf: (companyId: number, ticketId: number): Presence => ({
      ticketId,
      people: conversations.get(keyOf(companyId, ticketId))?.published ?? [],
    }),
    /** What a node said, this one included. */
    onMessage(text: string) {
      const message = decodePresence(text);
      if (!message || message.from === self) return;
      const until = now() + SILENT_MS;
      for (const [companyId, ticketId, encoded] of message.entries) {
        if (ticketId === COMPANY_WIDE) {
          onlineUsers.setRemote(
            companyId,
            message.from,
            encoded.map(([id]) => id),
            until,
          );
          continue;
        }
        const key = keyOf(companyId, ticketId);
        const conversation = encoded.length === 0 ? conversations.get(key) : conversationAt(key);
        if (!conversation) continue;
        const viewers = encoded.map(([id, name, writing]) => ({ id, name, isWriting: writing === 1 }));
        if (viewers.length === 0) conversation.remote.delete(message.from);
        else conversation.remote.set(message.from, { viewers, until });
        refresh(key, conversation);
      }
    },
    /** Whoever was here is said to be gone, so that nobody waits for the silence to tell it. */
    stop() {
      clearInterval(ticking);
      markAllPending();
      for (const { sockets } of conversations.values()) sockets.clear();
      onlineUsers.clear();
      broadcastPending();
    },
  };
}
export type Presences = ReturnType<typeof createPresence>;

const keyOf = (companyId: number, ticketId: number) => `${companyId} ${ticketId}`;
const readKey = (key: string) => key.split(' ').map(Number) as [companyId: number, ticketId: number];

/** Several screens of one person are one person. */
function merged(viewers: readonly Viewer[]): Viewer[] {
  const byId = new Map<number, Viewer>();
  for (const viewer of viewers) {
    const isWriting = viewer.isWriting || (byId.get(viewer.id)?.isWriting ?? false);
    byId.set(viewer.id, { ...viewer, isWriting });
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}
const isSame = (a: readonly Viewer[], b: readonly Viewer[]) =>
  a.length === b.length && a.every(({ id, isWriting }, n) => b[n]!.id === id && b[n]!.isWriting === isWriting);
