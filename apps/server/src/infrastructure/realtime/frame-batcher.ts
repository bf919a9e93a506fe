import type { BatchEntry } from '@balcao/contract';
import type { LiveNamespace, LiveSocket } from './socket.ts';

/** Screens that asked for bundles. Nobody is told anything through this room. */
export const BATCH_ROOM = 'bundles';
/** Nobody sees the difference; news that comes thick becomes twenty frames a second instead of hundreds… */
const BATCH_MS = 50;
/** …and four, once a screen is told so much in one frame that nobody reads along. */
const BURST_MS = 250;
const BURST_ENTRIES = 5;
/** What a bundle holds at most, so that no frame grows without end. */
const MAX_ENTRIES = 100;

type Timer = ReturnType<typeof setTimeout>;

/**
 * What is told within a moment goes to a screen in one frame, in order. The first word after a silence goes at once.
 * Who hears a line is settled when it is put here, not when it leaves.
 */
export function createFrameBatcher() {
  const waiting = new Map<LiveNamespace, Map<LiveSocket, BatchEntry[]>>();
  const timers = new Map<LiveNamespace, Timer>();

  function pendingOf(namespace: LiveNamespace) {
    let bySocket = waiting.get(namespace);
    if (!bySocket) waiting.set(namespace, (bySocket = new Map()));
    return bySocket;
  }

  /** Sockets that were told the same share one frame, which is written once. Answers when the next one may follow. */
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
    /** Sends what was put, unless something was sent a moment ago: then it waits for what else comes. */
    flush(namespace: LiveNamespace) {
      if (timers.has(namespace) || !waiting.has(namespace)) return;
      const again = () => {
        if (!waiting.has(namespace)) return void timers.delete(namespace);
        timers.set(namespace, setTimeout(again, send(namespace)));
      };
      again();
    },
    /** Before a socket is closed by us, or told something outside of bundles: nothing of before stays behind. */
    flushNow: (namespace: LiveNamespace) => void send(namespace),
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      waiting.clear();
    },
  };
}

/** Lines are shared objects, so who got the same ones is seen by what they are, not by what they say. */
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
