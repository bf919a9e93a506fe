import { encodePresence, type PresenceEntry } from './presence-codec.ts';

interface Deps {
  /** Id of this node. */
  self: string;
  /** Sends a message to the other nodes; it may be lost. */
  broadcast(message: string): void;
  toEntry(key: string): PresenceEntry;
  now(): number;
}

/** At most one broadcast per interval, however much changes. */
const BROADCAST_EVERY_MS = 1_000;
const BROADCAST_DELAY_MS = 20;

/** Collects changed keys and broadcasts their state to the other nodes. */
export function createPresenceBroadcast({ self, broadcast, toEntry, now }: Deps) {
  const pendingKeys = new Set<string>();
  let sentAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  function send() {
    clearTimeout(timer);
    timer = undefined;
    sentAt = now();
    for (const message of encodePresence(self, [...pendingKeys].map(toEntry))) broadcast(message);
    pendingKeys.clear();
  }
  return {
    /** Marks a key without starting the timer. */
    mark: (key: string) => void pendingKeys.add(key),
    schedule(key: string) {
      pendingKeys.add(key);
      const wait = Math.max(BROADCAST_DELAY_MS, BROADCAST_EVERY_MS - (now() - sentAt));
      timer ??= setTimeout(send, Math.min(wait, BROADCAST_EVERY_MS)).unref();
    },
    hasPending: () => pendingKeys.size > 0,
    send,
  };
}
