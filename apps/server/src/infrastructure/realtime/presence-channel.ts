import { listenTo } from '../db/listen.ts';
import { notify } from '../db/notify.store.ts';
import type { Db } from '../db/tx.ts';

const CHANNEL = 'balcao_presence';

interface Deps {
  db: Db;
  listenUrl: string;
  onMessage(message: string): void;
  onError(error: unknown): void;
}

/** Exchanges presence messages between nodes over `NOTIFY` in the shared database; nothing is stored. */
export function openPresenceChannel({ db, listenUrl, onMessage, onError }: Deps) {
  const listener = listenTo(listenUrl, CHANNEL, onMessage, onError);
  const inFlight = new Set<Promise<unknown>>();
  return {
    send(message: string) {
      const sending = notify(db, CHANNEL, message)
        .catch(onError)
        .finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    },
    async stop() {
      await Promise.all(inFlight);
      await listener.stop();
    },
  };
}
