import type { Db } from '../infrastructure/db/tx.ts';
import { deriveKey, keyRing } from '../infrastructure/secrets/derive-key.ts';
import { createVault } from '../infrastructure/secrets/secrets.ts';
import { createQrState, isLeasedElsewhere } from '../modules/connections/index.ts';
import type { QrHost } from './channels.ts';
import type { Secrets } from './shared-services.ts';
import type { Modules } from './modules.ts';

interface Deps {
  db: Db;
  secrets: Secrets;
  /** Name of this process among those that share a database. */
  node: string;
  /** Modules are built after the channels; called only once they exist. */
  getModules(): Pick<Modules, 'connections' | 'webhookReceiver'>;
  onError(error: unknown): void;
}
const secondsOf = (date: Date): number => Math.floor(+date / 1000);

/** Connects the QR channel to the server: sealed device state, the inbox for received events, and the import request. */
export function createQrHost({ db, secrets, node, getModules, onError }: Deps): QrHost {
  return {
    state: createQrState({
      db,
      vault: createVault(secrets),
      namesKeys: keyRing(secrets).map((secret) => deriveKey(secret, 'qr-names')),
    }),
    enqueue: (...entry) => getModules().webhookReceiver.enqueue(...entry),
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
