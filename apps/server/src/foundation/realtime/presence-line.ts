import { listenTo } from '../db/listen.ts';
import type { Db } from '../db/tx.ts';

const CHANNEL = 'balcao_presence';
const notify = { name: 'presence.notify', text: 'select pg_notify($1, $2)' };

interface Needs {
  db: Db;
  listenUrl: string;
  hear(word: string): void;
  failed(fault: unknown): void;
}

/** Where nodes tell each other who is there: through the database they share, leaving nothing in it. */
export function openPresenceLine({ db, listenUrl, hear, failed }: Needs) {
  const listener = listenTo(listenUrl, CHANNEL, hear, failed);
  const underWay = new Set<Promise<unknown>>();
  return {
    say(word: string) {
      const saying = db
        .look(notify, [CHANNEL, word])
        .catch(failed)
        .finally(() => underWay.delete(saying));
      underWay.add(saying);
    },
    async stop() {
      await Promise.all(underWay);
      await listener.stop();
    },
  };
}
