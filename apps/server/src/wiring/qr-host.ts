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
  getModules(): Pick<Modules, 'connections' | 'settings' | 'webhookReceiver'>;
  /** Another server may hold the sessions of the same phones. */
  isBlocked(): boolean;
  onError(error: unknown): void;
}
const secondsOf = (date: Date): number => Math.floor(+date / 1000);

/** Connects the QR channel to the server: sealed device state, the inbox for received events, and the import request. */
export function createQrHost({ db, secrets, node, getModules, isBlocked, onError }: Deps): QrHost {
  return {
    state: createQrState({
      db,
      vault: createVault(secrets),
      loadNamesKeys: async () => {
        // Former versions derived the keys from the secret, so the first ones are those.
        const derived = () => keyRing(secrets).map((secret) => deriveKey(secret, 'qr-names').toString('base64url'));
        const stored = await getModules().settings.ownSecret('qr-names', () => JSON.stringify(derived()));
        return (JSON.parse(stored.reveal()) as string[]).map((key) => Buffer.from(key, 'base64url'));
      },
    }),
    spoolKeys: keyRing(secrets).map((secret) => deriveKey(secret, 'qr-spool')),
    enqueue: (...entry) => getModules().webhookReceiver.enqueue(...entry),
    async history({ companyId, connectionId }) {
      const connection = await getModules().connections.find(companyId, connectionId);
      if (!connection?.importFrom || !connection.importTo) return undefined;
      const { importFrom, importTo, importGroups } = connection;
      return { from: secondsOf(importFrom), to: secondsOf(importTo), hasGroups: importGroups };
    },
    async isElsewhere({ companyId, connectionId }) {
      if (isBlocked()) return true;
      const connection = await getModules().connections.find(companyId, connectionId);
      return connection !== undefined && isLeasedElsewhere(connection, node);
    },
    onError,
  };
}
