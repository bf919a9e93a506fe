/** What a server restored from a backup may do. A person confirms first that no other server uses the same accounts. */
import type { Db } from '../db/tx.ts';

/** passive: nothing is sent, fetched or connected. receiving: channels are connected, messages wait to be sent. */
export type RestoredMode = 'passive' | 'receiving' | 'active';

export interface RestoredServer {
  mode: RestoredMode;
  restoredAt: Date;
  restoredTo: Date;
  confirmedAt: Date | null;
  confirmedBy: string | null;
}
interface Row extends Omit<RestoredServer, 'mode'> {
  sendingAt: Date | null;
}
const POLL_MS = 1000;

export function createRestoredState(db: Pick<Db, 'query'>, onError: (error: unknown) => void) {
  // Passive until the first answer: a server that does not know must not send.
  let mode: RestoredMode = 'passive';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const waiting: { wanted: RestoredMode[]; resolve: () => void }[] = [];

  async function read(): Promise<RestoredServer | undefined> {
    const [row] = await db.query<Row>(find, []);
    if (!row) return undefined;
    const { sendingAt, ...rest } = row;
    return { ...rest, mode: row.confirmedAt === null ? 'passive' : sendingAt === null ? 'receiving' : 'active' };
  }

  /** A server that is active stays so; until then other nodes and the operator are watched. */
  async function load(): Promise<void> {
    try {
      mode = (await read())?.mode ?? 'active';
    } catch (error) {
      onError(error);
    }
    for (const entry of waiting.filter(({ wanted }) => wanted.includes(mode))) {
      waiting.splice(waiting.indexOf(entry), 1);
      entry.resolve();
    }
    if (mode === 'active' || isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void load(), POLL_MS);
    timer.unref();
  }

  const reached = (...wanted: RestoredMode[]): Promise<void> =>
    wanted.includes(mode) ? Promise.resolve() : new Promise((resolve) => waiting.push({ wanted, resolve }));

  return {
    load,
    read,
    isPassive: () => mode === 'passive',
    isSending: () => mode === 'active',
    confirmed: () => reached('receiving', 'active'),
    sending: () => reached('active'),
    async confirm(by: string): Promise<void> {
      await db.query(confirm, [by]);
      await load();
    },
    async continueSending(): Promise<void> {
      await db.query(continueSending, []);
      await load();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
export type RestoredState = ReturnType<typeof createRestoredState>;

const find = {
  name: 'restored.find',
  text: `select restored_at as "restoredAt", restored_to as "restoredTo", confirmed_at as "confirmedAt",
                confirmed_by as "confirmedBy", sending_at as "sendingAt" from restored_state`,
};
const confirm = {
  name: 'restored.confirm',
  text: 'update restored_state set confirmed_at = now(), confirmed_by = $1 where confirmed_at is null',
};
const continueSending = {
  name: 'restored.continue-sending',
  text: 'update restored_state set sending_at = now() where confirmed_at is not null and sending_at is null',
};
