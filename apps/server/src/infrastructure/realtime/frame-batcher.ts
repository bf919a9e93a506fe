import type { BatchEntry } from '@balcao/contract';
import type { LiveNamespace, LiveSocket } from './socket.ts';

/** Room of the sockets that want batches. Nothing is sent to the room itself. */
export const BATCH_ROOM = 'bundles';
/** Users do not notice this delay; under load a socket receives 20 frames a second instead of hundreds. */
const BATCH_MS = 50;
/** After a frame with BURST_ENTRIES or more, users cannot read along: four frames a second. */
const BURST_MS = 250;
const BURST_ENTRIES = 5;
/** Limit of one frame. */
const MAX_ENTRIES = 100;

type Timer = ReturnType<typeof setTimeout>;

/**
 * Sends the entries of a short interval to a socket in one frame, in order. The first entry after a pause is sent at
 * once. The recipients of an entry are fixed by `put`, not when the frame is sent.
 */
export function createFrameBatcher() {
  const waiting = new Map<LiveNamespace, Map<LiveSocket, BatchEntry[]>>();
  const timers = new Map<LiveNamespace, Timer>();

  function pendingOf(namespace: LiveNamespace) {
    let bySocket = waiting.get(namespace);
    if (!bySocket) waiting.set(namespace, (bySocket = new Map()));
    return bySocket;
  }

  /** Sockets with the same entries share one frame, which is serialized once. Returns the delay until the next frame. */
  function send(namespace: LiveNamespace): number {
    const bySocket = waiting.get(namespace);
    waiting.delete(namespace);
    let longest = 0;
    for (const { sockets, entries } of groupIdentical(bySocket ?? new Map())) {
      longest = Math.max(longest, entries.length);
      for (let from = 0; from < entries.length; from += MAX_ENTRIES)
        namespace.to(sockets.map(({ id }) => id)).emit('batch', entries.slice(from, from + MAX_ENTRIES));
    }
    return longest >= BURST_ENTRIES ? BURST_MS : BATCH_MS;
  }

  return {
    put(namespace: LiveNamespace, sockets: Iterable<LiveSocket>, entry: BatchEntry) {
      const bySocket = pendingOf(namespace);
      for (const socket of sockets) {
        const entries = bySocket.get(socket);
        if (entries) entries.push(entry);
        else bySocket.set(socket, [entry]);
      }
    },
    /** Sends pending entries, or waits for the end of the interval when a frame was sent just before. */
    flush(namespace: LiveNamespace) {
      if (timers.has(namespace) || !waiting.has(namespace)) return;
      const again = () => {
        if (!waiting.has(namespace)) return void timers.delete(namespace);
        timers.set(namespace, setTimeout(again, send(namespace)));
      };
      again();
    },
    /** Sends pending entries immediately: before the server closes a socket or sends an event outside of batches. */
    flushNow: (namespace: LiveNamespace) => void send(namespace),
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      waiting.clear();
    },
  };
}

/** Entries are shared objects, so sockets are grouped by object identity instead of by content. */
function groupIdentical(bySocket: Map<LiveSocket, BatchEntry[]>): { sockets: LiveSocket[]; entries: BatchEntry[] }[] {
  const numbers = new Map<BatchEntry, number>();
  const groups = new Map<string, { sockets: LiveSocket[]; entries: BatchEntry[] }>();
  for (const [socket, entries] of bySocket) {
    const key = entries.map((entry) => numberOf(numbers, entry)).join();
    const group = groups.get(key);
    if (group) group.sockets.push(socket);
    else groups.set(key, { sockets: [socket], entries });
  }
  return [...groups.values()];
}

function numberOf(numbers: Map<BatchEntry, number>, entry: BatchEntry): number {
  const existing = numbers.get(entry);
  if (existing !== undefined) return existing;
  numbers.set(entry, numbers.size);
  return numbers.size - 1;
}
