import type { Db } from '../infrastructure/db/tx.ts';
import { deriveKey, keyRing } from '../infrastructure/secrets/derive-key.ts';
import { createVault } from '../infrastructure/secrets/secrets.ts';
import { createQrState, isLeasedElsewhere } from '../modules/connections/index.ts';
import type { QrHost } from './channels.ts';
import type { Infrastructure, Modules } from './modules.ts';

interface Deps {
  db: Db;
  secrets: Infrastructure['secrets'];
  /** This process, among those that share a database. */
  node: string;
  /** The rooms stand later than the channels; nobody asks before. */
  getModules(): Pick<Modules, 'connections' | 'webhookReceiver'>;
  onError(error: unknown): void;
}
const secondsOf = (date: Date): number => Math.floor(+date / 1000);

/** What linked devices need of the house: a sealed memory, a place to lay what they hear, and what is wanted of them. */
export function createQrHost({ db, secrets, node, getModules, onError }: Deps): QrHost {
  return {
    state: createQrState({
      db,
      vault: createVault(secrets),
      namesKeys: keyRing(secrets).map((secret) => deriveKey(secret, 'qr-names')),
    }),
    enqueue: (...delivery) => getModules().webhookReceiver.enqueue(...delivery),
    async history({ companyId, connectionId }) {
      const connection = await getModules().connections.find(companyId, connectionId);
      if (!connection?.importFrom || !connection.importTo) return undefined;
      const { importFrom, importTo, importGroups } = connection;
      return { from: secondsOf(importFrom), to: secondsOf(importTo), hasGroups: importGroups };
    },
    async isElsewhere({ companyId, connectionId }) {
      const connection = await getModules().connections.find(companyId, connectionId);
      return connection !== undefined && isLeasedElsewhere(connection, node);
    },
    onError,
  };
}
