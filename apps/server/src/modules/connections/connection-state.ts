import type { Health } from '@balcao/domain/connection-health/status';
import type { NewConnection } from '../../infrastructure/db/schema/connections.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { connectionRecordStore } from './connection-records.store.ts';
import { connectionStore } from './connections.store.ts';

/** How long a dead connection waits before it is queried again. */
const DEAD_RETRY_MS = 60_000;

/** State of a connection that other modules read and write in their own transaction. */
export const connectionState = {
  /** Milliseconds during which nothing may be sent. A dead connection is checked again after a minute. */
  async pauseMsOf(tx: Tx, id: number): Promise<number> {
    const row = await connectionStore.byId(tx, id);
    if (row?.status === 'DISCONNECTED' && row.pausedBecause !== '') return DEAD_RETRY_MS;
    return row?.pausedUntil ? Math.max(0, +row.pausedUntil - Date.now()) : 0;
  },
  /** Saves the health of the account and emits an event if it changed. */
  async saveHealth(tx: Tx, id: number, health: Health) {
    if (await connectionStore.saveHealth(tx, id, health))
      tx.emit({ type: 'connection.saved', connectionId: id, isNew: false });
  },
  /** Saves the messages per second that the provider allows this account. */
  savePerSecond: (tx: Tx, id: number, perSecond: number) => connectionStore.savePerSecond(tx, id, perSecond),
  /** Saves the progress of the import of old messages, in the values of the API. */
  async saveImport(tx: Tx, id: number, change: Pick<NewConnection, 'importStatus' | 'importFrom' | 'importTo'>) {
    await connectionRecordStore.update(tx, id, change);
    tx.emit({ type: 'connection.saved', connectionId: id, isNew: false });
  },
  usable: (tx: Tx, preferred: number | null) => connectionStore.usable(tx, preferred),
  preferred: (tx: Tx, preferred: number | null) => connectionStore.preferred(tx, preferred),
};
