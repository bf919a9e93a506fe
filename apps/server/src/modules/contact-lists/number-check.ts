import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { LOOKUP_BATCH, type Connections } from '../connections/index.ts';
import { contactListStore } from './contact-lists.store.ts';
import { listItemStore } from './list-items.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  connections: Connections;
}
/** Retry interval while the channel cannot be queried. */
const RETRY_MS = 10 * 60_000;
/** A check that cannot be done for this long ends; the numbers stay unknown. */
const GIVE_UP_MS = 24 * 3_600_000;

/** Checks unknown numbers of a list on a channel that can look them up, slowly. */
export function createListNumberCheck({ db, clock, connections }: Deps) {
  const enqueue = (tx: Tx, listId: number, afterMs = 0) =>
    tx.enqueue(
      'contact-list.check',
      { companyId: tx.companyId, listId },
      ...(afterMs > 0 ? [{ after: new Date(Date.now() + afterMs) }] : []),
    );
  /** The official API accepts every number, so only a linked phone can look them up. */
  const canFindNumber = ({ channel, status }: { channel: string; status: string }) =>
    channel === 'whatsapp' && status === 'CONNECTED';

  async function begin(tx: Tx, listId: number, connectionId: number): Promise<void> {
    await contactListStore.beginCheck(tx, listId, connectionId, clock.now());
    await enqueue(tx, listId);
  }

  return {
    inTx: {
      canFindNumber,
      begin,
      /** Starts a check if there are unknown numbers, no check runs and a connection can look them up. */
      async beginIfPossible(tx: Tx, listId: number): Promise<boolean> {
        const list = await contactListStore.lock(tx, listId);
        if (!list || list.checkConnectionId !== null) return false;
        if (list.itemCount === list.validCount + list.invalidCount) return false;
        const connection = (await connections.inTx.all(tx)).find(canFindNumber);
        if (connection) await begin(tx, listId, connection.id);
        return connection !== undefined;
      },
    },

    async run({ companyId, listId }: { companyId: number; listId: number }): Promise<void> {
      const batch = await db.inCompany(companyId, async (tx) => {
        const list = await contactListStore.lock(tx, listId);
        if (!list || list.checkConnectionId === null) return undefined;
        const isOld = +clock.now() - +(list.checkStartedAt ?? 0) > GIVE_UP_MS;
        const connection = await connections.inTx.find(tx, list.checkConnectionId);
        if (!connection || !canFindNumber(connection)) {
          await (connection && !isOld ? enqueue(tx, listId, RETRY_MS) : finish(tx, listId));
          return undefined;
        }
        const items = await listItemStore.unchecked(tx, listId, list.checkPosition, LOOKUP_BATCH);
        if (items.length === 0) await finish(tx, listId);
        return { items, connectionId: connection.id };
      });
      if (!batch || batch.items.length === 0) return;
      const numbers = batch.items.map(({ number }) => number);
      const lookups = await connections.findNumbers(companyId, numbers, batch.connectionId);
      const checks = lookups.map(({ exists, number }, index) => ({
        id: batch.items[index]!.id,
        isValid: exists,
        number,
      }));
      const isInterrupted = lookups.length < numbers.length;
      await db.inCompany(companyId, async (tx) => {
        if (checks.length > 0) {
          await listItemStore.saveChecks(tx, checks);
          await contactListStore.advanceCheck(tx, listId, checks.at(-1)!.id, checks.length);
          tx.emit({ type: 'contact-list.filled', contactListId: listId });
          tx.emit({ type: 'contact-list.saved', contactListId: listId, isNew: false });
        }
        await enqueue(tx, listId, isInterrupted ? RETRY_MS : 0);
      });
    },
  };

  async function finish(tx: Tx, listId: number): Promise<void> {
    await contactListStore.endCheck(tx, listId);
    tx.emit({ type: 'contact-list.saved', contactListId: listId, isNew: false });
  }
}
export type ListNumberCheck = ReturnType<typeof createListNumberCheck>;
