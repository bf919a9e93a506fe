import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Connections } from '../../connections/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { emitChangedIn } from '../message-events.ts';
import { outboxStore } from './outbox.store.ts';
import { markUnknown } from './outcome.ts';

interface Deps {
  db: Db;
  connections: Connections;
  tickets: Tickets;
  onError(error: unknown): void;
}

/** Recovers deliveries whose worker died: repeats them where the channel allows it, else marks their outcome unknown. */
export function createDeliveryRecovery({ db, connections, tickets, onError }: Deps) {
  async function recover(tx: Tx, id: number, mayRepeat: boolean): Promise<void> {
    const row = await outboxStore.lock(tx, id);
    if (row?.state !== 'sending' || !(await outboxStore.isLeaseExpired(tx, id))) return;
    const connection = await connections.inTx.find(tx, row.connectionId);
    const canRepeat =
      row.act !== 'send' ||
      (mayRepeat &&
        connection !== undefined &&
        connections.channelOf(connection).abilities(connection.channel).idempotent);
    if (canRepeat) await outboxStore.set(tx, id, { state: 'queued', now: true });
    else await markUnknown(tx, row);
    await emitChangedIn(tx, tickets, row.messageId, row.ticketId);
  }

  /** Resolves to the number of recovered deliveries. */
  return async (limit: number, { mayRepeat = true } = {}): Promise<number> => {
    let recovered = 0;
    for (const { companyId, id } of await db.onPlatform((tx) => outboxStore.expiredLeases(tx, limit)))
      await db
        .inCompany(companyId, (tx) => recover(tx, id, mayRepeat))
        .then(() => void (recovered += 1))
        .catch(onError);
    return recovered;
  };
}
