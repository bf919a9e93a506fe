import type { BundledLine } from '@balcao/contract';
import type { LiveNamespace, LiveSocket } from './socket.ts';

/** Screens that asked for bundles. Nobody is told anything through this room. */
export const BUNDLES_ROOM = 'bundles';
/** Nobody sees the difference; news that comes thick becomes twenty frames a second instead of hundreds… */
const GATHER_MS = 50;
/** …and four, once a screen is told so much in one frame that nobody reads along. */
const RUSH_MS = 250;
const RUSH_LINES = 5;
/** What a bundle holds at most, so that no frame grows without end. */
const MOST_LINES = 100;

type Timer = ReturnType<typeof setTimeout>;

/**
 * What is told within a moment goes to a screen in one frame, in order. The first word after a silence goes at once.
 * Who hears a line is settled when it is put here, not when it leaves.
 */
export function createBundles() {
  const waiting = new Map<LiveNamespace, Map<LiveSocket, BundledLine[]>>();
  const timers = new Map<LiveNamespace, Timer>();

  function linesOf(namespace: LiveNamespace) {
    let lines = waiting.get(namespace);
    if (!lines) waiting.set(namespace, (lines = new Map()));
    return lines;
  }

  /** Sockets that were told the same share one frame, which is written once. Answers when the next one may follow. */
  function send(namespace: LiveNamespace): number {
    const lines = waiting.get(namespace);
    waiting.delete(namespace);
    let most = 0;
    for (const { sockets, told } of alike(lines ?? new Map())) {
      most = Math.max(most, told.length);
      for (let from = 0; from < told.length; from += MOST_LINES)
        namespace.to(sockets.map(({ id }) => id)).emit('bundle', told.slice(from, from + MOST_LINES));
    }
    return most >= RUSH_LINES ? RUSH_MS : GATHER_MS;
  }

  return {
    put(namespace: LiveNamespace, sockets: Iterable<LiveSocket>, line: BundledLine) {
      const lines = linesOf(namespace);
      for (const socket of sockets) {
        const told = lines.get(socket);
        if (told) told.push(line);
        else lines.set(socket, [line]);
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
function alike(lines: Map<LiveSocket, BundledLine[]>): { sockets: LiveSocket[]; told: BundledLine[] }[] {
  const numbers = new Map<BundledLine, number>();
  const groups = new Map<string, { sockets: LiveSocket[]; told: BundledLine[] }>();
  for (const [socket, told] of lines) {
    const key = told.map((line) => numberOf(numbers, line)).join();
    const group = groups.get(key);
    if (group) group.sockets.push(socket);
    else groups.set(key, { sockets: [socket], told });
  }
  return [...groups.values()];
}

function numberOf(numbers: Map<BundledLine, number>, line: BundledLine): number {
  const known = numbers.get(line);
  if (known !== undefined) return known;
  numbers.set(line, numbers.size);
  return numbers.size - 1;
}
