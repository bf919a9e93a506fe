import { randomUUID } from 'node:crypto';
import {
  allViewers,
  emptyPresence,
  expire,
  isEmpty,
  isSameList,
  localViewers,
  type ConversationPresence,
  type Viewer,
} from './conversation-presence.ts';
import { createOnlineUsers } from './online-users.ts';
import { createPresenceBroadcast } from './presence-broadcast.ts';
import { COMPANY_WIDE, decodePresence, type PresenceEntry } from './presence-codec.ts';

interface Deps {
  /** Sends a message to the other nodes; it may be lost. */
  broadcast(message: string): void;
  /** The viewers of a ticket or a flow changed, or one of them began or stopped typing. */
  changed(companyId: number, subject: number, viewers: readonly Viewer[]): void;
  now(): number;
}

/** A typing mark ends by itself unless the client repeats it. */
const WRITING_MS = 6_000;
/** Each node repeats its state, so that a lost message is corrected and a new node learns who is online. */
const REPEAT_MS = 10_000;
/** A node that sent nothing for this long counts as crashed; its viewers are dropped. */
const SILENT_MS = 25_000;
const TICK_MS = 1_000;
/** Viewers of one conversation that a node broadcasts; further ones are visible on their own node only. */
const MAX_VIEWERS = 20;
const MAX_NAME_LENGTH = 50;
/** Online users of one company that a node broadcasts, without names. */
const MAX_ONLINE_USERS = 400;

/** Viewers of conversations, editors of flows and online users, across all nodes. In memory only, never stored. */
export function createPresence({ broadcast, changed, now }: Deps) {
  const self = randomUUID();
  const conversations = new Map<string, ConversationPresence>();
  const onlineUsers = createOnlineUsers((companyId) => outgoing.schedule(keyOf(companyId, COMPANY_WIDE)));
  const outgoing = createPresenceBroadcast({ self, broadcast, toEntry, now });
  let repeatedAt = now();
  const ticking = setInterval(tick, TICK_MS);
  ticking.unref();

  function conversationAt(key: string): ConversationPresence {
    let conversation = conversations.get(key);
    if (!conversation) conversations.set(key, (conversation = emptyPresence()));
    return conversation;
  }
  /** Publishes the viewers if they differ from the published ones; drops an empty conversation. */
  function refresh(key: string, conversation: ConversationPresence) {
    const viewers = allViewers(conversation, now());
    if (isEmpty(conversation)) conversations.delete(key);
    if (isSameList(viewers, conversation.published)) return;
    conversation.published = viewers;
    const [companyId, subject] = parseKey(key);
    changed(companyId, subject, viewers);
  }
  function onLocalChange(key: string, conversation: ConversationPresence) {
    refresh(key, conversation);
    outgoing.schedule(key);
  }
  function toEntry(key: string): PresenceEntry {
    const [companyId, subject] = parseKey(key);
    if (subject === COMPANY_WIDE) {
      const ids = onlineUsers.ids(companyId).slice(0, MAX_ONLINE_USERS);
      return [companyId, subject, ids.map((id) => [id, '', 0])];
    }
    const conversation = conversations.get(key);
    const viewers = conversation ? localViewers(conversation, now()).slice(0, MAX_VIEWERS) : [];
    return [
      companyId,
      subject,
      viewers.map(({ id, name, isWriting }) => [id, name.slice(0, MAX_NAME_LENGTH), isWriting ? 1 : 0]),
    ];
  }
  /** Marks the whole state of this node for the next broadcast. */
  function markAll() {
    for (const [key, { sockets }] of conversations) if (sockets.size > 0) outgoing.mark(key);
    for (const companyId of onlineUsers.companies()) outgoing.mark(keyOf(companyId, COMPANY_WIDE));
  }
  function tick() {
    for (const [key, conversation] of conversations) {
      const { hasLostNode, hasStoppedWriting } = expire(conversation, now());
      if (hasStoppedWriting) onLocalChange(key, conversation);
      else if (hasLostNode) refresh(key, conversation);
    }
    onlineUsers.pruneSilent(now());
    if (now() - repeatedAt < REPEAT_MS) return;
    repeatedAt = now();
    markAll();
    if (outgoing.hasPending()) outgoing.send();
  }
  function applyRemote(from: string, [companyId, subject, encoded]: PresenceEntry) {
    const until = now() + SILENT_MS;
    if (subject === COMPANY_WIDE) {
      const ids = encoded.map(([id]) => id);
      return onlineUsers.setRemote(companyId, from, ids, until);
    }
    const key = keyOf(companyId, subject);
    const conversation = encoded.length === 0 ? conversations.get(key) : conversationAt(key);
    if (!conversation) return;
    const viewers = encoded.map(([id, name, writing]) => ({ id, name, isWriting: writing === 1 }));
    if (viewers.length === 0) conversation.remote.delete(from);
    else conversation.remote.set(from, { viewers, until });
    refresh(key, conversation);
  }

  return {
    enter: onlineUsers.enter,
    exit: onlineUsers.exit,
    /** Whether the user has an open socket on any node. */
    isOnline: onlineUsers.isOnline,
    arrive(companyId: number, subject: number, socketId: string, user: { userId: number; name: string }) {
      const key = keyOf(companyId, subject);
      const conversation = conversationAt(key);
      conversation.sockets.set(socketId, { ...user, writingUntil: 0 });
      onLocalChange(key, conversation);
    },
    leave(companyId: number, subject: number, socketId: string) {
      const key = keyOf(companyId, subject);
      const conversation = conversations.get(key);
      if (conversation?.sockets.delete(socketId)) onLocalChange(key, conversation);
    },
    writing(companyId: number, subject: number, socketId: string, isWriting: boolean) {
      const key = keyOf(companyId, subject);
      const conversation = conversations.get(key);
      const state = conversation?.sockets.get(socketId);
      if (!conversation || !state) return;
      const wasWriting = state.writingUntil > now();
      state.writingUntil = isWriting ? now() + WRITING_MS : 0;
      // A repeated mark only lasts longer; nothing is published.
      if (wasWriting !== isWriting) onLocalChange(key, conversation);
    },
    viewersOf: (companyId: number, subject: number): readonly Viewer[] =>
      conversations.get(keyOf(companyId, subject))?.published ?? [],
    /** Handles a broadcast of any node; this node's own are ignored. */
    onMessage(text: string) {
      const message = decodePresence(text);
      if (!message || message.from === self) return;
      for (const entry of message.entries) applyRemote(message.from, entry);
    },
    /** Broadcasts that the users of this node are gone, so that other nodes need not wait for the timeout. */
    stop() {
      clearInterval(ticking);
      markAll();
      for (const { sockets } of conversations.values()) sockets.clear();
      onlineUsers.clear();
      outgoing.send();
    },
  };
}
export type Presences = ReturnType<typeof createPresence>;

const keyOf = (companyId: number, subject: number) => `${companyId} ${subject}`;
const parseKey = (key: string) => key.split(' ').map(Number) as [companyId: number, subject: number];
