import { eventName, topics, type BatchEntry, type Payload, type Topic } from '@balcao/contract';
import { formatCursor, type LoggedEvent, type LogCursor } from '../events/event-log.store.ts';
import { BATCH_ROOM, createFrameBatcher } from './frame-batcher.ts';
import { wantsBatches } from './handshake.ts';
import type { LiveNamespace, LiveSocket } from './socket.ts';

/** A message to the sockets in the rooms `to`, without those in the rooms `except`. */
export type SocketMessage = {
  [T in Topic]: {
    topic: T;
    to: readonly string[];
    except?: readonly string[];
    payload: Payload<T>;
    subTopics?: SubTopic[];
  };
}[Topic];
/** A further event name of the specification for the same payload. Clients that receive batches get the payload once. */
export type SubTopic = `chat-${number}` | `chat-user-${number}`;

/** Builds the messages of each event; related rows are loaded once per batch of events. */
export type BuildMessages = (companyId: number, events: LoggedEvent[]) => Promise<SocketMessage[][]>;

/** Sends the messages of logged events to sockets, in order: one frame per message, or batches for clients that want them. */
export function createPublisher(buildMessages: BuildMessages) {
  const batcher = createFrameBatcher();

  function send(namespace: LiveNamespace, companyId: number, message: SocketMessage, cursor: LogCursor) {
    // socket.io sends a message without rooms to every socket; here it has no recipient.
    if (message.to.length === 0) return;
    const entry = toBatchEntry(message, cursor);
    const batchingCount = namespace.adapter.rooms.get(BATCH_ROOM)?.size ?? 0;
    if (batchingCount > 0) batcher.put(namespace, batchingRecipients(namespace, message), entry);
    if (batchingCount === namespace.sockets.size) return;
    const recipients = namespace.to([...message.to]).except([...(message.except ?? []), BATCH_ROOM]);
    sendEntry(recipients, companyId, entry, message.subTopics);
  }

  return {
    /** Publishes events to the sockets of one company on this node. `after` runs before the next event is published. */
    async publish(
      namespace: LiveNamespace | undefined,
      companyId: number,
      events: LoggedEvent[],
      after: (event: LoggedEvent) => Promise<void>,
    ) {
      const all = namespace && namespace.sockets.size > 0 ? await buildMessages(companyId, events) : [];
      for (const [n, event] of events.entries()) {
        for (const message of all[n] ?? []) send(namespace!, companyId, message, event.cursor);
        // An event can change who receives the next one.
        await after(event);
      }
      if (namespace) batcher.flush(namespace);
    },
    /** Sends missed events to one socket. */
    async replay(socket: LiveSocket, events: LoggedEvent[]) {
      const { companyId } = socket.data.actor;
      const all = await buildMessages(companyId, events);
      for (const [n, event] of events.entries()) {
        for (const message of all[n] ?? []) {
          if (!isRecipient(socket, message)) continue;
          const entry = toBatchEntry(message, event.cursor);
          if (wantsBatches(socket)) batcher.put(socket.nsp, [socket], entry);
          else sendEntry(socket, companyId, entry, message.subTopics);
        }
      }
      batcher.flushNow(socket.nsp);
    },
    flushNow: (namespace: LiveNamespace) => batcher.flushNow(namespace),
    close: () => batcher.close(),
  };
}

const isRecipient = (socket: LiveSocket, { to, except = [] }: SocketMessage): boolean =>
  to.some((room) => socket.rooms.has(room)) && !except.some((room) => socket.rooms.has(room));

/** Recipients that want batches, each once. */
function* batchingRecipients(namespace: LiveNamespace, { to, except = [] }: SocketMessage): Iterable<LiveSocket> {
  const { rooms } = namespace.adapter;
  const seen = new Set<string>();
  for (const room of to)
    for (const id of rooms.get(room) ?? []) {
      const socket = namespace.sockets.get(id);
      if (seen.has(id) || !socket?.rooms.has(BATCH_ROOM)) continue;
      seen.add(id);
      if (!except.some((other) => socket.rooms.has(other))) yield socket;
    }
}

/** Parses the payload with the contract's schema: fields that the contract does not name are dropped. */
const toBatchEntry = ({ topic, payload }: SocketMessage, cursor: LogCursor) =>
  [topic, topics[topic].parse(payload), formatCursor(cursor)] as BatchEntry;

function sendEntry(
  to: { emit: (...args: never[]) => unknown },
  companyId: number,
  [topic, payload, eventId]: BatchEntry,
  subTopics: SubTopic[] = [],
) {
  const emit = to.emit as unknown as (event: string, payload: unknown, eventId: string) => void;
  for (const name of [eventName(companyId, topic), ...subTopics.map((part) => `company-${companyId}-${part}`)])
    emit.call(to, name, payload, eventId);
}
