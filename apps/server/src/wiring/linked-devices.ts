import type { Db } from '../foundation/db/tx.ts';
import { deriveKey, keyRing } from '../foundation/secrets/derive-key.ts';
import { createVault } from '../foundation/secrets/secrets.ts';
import { createQrState, isHeldElsewhere } from '../modules/connections/index.ts';
import type { QrHouse } from './channels.ts';
import type { Foundations, Modules } from './modules.ts';

interface Needs {
  db: Db;
  secrets: Foundations['secrets'];
  /** This process, among those that share a database. */
  node: string;
  /** The rooms stand later than the channels; nobody asks before. */
  inside(): Pick<Modules, 'connections' | 'streetDoor'>;
  failed(fault: unknown): void;
}
const secondsOf = (moment: Date): number => Math.floor(+moment / 1000);

/** What linked devices need of the house: a sealed memory, a place to lay what they hear, and what is wanted of them. */
export function houseOfDevices({ db, secrets, node, inside, failed }: Needs): QrHouse {
  return {
    state: createQrState({
      db,
      vault: createVault(secrets),
      namesKeys: keyRing(secrets).map((secret) => deriveKey(secret, 'qr-names')),
    }),
    lay: (...delivery) => inside().streetDoor.lay(...delivery),
    async history({ companyId, connectionId }) {
      const connection = await inside().connections.show(companyId, connectionId);
      if (!connection?.importFrom || !connection.importTo) return undefined;
      const { importFrom, importTo, importGroups } = connection;
      return { from: secondsOf(importFrom), to: secondsOf(importTo), hasGroups: importGroups };
    },
    async isElsewhere({ companyId, connectionId }) {
      const connection = await inside().connections.show(companyId, connectionId);
      return connection !== undefined && isHeldElsewhere(connection, node);
    },
    failed,
  };
}
